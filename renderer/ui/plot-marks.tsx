import styles from './plot.module.css';
import { placeLabels, shortened } from './plot-labels.ts';
import { place, type Scale } from './plot-scale.ts';
import { textWidth } from './text-width.ts';
import { visibleText } from './visible-text.ts';

export interface PlotMark {
  readonly x: number;
  readonly label: string | null;
  /** A change of rubric version, a change of judge, or a figure of the data itself. */
  readonly kind: 'version' | 'judge' | 'figure';
}

const labelSize = 11;
const labelHeight = 13;
const widestLabel = 150;
/** More rows of names than this and the drawing has no room left. */
const labelRows = { change: 2, figure: 3 } as const;
/** Closer than this on average, lines would hide what they stand on: the unnamed ones become ticks at the top. */
const leastDistance = 20;

/** A judge changes seldom and changes everything: its name comes first. */
const ranks: Readonly<Record<PlotMark['kind'], number>> = { figure: 0, judge: 0, version: 1 };

export interface LaidMark extends PlotMark {
  readonly at: number;
  readonly text: string | null;
  readonly labelX: number;
  readonly row: number;
  readonly tick: boolean;
}

export interface LaidMarks {
  readonly marks: readonly LaidMark[];
  /** Pixels the labels take above the drawing. */
  readonly height: number;
}

/** Marks with their labels placed: every mark is drawn, as many as have room are named. */
export function layMarks(marks: readonly PlotMark[], xScale: Scale, right: number): LaidMarks {
  const named = marks.flatMap((mark, index) => {
    if (mark.label === null) return [];
    const text = shortened(visibleText(mark.label), widestLabel, (one) => textWidth(one, labelSize));
    const rank = ranks[mark.kind];
    return [{ index, text, at: place(xScale, mark.x), width: textWidth(text, labelSize), rank }];
  });
  const figures = marks.every((mark) => mark.kind === 'figure');
  const placed = placeLabels(named, {
    // Further left stands the topmost figure of the axis.
    left: xScale.range[0] - 5,
    right,
    rows: figures ? labelRows.figure : labelRows.change,
    gap: 8,
  });
  const labels = new Map(
    named.flatMap((one, at) => {
      const found = placed[at];
      return found == null ? [] : [[one.index, { ...found, text: one.text }] as const];
    }),
  );
  const crowded = marks.length * leastDistance > xScale.range[1] - xScale.range[0];
  const used = Math.max(-1, ...[...labels.values()].map(({ row }) => row)) + 1;
  return {
    marks: marks.map((mark, index) => {
      const label = labels.get(index);
      const at = place(xScale, mark.x);
      return {
        ...mark,
        at,
        text: label?.text ?? null,
        labelX: label?.x ?? at,
        row: label?.row ?? 0,
        tick: crowded && label === undefined,
      };
    }),
    height: used * labelHeight,
  };
}

const lines: Readonly<Record<PlotMark['kind'], string | undefined>> = {
  version: styles.version,
  judge: styles.judge,
  figure: styles.figure,
};

export function Marks({
  laid,
  top,
  base,
}: {
  readonly laid: LaidMarks;
  readonly top: number;
  readonly base: number;
}) {
  return (
    <>
      {laid.marks.map((mark) => (
        <line
          key={`${mark.kind} ${mark.x} ${mark.label ?? ''}`}
          className={mark.tick ? styles.markTick : lines[mark.kind]}
          x1={mark.at}
          x2={mark.at}
          y1={top - 2}
          y2={mark.tick ? top + 4 : base}
        />
      ))}
      {laid.marks.map((mark) =>
        mark.text === null ? null : (
          <text
            key={`${mark.kind} ${mark.x} ${mark.label ?? ''}`}
            className={mark.kind === 'version' ? styles.versionLabel : styles.tick}
            x={mark.labelX}
            y={top - 6 - mark.row * labelHeight}
            textAnchor="middle"
          >
            {mark.text}
          </text>
        ),
      )}
    </>
  );
}
