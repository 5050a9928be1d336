import type { GapBucket } from '../../../electron/api/types.ts';

/** The judge tied every pair of the bucket that it could have got wrong: its rate of 0 means nothing (METHODS §6). */
export function tiesOnly(bucket: Pick<GapBucket, 'discordant' | 'judge_ties'>): boolean {
  return bucket.discordant > 0 && bucket.judge_ties === bucket.discordant;
}
