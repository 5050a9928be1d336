import { describe, expect, test } from 'vitest';
import { parseFilter } from '../../../../electron/core/filter/index.ts';
import { clauseOf, operatorsOf } from '../../../../renderer/app/filter-clause.ts';
import { addAlternativeTo, joinClauses } from '../../../../renderer/app/filter-text.ts';
import { columnsFromText, columnsToText } from '../../../../renderer/features/verdicts/column-text.ts';
import { markedParts, placeOf } from '../../../../renderer/features/verdicts/evidence-places.ts';
import { foundPart } from '../../../../renderer/features/verdicts/found-part.ts';
import { sameView } from '../../../../renderer/features/verdicts/same-view.ts';
import { selectionFilter } from '../../../../renderer/features/verdicts/selection-filter.ts';
import { everythingSelected, withRows } from '../../../../renderer/ui/selection.ts';
import { clampWidth, placeAt, withMoved } from '../../../../renderer/ui/table-columns.ts';

describe('the filter builder', () => {
  test('every operator it offers for any kind of field makes a filter that can be read', () => {
    for (const field of ['reason', 'a field, "quoted"', 'not', 'warning', 'source', 'unjudged'])
      for (const type of ['text', 'number', 'time', 'boolean'] as const)
        for (const operator of operatorsOf(field, type)) {
          const clause = clauseOf(field, operator, 'a "b" (c)', ['x y', 'null', '7']);
          expect(clause, operator).not.toBeNull();
          expect(parseFilter(clause ?? ''), clause ?? '').toMatchObject({ ok: true });
        }
  });
  test('a list without values and a comparison without one say nothing yet', () => {
    expect(clauseOf('a', 'in', '', [])).toBeNull();
    expect(clauseOf('a', '=', '')).toBeNull();
    expect(clauseOf('a', 'not in', '', ['1', 'two words'])).toBe('a not in (1, "two words")');
  });
  test('a further way to match binds less tightly than what was there', () => {
    const text = addAlternativeTo('a = 1 and b = 2', 'c');
    expect(parseFilter(text)).toMatchObject({ ast: { kind: 'or' } });
    expect(parseFilter(joinClauses([text, 'd']))).toMatchObject({ ast: { kind: 'and' } });
    expect(addAlternativeTo('  ', 'c')).toBe('c');
  });
});

describe('evidence in its place', () => {
  const at = (start: number, end: number, field = 'state') => ({
    text: '',
    frame: 2,
    turn: null,
    field,
    span: { start, end },
  });
  test('is marked in the field it stands in, and quotes that overlap are one', () => {
    const parts = markedParts(
      'abcdefgh',
      [at(1, 3), at(2, 5), at(6, 7), at(0, 2, 'text')],
      'frame-2',
      'state',
    );
    expect(parts.map(({ text, marked }) => (marked ? `[${text}]` : text)).join('')).toBe('a[bcde]f[g]h');
    expect(markedParts('abc', [at(1, 99)], 'frame-2', 'state')).toEqual([{ text: 'abc', marked: false }]);
    expect(markedParts('', [], 'frame-2', 'state')).toEqual([{ text: '', marked: false }]);
  });
  test('has a place in a frame, a turn or the end, or none', () => {
    expect(placeOf(at(0, 1))).toBe('frame-2');
    expect(placeOf({ ...at(0, 1), frame: null, turn: 3, field: 'message' })).toBe('turn-3');
    expect(placeOf({ ...at(0, 1), frame: null, field: 'final_state' })).toBe('final_state');
    expect(placeOf({ text: '', frame: null, turn: null, field: null, span: null })).toBeNull();
  });
});

describe('a selection as a filter', () => {
  test('all but some, within a filter and a search', () => {
    const most = withRows(everythingSelected, ['1:7', '2:3.1'], false);
    const text = selectionFilter(most, 'a or b', 'it "was" sent') ?? '';
    expect(parseFilter(text)).toMatchObject({ ok: true, ast: { kind: 'and' } });
    expect(text).toContain('(a or b) and');
    expect(text).toContain('evidence contains "it \\"was\\" sent"');
    expect(text).toContain('not (');
    expect(selectionFilter(everythingSelected, '', '')).toBe('');
  });
  test('none where it would be longer than a filter may be, or where rows are named', () => {
    const many = Array.from({ length: 5000 }, (_, at) => `1:${at * 3}`);
    expect(selectionFilter(withRows(everythingSelected, many, false), '', '')).toBeNull();
    expect(selectionFilter({ mode: 'some', keys: new Set(['1:1']) }, '', '')).toBeNull();
  });
});

test('columns keep their order and any name in the address', () => {
  const names = ['step', 'a,b', '备注 %'];
  expect(columnsFromText(columnsToText(names))).toEqual(names);
  expect(columnsFromText('%E0%A4%A,step')).toEqual(['%E0%A4%A', 'step']);
});

test('a column goes where it is put, and no width is out of reach', () => {
  expect(withMoved(['a', 'b', 'c'], 'a', 2)).toEqual(['b', 'c', 'a']);
  expect(withMoved(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b']);
  expect(withMoved(['a', 'b'], 'x', 0)).toEqual(['a', 'b']);
  const heads = [
    { left: 0, right: 50 },
    { left: 50, right: 90 },
  ];
  expect([placeAt(heads, -5), placeAt(heads, 49), placeAt(heads, 60), placeAt(heads, 900)]).toEqual([
    0, 0, 1, 1,
  ]);
  expect([clampWidth(-3), clampWidth(120.4), clampWidth(1e9)]).toEqual([40, 120, 2000]);
});

test('a view that shows the same is the same, whatever the order of its widths', () => {
  const view = { filter: 'a', search: '', sort: [], columns: null, widths: { a: 1, b: 2 } };
  expect(sameView(view, { ...view, widths: { b: 2, a: 1 } })).toBe(true);
  expect(sameView(view, { ...view, widths: { b: 3, a: 1 } })).toBe(false);
  expect(sameView(view, { ...view, columns: ['a'] })).toBe(false);
});

describe('what a search found in a text', () => {
  test('is in sight, however far into the text it stands, and in any case', () => {
    expect(foundPart('The mail was Sent to Ada', 'sent')).toEqual({
      before: 'The mail was ',
      found: 'Sent',
      after: ' to Ada',
    });
    expect(foundPart('In the end the mail was sent', 'SENT')).toMatchObject({
      before: '…ail was ',
      found: 'sent',
    });
    const far = foundPart(`${'很长的理由，'.repeat(20)}没有再看到确认提示。`, '没有再看到');
    expect(far).toEqual({
      before: '…的理由，',
      found: '没有再看到',
      after: '确认提示。',
    });
  });
  test('is never put at a wrong place where letters change their length with their case', () => {
    expect(foundPart('İİ İstanbul sent', 'sent')).toMatchObject({ before: 'İİ İstanbul ', found: 'sent' });
    expect(foundPart('İ Sent', 'sent')).toBeNull();
    expect(foundPart('nothing of it', 'sent')).toBeNull();
    expect(foundPart('all', '')).toBeNull();
  });
});
