import { fail } from '../../core/model/failure.ts';
import type { RunHead } from '../../core/model/record.ts';
import type { StoredCanary, StoredRun } from '../../record/index.ts';
import type { Services } from '../contract.ts';
import { compareRuns } from './canary-compare.ts';
import { pairsAmong, pairsView } from './canary-pairs.ts';
import type { CanaryView } from './canary-views.ts';
import type { EngineParts } from './parts.ts';
import { runHeadOf } from './run-head.ts';
import { storedRun } from './stored-run.ts';

/** Frozen sets that are judged again on demand, and whether the judge moved between two such runs. */
export function canaryService(parts: EngineParts, variance: Services['variance']): Services['canaries'] {
  const { record } = parts;

  const mustExist = (canaryId: string): StoredCanary => {
    const canary = record.canaries.get(canaryId);
    if (canary === null)
      throw fail('not_found', `There is no canary ${canaryId} in this workspace.`, { canary_id: canaryId });
    return canary;
  };
  const runOf = (runId: string): StoredRun => storedRun(record, runId);
  /** Oldest first. */
  const runsOf = ({ canary_id }: StoredCanary) => record.canaries.runs(canary_id).map(runOf);
  const headsOf = (canary: StoredCanary): RunHead[] => runsOf(canary).map(runHeadOf).toReversed();
  const viewOf = (canary: StoredCanary): CanaryView => {
    const { canary_id, name, note, created_at, base_run_id } = canary;
    return {
      canary_id,
      name,
      note,
      created_at,
      samples: runOf(base_run_id).samples,
      pairs: record.canaryPairs.of(canary_id).length,
      runs: headsOf(canary),
    };
  };

  return {
    list: async () => record.canaries.list().map(viewOf),
    pairs: (asked = {}) => pairsView(parts.store, asked),
    async freeze({ name, note, run_id }) {
      const run = runOf(run_id);
      if (run.samples === 0 || !run.sealed)
        throw fail('bad_request', `Re-run ${run.number} has no samples that could be frozen.`, { run_id });
      const rows = new Set(record.counts.of(run_id).map(({ row }) => row));
      const pairs = await pairsAmong(parts.store, rows);
      const canary = record.canaries.freeze({ name, note, run_id });
      record.canaryPairs.keep(canary.canary_id, pairs);
      return viewOf(canary);
    },
    async run({ canary_id, questions, profile_id, repeats, rubric_version }) {
      const canary = mustExist(canary_id);
      const base = runOf(canary.base_run_id);
      const last = runsOf(canary).at(-1) ?? base;
      const rows = record.counts.of(base.run_id).map(({ row }) => row);
      if (questions === 'frozen' && rubric_version !== null)
        throw fail(
          'bad_request',
          'Frozen questions carry their rubric in them; ask them anew to use another version.',
        );
      return variance.start(
        {
          rows,
          filter: '',
          limit: rows.length,
          repeats: repeats ?? last.repeats,
          profile_id: profile_id ?? last.profile.profile_id,
          rubric_version,
        },
        { canary_id, base, frozen: questions === 'frozen' },
      );
    },
    async compare({ canary_id, a, b }) {
      const canary = mustExist(canary_id);
      const ended = runsOf(canary).filter(({ attempts_done }) => attempts_done > 0);
      const known = (runId: string) => {
        const run = ended.find(({ run_id }) => run_id === runId);
        if (run === undefined)
          throw fail('not_found', `The canary ${canary.name} has no run ${runId} with answers.`, {
            run_id: runId,
          });
        return run;
      };
      const second = b === null ? ended.at(-1) : known(b);
      const first =
        a !== null ? known(a) : second === undefined ? undefined : ended[ended.indexOf(second) - 1];
      if (first === undefined || second === undefined)
        throw fail(
          'bad_request',
          `The canary ${canary.name} was judged once only: run it again, and the two runs can be compared.`,
          { canary_id },
        );
      return compareRuns(record, first, second);
    },
  };
}
