import { randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import { fail } from '../core/model/failure.ts';
import type { Profile, RunHead, RunState, SamePrompt } from '../core/model/record.ts';
import { refuseKeysInUrl } from './profiles.ts';
import { guarded } from './record-error.ts';

export interface RunDraft {
  /** Repeats measure noise and are never answered from the record; a re-judging may be. */
  readonly purpose: 'repeat' | 'rejudge';
  /** The profile as it stands now: a copy, so a later edit does not rewrite history. */
  readonly profile: Profile;
  /** Judged under this version; null where each item keeps its own. */
  readonly rubric_version: string | null;
  readonly repeats: number;
  /** How the samples were chosen: the `--where` text ('' for all of them); null where a person picked the rows. */
  readonly filter: string | null;
  /** Seeds backoff jitter and whatever else is drawn for this run. */
  readonly seed: number;
  /** Another run of a canary's samples. */
  readonly canary_id?: string | null;
}

/** A run's head and what only the engine needs to go on with it. */
export interface StoredRun extends RunHead {
  readonly purpose: 'repeat' | 'rejudge';
  readonly profile: Profile;
  readonly filter: string | null;
  readonly seed: number;
  /** All items are in. A run that died while they were being added cannot go on. */
  readonly sealed: boolean;
  /** How its samples were drawn; null where a person picked them, or the run is older than stored draws. */
  readonly draw_id: string | null;
  readonly canary_id: string | null;
  /** Rubric version to content hash, as the library had them when the questions were made. */
  readonly rubric_hashes: Readonly<Record<string, string>>;
}

export interface Runs {
  /** A run without items; add them, then seal it. */
  create(draft: RunDraft): StoredRun;
  /** Says that every item is in. */
  seal(runId: string): void;
  /** Notes how the samples were drawn, and the rubrics their questions were made of. */
  note(
    runId: string,
    what: { readonly draw_id: string | null } | { readonly rubric_hashes: Readonly<Record<string, string>> },
  ): void;
  get(runId: string): StoredRun | null;
  /** Newest first. */
  list(): StoredRun[];
  /** Notes how a run stands; `ended_at` is set for every state but running and paused. */
  setState(runId: string, state: RunState, error?: string | null): StoredRun;
  /** Runs that claim to be under way when nobody runs them (the process died) become interrupted; unsealed ones failed. */
  markInterrupted(): number;
}

interface RunRow {
  readonly number: number;
  readonly run_id: string;
  readonly purpose: 'repeat' | 'rejudge';
  readonly state: RunState;
  readonly sealed: 0 | 1;
  readonly profile: string;
  readonly rubric_version: string | null;
  readonly repeats: number;
  readonly filter: string | null;
  readonly seed: number;
  readonly started_at: number;
  readonly ended_at: number | null;
  readonly error: string | null;
  readonly draw_id: string | null;
  readonly canary_id: string | null;
  readonly rubric_hashes: string;
  readonly samples: number;
  readonly attempts_done: number;
  readonly same_no: number;
  readonly same_unknown: number;
}

const SELECT = `
  SELECT r.*,
    (SELECT count(*) FROM run_items i WHERE i.run_id = r.run_id) AS samples,
    (SELECT count(*) FROM attempts a WHERE a.run_id = r.run_id AND a.final = 1 AND a.superseded = 0) AS attempts_done,
    (SELECT count(*) FROM run_items i WHERE i.run_id = r.run_id AND i.same_prompt = 'no') AS same_no,
    (SELECT count(*) FROM run_items i WHERE i.run_id = r.run_id AND i.same_prompt = 'unknown') AS same_unknown
  FROM runs r`;

/** One other prompt makes the run's figure no longer the training judge's noise; one unknown makes it unknown. */
function samePrompt(row: RunRow): SamePrompt {
  if (row.same_no > 0) return 'no';
  return row.same_unknown > 0 || row.samples === 0 ? 'unknown' : 'yes';
}

function toRun(row: RunRow): StoredRun {
  // Written by `create` below from a Profile.
  const profile: Profile = JSON.parse(row.profile);
  return {
    run_id: row.run_id,
    number: row.number,
    purpose: row.purpose,
    state: row.state,
    sealed: row.sealed === 1,
    profile,
    profile_name: profile.name,
    model: profile.model,
    temperature: profile.temperature,
    rubric_version: row.rubric_version,
    repeats: row.repeats,
    filter: row.filter,
    seed: row.seed,
    draw_id: row.draw_id,
    canary_id: row.canary_id,
    // Written by `note` below.
    rubric_hashes: JSON.parse(row.rubric_hashes),
    samples: row.samples,
    attempts_done: row.attempts_done,
    attempts_total: row.samples * row.repeats,
    same_prompt_as_training: samePrompt(row),
    started_at: row.started_at,
    ended_at: row.ended_at,
    error: row.error,
  };
}

export function runRepository(db: Database.Database, now: () => number): Runs {
  const insert = db.prepare(`
    INSERT INTO runs (run_id, purpose, state, profile, rubric_version, repeats, filter, seed, canary_id, started_at)
    VALUES (@run_id, @purpose, 'running', @profile, @rubric_version, @repeats, @filter, @seed, @canary_id, @now)`);
  const one = db.prepare<[string], RunRow>(`${SELECT} WHERE r.run_id = ?`);
  const all = db.prepare<[], RunRow>(`${SELECT} ORDER BY r.number DESC`);
  const sealOne = db.prepare<[string]>('UPDATE runs SET sealed = 1 WHERE run_id = ?');
  const noteDraw = db.prepare<[string | null, string]>('UPDATE runs SET draw_id = ? WHERE run_id = ?');
  const noteRubrics = db.prepare<[string, string]>('UPDATE runs SET rubric_hashes = ? WHERE run_id = ?');
  const setState = db.prepare(
    'UPDATE runs SET state = @state, error = @error, ended_at = @ended_at WHERE run_id = @run_id',
  );
  const interrupt = db.prepare<[number]>(`
    UPDATE runs SET state = iif(sealed = 1, 'interrupted', 'failed'), ended_at = ?,
      error = iif(sealed = 1, error, 'Stopped while its samples were being collected; start it again.')
    WHERE state IN ('running', 'paused')`);

  function required(runId: string): StoredRun {
    const row = one.get(runId);
    if (row === undefined) throw fail('not_found', `No re-run has the id ${runId}.`, { run_id: runId });
    return toRun(row);
  }

  return {
    create: (draft) =>
      guarded('start the re-run', () => {
        // the profile is written down as it is: the environment's was never saved, and so never checked
        refuseKeysInUrl(draft.profile.base_url);
        const run_id = randomUUID();
        insert.run({ canary_id: null, ...draft, run_id, profile: JSON.stringify(draft.profile), now: now() });
        return required(run_id);
      }),
    seal: (runId) =>
      guarded('start the re-run', () => {
        required(runId);
        sealOne.run(runId);
      }),
    note: (runId, what) =>
      guarded('start the re-run', () => {
        if ('draw_id' in what) noteDraw.run(what.draw_id, runId);
        else noteRubrics.run(JSON.stringify(what.rubric_hashes), runId);
      }),
    get: (runId) =>
      guarded('read the re-run', () => {
        const row = one.get(runId);
        return row === undefined ? null : toRun(row);
      }),
    list: () => guarded('list the re-runs', () => all.all().map(toRun)),
    setState: (runId, state, error = null) =>
      guarded('note how the re-run stands', () => {
        const underWay = state === 'running' || state === 'paused';
        required(runId);
        setState.run({ run_id: runId, state, error, ended_at: underWay ? null : now() });
        return required(runId);
      }),
    markInterrupted: () => guarded('find interrupted re-runs', () => interrupt.run(now()).changes),
  };
}
