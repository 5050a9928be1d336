import { expect, test } from 'vitest';
import type { Diagnosis, RunFigures } from '../../../../electron/api/types.ts';
import { headlineOf } from '../../../../renderer/features/variance/headline-of.ts';

function figures(
  verdict: Diagnosis['verdict'],
  same: RunFigures['same_prompt_as_training'],
  noise: 'passes' | 'open' = 'passes',
  ok = 30,
): RunFigures {
  return {
    samples: 10,
    attempts: 30,
    ok,
    failed: { timeout: 0, http: 0, rate_limited: 0, parse: 0, truncated: 0, refused: 0 },
    reused: 0,
    same_prompt_as_training: same,
    representative: true,
    flip: {
      any: 0.1,
      any_interval: null,
      pairwise: 0.1,
      noise: 0.05,
      noise_share: 0.05,
      noise_share_interval: null,
      icc1: 0.9,
    },
    split_bound: null,
    repeated: 10,
    score_sd_mean: null,
    duplicate_response_ids: 0,
    tokens: { n: 0, sum_prompt: null, sum_completion: null, sum_total: null },
    latency_ms: { n: 0, mean: null, p50: null, p95: null, p99: null, max: null },
    cost: null,
    diagnosis: {
      verdict,
      reasons: [],
      checks: [
        {
          code: 'noise_share',
          status: noise,
          value: 0.05,
          interval: null,
          n: 10,
          unit: 'repeated_items',
          threshold: 0.1,
          window: null,
          more: null,
        },
      ],
      advice: [],
      needed: null,
      notFitForPairwise: false,
      position: null,
      caveats: [],
    },
    steady_false_negatives: null,
    flickering_false_negatives: null,
    steady_false_positives: null,
    flickering_false_positives: null,
    weighted: false,
    splits: 0,
    by_category: [],
    by_version: [],
    by_step: [],
  };
}

test.each(['no', 'unknown'] as const)(
  'a run whose prompt is the training prompt: %s is never called noisy, strict or sound',
  (same) => {
    for (const verdict of ['noisy', 'strict', 'lenient', 'sound', 'undetermined', 'mis_ordering'] as const)
      expect(headlineOf(figures(verdict, same), 'done', false)).toBe(
        same === 'no' ? 'other_prompt' : 'unknown_prompt',
      );
  },
);

test('a broken pipeline is said first, whatever the prompt was', () => {
  expect(headlineOf(figures('broken', 'no'), 'done', false)).toBe('broken');
});

test('strict says little noise only where noise was measured and is little', () => {
  expect(headlineOf(figures('strict', 'yes', 'passes'), 'done', false)).toBe('strict_little_noise');
  expect(headlineOf(figures('strict', 'yes', 'open'), 'done', false)).toBe('strict');
  expect(headlineOf(figures('undetermined', 'yes', 'open'), 'done', false)).toBe('undetermined');
});

test('picked samples lead to no verdict on the judge', () => {
  for (const verdict of ['noisy', 'strict', 'undetermined'] as const)
    expect(headlineOf({ ...figures(verdict, 'yes'), representative: false }, 'done', false)).toBe('picked');
});

test('a run without a single verdict concludes nothing', () => {
  expect(headlineOf(figures('undetermined', 'yes', 'open', 0), 'running', true)).toBe('waiting');
  expect(headlineOf(figures('undetermined', 'yes', 'open', 0), 'done', false)).toBe('nothing_judged');
});

test('a run that nobody is asking does not promise replies', () => {
  const silent = { ...figures('undetermined', 'yes', 'open', 0), attempts: 0 };
  expect(headlineOf(silent, 'running', true)).toBe('waiting');
  expect(headlineOf(silent, 'prepared', true)).toBe('prepared');
  expect(headlineOf(silent, 'cancelled', true)).toBe('stopped');
  expect(headlineOf(silent, 'interrupted', true)).toBe('stopped');
});
