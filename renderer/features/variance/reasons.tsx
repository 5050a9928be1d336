import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Attempt, RunItem } from '../../../electron/api/types.ts';
import { useEngineSentence } from '../../app/engine-sentence.ts';
import { useFigures } from '../../ui/figures.ts';
import { LogText } from '../../ui/log-text.tsx';
import { OutcomeBadge } from '../../ui/outcome.tsx';
import { TextDiff } from '../../ui/text-diff.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './variance.module.css';

/** The attempts' reasons one under the other, each diffed against the first one that gave a reason. */
export function ReasonsSideBySide({
  item,
  href,
}: {
  readonly item: RunItem | null;
  readonly href: string | null;
}) {
  const { t } = useTranslation('variance');
  if (item === null)
    return (
      <section className={styles.card}>
        <h2>{t('reasons.title')}</h2>
        <p className="muted">{t('reasons.choose')}</p>
      </section>
    );
  const first = item.attempts.find((attempt) => attempt.reason !== null && attempt.reason !== '') ?? null;
  return (
    <section className={`${styles.card} ${styles.reasons}`} aria-label={t('reasons.title')}>
      <div className={styles.reasonsHead}>
        <h2>{t('reasons.title')}</h2>
        <span className={`muted small ${styles.reasonsWhat}`}>
          {visibleText(item.task_id ?? item.row)} · {t('reasons.what')}
        </span>
        {href === null ? null : (
          <Link className={styles.openTriage} href={href}>
            {t('reasons.open')}
          </Link>
        )}
      </div>
      {item.attempts.length === 0 ? <p className="muted">{t('reasons.waiting')}</p> : null}
      {item.attempts.map((attempt) => (
        <div key={attempt.attempt} className={styles.reason}>
          <AttemptLine attempt={attempt} place={item.attempts.indexOf(attempt) + 1} />
          <Reason attempt={attempt} first={first} />
        </div>
      ))}
    </section>
  );
}

function AttemptLine({ attempt, place }: { readonly attempt: Attempt; readonly place: number }) {
  const { t } = useTranslation('variance');
  const figures = useFigures();
  const notes = [
    attempt.latency_ms === null ? null : figures.latency(attempt.latency_ms),
    attempt.total_tokens === null ? null : t('tile.tokens', { tokens: figures.number(attempt.total_tokens) }),
    attempt.repaired ? t('reasons.repaired') : null,
    attempt.response_id === null ? t('reasons.noId') : null,
  ].filter((note) => note !== null);
  return (
    <div className={styles.reasonHead}>
      {attempt.passed === null ? (
        <span className={styles.failedAttempt}>
          {place} ◌ {t(`attempt.${attempt.outcome}`)}
        </span>
      ) : (
        <OutcomeBadge passed={attempt.passed} score={attempt.score} prefix={String(place)} />
      )}
      <span className="muted small" title={visibleText(attempt.response_id ?? '')}>
        {notes.join(' · ')}
      </span>
    </div>
  );
}

function Reason({ attempt, first }: { readonly attempt: Attempt; readonly first: Attempt | null }) {
  const { t } = useTranslation('variance');
  const say = useEngineSentence();
  if (attempt.error !== null)
    return (
      <div className={styles.errorText}>
        <LogText text={say(attempt.error)} limit={600} />
      </div>
    );
  if (attempt.reason === null || attempt.reason === '')
    return <div className="muted">{t('reasons.none')}</div>;
  if (first === null || first === attempt || first.reason === null) return <LogText text={attempt.reason} />;
  if (first.reason === attempt.reason) return <div className="muted">{t('reasons.same')}</div>;
  return <TextDiff before={first.reason} after={attempt.reason} />;
}
