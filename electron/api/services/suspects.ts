import type { VerdictRow } from '../../core/model/verdict.ts';
import type { RubricVersion } from '../../core/rubric/index.ts';
import {
  DEFAULT_WEIGHTS,
  SIGNAL_NAMES,
  type SignalName,
  type Suspicion,
  suspicionOf,
} from '../../core/suspicion/index.ts';
import { indexState } from '../../logs/query/index-state.ts';
import { verdictRows } from '../../logs/query/row.ts';
import { suspectCandidates } from '../../logs/query/suspect-candidates.ts';
import { readRowId } from '../../logs/query/verdict-row.ts';
import type { QueueItem } from '../contract.ts';
import type { EngineParts } from './parts.ts';
import { RerunIndex, rerunState, rerunVerdicts } from './rerun-verdicts.ts';
import type { RubricLibrary } from './rubric-library.ts';
import { withRubric } from './suspect-input.ts';
import { SuspectInputs } from './suspect-inputs.ts';
import { SuspectThread } from './suspect-thread.ts';

export { type SuspectValidation, suspectValidation } from './suspect-validation.ts';

export interface RankedSuspects {
  /** Failed rows the filter lets through. */
  readonly total: number;
  /** Most points first, equal ones in the order of the files. */
  readonly items: readonly Omit<QueueItem, 'label'>[];
  /** Signals that could be computed on none of the rows looked at. */
  readonly not_computable: readonly SignalName[];
  /** Whether looking at every failed row would have given the same items. */
  readonly complete: boolean;
  /** Rows whose signals were computed, all of them. */
  readonly looked_at: number;
}

/** Up to so many failed rows are all looked at; of more, as many as are asked for, and no less than `atLeast`. */
const all = 2_000;
const atLeast = 500;
/** Rows whose surroundings the index is asked for at a time: more would hold the engine up while they are unpacked. */
const round = 500;
/** Rankings kept: one per filter that somebody looks at. */
const kept = 8;

/**
 * Failed rows by how probably they are false negatives (METHODS §8), each with its signals. Where there are more than
 * 2,000, the index ranks them by the most points they could have, and those first in that order are looked at in full.
 * Kept until the index, the re-runs or the rubrics change.
 *
 * @throws FailureError `filter_syntax`
 */
export async function rankSuspects(
  parts: EngineParts,
  library: RubricLibrary,
  query: { readonly filter: string; readonly limit?: number },
): Promise<RankedSuspects> {
  const { limit = Number.POSITIVE_INFINITY } = query;
  const budget = limit === Number.POSITIVE_INFINITY ? atLeast : Math.min(all, Math.max(atLeast, limit));
  const known = await knowledgeOf(parts, library);
  const name = JSON.stringify([query.filter, budget]);
  let ranking = known.rankings.get(name);
  if (ranking === undefined) {
    ranking = rank(parts, known, query.filter, budget);
    known.rankings.set(name, ranking);
    ranking.catch(() => known.rankings.delete(name));
    for (const oldest of known.rankings.keys()) if (known.rankings.size > kept) known.rankings.delete(oldest);
  }
  const { items, next_bound, ...head } = await ranking;
  const shown = items.slice(0, limit);
  const last = shown.at(-1);
  return {
    ...head,
    items: shown,
    complete: next_bound === null || (last !== undefined && last.points > next_bound),
  };
}

/** The signals of one row; a row that did not fail has none. */
export async function signalsOf(
  parts: EngineParts,
  library: RubricLibrary,
  verdict: VerdictRow,
): Promise<RowSignals> {
  const [signals] = await signalsOfRows(parts, library, [verdict]);
  return signals ?? { points: 0, signals: [], not_computable: [] };
}

export interface RowSignals extends Pick<QueueItem, 'points' | 'signals'> {
  readonly not_computable: readonly SignalName[];
}

/** The signals of a page of rows, in their order, for the price of little more than one. */
export async function signalsOfRows(
  parts: EngineParts,
  library: RubricLibrary,
  verdicts: readonly VerdictRow[],
): Promise<readonly RowSignals[]> {
  const failed = verdicts.filter(({ passed }) => passed === false);
  if (failed.length === 0) return verdicts.map(() => ({ points: 0, signals: [], not_computable: [] }));
  const { rubrics, inputs } = await knowledgeOf(parts, library);
  const found = new Map(
    (await inputs.of(failed)).map(({ row, input }) => [
      row,
      suspicionOf(withRubric(input, rubrics), DEFAULT_WEIGHTS),
    ]),
  );
  return verdicts.map(({ row }) => {
    const suspicion = found.get(row);
    return {
      points: suspicion?.points ?? 0,
      signals: suspicion?.signals ?? [],
      not_computable: suspicion?.notComputable ?? [],
    };
  });
}

/** What rankings of one state of the workspace share. */
interface Knowledge {
  readonly state: string;
  readonly rubrics: ReadonlyMap<string, RubricVersion>;
  readonly reruns: RerunIndex;
  readonly inputs: SuspectInputs;
  readonly rankings: Map<string, Promise<Ranking>>;
}

interface Ranking extends Omit<RankedSuspects, 'complete'> {
  /** The most points a row that was not looked at could have; null where there is none. */
  readonly next_bound: number | null;
}

const knowledge = new WeakMap<EngineParts, Promise<Knowledge>>();

async function knowledgeOf(parts: EngineParts, library: RubricLibrary): Promise<Knowledge> {
  const versions = library.list();
  const state = JSON.stringify([
    await indexState(parts.store),
    rerunState(parts.record),
    versions.map(({ version, content_hash }) => [version, content_hash]),
  ]);
  const present = knowledge.get(parts);
  if (present !== undefined) {
    const settled = await present.catch(() => null);
    if (settled?.state === state) return settled;
    // Another call may have begun anew meanwhile.
    if (knowledge.get(parts) !== present) return await knowledgeOf(parts, library);
  }
  const rubrics = new Map(
    versions.flatMap(({ version, rubric }) => (rubric === null ? [] : [[version, rubric]])),
  );
  const gathered = gather(parts, state, rubrics);
  knowledge.set(parts, gathered);
  return await gathered;
}

async function gather(
  { store, record }: EngineParts,
  state: string,
  rubrics: ReadonlyMap<string, RubricVersion>,
): Promise<Knowledge> {
  const reruns = new RerunIndex(await rerunVerdicts(record));
  return { state, rubrics, reruns, inputs: await SuspectInputs.open(store, reruns), rankings: new Map() };
}

async function rank(
  { store }: EngineParts,
  { rubrics, reruns, inputs }: Knowledge,
  filter: string,
  budget: number,
): Promise<Ranking> {
  const { total, candidates } = await suspectCandidates(store, {
    filter,
    limit: all + 1,
    weights: DEFAULT_WEIGHTS,
    rubricVersions: [...rubrics.keys()],
    rerunPasses: reruns.passes,
  });
  const chosen = candidates.slice(0, total <= all ? all : budget);
  const thread = new SuspectThread({ rubrics, weights: DEFAULT_WEIGHTS });
  const looked: { readonly verdict: VerdictRow; readonly suspicion: Suspicion }[] = [];
  try {
    let working: Promise<unknown> = Promise.resolve();
    for (let at = 0; at < chosen.length; at += round) {
      const rows = chosen.slice(at, at + round).map(({ row }) => row);
      for await (const read of inputs.batches(await verdictRows(store, rows))) {
        await working;
        working = thread.of(read.map(({ input }) => input)).then((suspicions) => {
          for (const [index, suspicion] of suspicions.entries()) {
            const verdict = read[index]?.verdict;
            if (verdict !== undefined) looked.push({ verdict, suspicion });
          }
        });
        // Awaited above or below; until then a failure is not unheard.
        working.catch(() => undefined);
      }
    }
    await working;
  } finally {
    await thread.close();
  }
  return {
    total,
    looked_at: looked.length,
    items: looked
      .map(({ verdict, suspicion }) => ({
        verdict,
        points: suspicion.points,
        signals: suspicion.signals,
      }))
      .toSorted((a, b) => b.points - a.points || inFileOrder(a.verdict, b.verdict)),
    not_computable: SIGNAL_NAMES.filter(
      (name) => looked.length > 0 && looked.every(({ suspicion }) => suspicion.notComputable.includes(name)),
    ),
    next_bound: candidates[chosen.length]?.bound ?? null,
  };
}

function inFileOrder(a: VerdictRow, b: VerdictRow): number {
  return a.source_id - b.source_id || a.line - b.line || readRowId(a.row).part - readRowId(b.row).part;
}
