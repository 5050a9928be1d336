import type { Label, QueueItem, QueueView } from '../../../electron/api/types.ts';

export type Show = 'all' | 'unlabelled' | 'mine' | 'unsure';

/**
 * The queue as the person sees it: the order and the items stay as they were loaded, whatever is labelled meanwhile, until
 * the queue is read again. Labels made since are laid over the items by trajectory, because a label is about a trajectory
 * and the same one may stand in the queue under several rubric versions.
 */
export interface QueueState {
  readonly show: Show;
  readonly items: readonly QueueItem[];
  readonly total: number;
  /** The engine had no more rows than those loaded. */
  readonly complete: boolean;
  readonly selected: number;
  /** Present label by trajectory key; null where a label was taken back. */
  readonly overlay: ReadonlyMap<string, Label | null>;
  readonly notComputable: readonly string[];
}

export function emptyQueue(show: Show): QueueState {
  return {
    show,
    items: [],
    total: 0,
    complete: false,
    selected: 0,
    overlay: new Map(),
    notComputable: [],
  };
}

/** The key labels are laid over with: the trajectory, or the row itself where the log has no identity. */
export function trajectoryKey(item: {
  readonly verdict: { readonly trajectory: string | null; readonly row: string };
}): string {
  return item.verdict.trajectory ?? `row ${item.verdict.row}`;
}

/** The annotator's present label of an item, labels of this sitting included. */
export function presentLabel(state: QueueState, item: QueueItem): Label | null {
  const laid = state.overlay.get(trajectoryKey(item));
  return laid === undefined ? item.label : laid;
}

function stillShown(show: Show, label: Label | null): boolean {
  switch (show) {
    case 'all':
      return true;
    case 'unlabelled':
      return label === null;
    case 'mine':
      return label !== null;
    case 'unsure':
      return label?.value === 'unsure';
  }
}

/** Loaded items the engine would still list: where the next page starts, so that labelling skips nothing. */
export function nextOffset(state: QueueState): number {
  return state.items.filter((item) => stillShown(state.show, presentLabel(state, item))).length;
}

export interface Tally {
  readonly labelled: number;
  readonly unsure: number;
  /** Null where the engine was not asked for it. */
  readonly unlabelled: number | null;
}

/** The counts of the whole mode as they stand now: those at loading, moved by the labels of this sitting. */
export function tallyNow(state: QueueState, atLoading: Tally): Tally {
  let labelled = 0;
  let unsure = 0;
  for (const item of state.items) {
    const now = presentLabel(state, item);
    labelled += Number(now !== null) - Number(item.label !== null);
    unsure += Number(now?.value === 'unsure') - Number(item.label?.value === 'unsure');
  }
  const { unlabelled } = atLoading;
  return {
    labelled: Math.max(0, atLoading.labelled + labelled),
    unsure: Math.max(0, atLoading.unsure + unsure),
    unlabelled: unlabelled === null ? null : Math.max(0, unlabelled - labelled),
  };
}

/** Appends a page; rows already loaded are not repeated. `total` grows by what was labelled away since the first page. */
export function withPage(state: QueueState, view: QueueView, asked: number): QueueState {
  const known = new Set(state.items.map((item) => item.verdict.row));
  const fresh = view.items.filter((item) => !known.has(item.verdict.row));
  const items = [...state.items, ...fresh];
  const gone = state.items.length - nextOffset(state);
  return {
    ...state,
    items,
    total: Math.max(view.total + gone, items.length),
    complete: view.items.length < asked,
    notComputable: view.not_computable,
  };
}

export function withLabel(
  state: QueueState,
  item: Pick<QueueItem, 'verdict'>,
  label: Label | null,
): QueueState {
  const overlay = new Map(state.overlay);
  overlay.set(trajectoryKey(item), label);
  return { ...state, overlay };
}

export function withSelected(state: QueueState, selected: number): QueueState {
  const bounded = Math.min(Math.max(selected, 0), Math.max(0, state.items.length - 1));
  return bounded === state.selected ? state : { ...state, selected: bounded };
}

/**
 * The next item without a label: after the selected one, and from the top again once the whole queue is loaded; null where
 * none is left among those loaded.
 */
export function nextToLabel(state: QueueState): number | null {
  const free = (item: QueueItem): boolean => presentLabel(state, item) === null;
  const after = state.items.findIndex((item, at) => at > state.selected && free(item));
  if (after >= 0) return after;
  const before = state.complete ? state.items.findIndex((item, at) => at < state.selected && free(item)) : -1;
  return before >= 0 ? before : null;
}
