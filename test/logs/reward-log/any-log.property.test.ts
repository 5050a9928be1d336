import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzzRuns, tried } from '../../fuzz-runs.ts';
import { besideRows, counts, type Imported, importing, remark } from './imported.ts';

const log = importing();

/** What one piece of a log is, and what a reader must make of it. */
interface Piece {
  /** Bytes of the line, without its end. */
  readonly text: string | Buffer;
  /** Names of the records it holds, in order; `null` for one that cannot be read. */
  readonly records: readonly (string | null)[];
  /** Text of each record, by which identical ones are known. */
  readonly keys?: readonly string[];
  readonly blank?: boolean;
}

const name = fc.stringMatching(/^[a-z]{1,3}$/);

/** A whole object; it says which call it was only where it has a time. */
const object = fc
  .record({
    task_id: name,
    timed: fc.boolean(),
    success: fc.constantFrom('true', 'false', '"yes"', 'null', '1'),
    reward: fc.constantFrom('0.5', 'NaN', '"8/10"', 'null', '-Infinity', '7'),
    reason: fc.constantFrom(
      'plain',
      'quote \\" and \\\\',
      '中文',
      'glue }{ inside',
      'tab\\t',
      '\\u4e2d',
      'line\\u2028',
      '',
    ),
    usage: fc.constantFrom('{}', 'null', '{"prompt_tokens":1,"completion_tokens":2}', '{"total_tokens":5}'),
    pad: fc.integer({ min: 0, max: 40 }),
  })
  .map(({ task_id, timed, success, reward, reason, usage, pad }) => ({
    name: task_id,
    timed,
    text: `{"task_id":"${task_id}",${timed ? '"timestamp":1700000000,' : ''}"success":${success},"reward":${reward},"reason":"${reason}${'.'.repeat(pad)}","usage":${usage}}`,
  }));

const whole = object.map(({ name: task, text }): Piece => ({ text, records: [task], keys: [text] }));
const spaced = object.map(
  ({ name: task, text }): Piece => ({ text: `  ${text}\r`, records: [task], keys: [text] }),
);
const glued = fc.tuple(object, object, fc.constantFrom('', ' ', '\r')).map(
  ([a, b, between]): Piece => ({
    text: `${a.text}${between}${b.text}`,
    records: [a.name, b.name],
    keys: [a.text, b.text],
  }),
);
const gluedCut = fc.tuple(object, object, fc.double({ min: 0.1, max: 0.9, noNaN: true })).map(
  ([a, b, share]): Piece => ({
    text: a.text + b.text.slice(0, Math.max(1, Math.floor(b.text.length * share))),
    records: [a.name, null],
    keys: [a.text],
  }),
);
const cut = fc.tuple(object, fc.double({ min: 0.02, max: 0.98, noNaN: true })).map(
  ([{ text }, share]): Piece => ({
    text: text.slice(0, Math.max(1, Math.floor(text.length * share))),
    records: [null],
  }),
);
const doubled = object.map(({ name: task, text }): Piece => {
  const line = `${text.slice(0, -1)},"reward":0.25,"usage":{"a":1,"a":2}}`;
  return { text: line, records: [task], keys: [line] };
});
const cased = object.map(({ name: task, text }): Piece => {
  const line = `${text.slice(0, -1)},"Reward":3,"note":"n","Note":"N"}`;
  return { text: line, records: [task], keys: [line] };
});
const surrogate = object.map(({ name: task, text }): Piece => {
  const line = `${text.slice(0, -1)},"category":"\\ud83d half"}`;
  return { text: line, records: [task], keys: [line] };
});
const notUtf8 = object.map(({ name: task, text }): Piece => {
  const line = Buffer.concat([
    Buffer.from(`${text.slice(0, -1)},"category":"`),
    Buffer.from([0xc3, 0x28]),
    Buffer.from('"}'),
  ]);
  return { text: line, records: [task], keys: [line.toString('latin1')] };
});
const junk = fc
  .constantFrom(
    'Traceback:',
    '[1,',
    '[1]',
    '"text"',
    '12',
    'null',
    '{',
    '}',
    ']',
    '{"a":',
    '{"task_id"',
    "{'task_id':'x'}",
    '{"task_id":"a\tb"}',
    '\u00a0',
    '5}',
    '{"a":01}',
    '\ufeff[',
    '{}x',
  )
  .map((text): Piece => ({ text, records: [null] }));
const empty = fc
  .constantFrom('{}', '{"task_id":null}')
  .map((text): Piece => ({ text, records: [''], keys: [text] }));
const blank = fc
  .constantFrom('', ' ', '\t ', '\r', '\ufeff', '\ufeff \t')
  .map((text): Piece => ({ text, records: [], blank: true }));

const piece = fc.oneof(
  { weight: 8, arbitrary: whole },
  { weight: 1, arbitrary: spaced },
  { weight: 1, arbitrary: glued },
  { weight: 1, arbitrary: gluedCut },
  { weight: 2, arbitrary: cut },
  { weight: 1, arbitrary: doubled },
  { weight: 1, arbitrary: cased },
  { weight: 1, arbitrary: surrogate },
  { weight: 1, arbitrary: notUtf8 },
  { weight: 2, arbitrary: junk },
  { weight: 1, arbitrary: empty },
  { weight: 1, arbitrary: blank },
);

/** Pieces, some of them written twice, as a resumed run does. */
const pieces = fc
  .tuple(fc.array(piece, { minLength: 1, maxLength: 30 }), fc.array(fc.nat({ max: 29 }), { maxLength: 4 }))
  .map(([list, again]) => [...list, ...again.flatMap((index) => list[index] ?? [])]);

function bytesOf(list: readonly Piece[], bom: boolean): Buffer {
  const lines = list.flatMap(({ text }) => [Buffer.from(text), Buffer.from('\n')]);
  return Buffer.concat([Buffer.from(bom ? '\ufeff' : ''), ...lines]);
}

/** What must come out, worked out from the pieces alone. */
function expected(list: readonly Piece[]) {
  const rows: [number, number, string | undefined][] = [];
  const seen = new Set<string>();
  let quarantined = 0;
  let duplicates = 0;
  for (const [index, { records, keys }] of list.entries()) {
    let part = 0;
    for (const record of records) {
      if (record === null) {
        quarantined += 1;
        continue;
      }
      const key = keys?.[part] ?? '';
      if (seen.has(key) && key.includes('"timestamp"')) duplicates += 1;
      else rows.push([index + 1, part, record === '' ? undefined : record]);
      seen.add(key);
      part += 1;
    }
  }
  const records = rows.length + quarantined + duplicates;
  const blankLines = list.filter(({ blank: isBlank }) => isBlank === true).length;
  const lines = list.length;
  return {
    rows,
    counts: {
      lines,
      records,
      imported: rows.length,
      duplicates,
      quarantined,
      blank: blankLines,
      glued_extra: records + blankLines - lines,
    },
  };
}

const judgeLine: Piece = {
  text: '{"task_id":"first","success":true}',
  records: ['first'],
  keys: ['{"task_id":"first","success":true}'],
};

function rowsOf(read: Imported): unknown[][] {
  return read.rows.map(({ line, part, task_id }) => [line, part, task_id]);
}

describe('a log with any of the defects seen in the wild', () => {
  test('gives exactly the records it holds, each under its line, whatever stands around them', {
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(pieces, fc.boolean(), async (list, bom) => {
        const all = [judgeLine, ...list];
        const wanted = expected(all);
        const bytes = bytesOf(all, bom);
        tried('logs');
        tried('lines', all.length);
        const read = await log.read(log.write(bytes));
        expect(counts(read)).toEqual(wanted.counts);
        expect(rowsOf(read)).toEqual(wanted.rows);
        expect(remark(read, 'read_exactly') <= 1).toBe(true);
        const quarantine = await log
          .store()
          .all<{ line: number; byte_offset: number; byte_length: number }>(
            'SELECT line, byte_offset, byte_length FROM quarantine WHERE source_id = ?',
            [read.report.source_id],
          );
        expect(quarantine).toHaveLength(wanted.counts.quarantined);
        for (const { line, byte_offset, byte_length } of quarantine) {
          // The address points into its own line, up to its end.
          const before = bytes.subarray(0, byte_offset).filter((byte) => byte === 10).length;
          expect(before + 1).toBe(line);
          expect(bytes[byte_offset + byte_length]).toBe(10);
        }
      }),
      { numRuns: fuzzRuns(25) },
    );
  });

  test('is the same table plain, compressed, read by the exact reader, or longer by a line', {
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(pieces, async (list) => {
        const bytes = bytesOf([judgeLine, ...list], false);
        tried('logs', 3);
        const plain = await log.read(log.write(bytes));
        const packed = await log.read(log.write(gzipSync(bytes), `${Math.random()}.gz`));
        expect(packed.rows).toEqual(plain.rows);
        // A log that is longer by one damaged line in a thousand cannot change what the lines before it say.
        const filler = '{"task_id":"filler"}\n{"x":1,"x":2}\n'.repeat(1_001);
        const exact = await log.read(log.write(Buffer.concat([bytes, Buffer.from(filler)])));
        expect(remark(exact, 'read_exactly')).toBe(1);
        const same = exact.rows.slice(0, plain.rows.length).map(({ trajectory: _, ...row }) => row);
        expect(same).toEqual(plain.rows.map(({ trajectory: _, ...row }) => row));
      }),
      { numRuns: fuzzRuns(9, 1 / 3) },
    );
  });

  test('read again after it grew is the same table as one read of the whole', {
    timeout: 600_000,
  }, async () => {
    let tails = 0;
    await fc.assert(
      fc.asyncProperty(pieces, fc.double({ min: 0, max: 1, noNaN: true }), async (list, share) => {
        const bytes = bytesOf([judgeLine, ...list], false);
        const first = '{"task_id":"first","success":true}\n'.length;
        const path = log.write(bytes.subarray(0, first + Math.floor((bytes.length - first) * share)));
        tried('logs that grew');
        await log.read(path);
        log.write(bytes, path.slice(path.lastIndexOf('/') + 1));
        const grown = await log.read(path);
        const whole = await log.read(log.write(bytes));
        expect(grown.rows).toEqual(whole.rows);
        expect(counts(grown)).toEqual(counts(whole));
        expect(await besideRows(log.store(), grown)).toEqual(await besideRows(log.store(), whole));
        expect(new Set(grown.report.unknown_fields)).toEqual(new Set(whole.report.unknown_fields));
        if (remark(grown, 'lines_added') > 0) tails += 1;
      }),
      { numRuns: fuzzRuns(9, 1 / 3) },
    );
    // Most logs go on where they ended; one that had nothing but junk at first is read as a whole.
    expect(tails).toBeGreaterThan(0);
  });
});
