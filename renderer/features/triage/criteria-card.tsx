import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { CriterionView, EvidenceView } from '../../../electron/api/types.ts';
import { hrefTo } from '../../app/location.ts';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './triage.module.css';

const signs = { hit: '✓', miss: '✗', unknown: '?' } as const;

/** The rubric as the judge saw it, step by step; a missed step that the instruction never asked for is the loudest. */
export function CriteriaCard({ evidence }: { readonly evidence: EvidenceView }) {
  const { t } = useTranslation('triage');
  const { verdict, trajectory } = evidence.detail;
  const instruction = evidence.detail.instruction ?? trajectory?.instruction ?? null;
  const coarse = evidence.criteria.filter((criterion) => criterion.kind === 'coarse');
  const fine = evidence.criteria.filter((criterion) => criterion.kind === 'fine');
  const about = [
    verdict.rubric_version === null
      ? null
      : t('criteria.rubric', { version: visibleText(verdict.rubric_version) }),
    verdict.category === null ? null : visibleText(verdict.category),
  ].filter((part) => part !== null);
  return (
    <section className={styles.card} aria-label={t('criteria.title')}>
      <div className={styles.cardHead}>
        <h2>{t('criteria.title')}</h2>
        <span className={styles.cardNote}>{about.join(' · ')}</span>
        {instruction === null ? null : (
          <Link className={styles.cardLink} href={hrefTo('variance', { fine: verdict.row })}>
            {t('criteria.generate')}
          </Link>
        )}
      </div>
      {coarse.length === 0 ? <p className="muted">{t('criteria.noCoarse')}</p> : <Criteria of={coarse} />}
      {fine.length === 0 ? (
        <p className={styles.subHead}>{t('criteria.noFine')}</p>
      ) : (
        <>
          <p className={styles.subHead}>{t('criteria.fine')}</p>
          <Criteria of={fine} />
        </>
      )}
    </section>
  );
}

function Criteria({ of }: { readonly of: readonly CriterionView[] }) {
  const { t } = useTranslation('triage');
  return of.map((criterion, at) => {
    const loud = criterion.grounding === 'ungrounded' && criterion.cited;
    return (
      <div
        // biome-ignore lint/suspicious/noArrayIndexKey: two criteria may read the same; their order is fixed
        key={at}
        className={`${styles.criterion} ${loud ? styles.loud : ''}`}
        data-testid={loud ? 'ungrounded-and-cited' : undefined}
      >
        <span className={styles.state} data-state={criterion.state}>
          <span aria-hidden="true">{signs[criterion.state]}</span> {t(`criteria.state.${criterion.state}`)}
        </span>
        <div>
          <div className={styles.criterionText} dir="auto">
            {visibleText(criterion.text)}
          </div>
          <Grounding criterion={criterion} />
        </div>
      </div>
    );
  });
}

function Grounding({ criterion }: { readonly criterion: CriterionView }) {
  const { t } = useTranslation('triage');
  const spans = criterion.spans.map((span) => t('quoted', { text: visibleText(span) })).join(' ');
  switch (criterion.grounding) {
    case null:
      return null;
    case 'grounded':
      return (
        <div className={`${styles.grounding} muted`}>
          {t('criteria.grounded')} {spans}
        </div>
      );
    case 'weak':
      return (
        <div className={`${styles.grounding} ${styles.weak}`}>
          {spans === '' ? t('criteria.weak') : t('criteria.weakWith', { words: spans })}
          {criterion.cited ? ` ${t('criteria.cited')}` : ''}
        </div>
      );
    case 'ungrounded':
      return (
        <div className={`${styles.grounding} ${styles.ungrounded}`}>
          {criterion.cited ? t('criteria.ungroundedCited') : t('criteria.ungrounded')}
        </div>
      );
  }
}
