import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ItemGroup, RunGroup, RunView } from '../../../electron/api/types.ts';
import { hrefTo } from '../../app/location.ts';
import { useFigures } from '../../ui/figures.ts';
import { IntervalBar, Rate } from '../../ui/rate.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { groupText } from './item-group.ts';
import styles from './variance.module.css';

const groupings = ['category', 'version', 'step'] as const;
type Grouping = (typeof groupings)[number];

/** More groups than fit are left to the table. */
const most = 12;
/** Below so many samples a group's noise share says nothing (METHODS §2 warns below 30 clusters, too). */
const fewest = 30;

/** Flip rate, noise share and verdict by category, rubric version or range of steps, on one common scale. */
export function RunGroups({ view }: { readonly view: RunView }) {
  const { t } = useTranslation('variance');
  const figures = useFigures();
  const [by, setBy] = useState<Grouping>('category');
  const { figures: run } = view;
  const groups = { category: run.by_category, version: run.by_version, step: run.by_step }[by];
  const shown = groups.slice(0, most);
  const top = Math.max(0.05, ...shown.map((group) => group.any_interval?.[1] ?? group.any ?? 0));
  return (
    <section className={`${styles.card} ${styles.groups}`} aria-label={t('category.title')}>
      <div className={styles.cardHead}>
        <h2>{t('category.title')}</h2>
        <SegmentedControl
          size="xs"
          value={by}
          onChange={(next) => setBy(groupings.find((each) => each === next) ?? 'category')}
          data={groupings.map((each) => ({ value: each, label: t(`category.by.${each}`) }))}
        />
        <span className="muted small">{t('category.scale', { top: figures.percent(top, 0) })}</span>
      </div>
      {run.repeated === 0 ? <p className="muted">{t('category.none')}</p> : null}
      <div className={styles.categoryGrid}>
        {shown.map((group) => (
          <GroupRow
            key={group.key ?? ''}
            group={group}
            by={by}
            top={top}
            runId={view.head.run_id}
            ownNoise={run.representative && run.same_prompt_as_training === 'yes'}
          />
        ))}
      </div>
      {groups.length > most ? (
        <p className="muted small">{t('category.more', { count: groups.length - most })}</p>
      ) : null}
      <ErrorShares view={view} />
    </section>
  );
}

function itemGroupOf(group: RunGroup, by: Grouping): ItemGroup | null {
  if (by === 'step') return group.steps === null ? null : { by: 'step', ...group.steps };
  return { by: by === 'version' ? 'rubric_version' : 'category', value: group.key };
}

interface GroupRowProps {
  readonly group: RunGroup;
  readonly by: Grouping;
  readonly top: number;
  readonly runId: string;
  /** On another prompt than the training's, disagreement is not called the judge's noise, and nothing is concluded. */
  readonly ownNoise: boolean;
}

function GroupRow({ group, by, top, runId, ownNoise }: GroupRowProps) {
  const { t } = useTranslation(['variance', 'overview']);
  const figures = useFigures();
  const items = itemGroupOf(group, by);
  const name = group.key === null ? t('category.absent') : visibleText(group.key);
  const notes = [
    group.noise_share === null || group.noise_share_interval === null || group.n < fewest
      ? null
      : t(ownNoise ? 'category.noise' : 'category.disagreement', {
          share: figures.percent(group.noise_share),
          interval: figures.interval(group.noise_share_interval),
        }),
    group.verdict === null || !ownNoise || group.n < fewest ? null : t(`overview:verdict.${group.verdict}`),
  ].filter((note) => note !== null);
  return (
    <>
      {items === null ? (
        <span className={styles.categoryName}>{name}</span>
      ) : (
        <Link
          className={styles.categoryName}
          title={name}
          href={hrefTo('variance', { run: runId, group: groupText(items) })}
        >
          {name}
        </Link>
      )}
      <IntervalBar value={group.any} interval={group.any_interval} range={[0, top]} tone="warn" />
      <Rate value={group.any} interval={group.any_interval} n={group.n} aligned />
      {notes.length === 0 ? null : <span className={styles.groupNote}>{notes.join(' · ')}</span>}
    </>
  );
}

const errorRows = [
  ['steady_false_negatives', 'steady_false_negative', 'fail'],
  ['flickering_false_negatives', 'flickering_false_negative', 'warn'],
  ['steady_false_positives', 'steady_false_positive', 'fail'],
  ['flickering_false_positives', 'flickering_false_positive', 'warn'],
] as const;

/** Steady errors point to the rubric, flickering ones to noise; both sides of the truth, always. */
function ErrorShares({ view }: { readonly view: RunView }) {
  const { t } = useTranslation('variance');
  const figures = useFigures();
  const { figures: run, head } = view;
  const rows = errorRows.filter(([field]) => (run[field]?.n ?? 0) > 0);
  if (rows.length === 0) return null;
  return (
    <>
      <h2>{t('errors.title')}</h2>
      <div className={styles.categoryGrid}>
        {rows.map(([field, show, tone]) => {
          const share = run[field];
          if (share === null) return null;
          return (
            <div key={field} style={{ display: 'contents' }}>
              <Link
                className={styles.categoryName}
                title={t(`errors.what.${field}`)}
                href={hrefTo('variance', { run: head.run_id, show })}
              >
                {t(`errors.${field}`)}
              </Link>
              {run.representative ? (
                <IntervalBar value={share.rate} interval={share.interval} tone={tone} />
              ) : (
                <span />
              )}
              <span>
                {run.representative ? (
                  <Rate value={share.rate} interval={share.interval} n={share.n} aligned />
                ) : (
                  t('falseNegatives.count', { count: share.count, n: figures.number(share.n) })
                )}
              </span>
            </div>
          );
        })}
      </div>
      {run.representative ? null : <p className="muted small">{t('falseNegatives.picked')}</p>}
    </>
  );
}
