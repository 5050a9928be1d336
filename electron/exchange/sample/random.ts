import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Each kind of thing that is drawn has streams of its own, so that one more draw in one place moves nothing elsewhere. */
export const streams = {
  task: 1,
  group: 2,
  rollout: 3,
  frozen: 4,
  row: 5,
  label: 6,
  audit: 7,
  defect: 8,
  frames: 9,
} as const;
export type StreamName = keyof typeof streams;

/** A seeded source of numbers. */
export interface Random {
  /** Uniform in [0, 1). */
  unit(): number;
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(pool: readonly T[]): T;
  /** Standard normal (Box–Muller, one of the two values). */
  normal(): number;
}

/** murmur3's finaliser: a bijection of 32-bit words, so different indices of one stream give different seeds. */
export function mix(value: number): number {
  let word = value | 0;
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
  return word ^ (word >>> 16);
}

/** The numbers of one thing: the same (seed, stream, index) always gives the same ones, in whatever order things are made. */
export function randomOf(seed: number, stream: StreamName, index: number): Random {
  const generator = xoroshiro128plus(mix(mix(seed + Math.imul(streams[stream], 0x9e3779b9)) ^ index));
  // The state starts half empty: the first outputs of neighbouring seeds are alike.
  for (let skipped = 0; skipped < 12; skipped += 1) generator.next();
  const unit = (): number => uniformFloat64(generator);
  return {
    unit,
    whole: (low, high) => uniformInt(generator, low, high),
    chance: (probability) => unit() < probability,
    pick: (pool) => {
      const picked = pool[uniformInt(generator, 0, pool.length - 1)];
      if (picked === undefined) throw new RangeError('nothing to pick from');
      return picked;
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit()),
  };
}

/** 8 hex digits per word: an opaque id, unique for each index of one salt. */
export function opaqueHex(seed: number, salt: number, index: number): string {
  const high = mix(index ^ mix(seed ^ salt)) >>> 0;
  const low = mix(high ^ salt ^ 0x5bd1e995) >>> 0;
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}

/** Multiples of the golden ratio, taken modulo 1, fill [0, 1) evenly however many there are. */
export const golden = 0.618_033_988_749_895;
