import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readReply } from '../../electron/core/reply/index.ts';
import { rejoin } from '../../electron/logs/join.ts';
import { oddRecords } from '../../electron/logs/query/odd-records.ts';
import { importAudit, importJudgeLogs } from '../../electron/logs/tables/audit.ts';
import { importTruth } from '../../electron/logs/tables/truth.ts';
import { describeWithReference, referenceFile } from '../reference-data.ts';
import { type Imported, importing } from './reward-log/imported.ts';

const log = importing();
const kept = new Map<string, Promise<Imported>>();

/** A file is read once for all of its lines. */
async function lineOf(file: string, number: number): Promise<Readonly<Record<string, unknown>> | undefined> {
  const read = kept.get(file) ?? log.read(referenceFile('ugly', file));
  kept.set(file, read);
  return (await read).rows.find(({ line }) => line === number);
}

/** What a line is expected to be; a key with `undefined` must be absent. */
type Wanted = Readonly<Record<string, unknown>>;

async function expectLine(file: string, number: number, wanted: Wanted): Promise<void> {
  const row = await lineOf(file, number);
  if (row === undefined) throw new Error(`line ${number} is no row`);
  expect(Object.fromEntries(Object.keys(wanted).map((key) => [key, row[key]]))).toEqual(wanted);
}

const none = undefined;

describeWithReference('the ugly files, line by line', () => {
  test.each<[number, Wanted]>([
    [1, { reward: 0.5, passed: true, warnings: none }],
    [2, { reward: none, passed: false, warnings: ['nan'] }],
    [3, { reward: none, passed: true, warnings: ['nan'] }],
    [4, { reward: none, passed: false, warnings: ['nan'] }],
    [5, { reward: none, passed: none, unjudged: 'missing', warnings: none }],
    [6, { reward: none, passed: false, warnings: ['nan'] }],
  ])('01 NaN and infinities, line %i: kept, never 0, out of the means', (line, wanted) =>
    expectLine('01_nan_infinity.jsonl', line, wanted),
  );

  test.each([1, 2, 3])('02 a cut last line: line %i is read', (line) =>
    expectLine('02_truncated_last_line.jsonl', line, { passed: true, reward: 1, reason: 'saved' }),
  );

  test('02 a cut last line: line 4 is quarantined where it stands, as cut off', async () => {
    expect(await lineOf('02_truncated_last_line.jsonl', 4)).toBeUndefined();
    const read = await kept.get('02_truncated_last_line.jsonl');
    const [bad, ...more] = await log
      .store()
      .all<{ line: number; byte_offset: number; cause: string; text: string }>(
        'SELECT line, byte_offset, cause, text FROM quarantine WHERE source_id = ?',
        [read?.report.source_id ?? 0],
      );
    expect([bad?.line, bad?.cause, more]).toEqual([4, 'cut_off', []]);
    const bytes = readFileSync(referenceFile('ugly', '02_truncated_last_line.jsonl'));
    expect(bytes.subarray(bad?.byte_offset).toString('utf8')).toBe(bad?.text);
  });

  test.each<[number, Wanted]>([
    [1, { passed: true, warnings: none }],
    [2, { passed: false, warnings: none }],
    [3, { passed: false, warnings: ['coerced'] }],
    [4, { passed: false, warnings: ['coerced'] }],
    [5, { passed: false, warnings: ['coerced'] }],
    [6, { passed: false, warnings: ['coerced'] }],
    [7, { passed: true, warnings: ['coerced'] }],
    [8, { passed: true, warnings: ['coerced'] }],
    [9, { passed: true, warnings: ['coerced'] }],
    [10, { passed: false, warnings: ['coerced'] }],
    [11, { passed: none, unjudged: 'parse', flags: ['verdict_unreadable'] }],
    [12, { passed: none, unjudged: 'missing' }],
    [13, { passed: none, unjudged: 'parse', flags: ['verdict_unreadable'] }],
    [14, { passed: none, unjudged: 'missing', reward: 1 }],
  ])('04 spellings of success, line %i', (line, wanted) =>
    expectLine('04_success_spellings.jsonl', line, wanted),
  );

  test.each<[number, Wanted]>([
    [1, { reward: 0.8, score: 0.8, warnings: ['coerced'] }],
    [2, { reward: 0.8, score: 0.8, warnings: ['coerced'], flags: ['score_as_share'] }],
    [3, { reward: 0.8, score: 0.8, warnings: ['coerced'], flags: ['score_as_share'] }],
    [4, { reward: none, score: none, flags: ['reward_unreadable'] }],
    [5, { reward: none, score: 0.8, flags: none }],
    [6, { reward: none, score: none, flags: none }],
    [7, { reward: none, score: none, flags: ['reward_unreadable'] }],
    [8, { reward: none, score: none, flags: ['reward_unreadable'] }],
  ])('05 spellings of scores, line %i: read or marked, none becomes 0 or 1', (line, wanted) =>
    expectLine('05_score_spellings.jsonl', line, wanted),
  );

  test('05 a nested score is read where a mapping says so', async () => {
    const read = await log.read(referenceFile('ugly', '05_score_spellings.jsonl'), {
      mapping: {
        name: null,
        kind: 'reward_log',
        by: 'asked',
        fields: { score: 'criteria_scores.recipient.score' },
      },
    });
    expect(read.rows.find(({ line }) => line === 6)?.score).toBe(0.6);
  });

  test.each<[number, Wanted]>([
    [1, { passed: true, identity_flags: none }],
    [3, { passed: none, unjudged: 'error', identity_flags: ['shared_task_keys', 'rejudged'] }],
    [4, { passed: true, identity_flags: ['shared_task_keys', 'rejudged'] }],
    [5, { passed: true, identity_flags: ['shared_task_keys', 'repeated_votes'] }],
    [6, { passed: false, identity_flags: ['shared_task_keys', 'repeated_votes'] }],
    [7, { passed: true, identity_flags: ['id_in_two_categories'] }],
    [8, { passed: false, identity_flags: ['id_in_two_categories'] }],
  ])('07 ids that repeat, line %i: each case apart, never the last alone', (line, wanted) =>
    expectLine('07_duplicate_ids.jsonl', line, wanted),
  );

  test('07 ids that repeat, line 2: an exact duplicate of line 1, counted once', async () => {
    expect(await lineOf('07_duplicate_ids.jsonl', 2)).toBeUndefined();
    const read = await kept.get('07_duplicate_ids.jsonl');
    expect(
      await log
        .store()
        .all('SELECT line, first_line FROM duplicates WHERE source_id = ?', [read?.report.source_id ?? 0]),
    ).toEqual([{ line: 2, first_line: 1 }]);
  });

  test.each<[number, Wanted]>([
    [1, { task_id: 't001', passed: true, reason: '收件人正确', flags: ['byte_order_mark'] }],
    [2, { task_id: 't002', passed: false, reason: '未保存', flags: none }],
  ])('08 BOM and CRLF, line %i', (line, wanted) => expectLine('08_bom_crlf.jsonl', line, wanted));

  test.each([
    [2, 't001', true, 'reviewer 1, second pass'],
    [3, 't002', false, 'rule'],
    [5, 't003', null, 'rule'],
  ])('08 labels with BOM and CRLF, line %i', async (line, task_id, true_success, source) => {
    const { source_id } = await importTruth(log.store(), referenceFile('ugly', '08_labels_bom_crlf.csv'));
    expect(
      await log
        .store()
        .all('SELECT task_id, true_success, source FROM truth WHERE source_id = ? AND line = ?', [
          source_id,
          line,
        ]),
    ).toEqual([{ task_id, true_success, source }]);
  });

  test.each<[number, Wanted]>([
    [1, { latency_ms: 900, total_tokens: 120, warnings: none, flags: none }],
    [2, { latency_ms: none, total_tokens: none }],
    [3, { latency_ms: none, total_tokens: none }],
    [4, { latency_ms: none, prompt_tokens: 1694, completion_tokens: 200, total_tokens: 1894 }],
    [5, { latency_ms: 1100, total_tokens: none }],
    [6, { latency_ms: 1000, total_tokens: 0, flags: ['zero_usage'] }],
    [7, { latency_ms: 950, total_tokens: 999, warnings: ['coerced', 'total_mismatch'] }],
    [8, { latency_ms: none, total_tokens: none }],
  ])('10 shapes of usage, line %i: a figure only where the line has it', (line, wanted) =>
    expectLine('10_usage_shapes.jsonl', line, wanted),
  );

  test.each<[number, Wanted]>([
    [1, { passed: true }],
    [2, { passed: false }],
    [3, { passed: none, unjudged: 'timeout' }],
    [4, { passed: none, unjudged: 'error' }],
    [5, { passed: none, unjudged: 'parse' }],
    [6, { passed: none, unjudged: 'refused' }],
    [7, { passed: none, unjudged: 'refused' }],
    [8, { passed: none, unjudged: 'missing' }],
  ])('11 failed calls that look like failures, line %i', (line, wanted) =>
    expectLine('11_errors_as_zero.jsonl', line, wanted),
  );

  const verdict = (preference: string, repaired: boolean, duplicateKeys: readonly string[] = []) => ({
    outcome: 'verdict',
    repaired,
    duplicateKeys,
    value: { preference },
  });
  test.each<[string, unknown]>([
    ['fenced', verdict('A', true)],
    ['preamble', verdict('B', true)],
    ['comments', verdict('A', true)],
    ['url_in_string', verdict('A', false)],
    ['raw_newline', verdict('A', true)],
    ['cut_off', { outcome: 'truncated', why: 'cut_off' }],
    ['cut_off_fence', { outcome: 'truncated', why: 'cut_off' }],
    ['twice', verdict('A', true)],
    ['twice_differs', { outcome: 'parse', why: 'contradictory' }],
    ['duplicate_key', verdict('B', false, ['winner'])],
    ['single_quotes', verdict('tie', true)],
    ['nested_verdict', { outcome: 'missing' }],
    ['contradiction', { outcome: 'parse' }],
    ['no_verdict', { outcome: 'parse' }],
    ['empty', { outcome: 'missing', why: 'empty' }],
    ['substring_trap', { outcome: 'parse' }],
  ])('12 a judge reply, %s', async (name, wanted) => {
    const replies = readFileSync(referenceFile('ugly', '12_raw_outputs.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) =>
        z.object({ log_id: z.string(), case: z.string(), raw_output: z.string() }).parse(JSON.parse(line)),
      );
    const reply = replies.find((each) => each.case === name);
    if (reply === undefined) throw new Error(`there is no reply ${name}`);
    expect(readReply(reply.raw_output, { required: ['winner'] })).toMatchObject(
      z.record(z.string(), z.unknown()).parse(wanted),
    );
    const { source_id } = await importJudgeLogs(log.store(), referenceFile('ugly', '12_raw_outputs.jsonl'));
    // in every case it stays readable as it was
    expect(
      await log
        .store()
        .all('SELECT raw_output FROM judge_logs WHERE source_id = ? AND log_id = ?', [
          source_id,
          reply.log_id,
        ]),
    ).toEqual([{ raw_output: reply.raw_output }]);
  });

  test.each<[string, string | null, boolean | null]>([
    ['p01', 'A', false],
    ['p02', 'B', true],
    ['p03', 'tie', false],
    ['p04', 'tie', false],
    ['p05', 'A', false],
    ['p06', 'A', false],
    ['p07', null, null],
    ['p08', null, null],
    ['p09', null, null],
    ['p10', 'B', true],
    ['p11', 'A', false],
  ])('14 preferences, %s', async (id, preference, misselected) => {
    const { source_id } = await importAudit(log.store(), referenceFile('ugly', '14_pref_values.db'));
    await rejoin(log.store());
    const [row] = await log
      .store()
      .all<{ judge_pref: string | null; misselected: boolean | null; raw: string }>(
        'SELECT judge_pref, misselected, judge_pref_raw AS raw FROM pairs WHERE source_id = ? AND pair_id = ?',
        [source_id, id],
      );
    expect(row).toMatchObject({ judge_pref: preference, misselected });
    const named = async (code: string) =>
      (await oddRecords(log.store(), source_id, code, 0, 20)).rows.map(({ name }) => name);
    expect(await named('coerced')).toEqual(['p04', 'p05', 'p06']);
    expect(await named('unreadable_preference')).toEqual(['p07', 'p08', 'p09']);
    expect(await named('misselected_differs')).toEqual(['p10']);
    expect(await named('gap_differs')).toEqual(['p11']);
    expect(await named('double_encoded')).toEqual(['l01']);
  });
});
