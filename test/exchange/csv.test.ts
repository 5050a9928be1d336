import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CsvRecord,
  csvCell,
  csvRecord,
  inertCell,
  originalCell,
  readCsv,
} from '../../electron/exchange/csv.ts';
import { fuzzRuns, tried } from '../fuzz-runs.ts';

async function parsed(text: string, size = 7): Promise<CsvRecord[]> {
  const chunks: string[] = [];
  for (let from = 0; from < text.length; from += size) chunks.push(text.slice(from, from + size));
  return Array.fromAsync(readCsv(chunks));
}

/** Texts made of what breaks CSV: quotes, line ends, formulas, CJK, emoji, separators of other kinds. */
const hostile = fc.string({
  unit: fc.constantFrom(
    '"',
    ',',
    '\n',
    '\r',
    "'",
    '=',
    '+',
    '-',
    '@',
    '\t',
    ' ',
    'a',
    '王',
    '😀',
    '\u2028',
    '\u0000',
    '\uFEFF',
  ),
  maxLength: 12,
});

describe('cells', () => {
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', "=cmd|'/c calc'!A1", "'=x", "''-x"])(
    'text that a spreadsheet would run is made inert, and comes back: %j',
    (text) => {
      expect(inertCell(text).startsWith("'")).toBe(true);
      expect(originalCell(inertCell(text))).toBe(text);
    },
  );

  test.each(["'quoted'", 'plain', '', 'a=b', "it's"])('harmless text is left as it is: %j', (text) => {
    expect(inertCell(text)).toBe(text);
    expect(originalCell(text)).toBe(text);
  });

  test('numbers stay numbers, what is undefined stays empty', () => {
    expect(['-1', -1, 0, Number.NaN, Number.POSITIVE_INFINITY, null, undefined, false].map(csvCell)).toEqual([
      "'-1",
      '-1',
      '0',
      '',
      '',
      '',
      '',
      'false',
    ]);
  });
});

test('any table of texts is read back as written, however it is cut into pieces', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(hostile, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 9 }),
      async (rows, size) => {
        tried('CSV texts');
        const text = rows.map((row) => csvRecord(row)).join('');
        // A byte order mark at the very start is the file's, not the first cell's.
        fc.pre(!text.startsWith('\uFEFF'));
        const records = await parsed(text, size);
        expect(records.map((record) => record.cells.map(originalCell))).toEqual(rows);
        for (const cell of records.flatMap((record) => record.cells))
          expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      },
    ),
    { numRuns: fuzzRuns(400) },
  );
});

describe('reading', () => {
  test('LF, CRLF and CR end a record, blank lines are no records, lines are counted', async () => {
    expect(await parsed('\uFEFFa,b\r\n\n"x\ny",2\rlast,3')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 3, cells: ['x\ny', '2'] },
      { line: 5, cells: ['last', '3'] },
    ]);
  });

  test('an empty quoted cell is a record, a quote in the middle of a cell is text', async () => {
    expect((await parsed('""\r\nab"c,1\n')).map(({ cells }) => cells)).toEqual([[''], ['ab"c', '1']]);
  });
});
