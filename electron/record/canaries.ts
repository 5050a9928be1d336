import { randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import { fail } from '../core/model/failure.ts';
import { guarded } from './record-error.ts';

/** A set of samples that is judged again whenever somebody asks. Its samples and questions are those of its first run. */
export interface StoredCanary {
  readonly canary_id: string;
  readonly name: string;
  readonly note: string;
  readonly base_run_id: string;
  readonly created_at: number;
}

export interface Canaries {
  /**
   * Freezes the samples of a run, which becomes the first run of the canary.
   *
   * @throws FailureError `bad_request` where the name is taken or the run belongs to a canary already
   */
  freeze(canary: { readonly name: string; readonly note: string; readonly run_id: string }): StoredCanary;
  get(canaryId: string): StoredCanary | null;
  /** Oldest first. */
  list(): StoredCanary[];
  /** The runs of a canary by id, oldest first, its base run included. */
  runs(canaryId: string): string[];
  /** Says that a run is one of the canary's. */
  adopt(canaryId: string, runId: string): void;
  /** Copies samples and questions of one run into another that has none yet. */
  copyItems(fromRunId: string, toRunId: string): number;
}

export function canaryRepository(db: Database.Database, now: () => number): Canaries {
  const insert = db.prepare<[StoredCanary]>(
    `INSERT INTO canaries (canary_id, name, note, base_run_id, created_at)
     VALUES (@canary_id, @name, @note, @base_run_id, @created_at)`,
  );
  const one = db.prepare<[string], StoredCanary>('SELECT * FROM canaries WHERE canary_id = ?');
  const named = db.prepare<[string], { canary_id: string }>('SELECT canary_id FROM canaries WHERE name = ?');
  const all = db.prepare<[], StoredCanary>('SELECT * FROM canaries ORDER BY created_at, name');
  const runsOf = db.prepare<[string], { run_id: string }>(
    'SELECT run_id FROM runs WHERE canary_id = ? ORDER BY number',
  );
  const canaryOf = db.prepare<[string], { canary_id: string | null }>(
    'SELECT canary_id FROM runs WHERE run_id = ?',
  );
  const adopt = db.prepare<[string, string]>('UPDATE runs SET canary_id = ? WHERE run_id = ?');
  const copy = db.prepare<{ from: string; to: string }>(`
    INSERT INTO run_items (run_id, item, row_id, trajectory, task_id, category, step, rubric_version, judge_model,
      original_passed, original_unjudged, truth, messages_sha256, prompt_hash, prompt_origin, same_prompt, source_name,
      source_line, line_sha256, answer_key)
    SELECT @to, item, row_id, trajectory, task_id, category, step, rubric_version, judge_model,
      original_passed, original_unjudged, truth, messages_sha256, prompt_hash, prompt_origin, same_prompt, source_name,
      source_line, line_sha256, answer_key FROM run_items WHERE run_id = @from`);
  const freeze = db.transaction((canary: StoredCanary) => {
    if (named.get(canary.name) !== undefined)
      throw fail('bad_request', `There is a canary named ${canary.name} already. Choose another name.`);
    const run = canaryOf.get(canary.base_run_id);
    if (run === undefined)
      throw fail('not_found', `No re-run has the id ${canary.base_run_id}.`, { run_id: canary.base_run_id });
    if (run.canary_id !== null)
      throw fail('bad_request', 'This re-run belongs to a canary already.', { canary_id: run.canary_id });
    insert.run(canary);
    adopt.run(canary.canary_id, canary.base_run_id);
  });
  return {
    freeze: ({ name, note, run_id }) =>
      guarded('freeze the canary', () => {
        const canary = { canary_id: randomUUID(), name, note, base_run_id: run_id, created_at: now() };
        freeze.immediate(canary);
        return canary;
      }),
    get: (canaryId) => guarded('read the canary', () => one.get(canaryId) ?? null),
    list: () => guarded('list the canaries', () => all.all()),
    runs: (canaryId) => guarded('list the canaries', () => runsOf.all(canaryId).map(({ run_id }) => run_id)),
    adopt: (canaryId, runId) =>
      guarded('start the canary', () => {
        adopt.run(canaryId, runId);
      }),
    copyItems: (from, to) => guarded('save the samples of the re-run', () => copy.run({ from, to }).changes),
  };
}
