import { useTranslation } from 'react-i18next';
import type { FieldMapping, MappingPreview, VerdictRow } from '../../../electron/api/types.ts';
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
  const odd = report.remarks.filter(
    ({ code, count: n }) => n > 0 && code !== 'without_identity' && code !== 'scale_unknown',
  );
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
      {odd.length === 0 ? null : (
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
      )}
      <div className={styles.scroll}>
        <table className={styles.preview}>
          <thead>
            <tr>
              <th scope="col">{verdictColumn}</th>
              {shown.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
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
          </tbody>
        </table>
      </div>
    </div>
  );
}
