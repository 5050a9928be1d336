import { expect, test } from 'vitest';
import { markWords } from '../../../../renderer/features/triage/mark-words.ts';

test('overlapping CJK bigrams become one mark', () => {
  expect(markWords('把报销单发给财务群', ['报销', '销单'])).toEqual([
    { text: '把', marked: false },
    { text: '报销单', marked: true },
    { text: '发给财务群', marked: false },
  ]);
});

test('a number inside a longer number is not marked', () => {
  expect(markWords('pay 350 of 1350', ['350'])).toEqual([
    { text: 'pay ', marked: false },
    { text: '350', marked: true },
    { text: ' of 1350', marked: false },
  ]);
});

test('letter case is ignored and pattern characters are literal', () => {
  const pieces = markWords('Send (a.b) NOW', ['now', '(a.b)']);
  expect(pieces.filter((piece) => piece.marked).map((piece) => piece.text)).toEqual(['(a.b)', 'NOW']);
  expect(pieces.map((piece) => piece.text).join('')).toBe('Send (a.b) NOW');
});

test('no words, no marks', () => {
  expect(markWords('text', [' '])).toEqual([{ text: 'text', marked: false }]);
});
