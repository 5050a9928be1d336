import type { Threshold } from '../logs/thresholds.ts';
import { usageFailure } from './command.ts';

/**
 * Thresholds as they are written: `7` for every row, `JUDGE=7`, `VERSION/JUDGE=7`. A model's name may hold `=`, so the
 * last one separates.
 */
export function thresholdsOf(written: readonly string[] | undefined, usage: string): readonly Threshold[] {
  return (written ?? []).map((text) => {
    const at = text.lastIndexOf('=');
    const number = at === -1 ? text : text.slice(at + 1);
    const target = at === -1 ? null : text.slice(0, at);
    const threshold = Number(number);
    if (number.trim() === '' || !Number.isFinite(threshold) || target === '')
      throw usageFailure(
        `--threshold takes N, JUDGE=N or VERSION/JUDGE=N, not ${JSON.stringify(text)}`,
        usage,
      );
    return { target, threshold };
  });
}

/** Names separated by commas, in the order written; null where the option is absent. */
export function namesOf(written: string | undefined): readonly string[] | null {
  if (written === undefined) return null;
  return written
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Edges of the gap buckets; null where the option is absent. Their order is checked where they are used. */
export function edgesOf(written: string | undefined, usage: string): readonly number[] | null {
  if (written === undefined) return null;
  return written.split(',').map((text) => {
    const edge = Number(text);
    if (text.trim() === '' || !Number.isFinite(edge))
      throw usageFailure(
        `--buckets takes numbers separated by commas, not ${JSON.stringify(written)}`,
        usage,
      );
    return edge;
  });
}

/** One of a closed list of words, or the default. */
export function oneOf<const T extends string>(
  written: string | undefined,
  words: readonly T[],
  fallback: T,
  name: string,
  usage: string,
): T {
  if (written === undefined) return fallback;
  const found = words.find((word) => word === written);
  if (found === undefined)
    throw usageFailure(`--${name} takes ${words.join(', ')}, not ${JSON.stringify(written)}`, usage);
  return found;
}

/** The one file a command is about. */
export function onePath(positionals: readonly string[], usage: string): string {
  const [path, ...more] = positionals;
  if (path === undefined) throw usageFailure('a file is missing', usage);
  if (more.length > 0) throw usageFailure(`one file is enough, ${more.join(' ')} came after it`, usage);
  return path;
}
