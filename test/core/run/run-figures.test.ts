import { describe, expect, test } from 'vitest';
import type { Attempt, AttemptOutcome, RunItem } from '../../../electron/core/model/record.ts';
import { drawnSample } from '../../../electron/core/run/drawn-samples.ts';
import { type RunInput, runFigures } from '../../../electron/core/run/run-figures.ts';
import {
  bounds,
  clusteredRate,
  noiseShareInterval,
  sampleSd,
} from '../../../electron/core/statistics/index.ts';
import { counted } from './counted.ts';

const noOutcomes: Readonly<Record<AttemptOutcome, number>> = {
  ok: 0,
  timeout: 0,
  http: 0,
  rate_limited: 0,
  parse: 0,
  truncated: 0,
  refused: 0,
  missing: 0,
};

function attempt(n: number, passed: boolean | null, score: number | null = null): Attempt {
  return {
    attempt: n,
    outcome: passed === null ? 'timeout' : 'ok',
    passed,
    score,
    reason: null,
    latency_ms: 100,
    error: null,
    response_id: null,
    repaired: false,
    reused: false,
    prompt_tokens: null,
    completion_tokens: null,
    total_tokens: null,
  };
}

/** `votes`: p passes, f fails, - gave no verdict. */
function item(n: number, votes: string, change: Partial<RunItem> = {}): RunItem {
  const attempts = [...votes].map((vote, at) => attempt(at + 1, vote === '-' ? null : vote === 'p'));
  const fails = [...votes].filter((vote) => vote === 'f').length;
  const judged = [...votes].filter((vote) => vote !== '-').length;
  return {
    item: n,
    row: `1:${n}`,
    trajectory: `t${n}`,
    task_id: `task${n}`,
    category: null,
    step: null,
    original_passed: false,
    original_unjudged: null,
    truth: null,
    attempts,
    fails,
    judged,
    reused: 0,
    split: fails > 0 && fails < judged,
    score_sd: null,
    ...change,
  };
}

function inputOf(items: readonly RunItem[], change: Partial<RunInput> = {}): RunInput {
  const all = items.flatMap(({ attempts }) => attempts);
  return {
    items: items.map((one) => counted(one)),
    outcomes: {
      ...noOutcomes,
      ok: all.filter(({ passed }) => passed !== null).length,
      timeout: all.filter(({ passed }) => passed === null).length,
    },
    usage: [],
    reused: 0,
    duplicate_response_ids: 0,
    same_prompt: 'yes',
    representative: true,
    own: { judge: 'judge-a' },
    profile: { price_prompt_per_million: null, price_completion_per_million: null },
    ...change,
  };
}

/** The ten items of METHODS §4: s = 3 3 3 0 0 0 1 2 0 3 of k = 3. */
const published = ['fff', 'fff', 'fff', 'ppp', 'ppp', 'ppp', 'fpp', 'ffp', 'ppp', 'fff'].map((votes, at) =>
  item(at + 1, votes),
);

describe('the figures of a run', () => {
  test('are those of the published repeats', () => {
    const { flip, repeated, split_bound } = runFigures(inputOf(published));
    expect(repeated).toBe(10);
    expect(flip.any).toBeCloseTo(0.2, 12);
    expect(flip.pairwise).toBeCloseTo(0.1333, 4);
    expect(flip.noise).toBeCloseTo(0.0667, 4);
    expect(flip.icc1).toBeCloseTo(0.7557, 4);
    expect(split_bound).toBeNull();
    const { interval } = noiseShareInterval(
      published.map((one) => drawnSample(counted(one))),
      { seed: 20_260_101 },
    );
    expect(flip.noise_share_interval).toEqual(bounds(interval));
  });

  test('of a run that has only begun are undefined, never 0', () => {
    const figures = runFigures(inputOf([item(1, ''), item(2, 'f')]));
    expect(figures).toMatchObject({
      samples: 2,
      attempts: 1,
      repeated: 0,
      flip: { any: null, any_interval: null, pairwise: null, noise_share: null, icc1: null },
      split_bound: null,
      score_sd_mean: null,
      cost: null,
      tokens: { n: 0, sum_prompt: null, sum_completion: null, sum_total: null },
      latency_ms: { n: 0, mean: null, p50: null, max: null },
      steady_false_negatives: null,
    });
    expect(runFigures(inputOf([])).diagnosis.verdict).toBe('undetermined');
  });

  test('take an attempt without a verdict for none: it is no fail, and no repeat', () => {
    const { flip, repeated, failed, ok } = runFigures(
      inputOf([item(1, 'p-p'), item(2, 'f--'), item(3, 'fff')]),
    );
    expect(repeated).toBe(2);
    expect(flip.any).toBe(0);
    expect(failed.timeout).toBe(3);
    expect(ok).toBe(6);
  });

  test('count a reply without a verdict among the unparsed, and all outcomes among the attempts', () => {
    const outcomes = {
      ...noOutcomes,
      ok: 90,
      parse: 2,
      missing: 3,
      http: 1,
      rate_limited: 1,
      truncated: 2,
      refused: 1,
    };
    const figures = runFigures(inputOf([item(1, 'ppp')], { outcomes }));
    expect(figures.attempts).toBe(100);
    expect(figures.failed).toEqual({
      timeout: 0,
      http: 1,
      rate_limited: 1,
      parse: 5,
      truncated: 2,
      refused: 1,
    });
    expect(figures.diagnosis.verdict).toBe('broken');
  });

  test('say what no split allows', () => {
    const items = Array.from({ length: 50 }, (_, at) => item(at + 1, at < 25 ? 'ppp' : 'fff'));
    expect(runFigures(inputOf(items)).split_bound).toBeCloseTo(0.058, 3);
  });

  test('tell steady errors from flickering ones among true successes', () => {
    const items = ['fff', 'ffp', 'ppp', 'ppp', 'f--'].map((votes, at) =>
      item(at + 1, votes, { truth: true }),
    );
    const { steady_false_negatives, flickering_false_negatives } = runFigures(inputOf(items));
    expect(steady_false_negatives).toMatchObject({ n: 4, count: 1, rate: 0.25 });
    expect(flickering_false_negatives).toMatchObject({ n: 4, count: 1, rate: 0.25 });
    expect(runFigures(inputOf(published)).steady_false_negatives).toBeNull();
  });

  test('take repeats of one task, or of one trajectory without a task, for one cluster', () => {
    const votes = ['fp', 'fp', 'pp', 'ff', 'pf', 'pp', 'ff', 'pp'];
    const wanted = bounds(
      clusteredRate([
        { n: 4, y: 2 },
        { n: 4, y: 1 },
      ]).interval,
    );
    const byTask = votes.map((each, at) => item(at, each, { task_id: at < 4 ? 'a' : 'b' }));
    expect(runFigures(inputOf(byTask)).flip.any_interval).toEqual(wanted);
    const byTrajectory = votes.map((each, at) =>
      item(at, each, { task_id: null, trajectory: at < 4 ? 'a' : 'b' }),
    );
    expect(runFigures(inputOf(byTrajectory)).flip.any_interval).toEqual(wanted);
    const alone = votes.map((each, at) => item(at, each, { task_id: null, trajectory: null }));
    expect(runFigures(inputOf(alone)).flip.any_interval).toEqual(
      bounds(clusteredRate(votes.map((_, at) => ({ n: 1, y: [0, 1, 4].includes(at) ? 1 : 0 }))).interval),
    );
  });

  test('spread scores over the attempts of an item that have one', () => {
    const scored = item(1, 'ppp', {
      attempts: [attempt(1, true, 0.2), attempt(2, true, 0.6), attempt(3, true, null)],
    });
    const single = item(2, 'p', { attempts: [attempt(1, true, 1)] });
    expect(runFigures(inputOf([scored, single])).score_sd_mean).toBeCloseTo(sampleSd([0.2, 0.6]) ?? 0, 12);
  });
});

describe('what the attempts used', () => {
  const usage = [10, 20, 30, 40].map((latency_ms) => ({
    latency_ms,
    prompt_tokens: 100,
    completion_tokens: 10,
    total_tokens: 110,
  }));
  const priced = { price_prompt_per_million: 2, price_completion_per_million: 5 };

  test('has nearest-rank percentiles, and a cost where price and tokens are known', () => {
    const figures = runFigures(inputOf([item(1, 'pppp')], { usage, profile: priced }));
    expect(figures.latency_ms).toEqual({ n: 4, mean: 25, p50: 20, p95: 40, p99: 40, max: 40 });
    expect(figures.tokens).toEqual({ n: 4, sum_prompt: 400, sum_completion: 40, sum_total: 440 });
    expect(figures.cost).toBeCloseTo(0.001, 12);
  });

  test('costs what all its calls used, repeated tries and attempts that were set aside included', () => {
    const once = { latency_ms: 1, prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
    const profile = { price_prompt_per_million: 10, price_completion_per_million: 100 };
    const input = inputOf([item(1, 'p')], { usage: [once], profile });
    expect(runFigures(input).cost).toBeCloseTo(0.002, 12);
    const figures = runFigures({ ...input, spent: { prompt_tokens: 300, completion_tokens: 30 } });
    expect(figures.cost).toBeCloseTo(0.006, 12);
    expect(figures.tokens).toMatchObject({ n: 1, sum_total: 110 });
  });

  test('has no cost where one call does not say its tokens, or a price is not set', () => {
    const silent = { latency_ms: null, prompt_tokens: null, completion_tokens: null, total_tokens: null };
    expect(
      runFigures(inputOf([item(1, 'p')], { usage: [...usage, silent], profile: priced })).cost,
    ).toBeNull();
    const half = { ...priced, price_completion_per_million: null };
    expect(runFigures(inputOf([item(1, 'p')], { usage, profile: half })).cost).toBeNull();
  });
});

describe('the verdict on a run', () => {
  const strict = Array.from({ length: 60 }, (_, at) =>
    item(at + 1, at < 30 ? 'fff' : 'ppp', { truth: true, original_passed: at >= 30 }),
  );

  test('rests on its error rates where its samples stand for the judge', () => {
    expect(runFigures(inputOf(strict)).diagnosis.verdict).toBe('strict');
  });

  test('does not where they were picked: the counts stay, and decide nothing', () => {
    const figures = runFigures(inputOf(strict, { representative: false }));
    expect(figures.diagnosis.verdict).toBe('undetermined');
    expect(figures.steady_false_negatives).toMatchObject({ n: 60, count: 30 });
    expect(figures.diagnosis.checks.filter(({ n }) => n > 0).map(({ code }) => code)).toEqual([
      'unjudged_overall',
    ]);
  });

  test('of the original rows leaves out those that were unjudged', () => {
    const items = strict.map((one, at) => (at < 20 ? { ...one, original_passed: null } : one));
    const plain = runFigures(inputOf(items)).diagnosis.checks.find(({ code }) => code === 'false_negatives');
    expect(plain).toMatchObject({ n: 40, value: 10 / 40 });
  });

  test('takes no error of another judge, or of another rubric version, for this judge’s', () => {
    const items = strict.map((one) => counted({ ...one, attempts: [], judged: 0, fails: 0 }));
    const plain = (input: RunInput) =>
      runFigures(input).diagnosis.checks.find(({ code }) => code === 'false_negatives');
    expect(plain({ ...inputOf([]), items })).toMatchObject({ status: 'fails', n: 60 });
    const others = items.map((one) => ({ ...one, judge_model: 'judge-b' }));
    expect(plain({ ...inputOf([]), items: others })).toMatchObject({ status: 'missing' });
    expect(runFigures({ ...inputOf([]), items: others }).diagnosis.verdict).toBe('undetermined');
    expect(plain({ ...inputOf([]), items, own: null })).toMatchObject({ status: 'missing' });
  });

  test('calls no noise the judge’s that was measured with another prompt', () => {
    const noisy = Array.from({ length: 60 }, (_, at) => item(at + 1, at % 2 === 0 ? 'fp' : 'pf'));
    expect(runFigures(inputOf(noisy)).diagnosis.verdict).toBe('noisy');
    const other = runFigures(inputOf(noisy, { same_prompt: 'no' })).diagnosis;
    expect(other.verdict).toBe('undetermined');
    expect(other.caveats).toContain('other_prompt');
  });
});
