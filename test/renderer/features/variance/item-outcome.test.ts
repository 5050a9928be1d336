import { describe, expect, test } from 'vitest';
import type { Attempt } from '../../../../electron/api/types.ts';
import {
  attemptSlots,
  coinFlipSteady,
  itemOutcome,
} from '../../../../renderer/features/variance/item-outcome.ts';

function attempt(number: number, passed: boolean | null): Attempt {
  return {
    attempt: number,
    outcome: passed === null ? 'timeout' : 'ok',
    passed,
    score: null,
    reason: null,
    latency_ms: null,
    error: null,
    response_id: null,
    repaired: false,
    reused: false,
    prompt_tokens: null,
    completion_tokens: null,
    total_tokens: null,
  };
}

function item(outcomes: readonly (boolean | null)[]) {
  const attempts = outcomes.map((passed, at) => attempt(at + 1, passed));
  const judged = outcomes.filter((passed) => passed !== null).length;
  const fails = outcomes.filter((passed) => passed === false).length;
  return { attempts, judged, fails, reused: 0, split: fails > 0 && fails < judged };
}

describe('what the attempts of a sample say', () => {
  test.each([
    [[false, false, false], 'steady_fail'],
    [[true, true, true], 'steady_pass'],
    [[true, false, true], 'split'],
    [[true, null, false], 'split'],
    [[false, null, false], 'partial'],
    [[null, null, null], 'none'],
    [[null], 'waiting'],
    [[], 'waiting'],
  ])('%j is %s', (outcomes, expected) => {
    expect(itemOutcome(item(outcomes), 3)).toBe(expected);
  });

  test('answers from the record alone say nothing of noise', () => {
    const { attempts } = item([true, true, true]);
    const taken = attempts.map((each) => ({ ...each, reused: true }));
    const nothing = { judged: 0, fails: 0, split: false };
    expect(itemOutcome({ ...nothing, attempts: taken, reused: 3 }, 3)).toBe('reused');
    expect(itemOutcome({ ...nothing, attempts: taken.slice(0, 1), reused: 1 }, 3)).toBe('waiting');
    expect(itemOutcome({ ...nothing, judged: 2, attempts, reused: 1 }, 3)).toBe('steady_pass');
  });
});

test('a coin looks like a steady fail 12.5% of the time at three calls', () => {
  expect(coinFlipSteady(3)).toBe(0.125);
});

test('an attempt that has not ended leaves a gap in its place', () => {
  const slots = attemptSlots([attempt(1, true), attempt(3, false)], 3);
  expect(slots.map((slot) => slot?.passed ?? null)).toEqual([true, null, false]);
  expect(attemptSlots([attempt(0, true)], 3).map((slot) => slot?.passed ?? null)).toEqual([true, null, null]);
});
