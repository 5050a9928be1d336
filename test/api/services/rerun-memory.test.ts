import { expect, test } from 'vitest';
import { rerunMemory } from '../../bench/rerun.ts';

/** Ten kilobytes kept of each call would be more than a quarter of what an engine holds in all. */
test('a re-run keeps nothing of the calls that it has stored', { timeout: 120_000 }, async () => {
  const memory = await rerunMemory(800, 3, true);
  const live = memory.map((mark) => mark.live ?? Number.NaN);
  const [, quarter = Number.NaN] = live;
  expect(live).toHaveLength(5);
  expect(Math.max(...live.slice(1)), live.join(', ')).toBeLessThan(1.25 * quarter);
});
