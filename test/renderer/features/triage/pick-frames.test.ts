import { expect, test } from 'vitest';
import type { Frame } from '../../../../electron/api/types.ts';
import { pickFrames } from '../../../../renderer/features/triage/pick-frames.ts';

function frames(count: number): Frame[] {
  return Array.from({ length: count }, (_, index) => ({
    index,
    action: null,
    text: null,
    state: null,
    image: null,
  }));
}

const indices = (picked: readonly Frame[]): number[] => picked.map((frame) => frame.index);

test('evidence, the first and the last frame are always among the few that are shown', () => {
  const picked = indices(pickFrames(frames(23), new Set([14, 19]), 6));
  expect(picked).toHaveLength(6);
  expect(picked).toEqual(expect.arrayContaining([0, 14, 19, 22]));
  expect(picked).toEqual(picked.toSorted((a, b) => a - b));
});

test('a short trajectory is shown whole', () => {
  expect(indices(pickFrames(frames(5), new Set(), 6))).toEqual([0, 1, 2, 3, 4]);
});

test('never more than asked for, however much evidence there is', () => {
  expect(pickFrames(frames(40), new Set(frames(40).map((frame) => frame.index)), 6)).toHaveLength(6);
});

test('the place is filled up even where the spread falls on frames already picked', () => {
  expect(pickFrames(frames(7), new Set([1, 2]), 6)).toHaveLength(6);
});
