import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { OverviewView, SummaryGroup } from '../../../electron/api/types.ts';
import { hrefTo } from '../../app/location.ts';
import { useFigures } from '../../ui/figures.ts';
import { useSentenceGap } from '../../ui/sentence-gap.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { familyClauses, familyOf } from './family-pairs.ts';
import styles from './overview.module.css';

type Pairs = OverviewView['same_family'];

/** Pairs the notice names; the others are counted. */
const named = 2;

/** Says in plain words that a judge was judging its own kind, and opens the rows where it did. */
export function FamilyNotice({ pairs }: { readonly pairs: Pairs }) {
  const { t } = useTranslation('overview');
  const figures = useFigures();
  const gap = useSentenceGap();
  if (pairs.length === 0) return null;
  const rest = pairs.length - named;
  return (
    <p className={`panel ${styles.family}`} role="note">
      <span className={styles.warn} aria-hidden="true">
        ≈
      </span>
      <span>
        {pairs.slice(0, named).map((pair, index) => (
          <span key={`${pair.judge_model} ${pair.policy_model}`}>
            {index === 0 ? null : t('family.join')}
            <Link href={hrefTo('verdicts', { and: familyClauses([pair]) })}>
              {t('family.pair', {
                judge: visibleText(pair.judge_model),
                policy: visibleText(pair.policy_model),
              })}
            </Link>
          </span>
        ))}
        {rest > 0 ? t('family.more', { n: figures.number(rest) }) : ''}
        {t('family.what', { count: pairs.length })}
        {gap}
        <Link href={hrefTo('verdicts', { and: familyClauses(pairs) })} className={styles.strong}>
          {t('family.rows')}
        </Link>
        {' · '}
        <Link
          href={hrefTo('verdicts', { and: [...familyClauses(pairs), 'false_positive'] })}
          className={styles.strong}
        >
          {t('family.falsePositives')}
        </Link>
      </span>
    </p>
  );
}

/** The same beside a judge's name in the table. */
export function FamilyBadge({
  groupKey,
  pairs,
  clauses,
}: {
  readonly groupKey: SummaryGroup['key'];
  readonly pairs: Pairs;
  /** The conditions that pick the group. */
  readonly clauses: readonly string[];
}) {
  const { t } = useTranslation('overview');
  const found = familyOf(groupKey, pairs);
  if (found.length === 0) return null;
  const policies = found.map((pair) => visibleText(pair.policy_model)).join(', ');
  return (
    <Link
      href={hrefTo('verdicts', { and: [...clauses, ...familyClauses(found)] })}
      className={styles.familyBadge}
      title={t('family.badgeTitle', { policies })}
      aria-label={t('family.badgeTitle', { policies })}
    >
      <span aria-hidden="true">≈</span> <span className={styles.wideOnly}>{t('family.badge')}</span>
    </Link>
  );
}
