import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { addClauseTo } from './filter-text.ts';

export const screens = [
  'overview',
  'verdicts',
  'triage',
  'variance',
  'rubrics',
  'calibration',
  'pairs',
  'sources',
  'settings',
] as const;
export type Screen = (typeof screens)[number];

/** The screen an address shows; the root shows the overview. */
export function screenOf(pathname: string): Screen | null {
  const name = pathname.replace(/^\/+|\/+$/g, '');
  if (name === '') return 'overview';
  return screens.find((screen) => screen === name) ?? null;
}

export interface LinkParams {
  /** Replaces the filter. */
  readonly where?: string | undefined;
  /** Further conditions on the present filter. */
  readonly and?: readonly string[] | undefined;
  readonly [name: string]: string | readonly string[] | undefined;
}

/**
 * The address of a screen. The filter of the present address is kept unless `where` replaces it; `and` narrows it.
 * Other parameters belong to the screen they lead to.
 */
export function hrefTo(screen: Screen, params: LinkParams = {}): string {
  const search = new URLSearchParams();
  const present = new URLSearchParams(window.location.search).get('where') ?? '';
  let where = params.where ?? present;
  for (const clause of params.and ?? []) where = addClauseTo(where, clause);
  if (where !== '') search.set('where', where);
  for (const [name, value] of Object.entries(params)) {
    if (name === 'where' || name === 'and' || value === undefined || typeof value !== 'string') continue;
    if (value !== '') search.set(name, value);
  }
  const text = search.toString();
  return `/${screen === 'overview' ? '' : screen}${text === '' ? '' : `?${text}`}`;
}

export interface FilterState {
  /** The filter's text, '' for none. */
  readonly filter: string;
  setFilter(text: string): void;
  addClause(clause: string): void;
}

/** The filter every screen shares; it lives in the address as `where`. */
export function useFilter(): FilterState {
  const [filter, setFilter] = useParam('where');
  const addClause = useCallback(
    (clause: string) => setFilter(addClauseTo(filter, clause)),
    [filter, setFilter],
  );
  return { filter, setFilter, addClause };
}

/** One parameter of the address, '' where it is absent; setting it adds no step to the history. */
export function useParam(name: string): readonly [value: string, set: (value: string) => void] {
  const search = useSearch();
  const [, navigate] = useLocation();
  const value = useMemo(() => new URLSearchParams(search).get(name) ?? '', [search, name]);
  const set = useCallback(
    (next: string) => {
      const params = new URLSearchParams(window.location.search);
      if (next === '') params.delete(name);
      else params.set(name, next);
      const text = params.toString();
      navigate(`${window.location.pathname}${text === '' ? '' : `?${text}`}`, { replace: name !== 'where' });
    },
    [name, navigate],
  );
  return [value, set];
}

/** Goes to a screen as a link would. */
export function useGoTo(): (screen: Screen, params?: LinkParams) => void {
  const [, navigate] = useLocation();
  return useCallback((screen, params) => navigate(hrefTo(screen, params)), [navigate]);
}
