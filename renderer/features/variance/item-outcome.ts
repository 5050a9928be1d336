import type { Attempt, RunItem } from '../../../electron/api/types.ts';

export type ItemOutcome = 'split' | 'steady_fail' | 'steady_pass' | 'partial' | 'reused' | 'none' | 'waiting';

/**
 * What the attempts of one sample say together. Steady needs every one of the k attempts to have a verdict: two fails and a
 * timeout are `partial`, because the third could have gone the other way. Answers from the record are no repeats: `reused` where there is nothing else.
 * `waiting`: no attempt has ended yet.
 */
export function itemOutcome(
  item: Pick<RunItem, 'attempts' | 'judged' | 'fails' | 'reused' | 'split'>,
  repeats: number,
): ItemOutcome {
  if (item.attempts.length === 0) return 'waiting';
  if (item.split) return 'split';
  if (item.judged === 0) {
    if (item.attempts.length < repeats) return 'waiting';
    return item.reused > 0 ? 'reused' : 'none';
  }
  if (item.judged + item.reused < repeats) return 'partial';
  return item.fails === item.judged ? 'steady_fail' : 'steady_pass';
}

/** How likely a judge that tosses a coin agrees with itself k times in a row on one side: 2^-k (METHODS §4: 12.5% for 3). */
export function coinFlipSteady(repeats: number): number {
  return 2 ** -repeats;
}

/** The attempts of a sample in order, with gaps where one has not ended yet. */
export function attemptSlots(attempts: readonly Attempt[], repeats: number): readonly (Attempt | null)[] {
  const byNumber = new Map(attempts.map((attempt) => [attempt.attempt, attempt]));
  const first = attempts.length === 0 ? 1 : Math.min(...byNumber.keys(), 1);
  return Array.from(
    { length: Math.max(repeats, attempts.length) },
    (_, at) => byNumber.get(first + at) ?? null,
  );
}
