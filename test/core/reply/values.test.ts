import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPreference, readScore, readVerdictValue } from '../../../electron/core/reply/index.ts';

describe('a verdict is tri-state', () => {
  test.each([
    [true, true, false],
    [false, false, false],
    ['false', false, true],
    ['False', false, true],
    ['no', false, true],
    ['FAIL', false, true],
    ['true', true, true],
    ['PASS', true, true],
    [1, true, true],
    [0, false, true],
    ['maybe', null, true],
    [null, null, false],
    [{ pass: true }, null, true],
    [undefined, null, false],
    [' Passed\n', true, true],
    ['failed', false, true],
    ['YES', true, true],
    ['成功', true, true],
    ['失败', false, true],
    ['是', true, true],
    ['否', false, true],
    ['1', true, true],
    ['0', false, true],
    [2, null, true],
    [0.5, null, true],
    [Number.NaN, null, true],
    ['', null, true],
    ['success', null, true],
    ['not passed', null, true],
    ['INCORRECT', null, true],
    [[true], null, true],
  ])('%j is %s', (raw, passed, coerced) => {
    const read = readVerdictValue(raw);
    expect(read.passed).toBe(passed);
    expect('coercedFrom' in read).toBe(coerced);
    if (coerced) expect(read.coercedFrom).toBe(raw);
  });

  test('no text but the listed ones is a verdict', () => {
    const listed = /^\s*(?:true|false|yes|no|pass|fail|passed|failed|成功|失败|是|否|1|0)\s*$/i;
    fc.assert(
      fc.property(fc.string(), (raw) => {
        if (!listed.test(raw)) expect(readVerdictValue(raw).passed).toBeNull();
      }),
    );
  });
});

describe('a score', () => {
  test.each([
    ['0.8', 0.8, undefined],
    ['8/10', 0.8, 10],
    ['80%', 0.8, 100],
    ['0.7', 0.7, undefined],
    [' 8 / 10 ', 0.8, 10],
    ['4.5/5', 0.9, 5],
    ['85 %', 0.85, 100],
    ['7', 7, undefined],
    ['-1', -1, undefined],
    ['.5', 0.5, undefined],
    ['1e-1', 0.1, undefined],
  ])('%j is read as %d and marked coerced', (raw, value, scaleMax) => {
    expect(readScore(raw)).toEqual({
      value,
      coercedFrom: raw,
      ...(scaleMax === undefined ? {} : { scaleMax }),
    });
  });

  test.each([
    [{ score: 0.8, weight: 0.3 }],
    [{ sent: { score: 1 } }],
    [[0.8]],
    [true],
    [false],
    ['NaN'],
    ['Infinity'],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    ['8/0'],
    ['8/10/2'],
    ['1,5'],
    ['0x10'],
    ['1e999'],
    ['good'],
    [''],
    ['8 out of 10'],
  ])('%j is no score, never 0 and never 1', (raw) => {
    expect(readScore(raw)).toEqual({ value: null, coercedFrom: raw });
  });

  test('a number is taken as it is, above 1 too: nothing is rescaled here', () => {
    expect([readScore(0), readScore(0.3), readScore(8)]).toEqual([
      { value: 0 },
      { value: 0.3 },
      { value: 8 },
    ]);
    expect(readScore(null)).toEqual({ value: null });
    expect(readScore(undefined)).toEqual({ value: null });
  });
});

describe('a preference', () => {
  test.each([
    ['A', 'A'],
    ['B', 'B'],
    ['tie', 'tie'],
  ])('%s is as written', (raw, preference) => {
    expect(readPreference(raw)).toEqual({ preference });
  });

  test.each([
    ['TIE', 'tie'],
    ['a', 'A'],
    ['A>B', 'A'],
    ['b > a', 'B'],
    ['B>>A', 'B'],
    [' Tie ', 'tie'],
  ])('%s is read as %s and marked coerced', (raw, preference) => {
    expect(readPreference(raw)).toEqual({ preference, coercedFrom: raw });
  });

  test.each([
    ['C'],
    ['NONE'],
    [''],
    ['unparsed'],
    ['A>A'],
    ['A=B'],
    [1],
    [{ part1: 'A' }],
    ['[[A]]'],
    ['neither'],
  ])('%j is unreadable, never a tie', (raw) => {
    expect(readPreference(raw)).toEqual({ preference: null, coercedFrom: raw });
  });

  test('an absent one is absent', () => {
    expect(readPreference(null)).toEqual({ preference: null });
  });
});
