import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { EvidenceView, RunItem, SamePrompt } from '../../../electron/api/types.ts';
import { useEngineSentence } from '../../app/engine-sentence.ts';
import { hrefTo } from '../../app/location.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { outcomeOf } from '../../ui/outcome.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { attemptSlots, coinFlipSteady, itemOutcome } from '../variance/item-outcome.ts';
import styles from './triage.module.css';
import { type QuickRerun, quickRepeats } from './use-rerun.ts';

export interface RerunPanelProps {
  readonly rerun: QuickRerun;
  readonly judge: string;
  readonly evidence: EvidenceView | null;
  readonly disabled: boolean;
}

/** Three more calls on this sample: the attempts as they come in, and what three calls can and cannot say. */
export function RerunPanel({ rerun, judge, evidence, disabled }: RerunPanelProps) {
  const { t } = useTranslation('triage');
  const say = useEngineSentence();
  const { run } = rerun;
  const live = run?.items[0];
  const stored = evidence?.reruns[0];
  const shown =
    run !== null && live !== undefined
      ? {
          item: live,
          repeats: run.head.repeats,
          same: run.head.same_prompt_as_training,
          run_id: run.head.run_id,
          number: run.head.number,
          model: run.head.model,
        }
      : run === null && stored !== undefined
        ? {
            item: stored.item,
            repeats: stored.item.attempts.length,
            same: stored.same_prompt,
            run_id: stored.run_id,
            number: stored.number,
            model: stored.model,
          }
        : null;
  const older = (evidence?.reruns ?? []).filter((each) => each.run_id !== shown?.run_id);
  return (
    <section className={styles.section}>
      <h2>
        {t('rerun.title', { count: quickRepeats })} <span className="muted small">{judge}</span>{' '}
        <KeyHint keys="r" />
      </h2>
      {shown === null && !rerun.running ? (
        <div>
          <Button onClick={() => void rerun.start()} disabled={disabled}>
            {t('rerun.start')}
          </Button>
        </div>
      ) : (
        <Attempts
          item={shown?.item ?? null}
          repeats={shown?.repeats ?? quickRepeats}
          running={rerun.running}
        />
      )}
      {shown === null ? null : (
        <Reading
          item={shown.item}
          repeats={shown.repeats}
          same={shown.same}
          running={rerun.running && run !== null}
        />
      )}
      {shown === null ? null : (
        <Link className="small" href={hrefTo('variance', { run: shown.run_id })}>
          {t('rerun.open', { number: shown.number, model: visibleText(shown.model) })}
        </Link>
      )}
      {run?.head.error == null ? null : (
        <p className={styles.ungrounded}>{visibleText(say(run.head.error))}</p>
      )}
      {rerun.failure === null ? null : <ErrorView error={rerun.failure} onRetry={() => void rerun.start()} />}
      {older.length === 0 ? null : (
        <div className="small muted">
          {older.map((each) => (
            <Link key={each.run_id} href={hrefTo('variance', { run: each.run_id })}>
              {t('rerun.older', {
                number: each.number,
                fails: each.item.fails,
                judged: each.item.judged,
              })}{' '}
            </Link>
          ))}
        </div>
      )}
    </section>
  );
}

interface AttemptsProps {
  readonly item: RunItem | null;
  readonly repeats: number;
  readonly running: boolean;
}

function Attempts({ item, repeats, running }: AttemptsProps) {
  const { t } = useTranslation('triage');
  const say = useEngineSentence();
  const figures = useFigures();
  return (
    <div className={styles.attempts} aria-live="polite">
      {attemptSlots(item?.attempts ?? [], repeats).map((attempt, at) => {
        // biome-ignore-start lint/suspicious/noArrayIndexKey: the attempts' numbers are their places
        if (attempt === null)
          return (
            <span key={at} className={styles.attempt} data-outcome="waiting">
              {running ? t('rerun.waiting') : t('rerun.notMade')}
            </span>
          );
        const outcome = outcomeOf(attempt.passed);
        return (
          <span
            key={at}
            className={styles.attempt}
            data-outcome={outcome}
            title={visibleText(attempt.reason ?? say(attempt.error ?? ''))}
          >
            {outcome === 'unjudged'
              ? t(`variance:attempt.${attempt.outcome}`)
              : `${outcome === 'pass' ? '✓' : '✗'} ${t(`common:outcome.${outcome}`)} ${attempt.score === null ? '' : figures.number(attempt.score, 2)}`}
          </span>
        );
        // biome-ignore-end lint/suspicious/noArrayIndexKey: the attempts' numbers are their places
      })}
    </div>
  );
}

interface ReadingProps {
  readonly item: RunItem;
  readonly repeats: number;
  readonly same: SamePrompt;
  readonly running: boolean;
}

function Reading({ item, repeats, same, running }: ReadingProps) {
  const { t } = useTranslation('triage');
  const figures = useFigures();
  const outcome = itemOutcome(item, repeats);
  if (running || outcome === 'waiting') return null;
  const coin = figures.percent(coinFlipSteady(repeats));
  return (
    <p className="muted small">
      {t(`rerun.reading.${outcome}`, { fails: item.fails, judged: item.judged, count: repeats, coin })}{' '}
      {same === 'yes' ? t('rerun.samePrompt') : <strong>{t(`rerun.prompt.${same}`)}</strong>}
    </p>
  );
}
