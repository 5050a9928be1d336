import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColumnInfo, VerdictRow } from '../../../electron/api/types.ts';
import type { Column } from '../../ui/data-table.tsx';
import { type Figures, useFigures } from '../../ui/figures.ts';
import { LongName } from '../../ui/long-name.tsx';
import { OutcomeBadge, TruthBadge } from '../../ui/outcome.tsx';
import type { TsvCell } from '../../ui/tsv.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { foundPart } from './found-part.ts';
import styles from './verdicts.module.css';

export interface VerdictColumn extends Column<VerdictRow> {
  /** The row itself carries it; any other column is asked for by name. */
  readonly own: boolean;
  /** The cell for copies: a number as one, so that its sign is not taken for the beginning of a formula. */
  readonly plain: (row: VerdictRow) => TsvCell;
}

type Own = Omit<VerdictColumn, 'id' | 'header' | 'own' | 'sort'>;

/** As much of a long text as a cell can show; the detail has all of it. */
function short(text: string | null): string {
  return text === null ? '' : visibleText(text.length > 300 ? `${text.slice(0, 300)}…` : text);
}

function text(width: number, read: (row: VerdictRow) => string | null): Own {
  return {
    width,
    cell: (row) => {
      const value = read(row);
      return value === null ? <span className={styles.absent}>–</span> : <bdi>{short(value)}</bdi>;
    },
    plain: read,
  };
}

/** A text that the search looks into: what was found is in sight, however far into the text it stands. */
function searched(width: number, search: string, read: (row: VerdictRow) => string | null): Own {
  const plain = text(width, read);
  if (search === '') return plain;
  return {
    ...plain,
    cell: (row) => {
      const part = foundPart(read(row) ?? '', search);
      if (part === null) return plain.cell(row);
      return (
        <bdi className={styles.searched}>
          {short(part.before)}
          <mark>{short(part.found)}</mark>
          {short(part.after)}
        </bdi>
      );
    },
  };
}

/** A name keeps its end, where those of one task differ. */
function name(width: number, read: (row: VerdictRow) => string | null): Own {
  const plain = text(width, read);
  return {
    ...plain,
    cell: (row) => {
      const value = read(row);
      return value === null || value.length > 300 ? plain.cell(row) : <LongName>{value}</LongName>;
    },
  };
}

function number(
  width: number,
  read: (row: VerdictRow) => number | null,
  write: (value: number | null) => string,
): Own {
  return {
    width,
    align: 'right',
    cell: (row) => {
      const value = read(row);
      return value === null ? <span className={styles.absent}>–</span> : write(value);
    },
    plain: read,
  };
}

/** A field of the logs' own comes as text; as a number only where that loses no digit of it. */
function extraCell(value: string | null): TsvCell {
  return value !== null && String(Number(value)) === value ? Number(value) : value;
}

/** Wide enough for what usually stands in them, and narrow enough that the usual columns, reason included, fit 1440 pixels. */
function ownColumns(
  figures: Figures,
  warning: (name: string) => string,
  spare: number,
  search: string,
  lines: number,
): Readonly<Record<string, Own>> {
  const more = Math.min(72, Math.floor(spare / 4));
  // In a column the points stand below each other.
  const scored = (value: number | null): string => figures.number(value, 4, 2);
  const plain = (value: number | null): string => figures.number(value, 4);
  const whole = (value: number | null): string => figures.number(value);
  const bare = (value: number | null): string => (value === null ? figures.none : String(value));
  const badge = (cell: (row: VerdictRow) => ReactNode, read: Own['plain'], width: number): Own => ({
    width,
    cell,
    plain: read,
  });
  return {
    row: text(90, (row) => row.row),
    source: text(150, (row) => row.source),
    // a figure is never cut
    line: number(Math.max(70, 24 + 7.3 * whole(lines).length), (row) => row.line, whole),
    trajectory: name(190, (row) => row.trajectory),
    task_id: name(112 + more, (row) => row.task_id),
    step: number(60, (row) => row.step, bare),
    category: text(124 + more, (row) => row.category),
    rubric_version: text(86 + more, (row) => row.rubric_version),
    judge_model: text(112 + more, (row) => row.judge_model),
    timestamp: {
      width: 150,
      cell: (row) =>
        row.timestamp === null ? <span className={styles.absent}>–</span> : figures.date(row.timestamp),
      plain: (row) => (row.timestamp === null ? null : new Date(row.timestamp).toISOString()),
    },
    passed: badge(
      (row) => <OutcomeBadge passed={row.passed} unjudged={row.unjudged} />,
      (row) => (row.passed === null ? '' : String(row.passed)),
      98,
    ),
    unjudged: text(90, (row) => row.unjudged),
    reward: number(66, (row) => row.reward, plain),
    score: number(62, (row) => row.score, scored),
    reason: searched(search === '' ? 150 : 190, search, (row) => row.reason),
    error: searched(160, search, (row) => row.error),
    latency_ms: number(96, (row) => row.latency_ms, whole),
    prompt_tokens: number(92, (row) => row.prompt_tokens, whole),
    completion_tokens: number(92, (row) => row.completion_tokens, whole),
    total_tokens: number(72, (row) => row.total_tokens, whole),
    frame_count: number(72, (row) => row.frame_count, whole),
    group_id: text(120, (row) => row.group_id),
    attempt: text(76, (row) => row.attempt),
    truth: badge(
      (row) => <TruthBadge truth={row.truth} />,
      (row) => (row.truth === null ? '' : String(row.truth)),
      80,
    ),
    warning: badge(
      (row) =>
        row.warnings.length === 0 ? null : (
          <span className={styles.warn} title={row.warnings.map(warning).join('\n')}>
            ⚠ {row.warnings.join(', ')}
          </span>
        ),
      (row) => row.warnings.join(' '),
      150,
    ),
  };
}

/** The chosen columns, known ones as the row has them, others as the text the log has. */
export function useVerdictColumns(
  shown: readonly string[],
  known: readonly ColumnInfo[],
  widths: Readonly<Record<string, number>>,
  search: string,
  /** About how many lines the longest log has. */
  lines: number,
): readonly VerdictColumn[] {
  const { t } = useTranslation(['verdicts', 'common']);
  const figures = useFigures();
  return useMemo(() => {
    // What usual columns without a value leave free goes to the names, which are long in logs that have little else.
    const usual = ownColumns(figures, String, 0, '', 0);
    const spare = known
      .filter((column) => column.empty === true && !shown.includes(column.name))
      .reduce((sum, column) => sum + (usual[column.name]?.width ?? 0), 0);
    const own = ownColumns(figures, (name) => t(`common:warnings.${name}`), spare, search, lines);
    const sortable = new Set(known.map((column) => column.name));
    return shown.map((name): VerdictColumn => {
      const column = own[name];
      const header = t(`columns.${name}`, { defaultValue: name });
      const sort = sortable.has(name) || sortable.size === 0 ? { sort: name } : {};
      if (column !== undefined)
        return {
          id: name,
          header,
          title: name,
          own: true,
          ...sort,
          ...column,
          width: widths[name] ?? column.width,
        };
      const info = known.find((one) => one.name === name);
      return {
        id: name,
        header: info?.known === true ? header : name,
        title: info?.known === true ? name : t('unknownField', { name }),
        own: false,
        width: widths[name] ?? 130,
        ...(info?.type === 'number' ? { align: 'right' as const } : {}),
        ...sort,
        cell: (row) => {
          const value = row.extra[name];
          return value === undefined || value === null ? (
            <span className={styles.absent}>–</span>
          ) : (
            <bdi>{short(value)}</bdi>
          );
        },
        plain: (row) => extraCell(row.extra[name] ?? null),
      };
    });
  }, [shown, known, widths, search, lines, figures, t]);
}
