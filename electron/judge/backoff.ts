import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

export interface BackoffOptions {
  /** Longest wait after the first failed try, in milliseconds. */
  readonly base_ms: number;
  readonly max_ms: number;
  /** A whole number: the same seed gives the same waits. */
  readonly seed: number;
}

/**
 * Exponential backoff with jitter: after try n a wait drawn evenly from the upper half of min(max, base·2^(n−1)), so that
 * many callers refused at once do not come back at once.
 */
export function backoff(options: BackoffOptions): (tryNumber: number) => number {
  const generator = xoroshiro128plus(options.seed);
  return (tryNumber) => {
    const ceiling = Math.min(options.max_ms, options.base_ms * 2 ** Math.min(tryNumber - 1, 30));
    return ceiling * (0.5 + uniformFloat64(generator) / 2);
  };
}
