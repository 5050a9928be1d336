/** The arithmetic of charts: scales, round ticks, paths. Lengths are pixels, y grows downwards. */

export interface Scale {
  readonly domain: readonly [number, number];
  readonly range: readonly [number, number];
}

export function place({ domain, range }: Scale, value: number): number {
  const span = domain[1] - domain[0];
  if (span === 0) return (range[0] + range[1]) / 2;
  return range[0] + ((value - domain[0]) / span) * (range[1] - range[0]);
}

/** Round values between two bounds, `count` of them or a few less. */
export function niceTicks(low: number, high: number, count: number): number[] {
  const span = high - low;
  if (!(span > 0) || count < 1) return [low];
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  // The small allowance keeps 0.3 / 3 from being taken for more than 0.1.
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough * (1 - 1e-9)) ?? 10) * power;
  const ticks: number[] = [];
  for (let at = Math.ceil(low / step - 1e-9); at * step <= high + step * 1e-9; at += 1)
    ticks.push(Number((at * step).toPrecision(12)));
  return ticks;
}

/** From `low` to the first round value at or above `high`, with its ticks. */
export function niceAxis(low: number, high: number, count: number) {
  const ticks = niceTicks(low, high, count);
  const step = (ticks[1] ?? high) - (ticks[0] ?? low);
  const last = ticks.at(-1) ?? high;
  if (last < high && step > 0) ticks.push(Number((last + step).toPrecision(12)));
  return { domain: [low, Math.max(high, ticks.at(-1) ?? high)] as const, ticks };
}

/** An axis of counts: from 0, its ticks whole numbers. */
export function countAxis(high: number) {
  const { domain, ticks } = niceAxis(0, high, Math.min(4, Math.max(1, high)));
  return { domain, ticks: ticks.filter(Number.isInteger) };
}

export interface Point {
  readonly x: number;
  /** Null where nothing was measured: the line breaks there. */
  readonly y: number | null;
}

function runsOf(points: readonly Point[]): { x: number; y: number }[][] {
  const runs: { x: number; y: number }[][] = [];
  let run: { x: number; y: number }[] = [];
  for (const { x, y } of points) {
    if (y !== null) run.push({ x, y });
    else if (run.length > 0) {
      runs.push(run);
      run = [];
    }
  }
  if (run.length > 0) runs.push(run);
  return runs;
}

const written = (value: number): string => String(Math.round(value * 10) / 10);

/** A line through the points; a point between two gaps is a stroke of its own, so that it does not vanish. */
export function linePath(points: readonly Point[]): string {
  return runsOf(points)
    .map((run) => {
      const [first] = run;
      if (first !== undefined && run.length === 1)
        return `M${written(first.x - 2)} ${written(first.y)}H${written(first.x + 2)}`;
      return run.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${written(x)} ${written(y)}`).join('');
    })
    .join('');
}

/** The area between the points and `base`. */
export function areaPath(points: readonly Point[], base: number): string {
  return runsOf(points)
    .map((run) => {
      const first = run[0];
      const last = run.at(-1);
      if (first === undefined || last === undefined) return '';
      const line = run.map(({ x, y }) => `L${written(x)} ${written(y)}`).join('');
      return `M${written(first.x)} ${written(base)}${line}L${written(last.x)} ${written(base)}Z`;
    })
    .join('');
}

/** The area between two lines over the same points, broken where either has none. */
export function bandPath(low: readonly Point[], high: readonly Point[]): string {
  const both = (one: readonly Point[], other: readonly Point[]): Point[] =>
    one.map((point, index) => ((other[index]?.y ?? null) === null ? { ...point, y: null } : point));
  const lower = runsOf(both(low, high));
  return runsOf(both(high, low))
    .map((run, at) => {
      const back = (lower[at] ?? []).toReversed();
      const line = [...run, ...back].map(({ x, y }) => `${written(x)} ${written(y)}`);
      return line.length === 0 ? '' : `M${line.join('L')}Z`;
    })
    .join('');
}

/** The index of the value nearest to `at`; null where there are none. */
export function nearest(values: readonly number[], at: number): number | null {
  let found: number | null = null;
  let distance = Number.POSITIVE_INFINITY;
  for (const [index, value] of values.entries()) {
    const away = Math.abs(value - at);
    if (away < distance) {
      found = index;
      distance = away;
    }
  }
  return found;
}
