import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  Failure,
  FieldMapping,
  MappedKind,
  MappingPreview,
  SourceReport,
  VerdictRow,
} from '../../../electron/api/types.ts';
import { useFailureMessage } from '../../app/failure-message.ts';
import { useFigures } from '../../ui/figures.ts';
import { OutcomeMark } from '../../ui/outcome.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './mapping-editor.module.css';

/** Columns of the preview in order; those that no row has a value in are left out. */
const columns = [
  'trajectory',
  'task_id',
  'step',
  'rubric_version',
  'judge_model',
  'category',
  'reward',
  'score',
  'latency_ms',
  'total_tokens',
  'timestamp',
  'reason',
  'error',
] as const satisfies readonly (keyof VerdictRow)[];

const verdictColumn = 'success';

/** The first rows as the import makes them, what is odd about them marked. */
export function MappingPreviewTable({
  preview,
  kind,
  fields,
}: {
  readonly preview: MappingPreview;
  readonly kind: MappedKind;
  readonly fields: FieldMapping;
}) {
  if (preview.refused !== null) return <Refused failure={preview.refused} />;
  return kind === 'reward_log' ? (
    <LogPreview preview={preview} fields={fields} />
  ) : (
    <RecordsPreview preview={preview} fields={fields} />
  );
}

function Refused({ failure }: { readonly failure: Failure }) {
  return <p className="muted">{visibleText(useFailureMessage(failure))}</p>;
}

/** What is odd about the first rows, in words. */
function OddOfPreview({ report }: { readonly report: SourceReport | null }) {
  const { t } = useTranslation(['reading', 'common', 'sources']);
  const figures = useFigures();
  const odd = (report?.remarks ?? []).filter(({ code, count: n }) => n > 0 && !unremarkable.has(code));
  if (odd.length === 0) return null;
  return (
    <p className={styles.odd}>
      {odd
        .map(
          ({ code, count: n }) =>
            `${figures.number(n)} · ${t(`common:warnings.${code}`, {
              defaultValue: t(`sources:remark.${code}`, { defaultValue: code.replaceAll('_', ' ') }),
            })}`,
        )
        .join('  ')}
    </p>
  );
}

const unremarkable: ReadonlySet<string> = new Set([
  'without_identity',
  'scale_unknown',
  'pairs',
  'judge_logs',
]);

/** The columns read, and a row for each of the first records. */
function PreviewTable({
  columns,
  children,
}: {
  readonly columns: readonly string[];
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.scroll}>
      <table className={styles.preview}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** The first records of a file that is no log: what each field says, those that say nothing anywhere left out. */
function RecordsPreview({
  preview: { records, report },
  fields,
}: {
  readonly preview: MappingPreview;
  readonly fields: FieldMapping;
}) {
  const { t } = useTranslation(['reading', 'common', 'sources']);
  const figures = useFigures();
  const shown = Object.keys(records[0] ?? {}).filter(
    (column) => column in fields || records.some((record) => record[column] !== null),
  );
  return (
    <div>
      <h3>{t('mapping.preview', { n: figures.number(records.length) })}</h3>
      <OddOfPreview report={report} />
      <PreviewTable columns={shown}>
        {records.map((record, at) => (
          // The records have no name of their own, and never change places.
          // biome-ignore lint/suspicious/noArrayIndexKey: as said above
          <tr key={at}>
            {shown.map((column) => (
              <td key={column} title={record[column] ?? undefined}>
                {record[column] == null ? figures.none : visibleText(record[column])}
              </td>
            ))}
          </tr>
        ))}
      </PreviewTable>
    </div>
  );
}

function LogPreview({
  preview,
  fields,
}: {
  readonly preview: MappingPreview;
  readonly fields: FieldMapping;
}) {
  const { t } = useTranslation(['reading', 'common', 'sources']);
  const figures = useFigures();
  const { rows, report } = preview;
  const shown = columns.filter((column) => column in fields || rows.some((row) => row[column] !== null));
  const count = (outcome: boolean | null): string =>
    figures.number(rows.filter(({ passed }) => passed === outcome).length);
  const cell = (row: VerdictRow, column: (typeof columns)[number]): string => {
    const value = row[column];
    if (value === null) return figures.none;
    if (column === 'timestamp') return figures.date(Number(value));
    return typeof value === 'number' ? figures.number(value, 4) : visibleText(value);
  };
  return (
    <div>
      <h3>
        {t('mapping.preview', { n: figures.number(rows.length) })}{' '}
        <span className="muted">
          {t('mapping.counts', { passed: count(true), failed: count(false), unjudged: count(null) })}
        </span>
      </h3>
      <OddOfPreview report={report} />
      <PreviewTable columns={[verdictColumn, ...shown]}>
        {rows.map((row) => (
          <tr key={row.row}>
            <td>
              <OutcomeMark passed={row.passed} unjudged={row.unjudged} />
            </td>
            {shown.map((column) => (
              <td key={column} title={typeof row[column] === 'string' ? row[column] : undefined}>
                {cell(row, column)}
              </td>
            ))}
          </tr>
        ))}
      </PreviewTable>
    </div>
  );
}
