import { expect, test } from 'vitest';
import { describeWithReference, referenceFile } from '../../reference-data.ts';
import { counts, importing, pick, remark, warningsOf } from './imported.ts';

const log = importing();

describeWithReference('reward logs of the reference data', () => {
  test.each([
    ['devai', 'reward_log.jsonl', 1_098, 'explicit', ['policy']],
    ['devai', 'reward_log.flat.jsonl', 1_098, 'task', ['policy']],
    ['devai', 'reward_log.tasklevel.jsonl', 165, 'explicit', ['policy']],
    ['inspect_mgf', 'reward_log.jsonl', 116, 'explicit', ['wall_ms']],
    ['inspect_mgf', 'reward_log.flat.jsonl', 116, 'task', ['wall_ms']],
    ['llmbar', 'reward_log.rating.jsonl', 1_676, 'explicit', []],
    ['rb2_composo', 'reward_log.jsonl', 30_720, 'explicit', []],
  ] as const)('%s/%s: every line is a row', async (folder, file, rows, identity, unknown) => {
    const read = await log.read(referenceFile(folder, file));
    expect(counts(read)).toEqual({
      lines: rows,
      records: rows,
      imported: rows,
      duplicates: 0,
      quarantined: 0,
      blank: 0,
      glued_extra: 0,
    });
    expect(read.report.identity).toBe(identity);
    expect(read.report.unknown_fields).toEqual(unknown);
  });

  test('errors of rb2_composo are no verdicts, by cause', async () => {
    const { report } = await log.read(referenceFile('rb2_composo', 'reward_log.jsonl'));
    expect(
      await log
        .store()
        .all(
          'SELECT unjudged, count(*) AS n FROM verdicts WHERE source_id = ? GROUP BY unjudged ORDER BY unjudged',
          [report.source_id],
        ),
    ).toEqual([
      { unjudged: 'error', n: 26 },
      { unjudged: 'missing', n: 30_579 },
      { unjudged: 'parse', n: 3 },
      { unjudged: 'refused', n: 112 },
    ]);
  });
});

describeWithReference('ugly files', () => {
  const ugly = (name: string) => log.read(referenceFile('ugly', name));

  test('01: NaN and infinities are read, marked and kept out', async () => {
    const read = await ugly('01_nan_infinity.jsonl');
    expect(counts(read)).toMatchObject({ records: 6, imported: 6, quarantined: 0 });
    expect(pick(read.rows, 'reward').flat()).toEqual([
      0.5,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(warningsOf(read)).toEqual({ nan: 4 });
  });

  test('02: three lines, and one cut off', async () => {
    const read = await ugly('02_truncated_last_line.jsonl');
    expect(counts(read)).toMatchObject({ lines: 4, imported: 3, quarantined: 1 });
    expect(remark(read, 'cut_last_line')).toBe(1);
  });

  test('04: true for 1 7 8 9, false for 2 to 6 and 10, not judged 11 to 14', async () => {
    const { rows } = await ugly('04_success_spellings.jsonl');
    const lines = (passed: unknown) => rows.filter((row) => row.passed === passed).map((row) => row.line);
    expect([lines(true), lines(false), lines(undefined)]).toEqual([
      [1, 7, 8, 9],
      [2, 3, 4, 5, 6, 10],
      [11, 12, 13, 14],
    ]);
  });

  test('05: the first three rewards are .8 and coerced; none of the others becomes a number', async () => {
    const read = await ugly('05_score_spellings.jsonl');
    expect(pick(read.rows, 'reward').flat()).toEqual([
      0.8,
      0.8,
      0.8,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(read.rows[4]?.score).toBe(0.8);
    expect([warningsOf(read).coerced, remark(read, 'reward_unreadable')]).toEqual([3, 3]);
  });

  test('07: one duplicate, one placeholder, one flip, one collision', async () => {
    const read = await ugly('07_duplicate_ids.jsonl');
    expect(counts(read)).toMatchObject({ records: 8, imported: 7, duplicates: 1 });
    expect([
      remark(read, 'rejudged'),
      remark(read, 'repeated_votes'),
      remark(read, 'id_in_two_categories'),
    ]).toEqual([2, 2, 2]);
  });

  test('08: the first record survives its mark', async () => {
    expect(pick((await ugly('08_bom_crlf.jsonl')).rows, 'task_id').flat()).toEqual(['t001', 't002']);
  });

  test('10: figures only where the line has them', async () => {
    const { rows } = await ugly('10_usage_shapes.jsonl');
    expect(pick(rows, 'latency_ms').flat()).toEqual([
      900,
      undefined,
      undefined,
      undefined,
      1100,
      1000,
      950,
      undefined,
    ]);
    expect(pick(rows, 'total_tokens').flat()).toEqual([
      120,
      undefined,
      undefined,
      1894,
      undefined,
      0,
      999,
      undefined,
    ]);
    expect([rows[5]?.flags, rows[6]?.warnings]).toEqual([['zero_usage'], ['coerced', 'total_mismatch']]);
  });

  test('11: failed calls are no failures', async () => {
    const { rows } = await ugly('11_errors_as_zero.jsonl');
    expect(pick(rows, 'passed').flat()).toEqual([
      true,
      false,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(pick(rows, 'unjudged').flat().slice(2)).toEqual([
      'timeout',
      'error',
      'parse',
      'refused',
      'refused',
      'missing',
    ]);
  });

  test('12: judge logs are no reward log', async () => {
    await expect(ugly('12_raw_outputs.jsonl')).rejects.toMatchObject({ failure: { code: 'wrong_shape' } });
  });
});
