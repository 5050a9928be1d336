import { isKeyAction } from '../prompt/index.ts';
import { DEFAULT_KEY_ACTIONS, folded } from '../rubric/index.ts';
import { locateEvidence } from './evidence.ts';
import type { FrameFault, SignalEvidence, SuspicionInput } from './types.ts';

/** Signals from the record of the run. Null: does not hold. Undefined: the log lacks what it needs. */
export function evidenceFound(input: SuspicionInput): SignalEvidence['evidence_found'] | null | undefined {
  const { trajectory } = input;
  const evidence = input.row.evidence;
  if (trajectory === null || evidence === null) return undefined;
  if (trajectory.frames.length === 0 && trajectory.messages.length === 0 && trajectory.final_state === null)
    return undefined;
  // The same quote twice is one piece of evidence.
  const items = [...new Map(evidence.map((item) => [folded(item), item])).values()];
  const found = locateEvidence(items, trajectory).flatMap(({ item, place }) =>
    place === null ? [] : [{ item, place }],
  );
  return found.length >= 2 ? { found, items: items.length } : null;
}

/** Key actions that finish a task; typing and changes of state happen on the way too. */
function finishing(keyActions: readonly string[]): string[] {
  return keyActions.filter((action) => action !== 'input' && action !== 'state_change');
}

export function frameProblem(input: SuspicionInput): SignalEvidence['frame_problem'] | null | undefined {
  const { row, trajectory } = input;
  const frames = trajectory?.frames ?? [];
  const recorded = frames.length > 0 ? frames.length : null;
  const shownIndices = row.frames_shown;
  const shown = row.frame_count ?? shownIndices?.length ?? null;
  const cap = input.caps.frames ?? input.rubric?.frames.max ?? null;
  if (shownIndices === null && (shown === null || (recorded === null && cap === null))) return undefined;
  const faults: FrameFault[] = [];
  // A run of exactly as many frames as the cap lost none of them.
  const complete = recorded !== null && shown !== null && shown >= recorded;
  if (shown !== null && cap !== null && shown >= cap && !complete) faults.push('cap_reached');
  else if (shown !== null && recorded !== null && shown < recorded) faults.push('frames_left_out');
  const missing: number[] = [];
  if (shownIndices !== null) {
    const last = frames.at(-1)?.index;
    if (last !== undefined && !shownIndices.includes(last)) faults.push('final_frame_missing');
    const keys = finishing(input.rubric?.frames.key_actions ?? DEFAULT_KEY_ACTIONS);
    missing.push(
      ...frames
        .filter((frame) => isKeyAction(frame.action, keys) && !shownIndices.includes(frame.index))
        .map((frame) => frame.index),
    );
    if (missing.length > 0) faults.push('key_frame_missing');
    if (shownIndices.some((index, at) => at > 0 && index <= (shownIndices[at - 1] ?? index)))
      faults.push('out_of_order');
  }
  return faults.length === 0 ? null : { faults, shown, recorded, cap, missing };
}
