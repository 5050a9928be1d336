import type { Frame } from '../../../electron/api/types.ts';

/**
 * The frames worth a first look, in their own order: those that hold evidence, those the judge was not shown, the last and
 * the first, then others evenly spread, `most` at most. All of them where they are not more than that.
 */
export function pickFrames(
  frames: readonly Frame[],
  telling: ReadonlySet<number>,
  most: number,
): readonly Frame[] {
  if (frames.length <= most) return frames;
  const picked = new Set<number>();
  const pick = (at: number): void => {
    if (picked.size < most && at >= 0 && at < frames.length) picked.add(at);
  };
  pick(frames.length - 1);
  pick(0);
  for (const [at, frame] of frames.entries()) if (telling.has(frame.index)) pick(at);
  const spread = most - 1;
  for (let step = 1; step < spread; step += 1) pick(Math.round((step * (frames.length - 1)) / spread));
  for (const at of frames.keys()) pick(at);
  return frames.filter((_, at) => picked.has(at));
}
