import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Diagnosis, OverviewView, SummaryGroup } from '../../../electron/api/types.ts';
import { hrefTo, useParam } from '../../app/location.ts';
import { ReadingMarks } from '../../app/reading-marks.tsx';
import { copyText } from '../../ui/copy.ts';
import { useFigures } from '../../ui/figures.ts';
import { LongName } from '../../ui/long-name.tsx';
import { tsv } from '../../ui/tsv.ts';
import { FamilyBadge } from './family.tsx';
import { familyOf } from './family-pairs.ts';
import { fieldsIn } from './group-by.ts';
import { GroupChoice } from './group-choice.tsx';
import { groupColumns } from './group-columns.tsx';
import { groupClauses, groupName } from './group-name.ts';
import { nextOrder, orderedGroups, readOrder, writeOrder } from './group-order.ts';
import { needsThreshold } from './needs-threshold.ts';
import styles from './overview.module.css';
import { ReasonsDialog } from './reasons-dialog.tsx';
import { SaveSummary } from './save-summary.tsx';

const tones: Readonly<Record<Diagnosis['verdict'], string>> = {
  broken: 'fail',
  noisy: 'warn',
  strict: 'warn',
  lenient: 'warn',
  mis_ordering: 'warn',
  sound: 'pass',
  undetermined: 'none',
};

/** The scale all intervals of one column share: a round figure above the largest bound. */
function topOf(groups: readonly SummaryGroup[], side: 'fn_interval' | 'fp_interval'): number {
  const largest = Math.max(0.05, ...groups.map((group) => group.truth?.[side]?.[1] ?? 0));
  return Math.min(1, Math.ceil(largest * 10) / 10);
}

function figureOf(group: SummaryGroup, column: string): number | null {
  return groupColumns.find(({ id }) => id === column)?.value(group) ?? null;
}

/** One line per group: counts, rates with their intervals drawn on one scale, and the verdict on the judge. */
export function GroupTable({
  view,
  by,
  onBy,
}: {
  readonly view: OverviewView;
  readonly by: readonly string[];
  readonly onBy: (fields: readonly string[]) => void;
}) {
  const { t } = useTranslation('overview');
  const figures = useFigures();
  const [orderParam, setOrder] = useParam('order');
  const [open, setOpen] = useState<number | null>(null);
  const { groups, left_out: leftOut } = view.summary;
  const order = readOrder(orderParam);
  const places = orderedGroups(groups, order, figureOf);
  const making = { t, figures, fnTop: topOf(groups, 'fn_interval'), fpTop: topOf(groups, 'fp_interval') };
  const diagnosis = open === null ? undefined : view.diagnoses[open];
  const named = open === null ? undefined : groups[open];
  // The keys as they came: while another grouping is on its way the old one stays in sight.
  const keys = Object.keys(groups[0]?.key ?? {});
  const judged = view.diagnoses.length > 0;

  const header = (
    id: string,
    label: string,
    more: {
      title?: string | undefined;
      short?: string | undefined;
      align?: 'right' | undefined;
      downFirst: boolean;
    },
  ) => (
    <th
      key={id}
      scope="col"
      data-align={more.align}
      aria-sort={order?.column === id ? (order.down ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        className={styles.sort}
        title={more.title}
        onClick={() => setOrder(writeOrder(nextOrder(order, id, more.downFirst)))}
      >
        {more.short === undefined ? (
          label
        ) : (
          <>
            <span className={styles.wideOnly}>{label}</span>
            <span className={styles.narrowOnly}>{more.short}</span>
          </>
        )}
        <span aria-hidden="true" className={styles.sortSign}>
          {order?.column === id ? (order.down ? '↓' : '↑') : ''}
        </span>
      </button>
    </th>
  );

  const copy = (): void => {
    const beside = groupColumns.map((column) =>
      Object.keys(groups[0] === undefined ? {} : (column.beside?.(groups[0]) ?? {})),
    );
    const rows = places.flatMap((at) => {
      const group = groups[at];
      if (group === undefined) return [];
      return [
        [
          ...keys.map((field) => group.key[field] ?? null),
          ...groupColumns.flatMap((column) => [
            column.value(group),
            ...Object.values(column.beside?.(group) ?? {}),
          ]),
          ...(judged ? [view.diagnoses[at]?.verdict ?? null] : []),
        ],
      ];
    });
    const columns = [
      ...keys,
      ...groupColumns.flatMap((column, index) => [column.id, ...(beside[index] ?? [])]),
      ...(judged ? ['judge'] : []),
    ];
    void copyText(tsv(columns, rows));
  };

  return (
    <section className={`panel ${styles.groups}`} aria-label={t('groups.label')}>
      <div className={styles.groupHead}>
        <GroupChoice by={by} onBy={onBy} />
        <span className="muted small">{t('groups.count', { count: groups.length + leftOut.groups })}</span>
        <span className={styles.groupActions}>
          <button type="button" className="plain-button" onClick={copy}>
            {t('common:chart.copy')}
          </button>
          <SaveSummary by={fieldsIn(by)} />
        </span>
      </div>
      <div className={styles.groupScroll}>
        <table className={styles.groupTable}>
          <thead>
            <tr>
              {keys.map((field) => header(field, field, { downFirst: false }))}
              {groupColumns.map((column) =>
                header(column.id, column.label(t), {
                  title: column.title?.(making),
                  align: column.align,
                  short: column.shortLabel?.(t),
                  downFirst: true,
                }),
              )}
              {judged ? <th scope="col">{t('groups.verdict')}</th> : null}
            </tr>
          </thead>
          <tbody>
            {places.map((at) => {
              const group = groups[at];
              if (group === undefined) return null;
              const clauses = groupClauses(group.key);
              const rows = (...more: string[]) => hrefTo('verdicts', { and: [...clauses, ...more] });
              const judge = view.diagnoses[at];
              return (
                <tr key={JSON.stringify(group.key)}>
                  {Object.entries(group.key).map(([field, value], index) => (
                    <td key={field} className={index === 0 ? styles.groupName : styles.groupKey}>
                      <span className={styles.groupValue}>
                        <Link href={rows()}>
                          {value === null ? t('unnamed') : <LongName>{value}</LongName>}
                        </Link>
                        {field === 'judge_model' ? (
                          <FamilyBadge groupKey={group.key} pairs={view.same_family} clauses={clauses} />
                        ) : null}
                        {index === Object.keys(group.key).length - 1 ? (
                          <>
                            <ReadingMarks judge={group.key} clauses={clauses} figure="verdicts" />
                            <ReadingMarks judge={group.key} clauses={clauses} figure="scores" />
                          </>
                        ) : null}
                      </span>
                    </td>
                  ))}
                  {groupColumns.map((column) => (
                    <td key={column.id} data-align={column.align}>
                      {column.cell(group, { ...making, rows })}
                    </td>
                  ))}
                  {judged ? (
                    <td>
                      {judge === undefined ? null : (
                        <button
                          type="button"
                          className={styles.verdict}
                          data-tone={needsThreshold(judge) ? 'warn' : tones[judge.verdict]}
                          title={t('howDecided')}
                          onClick={() => setOpen(at)}
                        >
                          {t(`verdict.${needsThreshold(judge) ? 'needs_threshold' : judge.verdict}`)}
                        </button>
                      )}
                    </td>
                  ) : null}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {leftOut.groups === 0 ? null : (
        <p className={`muted small ${styles.leftOut}`}>
          {t('groups.leftOut', { count: leftOut.groups, rows: figures.number(leftOut.rows) })}
        </p>
      )}
      {diagnosis === undefined || named === undefined ? null : (
        <ReasonsDialog
          opened
          onClose={() => setOpen(null)}
          diagnosis={diagnosis}
          name={groupName(named.key, { unnamed: t('unnamed'), whole: t('whole') })}
          clauses={groupClauses(named.key)}
          family={familyOf(named.key, view.same_family)}
        />
      )}
    </section>
  );
}
