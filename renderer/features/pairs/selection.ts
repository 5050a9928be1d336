import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { PairSelection } from '../../../electron/api/types.ts';
import { readEdges } from './gap-edges.ts';

export type Outcome = NonNullable<PairSelection['outcome']>;

export const outcomes: readonly Outcome[] = [
  'misselected',
  'correct',
  'tie',
  'unreadable',
  'conflict',
  'score_rule',
  'position_first',
  'position_second',
];

export interface SelectionState {
  readonly selection: PairSelection;
  readonly chosen: boolean;
  /** Bucket edges of the address; null for the engine's own. */
  readonly edges: readonly number[] | null;
  /** Replaces parts of the selection; '' takes a part away. */
  choose(change: Readonly<Record<string, string>>): void;
  /** The address with a selection alone, for a figure's link. */
  href(part: PairSelection): string;
}

const names = ['bucket', 'model', 'outcome'] as const;

/** Which pairs are listed, and by which edges: both live in the address, so a bar can be linked to. */
export function usePairSelection(): SelectionState {
  const search = useSearch();
  const [, navigate] = useLocation();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const bucket = params.get('bucket') ?? '';
  const model = params.get('model') ?? '';
  const outcome = outcomes.find((each) => each === params.get('outcome'));
  const written = params.get('edges') ?? '';
  const selection = useMemo<PairSelection>(
    () => ({
      ...(bucket === '' ? {} : { bucket }),
      ...(model === '' ? {} : { model }),
      ...(outcome === undefined ? {} : { outcome }),
    }),
    [bucket, model, outcome],
  );
  const edges = useMemo(() => {
    const read = written === '' ? null : readEdges(written);
    return read?.ok === true ? read.edges : null;
  }, [written]);
  const choose = useCallback(
    (change: Readonly<Record<string, string>>) => {
      const next = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(change)) {
        if (value === '') next.delete(name);
        else next.set(name, value);
      }
      const text = next.toString();
      navigate(`${window.location.pathname}${text === '' ? '' : `?${text}`}`, { replace: true });
    },
    [navigate],
  );
  const href = useCallback(
    (part: PairSelection) => {
      const next = new URLSearchParams(params);
      for (const name of names) {
        next.delete(name);
        const value = part[name];
        if (value !== undefined) next.set(name, value);
      }
      return `/pairs?${next.toString()}`;
    },
    [params],
  );
  return { selection, chosen: Object.keys(selection).length > 0, edges, choose, href };
}
