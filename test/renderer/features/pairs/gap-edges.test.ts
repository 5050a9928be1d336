import { expect, test } from 'vitest';
import { readEdges, writeEdges } from '../../../../renderer/features/pairs/gap-edges.ts';

test('edges are read with commas of both languages', () => {
  expect(readEdges('-0.01, 0.2，0.5 1')).toEqual({ ok: true, edges: [-0.01, 0.2, 0.5, 1] });
});

test.each([
  ['0.2', 'too_few'],
  ['', 'too_few'],
  ['0.5, 0.2', 'not_ascending'],
  ['0.2, 0.2', 'not_ascending'],
  ['0.2, x', 'not_a_number'],
  ['1 2 3 4 5 6 7 8 9 10 11 12 13', 'too_many'],
])('"%s" is refused as %s', (text, problem) => {
  expect(readEdges(text)).toEqual({ ok: false, problem });
});

test('what is written is read back', () => {
  const edges = [-0.01, 0.2, 0.5, 1, 5];
  expect(readEdges(writeEdges(edges))).toEqual({ ok: true, edges });
});
