import type { GapBucket } from '../../../electron/api/types.ts';

/**
 * Every pair of the bucket that could be misselected is a judge tie: its rate of 0 means nothing (METHODS §6). Ties of the
 * bucket count over its readable pairs, so where they are not fewer than the discordant ones and none is misselected,
 * nothing was decided against truth and no conclusion is drawn.
 */
export function tiesOnly(bucket: Pick<GapBucket, 'discordant' | 'judge_ties' | 'misselected'>): boolean {
  return bucket.discordant > 0 && bucket.misselected === 0 && bucket.judge_ties >= bucket.discordant;
}
