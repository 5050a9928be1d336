import { Button, Checkbox, NumberInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ScaleQuestion } from '../../../electron/api/types.ts';
import { useApiMutation, useApiQuery } from '../../app/api.ts';
import { equals } from '../../app/filter-text.ts';
import { dataChanged } from '../../app/jobs.ts';
import { hrefTo } from '../../app/location.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './scale-panel.module.css';

/** Asks what scores above 1 are out of, once for each judge and version; says so where it was answered. */
export function ScalePanel() {
  const { t } = useTranslation('reading');
  const questions = useApiQuery('scales.questions', undefined, { keep: true });
  const [asked, setAsked] = useState(false);
  const all = questions.data ?? [];
  if (all.length === 0) return null;
  const waiting = all.filter((one) => one.answer === null || one.beyond > 0);
  return (
    <section className={`panel ${styles.panel}`} aria-label={t('scale.title')} id="scales">
      {waiting.length > 0 || asked ? (
        <ScaleForm key={JSON.stringify(all)} questions={all} onDone={() => setAsked(false)} />
      ) : (
        <div className={styles.line}>
          <span>{t('scale.answered', { count: all.length })}</span>
          {all.some(({ answer }) => answer?.top != null) ? (
            <Link href={hrefTo('verdicts', { where: 'warning = rescaled' })}>{t('scale.see')}</Link>
          ) : null}
          <Button onClick={() => setAsked(true)}>{t('scale.change')}</Button>
        </div>
      )}
    </section>
  );
}

/** What a person says: a top, no top at all, or nothing yet. */
type Answer = number | 'none' | null;

function keyOf({ rubric_version, judge_model }: ScaleQuestion): string {
  return JSON.stringify([rubric_version, judge_model]);
}

function answerOf({ answer }: ScaleQuestion): Answer {
  return answer === null ? null : (answer.top ?? 'none');
}

/** Usual scales: the least one that holds every score seen. Offered, never taken unasked. */
function usualTop(high: number): number | null {
  return [5, 10, 100].find((top) => high <= top) ?? null;
}

function ScaleForm({
  questions,
  onDone,
}: {
  readonly questions: readonly ScaleQuestion[];
  readonly onDone: () => void;
}) {
  const { t } = useTranslation('reading');
  const figures = useFigures();
  const [answers, setAnswers] = useState<Readonly<Record<string, Answer>>>(() =>
    Object.fromEntries(questions.map((one) => [keyOf(one), answerOf(one)])),
  );
  const done = (): void => {
    dataChanged();
    onDone();
  };
  const save = useApiMutation('scales.answer', { onSuccess: done });
  const forget = useApiMutation('scales.forget', { onSuccess: done });
  const stated = questions.flatMap((one) => {
    const answer = answers[keyOf(one)] ?? null;
    return answer === null
      ? []
      : [
          {
            rubric_version: one.rubric_version,
            judge_model: one.judge_model,
            top: answer === 'none' ? null : answer,
          },
        ];
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (stated.length > 0) save.mutate({ answers: stated });
  };
  const error = save.error ?? forget.error;
  return (
    <form onSubmit={submit} className={styles.form}>
      <div>
        <h2>{t('scale.title')}</h2>
        <p className="muted">{t('scale.why')}</p>
      </div>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('scale.judge')}</th>
              <th scope="col" data-align="right">
                {t('scale.rows')}
              </th>
              <th scope="col">{t('scale.range')}</th>
              <th scope="col">{t('scale.top')}</th>
              <th />
            </tr>
          </thead>
          <tbody>
            {questions.map((one) => {
              const key = keyOf(one);
              const answer = answers[key] ?? null;
              const usual = usualTop(one.high);
              const name = [one.rubric_version, one.judge_model]
                .flatMap((part) => (part === null ? [] : [visibleText(part)]))
                .join(' · ');
              const set = (value: Answer): void => setAnswers((before) => ({ ...before, [key]: value }));
              return (
                <tr key={key}>
                  <th scope="row">
                    <Link
                      href={hrefTo('verdicts', {
                        where: '',
                        and: [
                          equals('rubric_version', one.rubric_version),
                          equals('judge_model', one.judge_model),
                          'has(score)',
                        ],
                      })}
                    >
                      {name === '' ? figures.none : name}
                    </Link>
                  </th>
                  <td data-align="right">{figures.number(one.rows)}</td>
                  <td>{`${figures.number(one.low, 4)} … ${figures.number(one.high, 4)}`}</td>
                  <td>
                    <div className={styles.line}>
                      <NumberInput
                        className={styles.small}
                        aria-label={name}
                        value={typeof answer === 'number' ? answer : ''}
                        disabled={answer === 'none'}
                        min={one.high}
                        onChange={(next) => set(typeof next === 'number' ? next : null)}
                      />
                      {answer === null && usual !== null ? (
                        <Button size="compact-xs" variant="subtle" onClick={() => set(usual)}>
                          {t('scale.suggest', { top: figures.number(usual) })}
                        </Button>
                      ) : null}
                      <Checkbox
                        label={t('scale.noTop')}
                        checked={answer === 'none'}
                        onChange={(event) => set(event.currentTarget.checked ? 'none' : null)}
                      />
                    </div>
                    {one.beyond > 0 ? (
                      <span className={styles.warn}>{t('scale.beyond', { count: one.beyond })}</span>
                    ) : null}
                  </td>
                  <td>
                    {one.answer === null ? null : (
                      <Button
                        size="compact-xs"
                        variant="subtle"
                        loading={forget.isPending}
                        onClick={() =>
                          forget.mutate({
                            rubric_version: one.rubric_version,
                            judge_model: one.judge_model,
                          })
                        }
                      >
                        {t('scale.forget')}
                      </Button>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <div className={styles.line}>
        <Button type="submit" variant="filled" disabled={stated.length === 0} loading={save.isPending}>
          {t('scale.apply')}
        </Button>
        {questions.every((one) => one.answer !== null) ? (
          <Button variant="subtle" onClick={onDone}>
            {t('scale.leave')}
          </Button>
        ) : null}
      </div>
      {error === null ? null : <ErrorView error={error} />}
    </form>
  );
}
