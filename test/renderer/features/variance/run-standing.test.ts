import { expect, test } from 'vitest';
import type { RunHead } from '../../../../electron/api/types.ts';
import { standingOf } from '../../../../renderer/features/variance/run-standing.ts';

const head: RunHead = {
  run_id: 'r',
  number: 1,
  state: 'interrupted',
  profile_name: 'p',
  model: 'm',
  temperature: 0,
  rubric_version: null,
  repeats: 3,
  samples: 10,
  attempts_done: 0,
  attempts_total: 30,
  same_prompt_as_training: 'yes',
  started_at: 0,
  ended_at: 1,
  error: null,
  canary_id: null,
};

test('a run that was only prepared is not called interrupted; one that was cut off is', () => {
  const why = 'Its samples and questions are written down; nothing has been asked yet.';
  expect(standingOf({ ...head, error: why })).toBe('prepared');
  expect(standingOf({ ...head, error: why, attempts_done: 12 })).toBe('awaited');
  expect(standingOf(head)).toBe('interrupted');
  expect(standingOf({ ...head, state: 'failed', error: why })).toBe('failed');
});

test('a run that reached its bound is not called cancelled', () => {
  const why =
    'Stopped at its cap of 400,000 tokens, with 397,739 used. Raise the cap and go on with the rest.';
  expect(standingOf({ ...head, state: 'cancelled', error: why, attempts_done: 12 })).toBe('capped');
  expect(standingOf({ ...head, state: 'cancelled', attempts_done: 12 })).toBe('cancelled');
});
