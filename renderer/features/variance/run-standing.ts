import type { RunHead, RunState } from '../../../electron/api/types.ts';

export type RunStanding = RunState | 'prepared' | 'awaited' | 'capped';

/**
 * How a run stands, in the words of the screen. The record calls a run that nobody is asking `interrupted`; where it says
 * why, nothing was broken off: it was only prepared, or its questions are out in batch files and the answers are awaited.
 */
export function standingOf(head: RunHead): RunStanding {
  // A person who cancels gives no reason; a bound that was reached is one.
  if (head.state === 'cancelled' && head.error !== null) return 'capped';
  if (head.state !== 'interrupted' || head.error === null) return head.state;
  return head.attempts_done === 0 ? 'prepared' : 'awaited';
}

/** Nobody has to put anything right: what the record says of it is a next step, not a fault. */
export function isWaiting(standing: RunStanding): boolean {
  return standing === 'prepared' || standing === 'awaited';
}
