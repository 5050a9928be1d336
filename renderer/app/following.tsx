import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Failure, FollowedLog } from '../../electron/api/types.ts';
import { useFigures } from '../ui/figures.ts';
import { visibleText } from '../ui/visible-text.ts';
import { queryClient, useApiQuery } from './api.ts';
import { useFailureMessage } from './failure-message.ts';
import { hrefTo, useFilter } from './location.ts';
import styles from './shell.module.css';

const askedEvery = 3000;

/** The followed logs. Their readings are jobs, whose end asks again; that a file has vanished is no job, so it is asked for. */
export function useFollowing(): UseQueryResult<readonly FollowedLog[], Error> {
  const first = useApiQuery('following.list', undefined, { keep: true });
  const followed = (first.data ?? []).some(({ state }) => state === 'following');
  return useApiQuery('following.list', undefined, {
    keep: true,
    refetchInterval: followed ? askedEvery : false,
  });
}

/** What became of a followed log, in a few words: +12 lines at 14:03:09. */
export function useFollowingWords(): (log: FollowedLog) => string {
  const { t } = useTranslation('reading');
  const figures = useFigures();
  return ({ state, last, failure }) => {
    if (state === 'vanished') return t('follow.vanished');
    if (failure !== null) return t('follow.failed');
    if (last === null) return t('follow.waiting');
    return t(last.whole ? 'follow.whole' : 'follow.added', {
      n: figures.number(last.lines),
      count: last.lines,
      time: figures.time(last.read_at),
    });
  };
}

/** The followed logs in the status line. */
export function Following() {
  const { data } = useFollowing();
  const vanished = (data ?? []).filter(({ state }) => state === 'vanished').length;
  useEffect(() => {
    if (vanished === 0) return;
    for (const name of ['sources', 'workspace']) void queryClient.invalidateQueries({ queryKey: [name] });
  }, [vanished]);
  return (data ?? []).map((log) => <FollowedOne key={log.source_id} log={log} alone={data?.length === 1} />);
}

function FollowedOne({ log, alone }: { readonly log: FollowedLog; readonly alone: boolean }) {
  const words = useFollowingWords()(log);
  const failed = useFailureMessage(log.failure ?? unsaid);
  useFilter();
  return (
    <Link
      href={hrefTo('sources', { source: String(log.source_id) })}
      className={log.state === 'vanished' || log.failure !== null ? styles.warn : undefined}
      title={log.failure === null ? visibleText(log.name) : failed}
      data-testid="following"
    >
      {alone ? words : `${visibleText(log.name)}: ${words}`}
    </Link>
  );
}

const unsaid: Failure = { code: 'internal', message: '', retryable: false };
