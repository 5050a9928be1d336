import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Failure, Page } from '../../electron/api/types.ts';
import { failureOf } from '../app/api.ts';
import { useDataVersion } from '../app/jobs.ts';

/** Rows of a table, in memory or fetched page by page as they come into view. */
export interface PagedRows<T> {
  /** Names the query; another key starts at the top. */
  readonly key: string;
  /** Null until the first page is there. */
  readonly total: number | null;
  /** Grows with every page that arrives. */
  readonly version: number;
  readonly failure: Failure | null;
  readonly loading: boolean;
  /** The rows shown are still those of another query, or none yet: those asked for are on their way. */
  readonly changing: boolean;
  /** The row, undefined while it has not been fetched. */
  rowAt(index: number): T | undefined;
  /** Asks for the rows from `first` to `last`, both included. */
  ensure(first: number, last: number): void;
  /** The rows from `first` to `last`, fetched if need be. */
  fetchRange(first: number, last: number): Promise<readonly T[]>;
  /** The names of the rows from `first` to `last`, where they can be had without the rows. */
  readonly fetchKeys?: (first: number, last: number) => Promise<readonly string[]>;
  /** Fetches again what failed. */
  retry(): void;
}

export type FetchPage<T> = (offset: number, limit: number, signal: AbortSignal) => Promise<Page<T>>;

export interface PagedRowsOptions {
  readonly pageSize?: number;
  /** Pages kept; the ones longest out of view are dropped first. */
  readonly keep?: number;
  readonly enabled?: boolean;
  /** Names of rows without the rows, for selections over pages that are not here. */
  readonly fetchKeys?: (first: number, last: number) => Promise<readonly string[]>;
}

interface Store<T> {
  readonly key: string;
  readonly pages: Map<number, readonly T[]>;
  readonly flying: Map<number, AbortController>;
  total: number | null;
  failure: Failure | null;
  /** Pages that failed; asked for again only when a person says so. */
  readonly failed: Set<number>;
  wanted: readonly [number, number];
}

/**
 * Rows behind a `fetch(offset, limit)`. `key` names the query: another key starts over, and so does an import that ends.
 * While the first page in view of a new key is on its way the rows of the last one stay, so that a sort does not blank the table.
 */
export function usePagedRows<T>(
  key: string,
  fetchPage: FetchPage<T>,
  options: PagedRowsOptions = {},
): PagedRows<T> {
  const { pageSize = 200, keep = 60, enabled = true } = options;
  const data = useDataVersion();
  const fullKey = `${data}\u0000${key}`;
  const [version, setVersion] = useState(0);
  const fetcher = useRef(fetchPage);
  fetcher.current = fetchPage;
  const keyFetcher = useRef(options.fetchKeys);
  keyFetcher.current = options.fetchKeys;
  const hasKeys = options.fetchKeys !== undefined;
  const shown = useRef<Store<T>>(emptyStore<T>(''));
  const coming = useRef<Store<T> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);

  const load = useCallback(
    async (store: Store<T>, page: number): Promise<void> => {
      if (store.pages.has(page) || store.flying.has(page) || store.failed.has(page)) return;
      const abort = new AbortController();
      store.flying.set(page, abort);
      try {
        const found = await fetcher.current(page * pageSize, pageSize, abort.signal);
        store.total = found.total;
        store.pages.set(page, found.rows);
        if (store.failed.size === 0) store.failure = null;
        for (const old of store.pages.keys()) {
          if (store.pages.size <= keep) break;
          store.pages.delete(old);
        }
      } catch (error) {
        if (abort.signal.aborted) return;
        store.failure = failureOf(error);
        store.failed.add(page);
      } finally {
        store.flying.delete(page);
      }
      if (coming.current === store) {
        shown.current = store;
        coming.current = null;
      }
      if (shown.current === store) setVersion((last) => last + 1);
    },
    [pageSize, keep],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: fullKey starts over when the data has changed
  useEffect(() => {
    if (!enabled) return;
    const store = emptyStore<T>(key);
    coming.current?.flying.forEach((abort) => {
      abort.abort();
    });
    shown.current.flying.forEach((abort) => {
      abort.abort();
    });
    coming.current = store;
    if (shown.current.total === null) shown.current = store;
    setVersion((last) => last + 1);
    // The same rows after an import: what is in view comes first, or a log that is followed would blank it again and again.
    if (shown.current.key === key) store.wanted = shown.current.wanted;
    void load(store, Math.floor(store.wanted[0] / pageSize));
    return () => {
      store.flying.forEach((abort) => {
        abort.abort();
      });
    };
  }, [fullKey, key, enabled, load]);

  const ensure = useCallback(
    (first: number, last: number) => {
      const store = shown.current;
      store.wanted = [first, last];
      const missing = pagesBetween(first, last, pageSize).filter((page) => !store.pages.has(page));
      // Read again in order of use, so that the pages in view are dropped last.
      for (const page of pagesBetween(first, last, pageSize)) {
        const rows = store.pages.get(page);
        if (rows === undefined) continue;
        store.pages.delete(page);
        store.pages.set(page, rows);
      }
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
      if (missing.length === 0) return;
      // Pages flown past while the thumb is dragged are never asked for.
      timer.current = setTimeout(() => {
        for (const [page, abort] of store.flying) {
          if (page < Math.floor(first / pageSize) - 1 || page > Math.floor(last / pageSize) + 1) {
            store.flying.delete(page);
            abort.abort();
          }
        }
        for (const page of missing) void load(store, page);
      }, 40);
    },
    [pageSize, load],
  );

  const rowAt = useCallback(
    (index: number) => shown.current.pages.get(Math.floor(index / pageSize))?.[index % pageSize],
    [pageSize],
  );

  const fetchRange = useCallback(
    async (first: number, last: number): Promise<readonly T[]> => {
      const found: T[] = [];
      const from = Math.floor(first / pageSize);
      for (const page of pagesBetween(first, last, pageSize)) {
        const rows =
          shown.current.pages.get(page) ??
          (await fetcher.current(page * pageSize, pageSize, new AbortController().signal)).rows;
        found.push(...rows);
      }
      return found.slice(first - from * pageSize, last - from * pageSize + 1);
    },
    [pageSize],
  );

  const fetchKeys = useCallback(
    async (first: number, last: number) => (await keyFetcher.current?.(first, last)) ?? [],
    [],
  );

  const retry = useCallback(() => {
    const store = shown.current;
    store.failure = null;
    store.failed.clear();
    setVersion((last) => last + 1);
    for (const page of pagesBetween(store.wanted[0], store.wanted[1], pageSize)) void load(store, page);
  }, [pageSize, load]);

  return useMemo(
    () => ({
      key: shown.current.key,
      total: shown.current.total,
      version,
      failure: shown.current.failure,
      loading: coming.current !== null || shown.current.flying.size > 0,
      changing: coming.current !== null,
      rowAt,
      ensure,
      fetchRange,
      ...(hasKeys ? { fetchKeys } : {}),
      retry,
    }),
    [version, rowAt, ensure, fetchRange, hasKeys, fetchKeys, retry],
  );
}

function emptyStore<T>(key: string): Store<T> {
  return {
    key,
    pages: new Map(),
    flying: new Map(),
    total: null,
    failure: null,
    failed: new Set(),
    wanted: [0, 0],
  };
}

function pagesBetween(first: number, last: number, pageSize: number): number[] {
  const pages: number[] = [];
  for (let page = Math.floor(first / pageSize); page <= Math.floor(last / pageSize); page += 1)
    pages.push(page);
  return pages;
}

/** Rows that are all here already. */
export function useLocalRows<T>(rows: readonly T[]): PagedRows<T> {
  return useMemo(
    () => ({
      key: '',
      total: rows.length,
      version: 0,
      failure: null,
      loading: false,
      changing: false,
      rowAt: (index) => rows[index],
      ensure: () => undefined,
      fetchRange: async (first, last) => rows.slice(first, last + 1),
      retry: () => undefined,
    }),
    [rows],
  );
}
