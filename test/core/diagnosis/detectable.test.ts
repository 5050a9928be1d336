import { expect, test } from 'vitest';
import { detectable, type EquallyAsked } from '../../../electron/core/diagnosis/index.ts';

const asked = (calls: number, items: number): EquallyAsked => ({
  calls,
  items,
  true_successes: items / 2,
  true_failures: items / 2,
});
const of = (...each: readonly EquallyAsked[]) => detectable({ asked: each, fail_rate: 0.5 });

test('samples whose answers are taken over add nothing to what a run can show', () => {
  expect(of(asked(3, 200), asked(0, 200))).toEqual(of(asked(3, 200)));
  expect(of(asked(0, 400))).toEqual({
    unjudged: null,
    noise_share: null,
    false_negatives: null,
    false_positives: null,
  });
});

test('samples asked once show failed calls, and noise only where others are asked again', () => {
  const once = of(asked(1, 400));
  expect(once.noise_share).toBeNull();
  expect(once.unjudged).not.toBeNull();
  const mixed = of(asked(1, 200), asked(3, 200));
  const thrice = of(asked(3, 200));
  expect(mixed.noise_share).toBe(thrice.noise_share);
  expect(mixed.false_negatives).toBe(thrice.false_negatives);
  // two hundred calls more to fail
  expect(mixed.unjudged).toBeLessThan(thrice.unjudged ?? 0);
});

test('two calls a sample find less than three, a mixture something between', () => {
  const noise = (...each: readonly EquallyAsked[]) => of(...each).noise_share ?? Number.NaN;
  expect(noise(asked(3, 300))).toBeLessThan(noise(asked(2, 300)));
  const mixed = noise(asked(2, 150), asked(3, 150));
  expect(mixed).toBeGreaterThan(noise(asked(3, 300)));
  expect(mixed).toBeLessThan(noise(asked(2, 300)));
});

test('another prompt shows which calls fail, and nothing of noise and errors', () => {
  const other = detectable({ asked: [asked(3, 200)], fail_rate: 0.5, other_prompt: true });
  expect(other).toEqual({
    unjudged: of(asked(3, 200)).unjudged,
    noise_share: null,
    false_negatives: null,
    false_positives: null,
  });
});
