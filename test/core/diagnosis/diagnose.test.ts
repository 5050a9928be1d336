import { describe, expect, test } from 'vitest';
import {
  DEFAULT_THRESHOLDS,
  type Diagnosis,
  type DiagnosisInput,
  diagnose,
  type RateFigure,
} from '../../../electron/core/diagnosis/index.ts';
import {
  clusteredRate,
  noiseOf,
  noiseShareInterval,
  wilson,
} from '../../../electron/core/statistics/index.ts';

/** Independent items, `errors` of `n` wrong. */
const rate = (errors: number, n: number): RateFigure =>
  clusteredRate(Array.from({ length: n }, (_, i) => ({ n: 1, y: i < errors ? 1 : 0 })));

const nothing: DiagnosisInput = {
  unjudged: { rows: 1000, unjudged: 0, causes: null },
  worstWindow: null,
  noise: null,
  samePromptAsTraining: 'yes',
  falseNegatives: { steady: null, plain: null },
  falsePositives: { steady: null, plain: null },
  nearPairs: null,
  position: null,
};
const sound: DiagnosisInput = {
  ...nothing,
  falseNegatives: { steady: null, plain: rate(0, 100) },
  falsePositives: { steady: null, plain: rate(1, 200) },
};
const noise = (low: number, high: number) => ({
  share: (low + high) / 2,
  interval: { low, high },
  items: 100,
});
const codes = (diagnosis: Diagnosis) => diagnosis.reasons.map((reason) => reason.code);
const check = (diagnosis: Diagnosis, code: string) => diagnosis.checks.find((one) => one.code === code);

describe('broken', () => {
  test('above 5% unjudged overall, not at 5%', () => {
    expect(diagnose({ ...sound, unjudged: { rows: 1000, unjudged: 51, causes: null } }).verdict).toBe(
      'broken',
    );
    expect(diagnose({ ...sound, unjudged: { rows: 1000, unjudged: 50, causes: null } }).verdict).toBe(
      'sound',
    );
  });

  test('one bad window is enough, and the reason names its steps', () => {
    const diagnosis = diagnose({ ...sound, worstWindow: { from: 400, to: 449, rows: 200, unjudged: 60 } });
    expect(diagnosis.verdict).toBe('broken');
    expect(diagnosis.reasons).toEqual([
      {
        code: 'unjudged_window',
        status: 'fails',
        value: 0.3,
        interval: null,
        n: 200,
        unit: 'rows',
        threshold: 0.05,
        window: { from: 400, to: 449 },
        more: null,
      },
    ]);
  });

  test('one failed call in a thin window is no outage', () => {
    const window = { from: 1, to: 50, rows: 4, unjudged: 1 };
    expect(diagnose({ ...sound, worstWindow: window }).verdict).toBe('sound');
    const literal = { ...DEFAULT_THRESHOLDS, windowLeastUnjudged: 1 };
    expect(diagnose({ ...sound, worstWindow: window }, literal).verdict).toBe('broken');
  });

  test('comes before everything else: a failing pipeline makes every other figure doubtful', () => {
    const diagnosis = diagnose({
      ...nothing,
      unjudged: { rows: 100, unjudged: 30, causes: null },
      noise: noise(0.3, 0.5),
      falseNegatives: { steady: null, plain: rate(60, 100) },
    });
    expect(diagnosis.verdict).toBe('broken');
    expect(codes(diagnosis)).toEqual(['unjudged_overall', 'noise_share', 'false_negatives']);
  });

  test('the remedy follows the causes, the commonest first', () => {
    const causes = { error: 3, timeout: 40, parse: 5, truncated: 0, refused: 0, missing: 7 };
    expect(diagnose({ ...nothing, unjudged: { rows: 500, unjudged: 55, causes } }).advice).toEqual([
      'raise_timeout',
      'fix_response_format',
      'retry_calls',
    ]);
    expect(diagnose({ ...nothing, unjudged: { rows: 10, unjudged: 10, causes: null } }).advice).toEqual([
      'retry_calls',
      'raise_timeout',
      'raise_max_tokens',
      'fix_response_format',
    ]);
  });
});

describe('noisy', () => {
  test('the lower bound of the noise share decides, not the share', () => {
    const noisy = diagnose({ ...sound, noise: noise(0.11, 0.3) });
    expect(noisy).toMatchObject({
      verdict: 'noisy',
      advice: ['lower_temperature', 'pin_model', 'tighten_json_schema'],
    });
    expect(noisy.reasons[0]).toMatchObject({
      code: 'noise_share',
      interval: { low: 0.11, high: 0.3 },
      n: 100,
    });
    expect(diagnose({ ...sound, noise: noise(0.09, 0.3) }).verdict).toBe('undetermined');
    expect(diagnose({ ...sound, noise: noise(0.01, 0.09) }).verdict).toBe('sound');
  });

  test('comes before strict: errors of a noisy judge are not the rubric’s yet', () => {
    const both = { ...sound, noise: noise(0.2, 0.3), falseNegatives: { steady: rate(30, 100), plain: null } };
    expect(diagnose(both)).toMatchObject({ verdict: 'noisy' });
    expect(codes(diagnose(both))).toEqual(['noise_share', 'steady_false_negatives']);
  });

  test('repeats on another prompt are another judge’s: neither their noise nor their steady errors count', () => {
    const other = diagnose({
      ...sound,
      noise: noise(0.4, 0.6),
      falseNegatives: { steady: rate(50, 100), plain: rate(0, 100) },
      samePromptAsTraining: 'no',
    });
    expect(other.verdict).toBe('sound');
    expect(other.caveats).toContain('other_prompt');
    expect(other.caveats).toContain('noise_not_measured');
    const unknown = diagnose({ ...sound, noise: noise(0.4, 0.6), samePromptAsTraining: 'unknown' });
    expect(unknown).toMatchObject({
      verdict: 'noisy',
      caveats: ['prompt_unknown', 'near_pairs_not_measured'],
    });
  });

  test('an open noise share says how many more repeated items would settle it', () => {
    const open = diagnose({ ...sound, noise: noise(0.08, 0.3) });
    expect(open).toMatchObject({ verdict: 'undetermined', needed: null, advice: ['measure_noise'] });
    // Half the width, .11, must shrink to the distance .09: (11/9)² times the 100 items.
    expect(open.reasons).toMatchObject([
      { code: 'noise_share', status: 'open', unit: 'repeated_items', more: 50 },
    ]);
  });

  test('items that never split make a judge quiet from the number on that it says', () => {
    const never = (count: number) => {
      const items = Array.from({ length: count }, (_, i) => ({
        fails: i % 2 === 0 ? 3 : 0,
        k: 3,
        cluster: null,
      }));
      const { interval } = noiseShareInterval(items, { seed: 1 });
      return diagnose({
        ...sound,
        noise: { share: noiseOf(items)?.noise_share ?? null, interval, items: count },
      });
    };
    expect(never(10).verdict).toBe('undetermined');
    const size = 10 + (check(never(10), 'noise_share')?.more ?? 0);
    expect(never(size + (size % 2)).verdict).toBe('sound');
    expect(never(size - 2 + (size % 2)).verdict).toBe('undetermined');
  });

  test('a bound cut at 1 does not pretend to know how many items are missing', () => {
    const cut = { share: 0, interval: { low: 0, high: 1 }, items: 4 };
    expect(check(diagnose({ ...sound, noise: cut }), 'noise_share')).toMatchObject({
      status: 'open',
      more: null,
    });
  });
});

describe('strict and lenient', () => {
  test('the lower bound of the false-negative rate above 5% is strict; what to do waits for the noise', () => {
    const strict = diagnose({ ...sound, falseNegatives: { steady: null, plain: rate(12, 100) } });
    expect(strict).toMatchObject({
      verdict: 'strict',
      advice: ['measure_noise', 'change_rubric'],
      needed: null,
    });
    expect(strict.reasons[0]).toMatchObject({
      code: 'false_negatives',
      value: 0.12,
      interval: wilson(12, 100),
      n: 100,
    });
    expect(diagnose({ ...sound, falseNegatives: { steady: null, plain: rate(8, 100) } }).verdict).toBe(
      'undetermined',
    );
  });

  test('with little noise it is the rubric', () => {
    const diagnosis = diagnose({
      ...sound,
      noise: noise(0, 0.04),
      falseNegatives: { steady: rate(20, 100), plain: rate(24, 100) },
    });
    expect(diagnosis).toMatchObject({ verdict: 'strict', advice: ['change_rubric'] });
    expect(codes(diagnosis)).toEqual(['steady_false_negatives', 'false_negatives']);
  });

  test('the mirror is lenient, and strict is said first where both hold', () => {
    const lenient = { ...sound, falsePositives: { steady: null, plain: rate(40, 200) } };
    expect(diagnose(lenient).verdict).toBe('lenient');
    const both = diagnose({ ...lenient, falseNegatives: { steady: null, plain: rate(40, 100) } });
    expect(both.verdict).toBe('strict');
    expect(codes(both)).toEqual(['false_negatives', 'false_positives']);
  });

  test('with repeats the steady rate decides: false negatives that only flicker are not strictness, nor sound', () => {
    const flicker = diagnose({
      ...sound,
      noise: noise(0.02, 0.09),
      falseNegatives: { steady: rate(0, 100), plain: rate(20, 100) },
    });
    expect(flicker.verdict).toBe('undetermined');
    expect(flicker.caveats).toContain('false_negatives_not_steady');
    expect(flicker).toMatchObject({ advice: ['measure_noise'], needed: null });
    expect(codes(flicker)).toEqual(['false_negatives']);
  });

  test('a few repeats that settle nothing do not take back what many labels established', () => {
    const leaning = { steady: rate(1, 3), plain: rate(200, 1000) };
    expect(diagnose({ ...sound, falseNegatives: leaning }).verdict).toBe('strict');
    const against = { steady: rate(0, 3), plain: rate(200, 1000) };
    expect(diagnose({ ...sound, falseNegatives: against })).toMatchObject({
      verdict: 'undetermined',
      needed: null,
    });
  });

  test('repeats without a true success among them leave the plain rate to decide', () => {
    expect(diagnose({ ...sound, falseNegatives: { steady: rate(0, 0), plain: rate(12, 100) } }).verdict).toBe(
      'strict',
    );
  });

  test('rows that share a task do not establish what independent rows would', () => {
    const clustered = clusteredRate(Array.from({ length: 12 }, (_, i) => ({ n: 10, y: i < 2 ? 9 : 0 })));
    expect(wilson(18, 120)?.low).toBeGreaterThan(0.05);
    expect(diagnose({ ...sound, falseNegatives: { steady: null, plain: clustered } }).verdict).toBe(
      'undetermined',
    );
  });
});

describe('mis-ordering and position', () => {
  test('the lower bound of near-pair misselection above 15%', () => {
    expect(diagnose({ ...sound, nearPairs: rate(60, 200) }).verdict).toBe('mis_ordering');
    expect(diagnose({ ...sound, nearPairs: rate(5, 200) })).toMatchObject({
      verdict: 'sound',
      caveats: ['noise_not_measured'],
    });
    expect(diagnose({ ...sound, nearPairs: rate(32, 200) })).toMatchObject({
      verdict: 'undetermined',
      advice: ['measure_noise', 'audit_more_pairs'],
      needed: null,
    });
  });

  test('pairs alone can show mis-ordering', () => {
    expect(diagnose({ ...nothing, nearPairs: rate(60, 200) }).verdict).toBe('mis_ordering');
  });

  test.each([
    [0.06, 0.01, true],
    [-0.2, 0.01, true],
    [0.06, 0.2, false],
    [0.04, 0.001, false],
    [null, null, false],
  ])('position bias %s with p %s: unfit for pairwise reward is %s', (bias, p, unfit) => {
    const diagnosis = diagnose({ ...sound, position: { bias, p, pairs: 400 } });
    expect(diagnosis.notFitForPairwise).toBe(unfit);
    expect(diagnosis.advice.includes('judge_both_orders')).toBe(unfit);
    expect(diagnosis.verdict).toBe('sound');
  });
});

describe('sound and undetermined', () => {
  test('sound names the bounds it rests on and what was not measured', () => {
    const diagnosis = diagnose(sound);
    expect(diagnosis).toMatchObject({
      verdict: 'sound',
      advice: [],
      needed: null,
      caveats: ['noise_not_measured', 'near_pairs_not_measured'],
    });
    expect(codes(diagnosis)).toEqual(['unjudged_overall', 'false_negatives', 'false_positives']);
  });

  test('without a label 73 of each kind would do, if not one is wrong', () => {
    const diagnosis = diagnose(nothing);
    expect(diagnosis).toMatchObject({
      verdict: 'undetermined',
      needed: 146,
      advice: ['label_more', 'measure_noise'],
    });
    expect(diagnosis.reasons).toMatchObject([
      { code: 'false_negatives', status: 'missing', value: null, unit: 'true_successes', more: 73 },
      { code: 'false_positives', status: 'missing', value: null, unit: 'true_failures', more: 73 },
    ]);
  });

  test('labels on one side alone never make a judge sound', () => {
    expect(diagnose({ ...sound, falsePositives: { steady: null, plain: null } })).toMatchObject({
      verdict: 'undetermined',
      needed: 73,
    });
  });

  test('as many more labels as it says, at the rate seen, do settle it', () => {
    for (const [errors, n, verdict] of [
      [0, 40, 'sound'],
      [2, 100, 'sound'],
      [8, 100, 'strict'],
    ] as const) {
      const before = diagnose({ ...sound, falseNegatives: { steady: null, plain: rate(errors, n) } });
      expect(before.verdict).toBe('undetermined');
      const size = n + (before.needed ?? 0);
      const at = (total: number) => {
        const share = errors / n;
        const interval = wilson(share * total, total);
        const plain = { n: total, rate: share, interval, effectiveN: total };
        return diagnose({ ...sound, falseNegatives: { steady: null, plain } }).verdict;
      };
      expect(at(size)).toBe(verdict);
      expect(at(size - 1)).toBe('undetermined');
    }
  });

  test('a rate above its threshold needs its own labels alone: once established, the other side does not matter', () => {
    const headed = diagnose({ ...nothing, falseNegatives: { steady: null, plain: rate(8, 100) } });
    // z²·.05·.95/.03² = 202.7, so 203 true successes in all.
    expect(headed).toMatchObject({ verdict: 'undetermined', needed: 103 });
  });

  test('where steady errors head up it is the steady rate that must be settled, not the plain one', () => {
    const rates = { steady: rate(4, 50), plain: rate(11, 200) };
    const diagnosis = diagnose({ ...sound, noise: noise(0, 0.05), falseNegatives: rates });
    expect(check(diagnosis, 'false_negatives')?.more).toBeGreaterThan(1000);
    expect(diagnosis.needed).toBe(203 - 50);
  });

  test('rows that share tasks need more labels, by as much as the sharing costs', () => {
    const plain = { n: 100, rate: 0.02, interval: { low: 0.003, high: 0.12 }, effectiveN: 25 };
    // Wilson needs z²·.05·.95/.03² = 203 independent labels, so 4 times as many of these.
    expect(diagnose({ ...sound, falseNegatives: { steady: null, plain } }).needed).toBe(4 * 203 - 100);
  });

  test('a rate that is the threshold itself has no number that would do', () => {
    const diagnosis = diagnose({ ...sound, falseNegatives: { steady: null, plain: rate(5, 100) } });
    expect(diagnosis).toMatchObject({ verdict: 'undetermined', needed: null });
  });

  test('one task has no interval, so it is open and no number of rows helps', () => {
    const plain = clusteredRate([{ n: 80, y: 0 }]);
    const diagnosis = diagnose({ ...sound, falseNegatives: { steady: null, plain } });
    expect(diagnosis).toMatchObject({ verdict: 'undetermined', needed: null });
    expect(check(diagnosis, 'false_negatives')).toMatchObject({ status: 'open', interval: null, more: null });
  });

  test('a log without rows is undetermined', () => {
    const empty = diagnose({ ...nothing, unjudged: { rows: 0, unjudged: 0, causes: null } });
    expect(empty.verdict).toBe('undetermined');
    expect(codes(empty)[0]).toBe('unjudged_overall');
  });

  test('the thresholds can be edited', () => {
    const strict = { ...sound, falseNegatives: { steady: null, plain: rate(12, 100) } };
    expect(diagnose(strict, { ...DEFAULT_THRESHOLDS, falseNegatives: 0.25 }).verdict).toBe('sound');
  });

  test('is plain data: it survives JSON without a loss', () => {
    const diagnosis = diagnose({ ...sound, noise: noise(0.09, 0.3), nearPairs: rate(1, 9) });
    expect(JSON.parse(JSON.stringify(diagnosis))).toEqual(diagnosis);
  });
});
