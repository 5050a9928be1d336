import { areaPath, bandPath, linePath, place, type Scale } from './plot-scale.ts';

export type PlotLayer =
  | {
      readonly kind: 'line' | 'area';
      readonly values: readonly (number | null)[];
      readonly color: string;
      readonly dashed?: boolean;
    }
  | {
      /** Between two values at each point. */
      readonly kind: 'band';
      readonly low: readonly (number | null)[];
      readonly high: readonly (number | null)[];
      readonly color: string;
    }
  | {
      readonly kind: 'bars';
      /** Where each bar begins and ends. */
      readonly edges: readonly (readonly [number, number])[];
      readonly values: readonly number[];
      readonly color: string;
    };

/** One set of values as a line, an area or bars. */
export function Layer({
  layer,
  points,
  xScale,
  yScale,
  base,
  chosen,
}: {
  readonly layer: PlotLayer;
  readonly points: readonly number[];
  readonly xScale: Scale;
  readonly yScale: Scale;
  readonly base: number;
  readonly chosen: number | null;
}) {
  if (layer.kind === 'bars')
    return layer.values.map((value, index) => {
      const edge = layer.edges[index];
      if (edge === undefined || value === 0) return null;
      const from = place(xScale, edge[0]);
      // Two calls among a hundred thousand are still a bar.
      const high = Math.min(base - 1, place(yScale, value));
      return (
        <rect
          key={edge[0]}
          x={from + 0.5}
          y={high}
          width={Math.max(1, place(xScale, edge[1]) - from - 1)}
          height={base - high}
          rx={1}
          fill={index === chosen ? 'var(--chart-bar-strong)' : layer.color}
        />
      );
    });
  if (layer.kind === 'band') {
    const edge = (values: readonly (number | null)[]) =>
      values.map((value, index) => ({
        x: place(xScale, points[index] ?? 0),
        y: value === null ? null : place(yScale, value),
      }));
    return <path d={bandPath(edge(layer.low), edge(layer.high))} fill={layer.color} />;
  }
  const placed = layer.values.map((value, index) => ({
    x: place(xScale, points[index] ?? 0),
    y: value === null ? null : place(yScale, value),
  }));
  if (layer.kind === 'area') return <path d={areaPath(placed, base)} fill={layer.color} />;
  const [only, ...others] = placed.flatMap(({ x, y }) => (y === null ? [] : [{ x, y }]));
  // One measured point makes no line: it is a dot, hollow where the line would be dashed.
  if (only !== undefined && others.length === 0)
    return (
      <circle
        cx={only.x}
        cy={only.y}
        r={3.2}
        fill={layer.dashed === true ? 'var(--panel)' : layer.color}
        stroke={layer.color}
        strokeWidth={1.6}
      />
    );
  return (
    <path
      d={linePath(placed)}
      fill="none"
      stroke={layer.color}
      strokeWidth={1.8}
      strokeLinejoin="round"
      {...(layer.dashed === true ? { strokeDasharray: '5 4' } : {})}
    />
  );
}
