import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Failure, Page } from '../../../electron/api/types.ts';
import { failureOf } from '../../app/api.ts';
import type { PagedRows } from '../../ui/paged-rows.ts';

const pageSize = 100;
/** Pages kept; those longest out of view go first. */
const keep = 40;

interface Store<T> {
  readonly key: string;
  readonly pages: Map<number, { readonly stamp: string; readonly rows: readonly T[] }>;
  readonly flying: Map<number, AbortController>;
  total: number | null;
  failure: Failure | null;
}

/**
 * Rows that change while they are looked at: when the stamp does, the pages in view are read again and the rows stay where
 * they are meanwhile, so that a table of ten thousand neither jumps nor blanks while calls come in. Another key starts over.
 */
export function useLiveRows<T>(
  key: string,
  stamp: string,
  fetchPage: (offset: number, limit: number, signal: AbortSignal) => Promise<Page<T>>,
): PagedRows<T> {
  const fetcher = useRef(fetchPage);
  fetcher.current = fetchPage;
  const store = useRef<Store<T>>(emptyStore<T>(''));
  const wanted = useRef<readonly [number, number]>([0, pageSize - 1]);
  const current = useRef(stamp);
  current.current = stamp;
  const [version, setVersion] = useState(0);

  const load = useCallback(async (into: Store<T>, page: number): Promise<void> => {
    if (into.flying.has(page)) return;
    const asked = current.current;
    const abort = new AbortController();
    into.flying.set(page, abort);
    try {
      const found = await fetcher.current(page * pageSize, pageSize, abort.signal);
      into.total = found.total;
      into.failure = null;
      into.pages.delete(page);
      into.pages.set(page, { stamp: asked, rows: found.rows });
      for (const old of into.pages.keys()) {
        if (into.pages.size <= keep) break;
        into.pages.delete(old);
      }
    } catch (error) {
      if (!abort.signal.aborted) into.failure = failureOf(error);
    } finally {
      into.flying.delete(page);
      if (store.current === into) setVersion((last) => last + 1);
    }
  }, []);

  const readView = useCallback(() => {
    const into = store.current;
    const [first, last] = wanted.current;
    for (let page = Math.floor(first / pageSize); page <= Math.floor(last / pageSize); page += 1)
      if (into.pages.get(page)?.stamp !== current.current) void load(into, page);
  }, [load]);

  useEffect(() => {
    const fresh = emptyStore<T>(key);
    store.current = fresh;
    wanted.current = [0, pageSize - 1];
    setVersion((last) => last + 1);
    return () => {
      for (const abort of fresh.flying.values()) abort.abort();
    };
  }, [key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another key or stamp is what makes the view out of date
  useEffect(() => readView(), [key, stamp, readView]);

  const ensure = useCallback(
    (first: number, last: number) => {
      wanted.current = [first, last];
      readView();
    },
    [readView],
  );
  const rowAt = useCallback(
    (index: number) => store.current.pages.get(Math.floor(index / pageSize))?.rows[index % pageSize],
    [],
  );
  const fetchRange = useCallback(
    async (first: number, last: number) =>
      (await fetcher.current(first, last - first + 1, new AbortController().signal)).rows,
    [],
  );
  const retry = useCallback(() => {
    store.current.failure = null;
    setVersion((last) => last + 1);
    readView();
  }, [readView]);

  return useMemo(
    () => ({
      key: store.current.key,
      total: store.current.total,
      version,
      failure: store.current.failure,
      loading: store.current.total === null,
      changing: false,
      rowAt,
      ensure,
      fetchRange,
      retry,
    }),
    [version, rowAt, ensure, fetchRange, retry],
  );
}

function emptyStore<T>(key: string): Store<T> {
  return { key, pages: new Map(), flying: new Map(), total: null, failure: null };
}
