import type { RunHead } from '../../core/model/record.ts';
import type { StoredRun } from '../../record/index.ts';

/** What leaves the engine of a run's head: not its profile, nor what only the engine goes on by. */
export function runHeadOf(run: StoredRun): RunHead {
  const {
    purpose: _purpose,
    profile: _profile,
    filter: _filter,
    seed: _seed,
    sealed: _sealed,
    draw_id: _draw,
    rubric_hashes: _hashes,
    ...head
  } = run;
  return head;
}
