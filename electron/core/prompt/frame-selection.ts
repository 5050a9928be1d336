import type { Frame } from '../model/verdict.ts';
import { folded } from '../rubric/index.ts';

/** Which frames are sent, in which order, and what was left out. All numbers are the frames' own `index`. */
export interface FrameSelection {
  /** In the order they are sent. */
  readonly shown: readonly number[];
  /** In time order. */
  readonly left_out: readonly number[];
  /** Frames of key actions among those left out: the cap was too small to keep them. */
  readonly key_left_out: readonly number[];
  readonly recorded: number;
  /** The cap that applied; null where there was none. */
  readonly max: number | null;
  readonly order: FrameOrder;
}

/**
 * `time`: as they happened. `ends_first`: first, last, then the middle in time order. `picked`: first, last, then the key
 * actions, then what filled the rest, each as it was picked.
 */
export const frameOrders = ['time', 'ends_first', 'picked'] as const;
export type FrameOrder = (typeof frameOrders)[number];

export const keyMatches = ['words', 'exact', 'contains'] as const;
export const frameFills = ['spread', 'start', 'end', 'none'] as const;

export interface FrameSelectionOptions {
  readonly max: number | null;
  readonly keyActions: readonly string[];
  readonly order?: FrameOrder;
  /** Where the order holds: `cut` keeps time order while nothing is left out. */
  readonly orderWhen?: 'always' | 'cut';
  /** How an action is compared with a key action: by its words, letter by letter, or as a part of it. */
  readonly match?: (typeof keyMatches)[number];
  /** Which key actions stay where there are too many: the latest or the earliest. */
  readonly keepFrom?: 'end' | 'start';
  /** What else is shown where there is room. */
  readonly fill?: (typeof frameFills)[number];
}

/** The words of an action's name: `clickSubmit(btn)`, `click_submit: btn` and `click submit` are click, submit. */
function actionWords(action: string): string[] {
  const json = /"(?:action|type|name)"\s*:\s*"([^"]+)"/.exec(action)?.[1];
  const name = json ?? /^[\s"'`[{(]*([\p{L}\p{N}_. -]+)/u.exec(action)?.[1] ?? '';
  const spaced = name.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2');
  return folded(spaced)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Whether an action is one of the key actions: all words of the key action's name, in a row, in the action's name. */
export function isKeyAction(action: string | null, keyActions: readonly string[]): boolean {
  if (action === null) return false;
  const words = ` ${actionWords(action).join(' ')} `;
  return keyActions.some((key) => {
    const wanted = actionWords(key).join(' ');
    return wanted !== '' && words.includes(` ${wanted} `);
  });
}

/** `count` of the candidates, spread evenly over them. */
function spread(candidates: readonly number[], count: number): number[] {
  const take = Math.min(count, candidates.length);
  return Array.from(
    { length: take },
    (_, at) => candidates[Math.floor(((at + 0.5) * candidates.length) / take)],
  ).filter((position) => position !== undefined);
}

/** Whether a frame is one the selection keeps for its action. */
export function isKept(action: string | null, options: FrameSelectionOptions): boolean {
  const { match = 'words', keyActions } = options;
  if (match === 'words') return isKeyAction(action, keyActions);
  return (
    action !== null && keyActions.some((key) => (match === 'exact' ? action === key : action.includes(key)))
  );
}

/** Which of the frames that are neither ends nor key actions fill the room that is left. */
function filling(
  candidates: readonly number[],
  count: number,
  fill: FrameSelectionOptions['fill'],
): readonly number[] {
  if (count <= 0 || fill === 'none') return [];
  if (fill === 'start') return candidates.slice(0, count);
  return fill === 'end' ? candidates.slice(-count) : spread(candidates, count);
}

/**
 * Chooses frames under a cap: the last and the first are always kept, then key actions from the end backwards (what a
 * task ends in is decided there), then the rest spread evenly. Without a cap, or with room for all, nothing is left out.
 * The options say otherwise where another pipeline did.
 */
export function selectFrames(frames: readonly Frame[], options: FrameSelectionOptions): FrameSelection {
  const order = options.order ?? 'time';
  const max = options.max === null ? null : Math.max(1, Math.floor(options.max));
  const positions = [...frames.keys()];
  const key = positions.filter((at) => isKept(frames[at]?.action ?? null, options));
  const cut = max !== null && frames.length > max;
  const kept = new Set<number>();
  if (frames.length > 0) {
    // with room for one, the last is the one
    const room = max ?? frames.length;
    for (const at of room === 1 ? [frames.length - 1] : [0, frames.length - 1]) kept.add(at);
    for (const at of options.keepFrom === 'start' ? key : key.toReversed())
      if (kept.size < room) kept.add(at);
    const rest = positions.filter((at) => !kept.has(at));
    for (const at of cut ? filling(rest, room - kept.size, options.fill) : rest) kept.add(at);
  }
  const inTime = positions.filter((at) => kept.has(at));
  const ends = inTime.length > 1 ? [inTime[0] ?? 0, inTime.at(-1) ?? 0] : inTime;
  const asAsked = options.orderWhen !== 'cut' || cut;
  const sent =
    order === 'time' || !asAsked
      ? inTime
      : order === 'picked'
        ? [...kept]
        : [...ends, ...inTime.slice(1, -1)];
  const indexOf = (at: number): number => frames[at]?.index ?? at;
  return {
    shown: sent.map(indexOf),
    left_out: positions.filter((at) => !kept.has(at)).map(indexOf),
    key_left_out: key.filter((at) => !kept.has(at)).map(indexOf),
    recorded: frames.length,
    max,
    order: asAsked ? order : 'time',
  };
}

/** Runs of numbers as `4–6, 9`. */
export function numberRuns(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last !== undefined && number === last[1] + 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(', ');
}
