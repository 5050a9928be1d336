import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvRecords, readCsv, recordText } from '../../../electron/logs/tables/csv.ts';
import { fuzzRuns, tried } from '../../fuzz-runs.ts';

function fields(text: string): (readonly string[])[] {
  return readCsv(text, 'a.csv').records.map((record) => record.fields);
}

describe('reading CSV', () => {
  test('quoted commas, doubled quotes and line breaks stay inside their field', () => {
    expect(fields('a,b\n"x, y","say ""hi"""\n"two\nlines",z\n')).toEqual([
      ['x, y', 'say "hi"'],
      ['two\nlines', 'z'],
    ]);
  });

  test('LF, CRLF and a lone CR end a line, and the last line needs none', () => {
    expect(fields('a,b\r\n1,2\r3,4\n5,6')).toEqual([
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ]);
  });

  test('blank lines are counted and are no records; a record knows the line it stands on', () => {
    const table = readCsv('a,b\n\n"x\ny",1\n  \n2,3\n\n', 'a.csv');
    expect(table.records.map(({ line, fields: each }) => [line, each])).toEqual([
      [3, ['x\ny', '1']],
      [6, ['2', '3']],
    ]);
    expect(table).toMatchObject({ blank: 3, lines: 7 });
  });

  test('spaces around a quoted field are not part of it, spaces in a plain one are', () => {
    expect(fields('a,b\n "x" , y \n')).toEqual([['x', ' y ']]);
  });

  test('a header with tabs or semicolons and no comma sets the separator', () => {
    expect(fields('a\tb\nx,1\t2\n')).toEqual([['x,1', '2']]);
    expect(fields('a;b\n1,5;2\n')).toEqual([['1,5', '2']]);
  });

  test('an empty last field is a field', () => {
    expect(fields('a,b\n1,\n')).toEqual([['1', '']]);
  });

  test('a quote that is never closed is refused with its line', () => {
    expect(() => readCsv('a,b\n1,"x\n2,3\n', 'a.csv')).toThrow(/a\.csv, line 2: a quoted field/);
  });
});

describe('reading CSV piece by piece', () => {
  async function* cut(bytes: Buffer, at: readonly number[]): AsyncGenerator<Buffer> {
    let from = 0;
    for (const each of at.map((share) => share % (bytes.length + 1)).sort((a, b) => a - b)) {
      yield bytes.subarray(from, each);
      from = each;
    }
    yield bytes.subarray(from);
  }

  const piece = fc.constantFrom(
    'a',
    '说',
    ',',
    ',',
    '"',
    '""',
    '\n',
    '\r\n',
    '\r',
    ' ',
    '"x,\ny"',
    '\t',
    ';',
    '1',
  );

  test('gives the same records wherever the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 40 }),
        fc.array(fc.nat(200), { maxLength: 8 }),
        async (parts, at) => {
          tried('CSV texts');
          const text = `h,i\n${parts.join('')}`;
          const whole = () => readCsv(text, 'a.csv');
          const read = async () => {
            const found = [];
            for await (const record of csvRecords(cut(Buffer.from(text), at), 'a.csv')) found.push(record);
            return found;
          };
          let wanted: ReturnType<typeof whole>;
          try {
            wanted = whole();
          } catch (error) {
            await expect(read()).rejects.toThrow(error instanceof Error ? error.message : '');
            return;
          }
          const { header, records, blank, lines } = wanted;
          expect(await read()).toEqual([{ header }, ...records, { blank, lines }]);
        },
      ),
      { numRuns: fuzzRuns(2_000, 5) },
    );
  });

  test('tells where each record stands in the bytes of the file, a mark at its beginning and broken UTF-8 included', async () => {
    const bytes = Buffer.concat([
      Buffer.from('\ufeff名,b\r\n说,1\n'),
      Buffer.from([0xff, 0xc3, 0x2c, 0x32, 0x0a]),
      Buffer.from('"x\ny",3'),
    ]);
    const found: string[] = [];
    const raw: string[] = [];
    for await (const record of csvRecords(cut(bytes, [1, 2, 9, 13, 15]), 'a.csv')) {
      if (!('fields' in record)) continue;
      found.push(`${record.line} ${record.fields.join('|')}`);
      raw.push(recordText(record));
      expect(bytes.subarray(record.start, record.end).toString()).toBe(recordText(record));
    }
    expect(found).toEqual(['2 说|1', '3 \ufffd\ufffd|2', '4 x\ny|3']);
    expect(raw[2]).toBe('"x\ny",3');
  });
});
