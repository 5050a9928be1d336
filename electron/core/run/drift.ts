import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { Interval } from '../model/verdict.ts';
import {
  bootstrapOfSums,
  bounds,
  byCluster,
  clusteredPairedDifference,
  type McNemar,
  mcnemar,
} from '../statistics/index.ts';

/** Verdicts of two runs on one sample: `fails` of `k` each. */
export interface PairedSample {
  readonly cluster: string | null;
  readonly a: { readonly fails: number; readonly k: number };
  readonly b: { readonly fails: number; readonly k: number };
}

/** How far the verdicts of run b lie from those of run a on the same samples, and how far noise alone would bring them. */
export interface Drift {
  /** Samples with a verdict in both runs; only these count. */
  readonly paired: number;
  /** Of those: with two verdicts or more in both, so that noise can be told from drift. */
  readonly repeated: number;
  readonly pass_rate: {
    readonly a: number | null;
    readonly b: number | null;
    /** b − a; the interval by a cluster bootstrap. */
    readonly difference: number | null;
    readonly interval: Interval | null;
  };
  /**
   * Verdicts of the majority (METHODS §2). Left out as undecided: ties, and samples with more verdicts in one run than in the
   * other, because more calls make a surer majority and the two would differ by that alone.
   */
  readonly majority: McNemar & { readonly undecided: number };
  /** How often two calls on one sample differ: within the runs, between them, and what is left: E[(q_b − q_a)²]. */
  readonly disagreement: {
    readonly within: number | null;
    readonly between: number | null;
    readonly excess: number | null;
    /** Null, too, where no two calls differ: every resample would say 0. */
    readonly excess_interval: Interval | null;
  };
  /**
   * Randomisation tests of "the two runs are one judge": of a shift of the pass rate, over all paired samples; of verdicts
   * that changed places, over repeated ones.
   */
  readonly p_shift: number | null;
  readonly p_churn: number | null;
  /**
   * Calls of the two runs agree more than calls of one run do, the whole interval of the excess below 0: the judge says
   * again what it said, by a cache or a fixed seed, and its noise cannot be seen in such runs.
   */
  readonly echoes: boolean;
  /** Null where nothing can be said: no sample in common, or no sample with two calls in both runs and no shift. */
  readonly exceeds_noise: boolean | null;
}

const RANDOMISATIONS = 4000;
/** Two questions are asked, so each is held against half of .05. */
const LEVEL = 0.025;

/**
 * Whether a judge moved between two runs on the same samples.
 *
 * One call of a and one of b on a sample differ with probability q_a(1−q_b) + q_b(1−q_a); two calls of one run with
 * 2q(1−q), for which METHODS §4 has the unbiased pairwise disagreement 2·s(k−s)/(k(k−1)). Between less the mean of the two
 * within is an unbiased estimate of (q_b − q_a)²: 0 in the mean for a judge that only flickers.
 *
 * The tests are exact in idea: of one judge the k_a + k_b calls on a sample can be dealt to the runs at will, so the
 * failing ones of a are hypergeometric, whatever k_a and k_b are. The dealing is drawn with the seed,
 * p = (1 + as far or farther)/(1 + draws).
 */
export function drift(samples: readonly PairedSample[], seed: number): Drift {
  const paired = samples.filter(({ a, b }) => a.k > 0 && b.k > 0);
  const repeated = paired.filter(({ a, b }) => a.k > 1 && b.k > 1);
  const majority = majorities(paired);
  const disagreement = disagreementOf(repeated, seed);
  const tests = randomised(paired, seed);
  const p_shift = paired.length === 0 ? null : tests.shift;
  const p_churn = repeated.length === 0 ? null : tests.churn;
  const moved = (p_shift ?? 1) < LEVEL || (p_churn ?? 1) < LEVEL;
  return {
    paired: paired.length,
    repeated: repeated.length,
    pass_rate: passRates(paired, seed),
    majority,
    disagreement,
    echoes: disagreement.excess_interval !== null && disagreement.excess_interval[1] < 0,
    p_shift,
    p_churn,
    exceeds_noise: moved ? true : repeated.length === 0 ? null : false,
  };
}

function passRates(paired: readonly PairedSample[], seed: number): Drift['pass_rate'] {
  if (paired.length === 0) return { a: null, b: null, difference: null, interval: null };
  const sums = (items: readonly PairedSample[]) => {
    let a = 0;
    let b = 0;
    for (const item of items) {
      a += 1 - item.a.fails / item.a.k;
      b += 1 - item.b.fails / item.b.k;
    }
    return [items.length, a, b];
  };
  const [n = 0, a = 0, b = 0] = sums(paired);
  const clusters = byCluster(paired);
  // Where nothing moved every resample is 0, which is no certainty: what stands in is said where the function is.
  const unmoved = paired.every((item) => item.a.fails * item.b.k === item.b.fails * item.a.k);
  const { interval } = unmoved
    ? clusteredPairedDifference(
        clusters.map((cluster) => ({ b: 0, c: 0, n: cluster.length })),
        { seed },
      )
    : bootstrapOfSums(
        clusters.map(sums),
        ([count = 0, before = 0, after = 0]) => (count === 0 ? null : (after - before) / count),
        { seed },
      );
  return { a: a / n, b: b / n, difference: (b - a) / n, interval: bounds(interval) };
}

function majorities(paired: readonly PairedSample[]): Drift['majority'] {
  let passToFail = 0;
  let failToPass = 0;
  let undecided = 0;
  for (const { a, b } of paired) {
    const before = Math.sign(a.k - 2 * a.fails);
    const after = Math.sign(b.k - 2 * b.fails);
    if (before === 0 || after === 0 || a.k !== b.k) undecided += 1;
    else if (before > after) passToFail += 1;
    else if (before < after) failToPass += 1;
  }
  const found = mcnemar(passToFail, failToPass);
  return { ...found, noneChanged: found.noneChanged && undecided === 0, undecided };
}

interface Differences {
  readonly within: number;
  readonly between: number;
}

function differences(fa: number, ka: number, fb: number, kb: number): Differences {
  const within = (fails: number, k: number) => (2 * fails * (k - fails)) / (k * (k - 1));
  return {
    within: (within(fa, ka) + within(fb, kb)) / 2,
    between: (fa * (kb - fb) + fb * (ka - fa)) / (ka * kb),
  };
}

/** Nothing where a run has one call: its noise cannot be seen. */
function excessOf(fa: number, ka: number, fb: number, kb: number): number {
  if (ka < 2 || kb < 2) return 0;
  const { within, between } = differences(fa, ka, fb, kb);
  return between - within;
}

function disagreementOf(repeated: readonly PairedSample[], seed: number): Drift['disagreement'] {
  if (repeated.length === 0) return { within: null, between: null, excess: null, excess_interval: null };
  const sums = (items: readonly PairedSample[]) => {
    let within = 0;
    let between = 0;
    for (const { a, b } of items) {
      const found = differences(a.fails, a.k, b.fails, b.k);
      within += found.within;
      between += found.between;
    }
    return [items.length, within, between];
  };
  const [n = 0, within = 0, between = 0] = sums(repeated);
  const { interval } = bootstrapOfSums(
    byCluster(repeated).map(sums),
    ([count = 0, inside = 0, across = 0]) => (count === 0 ? null : (across - inside) / count),
    { seed },
  );
  return {
    within: within / n,
    between: between / n,
    excess: (between - within) / n,
    excess_interval: within + between === 0 ? null : bounds(interval),
  };
}

/** One sample's dealings: how likely each number of failing calls of a is, and what it would add to the two sums. */
interface Dealing {
  readonly upTo: readonly number[];
  readonly shift: readonly number[];
  readonly churn: readonly number[];
}

function dealingOf(ka: number, kb: number, fails: number): Dealing {
  const low = Math.max(0, fails - kb);
  const high = Math.min(ka, fails);
  const weights: number[] = [];
  for (let fa = low; fa <= high; fa += 1) weights.push(choose(ka, fa) * choose(kb, fails - fa));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const upTo: number[] = [];
  const shift: number[] = [];
  const churn: number[] = [];
  let sum = 0;
  for (const [at, weight] of weights.entries()) {
    const fa = low + at;
    const fb = fails - fa;
    sum += weight / total;
    upTo.push(sum);
    shift.push(fb / kb - fa / ka);
    churn.push(excessOf(fa, ka, fb, kb));
  }
  return { upTo, shift, churn };
}

function choose(n: number, k: number): number {
  let ways = 1;
  for (let at = 1; at <= k; at += 1) ways = (ways * (n - k + at)) / at;
  return ways;
}

function randomised(
  paired: readonly PairedSample[],
  seed: number,
): { readonly shift: number; readonly churn: number } {
  const known = new Map<string, Dealing>();
  const mixed: Dealing[] = [];
  let shift = 0;
  let churn = 0;
  for (const { a, b } of paired) {
    const fails = a.fails + b.fails;
    // calls that all say the same can be dealt in one way only
    if (fails === 0 || fails === a.k + b.k) continue;
    const name = `${a.k} ${b.k} ${fails}`;
    const dealing = known.get(name) ?? dealingOf(a.k, b.k, fails);
    known.set(name, dealing);
    mixed.push(dealing);
    shift += b.fails / b.k - a.fails / a.k;
    churn += excessOf(a.fails, a.k, b.fails, b.k);
  }
  if (mixed.length === 0) return { shift: 1, churn: 1 };
  const generator = xoroshiro128plus(seed);
  let asFarShift = 0;
  let asFarChurn = 0;
  for (let round = 0; round < RANDOMISATIONS; round += 1) {
    let dealtShift = 0;
    let dealtChurn = 0;
    for (const { upTo, shift: shifts, churn: churns } of mixed) {
      const drawn = uniformFloat64(generator);
      let at = 0;
      while (at < upTo.length - 1 && drawn >= (upTo[at] ?? 1)) at += 1;
      dealtShift += shifts[at] ?? 0;
      dealtChurn += churns[at] ?? 0;
    }
    // sums in another order may differ in their last digit
    if (Math.abs(dealtShift) >= Math.abs(shift) - 1e-9) asFarShift += 1;
    if (dealtChurn >= churn - 1e-9) asFarChurn += 1;
  }
  return {
    shift: (1 + asFarShift) / (1 + RANDOMISATIONS),
    churn: (1 + asFarChurn) / (1 + RANDOMISATIONS),
  };
}
