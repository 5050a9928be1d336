import type { CountedItem } from '../../core/run/counted-item.ts';
import { drift } from '../../core/run/drift.ts';
import { bootstrapSeed } from '../../core/run/run-figures.ts';
import type { StoredRun, WorkspaceRecord } from '../../record/index.ts';
import { pairMoves } from './canary-pairs.ts';
import type { CanaryChange, CanaryComparison, CanaryMove } from './canary-views.ts';
import { runHeadOf } from './run-head.ts';

/** Moved samples that are told one by one; the others are counted. */
const mostMoves = 200;

interface Pair {
  readonly a: CountedItem;
  readonly b: CountedItem;
}

/** Two runs over one frozen set, sample by sample. A sample whose row holds another trajectory now is another sample. */
export function compareRuns(record: WorkspaceRecord, a: StoredRun, b: StoredRun): CanaryComparison {
  const before = new Map(record.counts.of(a.run_id).map((item) => [item.row, item]));
  const after = record.counts.of(b.run_id);
  const pairs: Pair[] = [];
  for (const item of after) {
    const earlier = before.get(item.row);
    if (earlier !== undefined && earlier.trajectory === item.trajectory) pairs.push({ a: earlier, b: item });
  }
  const moves = movesOf(pairs);
  return {
    a: runHeadOf(a),
    b: runHeadOf(b),
    changes: changesOf(record, a, b, pairs, before.size, after.length),
    drift: drift(
      pairs.map((pair) => ({
        cluster: pair.a.task_id ?? pair.a.trajectory,
        a: { fails: pair.a.fails, k: pair.a.judged },
        b: { fails: pair.b.fails, k: pair.b.judged },
      })),
      bootstrapSeed,
    ),
    pairs: pairMoves(
      b.canary_id === null ? [] : record.canaryPairs.of(b.canary_id),
      before,
      new Map(after.map((item) => [item.row, item])),
    ),
    moves: moves.slice(0, mostMoves),
    moved: moves.length,
  };
}

/** Farthest first; where the shares of failing calls are equal nothing moved. */
function movesOf(pairs: readonly Pair[]): CanaryMove[] {
  return pairs
    .filter(({ a, b }) => a.judged > 0 && b.judged > 0)
    .map(({ a, b }) => ({ a, b, by: b.fails / b.judged - a.fails / a.judged }))
    .filter(({ by }) => by !== 0)
    .toSorted((x, y) => Math.abs(y.by) - Math.abs(x.by) || x.b.item - y.b.item)
    .map(({ a, b }) => ({
      row: b.row,
      trajectory: b.trajectory,
      task_id: b.task_id,
      a: { fails: a.fails, k: a.judged },
      b: { fails: b.fails, k: b.judged },
      truth: b.truth,
    }));
}

function changesOf(
  record: WorkspaceRecord,
  a: StoredRun,
  b: StoredRun,
  pairs: readonly Pair[],
  itemsBefore: number,
  itemsAfter: number,
): readonly CanaryChange[] {
  const changes: CanaryChange[] = [];
  const note = (
    field: CanaryChange['field'],
    before: string,
    after: string,
    samples: number | null = null,
  ) => {
    if (before !== after) changes.push({ field, a: before, b: after, samples });
  };
  const text = (value: number | null) => (value === null ? '–' : String(value));
  const models = (run: StoredRun) =>
    record.counts
      .models(run.run_id)
      .map(({ model }) => model)
      .join(', ');
  note('judge_model', a.profile.model, b.profile.model);
  note('answered_by', models(a), models(b));
  // the demo judge listens on another port each time
  if (!(a.profile.demo && b.profile.demo)) note('base_url', a.profile.base_url, b.profile.base_url);
  note('temperature', text(a.profile.temperature), text(b.profile.temperature));
  note('response_format', a.profile.response_format, b.profile.response_format);
  note('max_tokens', text(a.profile.max_tokens), text(b.profile.max_tokens));
  const rubric = (run: StoredRun, version: string | null) =>
    version === null ? '–' : `${version} ${(run.rubric_hashes[version] ?? '').slice(0, 8)}`.trim();
  const rubrics = new Map<string, { readonly a: string; readonly b: string; samples: number }>();
  let prompts = 0;
  for (const pair of pairs) {
    if (pair.a.prompt_hash !== pair.b.prompt_hash) prompts += 1;
    const was = rubric(a, pair.a.rubric_version);
    const is = rubric(b, pair.b.rubric_version);
    if (was === is) continue;
    const known = rubrics.get(`${was}\n${is}`) ?? { a: was, b: is, samples: 0 };
    known.samples += 1;
    rubrics.set(`${was}\n${is}`, known);
  }
  for (const { a: was, b: is, samples } of rubrics.values())
    changes.push({ field: 'rubric', a: was, b: is, samples });
  if (prompts > 0) changes.push({ field: 'prompt', a: '', b: '', samples: prompts });
  if (itemsBefore !== pairs.length || itemsAfter !== pairs.length)
    changes.push({
      field: 'samples',
      a: String(itemsBefore),
      b: String(itemsAfter),
      samples: itemsBefore + itemsAfter - 2 * pairs.length,
    });
  note('repeats', text(a.repeats), text(b.repeats));
  return changes;
}
