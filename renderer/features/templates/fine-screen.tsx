import { Button, Checkbox, NumberInput, Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { FineGeneration } from '../../../electron/api/types.ts';
import { queryClient, useApiMutation, useApiQuery } from '../../app/api.ts';
import { useEngineSentence } from '../../app/engine-sentence.ts';
import { useJobs } from '../../app/jobs.ts';
import { hrefTo, useFilter, useParam } from '../../app/location.ts';
import { useSettings } from '../../app/workspace.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import { LogText } from '../../ui/log-text.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './templates.module.css';

const pageSize = 100;

/** Fine rubrics by a judge model: made for the samples of the filter beforehand, and everything that came back. */
export function FineScreen() {
  const { t } = useTranslation('templates');
  const figures = useFigures();
  const { filter } = useFilter();
  const [named] = useParam('fine');
  const rows = named === 'all' ? [] : named.split(',').filter((row) => /^\d+:\d+(\.\d+)?$/.test(row));
  const settings = useSettings();
  const profiles = useApiQuery('profiles.list', undefined);
  const [limit, setLimit] = useState(1_000);
  const [again, setAgain] = useState(false);
  const [judge, setJudge] = useState<string | null>(null);
  const [offset, setOffset] = useState(0);
  const demo = profiles.data?.find((each) => each.demo)?.profile_id ?? null;
  const chosen = judge ?? settings.data?.default_profile ?? demo;
  const jobs = useJobs();
  const last = jobs.findLast((job) => job.kind === 'criteria') ?? null;
  const running = last?.ended_at === null ? last : null;
  const ended = last?.ended_at ?? null;
  const choice = { rows, filter: rows.length > 0 ? '' : filter, limit };
  const plan = useApiQuery('fine.plan', choice, { keep: true });
  const list = useApiQuery(
    'fine.list',
    { offset, limit: pageSize },
    { keep: true, refetchInterval: running === null ? false : 1_000 },
  );
  // a short job may end before anybody saw it run
  useEffect(() => {
    if (ended !== null) void queryClient.invalidateQueries({ queryKey: ['fine'] });
  }, [ended]);
  const begin = useApiMutation('fine.generate', { invalidates: ['fine'] });
  const stop = useApiMutation('jobs.cancel', { invalidates: ['fine'] });
  const calls =
    plan.data === undefined ? null : again ? plan.data.instructions : plan.data.instructions - plan.data.made;
  return (
    <div className="screen screen-fixed">
      <header className={styles.head}>
        <Link className={styles.back} href={hrefTo('variance')}>
          ← {t('back')}
        </Link>
        <h1>{t('fine.title')}</h1>
        <span className="muted">{t('fine.what')}</span>
      </header>
      <div className={styles.tools}>
        <NumberInput
          label={t('fine.limit')}
          value={limit}
          min={1}
          max={100_000}
          allowDecimal={false}
          w={220}
          onChange={(value) => {
            if (typeof value === 'number' && value >= 1) setLimit(value);
          }}
        />
        <Select
          label={t('fine.judge')}
          allowDeselect={false}
          value={chosen}
          w={280}
          onChange={setJudge}
          data={(profiles.data ?? []).map((each) => ({
            value: each.profile_id,
            label: each.demo ? t('fine.demo') : `${each.name} · ${each.model}`,
          }))}
        />
        <Checkbox
          label={t('fine.again')}
          checked={again}
          onChange={(event) => setAgain(event.currentTarget.checked)}
        />
        <span className={styles.grow} />
        {running === null ? null : (
          <>
            <span>
              {figures.number(running.done)} / {figures.number(running.total ?? 0)}
            </span>
            <Button loading={stop.isPending} onClick={() => stop.mutate({ job_id: running.job_id })}>
              {t('fine.stop')}
            </Button>
          </>
        )}
        <Button
          variant="filled"
          disabled={calls === null || calls === 0 || running !== null || chosen === null}
          loading={begin.isPending}
          onClick={() => begin.mutate({ ...choice, profile_id: chosen, again })}
        >
          {t('fine.generate', { calls: figures.number(calls ?? 0) })}
        </Button>
      </div>
      <p className="muted" aria-live="polite">
        {rows.length > 0
          ? t('fine.chosenRows', { count: rows.length })
          : filter === ''
            ? t('fine.allRows')
            : visibleText(filter)}
        :{' '}
        {plan.data === undefined
          ? t('fine.counting')
          : t('fine.plan', {
              samples: figures.number(plan.data.samples),
              instructions: figures.number(plan.data.instructions),
              made: figures.number(plan.data.made),
            })}
        {plan.data === undefined || plan.data.without_instruction === 0
          ? ''
          : ` · ${t('fine.without', { count: plan.data.without_instruction })}`}
      </p>
      {plan.error === null ? null : <ErrorView error={plan.error} />}
      {begin.error === null ? null : <ErrorView error={begin.error} />}
      {last?.failure == null ? null : <ErrorView error={last.failure} />}
      {list.error === null ? null : <ErrorView error={list.error} />}
      {list.data === undefined ? null : (
        <section className={styles.panel} aria-label={t('fine.made')}>
          <div className={styles.tried} data-testid="fine-counts">
            <span>{t('fine.count.criteria', { count: list.data.counts.criteria })}</span>
            <span>{t('fine.count.none', { count: list.data.counts.none })}</span>
            <span className={list.data.counts.failed > 0 ? styles.warn : undefined}>
              {t('fine.count.failed', { count: list.data.counts.failed })}
            </span>
            <span className={styles.grow} />
            <Button disabled={offset === 0} onClick={() => setOffset(Math.max(0, offset - pageSize))}>
              ‹
            </Button>
            <Button
              disabled={offset + pageSize >= list.data.total}
              onClick={() => setOffset(offset + pageSize)}
            >
              ›
            </Button>
          </div>
          <div className={styles.list}>
            {list.data.rows.length === 0 ? <p className="muted">{t('fine.empty')}</p> : null}
            {list.data.rows.map((each) => (
              <Generation key={each.generation_id} generation={each} />
            ))}
          </div>
        </section>
      )}
    </div>
  );
}

function Generation({ generation }: { readonly generation: FineGeneration }) {
  const { t } = useTranslation('templates');
  const say = useEngineSentence();
  const { instruction, kept, refused, state, error, raw_reply, model, profile_name } = generation;
  return (
    <article className={styles.generation}>
      <LogText text={instruction} limit={600} />
      <ul>
        {kept.map(({ text, quote }) => (
          <li key={text}>
            {visibleText(text)} <span className="muted">← </span>
            <span className={styles.quote}>{visibleText(quote)}</span>
          </li>
        ))}
        {refused.map(({ text, quote, why }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: refused ones may repeat each other
          <li key={at} className="muted">
            <s>{visibleText(text)}</s>
            {quote === '' ? '' : ` ← “${visibleText(quote)}”`} ·{' '}
            <span className={styles.warn}>{t(`fine.why.${why}`, { defaultValue: why })}</span>
          </li>
        ))}
      </ul>
      {state === 'none' && refused.length === 0 ? <p className="muted">{t('fine.abstained')}</p> : null}
      {error === null ? null : <p className={styles.warn}>{visibleText(say(error))}</p>}
      <details className={styles.help}>
        <summary>
          {visibleText(model ?? profile_name)} · {t('fine.reply')}
        </summary>
        <LogText text={raw_reply ?? '–'} mono limit={4000} />
      </details>
    </article>
  );
}
