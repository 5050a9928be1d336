import { describe, expect, test } from 'vitest';
import { counts, importing, line, pick, remark, warningsOf } from './imported.ts';

const log = importing();

describe('numbers that are none', () => {
  test('NaN and infinity tokens, and the word in quotes, are null with a warning; the line is read', async () => {
    const read = await log.lines([
      line({ task_id: 'n1', reward: 0.25 }),
      '{"task_id": "n2", "success": false, "reward": NaN}',
      '{"task_id": "n3", "success": true, "reward": Infinity}',
      '{"task_id": "n4", "success": false, "reward": -Infinity}',
      line({ task_id: 'n5', reward: null, success: null }),
      line({ task_id: 'n6', reward: 'NaN' }),
    ]);
    expect(counts(read)).toMatchObject({ records: 6, imported: 6, quarantined: 0 });
    expect(pick(read.rows, 'reward', 'score', 'warnings')).toEqual([
      [0.25, 0.25, undefined],
      [undefined, undefined, ['nan']],
      [undefined, undefined, ['nan']],
      [undefined, undefined, ['nan']],
      [undefined, undefined, undefined],
      [undefined, undefined, ['nan']],
    ]);
    expect(warningsOf(read)).toEqual({ nan: 4 });
  });

  test('NaN within a line that needs the exact reader is treated alike', async () => {
    const read = await log.lines([
      '{"task_id":"a","reward":NaN,"reward":NaN}',
      '{"task_id":"b","latency_ms":-inf,"latency_ms":-inf}',
    ]);
    expect(pick(read.rows, 'warnings')).toEqual([[['nan', 'duplicate_keys']], [['nan', 'duplicate_keys']]]);
  });

  test('a number beyond every double is no number', async () => {
    const read = await log.lines(['{"task_id":"a","reward":1e999}']);
    expect(pick(read.rows, 'reward', 'warnings')).toEqual([[undefined, ['nan']]]);
  });
});

describe('lines that cannot be read', () => {
  test('a last line cut while it was written is quarantined and said to be that', async () => {
    const path = log.write(
      `${JSON.stringify(line({ task_id: 'c1' }))}\n${JSON.stringify(line({ task_id: 'c2' }))}\n{"task_id": "c3", "reason":`,
    );
    const read = await log.read(path);
    expect(counts(read)).toMatchObject({ lines: 3, records: 3, imported: 2, quarantined: 1 });
    expect(remark(read, 'cut_last_line')).toBe(1);
    expect(
      await log
        .store()
        .all('SELECT line, cause, text FROM quarantine WHERE source_id = ?', [read.report.source_id]),
    ).toEqual([{ line: 3, cause: 'cut_off', text: '{"task_id": "c3", "reason":' }]);
  });

  test('a whole last line without its line end is read', async () => {
    const read = await log.read(
      log.write(`${JSON.stringify(line())}\n${JSON.stringify(line({ task_id: 'z' }))}`),
    );
    expect(counts(read)).toMatchObject({ lines: 2, imported: 2, quarantined: 0 });
    expect(remark(read, 'cut_last_line')).toBe(0);
  });

  test.each([
    ['no JSON at all', 'Traceback (most recent call last):', 'not_json'],
    ['single quotes', "{'task_id': 'q'}", 'not_json'],
    ['a raw control character in a string', '{"task_id":"a\tb"}', 'not_json'],
    ['a list', '[{"task_id":"q"}]', 'not_object'],
    ['a string', '"task_id"', 'not_object'],
    ['a number', '12', 'not_object'],
    ['null', 'null', 'not_object'],
    ['an object with text behind it', '{"task_id":"q"} done', 'not_json'],
    ['a cut line with its end', '{"task_id":"q","reward":', 'cut_off'],
    ['a line cut within a word', '{"task_id":"q","success":tru', 'cut_off'],
  ])('%s is quarantined with its place and cause', async (_, bad, cause) => {
    const first = JSON.stringify(line());
    const read = await log.lines([first, bad, line({ task_id: 'b2' })]);
    expect(counts(read)).toMatchObject({ lines: 3, records: 3, imported: 2, quarantined: 1 });
    expect(
      await log
        .store()
        .all('SELECT line, byte_offset, byte_length, cause, text FROM quarantine WHERE source_id = ?', [
          read.report.source_id,
        ]),
    ).toEqual([
      { line: 2, byte_offset: first.length + 1, byte_length: Buffer.byteLength(bad), cause, text: bad },
    ]);
    expect(pick(read.rows, 'line', 'task_id')).toEqual([
      [1, 'a1'],
      [3, 'b2'],
    ]);
  });
});

describe('a line that ends where a value is due', () => {
  test.each([
    ['after a colon', '{"task_id":"q","reward":'],
    ['in an object within', '{"task_id":"q","usage":{"total_tokens":'],
    ['in a list', '{"task_id":"q","evidence":["a",'],
    ['at the start of a list', '['],
    ['after a brace', '{'],
    ['after a number', '{"task_id":"q","reward":1'],
  ])('%s takes nothing of the next line with it', async (_, cut) => {
    const next = line({ task_id: 'b2', reason: 'said \\"yes\\"\\nand more', evidence: ['x'] });
    const read = await log.lines([
      line(),
      cut,
      next,
      line({ task_id: 'b3' }),
      cut,
      '5}',
      ']',
      line({ task_id: 'b4' }),
    ]);
    expect(pick(read.rows, 'line', 'task_id', 'reason')).toEqual([
      [1, 'a1', undefined],
      [3, 'b2', next.reason],
      [4, 'b3', undefined],
      [8, 'b4', undefined],
    ]);
    expect(counts(read)).toMatchObject({ lines: 8, imported: 4, quarantined: 4 });
    expect(remark(read, 'read_exactly')).toBe(0);
  });

  test('lines of nulls alone are rows like any other', async () => {
    const read = await log.lines([line(), '{"task_id":null}', line({ task_id: 'b2' })]);
    expect(pick(read.rows, 'line', 'task_id', 'unjudged')).toEqual([
      [1, 'a1', undefined],
      [2, undefined, 'missing'],
      [3, 'b2', undefined],
    ]);
  });
});

describe('lines that are odd but readable', () => {
  test('objects glued into one line are records of their own', async () => {
    const read = await log.lines([
      line({ task_id: 'g0' }),
      `${JSON.stringify(line({ task_id: 'g1' }))}${JSON.stringify(line({ task_id: 'g2' }))}`,
      `${JSON.stringify(line({ task_id: 'g3' }))}\r${JSON.stringify(line({ task_id: 'g4' }))} ${JSON.stringify(line({ task_id: 'g5' }))}`,
      line({ task_id: 'g6' }),
    ]);
    expect(counts(read)).toEqual({
      lines: 4,
      records: 7,
      imported: 7,
      duplicates: 0,
      quarantined: 0,
      blank: 0,
      glued_extra: 3,
    });
    expect(pick(read.rows, 'line', 'part', 'task_id')).toEqual([
      [1, 0, 'g0'],
      [2, 0, 'g1'],
      [2, 1, 'g2'],
      [3, 0, 'g3'],
      [3, 1, 'g4'],
      [3, 2, 'g5'],
      [4, 0, 'g6'],
    ]);
    expect(remark(read, 'glued')).toBe(5);
  });

  test('what is glued behind an object and cut is quarantined alone', async () => {
    const whole = JSON.stringify(line({ task_id: 'é' }));
    const read = await log.lines([`${whole}{"task_id":"h2","re`]);
    expect(counts(read)).toEqual({
      lines: 1,
      records: 2,
      imported: 1,
      duplicates: 0,
      quarantined: 1,
      blank: 0,
      glued_extra: 1,
    });
    expect(
      await log
        .store()
        .all('SELECT byte_offset, byte_length, text FROM quarantine WHERE source_id = ?', [
          read.report.source_id,
        ]),
    ).toEqual([{ byte_offset: Buffer.byteLength(whole), byte_length: 19, text: '{"task_id":"h2","re' }]);
  });

  test('a byte order mark, CRLF and Chinese text lose nothing', async () => {
    const rows = [line({ task_id: 'u1', reason: '主题正确' }), line({ task_id: 'u2', reason: '附件缺失' })];
    const read = await log.read(
      log.write(`\ufeff${rows.map((row) => JSON.stringify(row)).join('\r\n')}\r\n`),
    );
    expect(counts(read)).toMatchObject({ lines: 2, imported: 2, quarantined: 0 });
    expect(pick(read.rows, 'task_id', 'reason')).toEqual([
      ['u1', '主题正确'],
      ['u2', '附件缺失'],
    ]);
    expect(remark(read, 'byte_order_mark')).toBe(1);
  });

  test('bytes that are no UTF-8 and halves of surrogate pairs become U+FFFD', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"task_id":"i1","reason":"caf'),
      Buffer.from([0xe9]),
      Buffer.from(
        '"}\n{"task_id":"i2","reason":"cut \\ud83d here, whole \\ud83d\\ude00, \\\\ud83d no escape"}\n',
      ),
    ]);
    const read = await log.read(log.write(bytes));
    expect(pick(read.rows, 'reason', 'flags')).toEqual([
      ['caf\ufffd', ['invalid_utf8']],
      ['cut \ufffd here, whole 😀, \\ud83d no escape', ['lone_surrogate']],
    ]);
  });

  test('of a doubled key the last value counts, in usage too, and the line is flagged', async () => {
    const read = await log.lines([
      '{"task_id":"d1","success":true,"reward":0.1,"reward":0.9}',
      '{"task_id":"d2","success":true,"usage":{"prompt_tokens":1,"prompt_tokens":7,"completion_tokens":2}}',
      line({ task_id: 'd3' }),
    ]);
    expect(pick(read.rows, 'task_id', 'reward', 'prompt_tokens', 'total_tokens', 'warnings')).toEqual([
      ['d1', 0.9, undefined, undefined, ['duplicate_keys']],
      ['d2', undefined, 7, 9, ['duplicate_keys']],
      ['d3', 1, undefined, undefined, undefined],
    ]);
  });

  test('keys that differ in case alone are fields of their own', async () => {
    const read = await log.lines([
      '{"task_id":"k1","reward":1,"Reward":5,"note":"a","Note":"b"}',
      '{"task_id":"k2","Reward":6}',
      '{"task_id":"k3","reward":3,"note":"c"}',
    ]);
    expect(read.report.unknown_fields).toEqual(['Reward', 'note', 'Note']);
    expect(warningsOf(read)).toEqual({});
    const extras = read.rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => name.startsWith('x_'))),
    );
    expect(pick(read.rows, 'reward')).toEqual([[1], [undefined], [3]]);
    expect(extras).toEqual([
      { x_Reward_2: '5', x_note: 'a', x_Note_2: 'b' },
      { x_Reward_2: '6' },
      { x_note: 'c' },
    ]);
  });

  test('blank lines are counted and shift no line number', async () => {
    const read = await log.lines([
      '',
      line({ task_id: 'b1' }),
      ' \t',
      '\r',
      line({ task_id: 'b2' }),
      line({ task_id: 'b3' }),
      '',
    ]);
    expect(counts(read)).toEqual({
      lines: 7,
      records: 3,
      imported: 3,
      duplicates: 0,
      quarantined: 0,
      blank: 4,
      glued_extra: 0,
    });
    expect(pick(read.rows, 'line', 'task_id')).toEqual([
      [2, 'b1'],
      [5, 'b2'],
      [6, 'b3'],
    ]);
  });

  test('U+2028 and an escaped NUL end no line', async () => {
    const read = await log.lines([
      '{"task_id":"s1","reason":"one\u2028two"}',
      '{"task_id":"s2","reason":"a\\u0000b"}',
    ]);
    expect(pick(read.rows, 'reason')).toEqual([['one\u2028two'], ['a\0b']]);
  });

  test('an object with nothing in it is a record without a verdict', async () => {
    const read = await log.lines(['{}', line()]);
    expect(pick(read.rows, 'line', 'unjudged')).toEqual([
      [1, 'missing'],
      [2, undefined],
    ]);
  });
});

describe('duplicates and repeats', () => {
  const timed = (fields: Readonly<Record<string, unknown>>) => line({ timestamp: 1_700_000_000, ...fields });

  test('an identical line is a duplicate only where it says which call it was', async () => {
    const read = await log.lines([
      timed({ task_id: 'e1' }),
      timed({ task_id: 'e1' }),
      line({ task_id: 'e2' }),
      line({ task_id: 'e2' }),
      line({ task_id: 'e3', vote: 0 }),
      line({ task_id: 'e3', vote: 0 }),
      line({ task_id: 'e4', response_id: 'r' }),
      line({ task_id: 'e4', response_id: 'r' }),
      line({ task_id: 'e5', timestamp: null }),
      line({ task_id: 'e5', timestamp: null }),
    ]);
    expect(counts(read)).toMatchObject({ records: 10, imported: 7, duplicates: 3 });
    expect(pick(read.rows, 'line')).toEqual([[1], [3], [4], [5], [7], [9], [10]]);
    expect(remark(read, 'identical_repeat')).toBe(2);
    expect(
      await log
        .store()
        .all('SELECT line, first_line FROM duplicates WHERE source_id = ? ORDER BY line', [
          read.report.source_id,
        ]),
    ).toEqual([
      { line: 2, first_line: 1 },
      { line: 6, first_line: 5 },
      { line: 8, first_line: 7 },
    ]);
  });

  test('a line written again behind a cut one, glued to it or with other white space around it, is the same line', async () => {
    const text = JSON.stringify(timed({ task_id: 'f1' }));
    const other = JSON.stringify(timed({ task_id: 'f2' }));
    const read = await log.lines([text, `  ${text}\r`, `${text}${other}`, other, `${other}{"task_`]);
    expect(counts(read)).toEqual({
      lines: 5,
      records: 7,
      imported: 2,
      duplicates: 4,
      quarantined: 1,
      blank: 0,
      glued_extra: 2,
    });
    expect(pick(read.rows, 'line', 'part', 'task_id')).toEqual([
      [1, 0, 'f1'],
      [3, 1, 'f2'],
    ]);
  });

  test('a placeholder and its final verdict, votes that differ, and an id in two categories are told apart', async () => {
    const read = await log.lines([
      timed({ task_id: 'p1', success: false, reward: 0, error: 'judge not run yet' }),
      timed({ task_id: 'p1', timestamp: 1_700_000_900 }),
      timed({ task_id: 'p2' }),
      timed({ task_id: 'p2', success: false, timestamp: 1_700_000_901 }),
      timed({ task_id: 'p3', category: 'search' }),
      timed({ task_id: 'p3', category: 'settings', success: false }),
      timed({ task_id: 'p4' }),
    ]);
    expect(counts(read)).toMatchObject({ imported: 7, duplicates: 0 });
    expect([
      remark(read, 'rejudged'),
      remark(read, 'repeated_votes'),
      remark(read, 'id_in_two_categories'),
    ]).toEqual([2, 2, 2]);
    expect(pick(read.rows, 'trajectory').flat()).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      'task:p4/3/-',
    ]);
  });
});
