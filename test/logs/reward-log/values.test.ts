import { describe, expect, test } from 'vitest';
import { readScore, readVerdictValue } from '../../../electron/core/reply/index.ts';
import { importing, line, pick, remark, warningsOf } from './imported.ts';

const log = importing();

describe('verdicts', () => {
  const spellings: readonly unknown[] = [
    true,
    false,
    1,
    0,
    1.0,
    0.0,
    -0,
    2,
    0.5,
    'true',
    'false',
    'True',
    'FALSE',
    'yes',
    'No',
    'PASS',
    'fail',
    'Passed',
    'FAILED',
    '1',
    '0',
    '成功',
    '失败',
    '是',
    '否',
    ' pass ',
    '\tno\n',
    '\u3000是\u00a0',
    '\ufefftrue',
    'maybe',
    '',
    ' ',
    'y',
    'n',
    '1.0',
    'İ',
    'FAİL',
    'paſs',
    null,
    {},
    { pass: true },
    [],
    [true],
    'null',
    'true false',
    '通过',
  ];

  test('are read as core reads them, in every spelling', async () => {
    const read = await log.lines(spellings.map((success, index) => line({ task_id: `s${index}`, success })));
    for (const [index, spelling] of spellings.entries()) {
      const { passed, coercedFrom } = readVerdictValue(spelling);
      const row = read.rows[index];
      expect([spelling, row?.passed ?? null], `spelling ${JSON.stringify(spelling)}`).toEqual([
        spelling,
        passed,
      ]);
      const warned = Array.isArray(row?.warnings) && row.warnings.includes('coerced');
      expect([spelling, warned]).toEqual([spelling, passed !== null && coercedFrom !== undefined]);
    }
  });

  test('that say neither are unjudged: unreadable ones by parse, absent ones by missing', async () => {
    const read = await log.lines([
      line({ success: 'maybe' }),
      line({ success: { pass: true } }),
      line({ success: null }),
      '{"task_id":"m","reward":1}',
    ]);
    expect(pick(read.rows, 'unjudged')).toEqual([['parse'], ['parse'], ['missing'], ['missing']]);
    expect(remark(read, 'verdict_unreadable')).toBe(2);
  });
});

describe('scores', () => {
  const spellings: readonly unknown[] = [
    0.8,
    1,
    0,
    -1,
    8,
    1e3,
    '0.8',
    '8/10',
    '80%',
    '0.7',
    ' 8 / 10 ',
    '-3/4',
    '+.5',
    '5.',
    '1e2',
    '1E-2',
    '8/0',
    '8/',
    '/10',
    '8/10/2',
    '80 %',
    '%',
    '',
    ' ',
    'eight',
    '1_000',
    '1,000',
    '0x10',
    '１',
    'NaN',
    'inf',
    '-Infinity',
    true,
    false,
    null,
    {},
    { score: 0.8 },
    [0.8],
    '8/-10',
    '1e999',
    '--1',
  ];

  test('are read as core reads them, in every spelling', async () => {
    const read = await log.lines(spellings.map((reward, index) => line({ task_id: `s${index}`, reward })));
    for (const [index, spelling] of spellings.entries()) {
      const row = read.rows[index];
      const { value } = readScore(spelling);
      expect([spelling, row?.reward ?? null]).toEqual([
        spelling,
        value === null ? null : expect.closeTo(value, 12),
      ]);
      expect([spelling, row?.score ?? null]).toEqual([spelling, row?.reward ?? null]);
    }
  });

  test('rewards read from a text are marked coerced; those that are no number are marked, and none becomes 0 or 1', async () => {
    const read = await log.lines([
      line({ reward: '0.8' }),
      line({ reward: '8/10' }),
      line({ reward: '80%' }),
      line({ reward: { score: 0.8, weight: 0.3 } }),
      '{"task_id":"w5","score":0.8,"success":true}',
      '{"task_id":"w6","parts":{"a":{"score":1}},"success":true}',
      line({ reward: [0.8] }),
      line({ reward: true }),
    ]);
    expect(pick(read.rows, 'reward', 'score', 'warnings', 'flags')).toEqual([
      [0.8, 0.8, ['coerced'], undefined],
      [0.8, 0.8, ['coerced'], ['score_as_share']],
      [0.8, 0.8, ['coerced'], ['score_as_share']],
      [undefined, undefined, undefined, ['reward_unreadable']],
      [undefined, 0.8, undefined, undefined],
      [undefined, undefined, undefined, undefined],
      [undefined, undefined, undefined, ['reward_unreadable']],
      [undefined, undefined, undefined, ['reward_unreadable']],
    ]);
  });

  test('above 1 are kept as written, and the judge and version they come from are counted', async () => {
    const read = await log.lines([
      line({ reward: 7 }),
      line({ reward: 3, rubric_version: 'v2' }),
      line({ reward: 0.5, rubric_version: 'v3' }),
    ]);
    expect(pick(read.rows, 'reward', 'score')).toEqual([
      [7, 7],
      [3, 3],
      [0.5, 0.5],
    ]);
    expect(remark(read, 'scale_unknown')).toBe(2);
    expect(warningsOf(read)).toEqual({});
  });

  test('score goes before reward; the reward as trained is kept beside it', async () => {
    const read = await log.lines([
      line({ reward: 0.2, score: '9/10' }),
      line({ reward: 0.2, score: 'good' }),
    ]);
    expect(pick(read.rows, 'reward', 'score')).toEqual([
      [0.2, 0.9],
      [0.2, 0.2],
    ]);
  });
});

describe('unjudged rows', () => {
  const causes: readonly (readonly [Readonly<Record<string, unknown>>, string | undefined])[] = [
    [{ error: "TimeoutError('60s')", reason: 'judge_call_failed' }, 'timeout'],
    [{ error: 'Request timed out.' }, 'timeout'],
    [{ error: '请求超时' }, 'timeout'],
    [{ error: '', reason: 'judge_call_failed' }, 'error'],
    [{ error: null, reason: 'judge_call_failed' }, 'error'],
    [{ error: '503 Service Unavailable' }, 'error'],
    [{ error: 'connection refused' }, 'error'],
    [{ error: { code: 500 } }, 'error'],
    [{ error: true }, 'error'],
    [{ error: 'cli_error (rc=1): ' }, 'error'],
    [{ error: 'invalid JSON after 3 tries' }, 'parse'],
    [{ error: 'no_score_found' }, 'parse'],
    [{ error: 'JSONDecodeError: Expecting value' }, 'parse'],
    [{ error: 'empty reply (finish_reason=content_filter)' }, 'refused'],
    [{ error: 'policy_refusal' }, 'refused'],
    [{ error: 'reply truncated at max_tokens' }, 'truncated'],
    [{ finish_reason: 'length' }, 'truncated'],
    [{ finish_reason: 'content_filter' }, 'refused'],
    [{ success: null }, 'missing'],
    [{ success: null, reward: null, raw_output: 'The page looks fine.' }, 'parse'],
    [{ success: null, reward: 1, raw_output: '8' }, 'missing'],
    // and what leaves the verdict as it is
    [{ error: null }, undefined],
    [{ error: '' }, undefined],
    [{ error: '  ' }, undefined],
    [{ error: false }, undefined],
    [{ error: {} }, undefined],
    [{ error: [] }, undefined],
    [{ finish_reason: 'stop' }, undefined],
    [{ reason: 'failed to send' }, undefined],
  ];

  test('carry their cause, and no failed call counts as a failure', async () => {
    const read = await log.lines(causes.map(([fields], index) => line({ task_id: `c${index}`, ...fields })));
    for (const [index, [fields, cause]] of causes.entries()) {
      const row = read.rows[index];
      expect([fields, row?.unjudged, row?.passed]).toEqual([
        fields,
        cause,
        cause === undefined ? true : undefined,
      ]);
    }
  });

  test('a failed call with a reward above zero is flagged; its reward stays as trained on', async () => {
    const read = await log.lines([
      line({ task_id: 'r1', error: 'boom', reward: 0.5 }),
      line({ task_id: 'r2', error: 'boom', reward: 0 }),
      line({ task_id: 'r3', reason: 'judge_call_failed', reward: 1 }),
      line({ task_id: 'r4', success: null, reward: 1 }),
    ]);
    expect(pick(read.rows, 'reward', 'warnings')).toEqual([
      [0.5, ['error_with_reward']],
      [0, undefined],
      [1, ['error_with_reward']],
      [1, undefined],
    ]);
  });
});

describe('latency and tokens', () => {
  test('every shape of usage is read for what it says, and nothing else', async () => {
    const read = await log.lines([
      line({
        task_id: 't1',
        latency_ms: 800,
        usage: { prompt_tokens: 90, completion_tokens: 10, total_tokens: 100 },
      }),
      line({ task_id: 't2', latency_ms: null, usage: null }),
      line({ task_id: 't3', usage: {} }),
      line({ task_id: 't4', latency_s: 1.5, usage: { input_tokens: 70, output_tokens: 5 } }),
      line({
        task_id: 't5',
        latency_ms: 900,
        usage: { prompt_tokens: null, completion_tokens: null, total_tokens: null },
      }),
      line({
        task_id: 't6',
        latency_ms: 700,
        usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
      }),
      line({
        task_id: 't7',
        latency_ms: '650',
        usage: { prompt_tokens: '60', completion_tokens: 20, total_tokens: 500 },
      }),
      line({ task_id: 't8', usage: 'n/a' }),
      line({ task_id: 't9' }),
    ]);
    expect(
      pick(
        read.rows,
        'latency_ms',
        'prompt_tokens',
        'completion_tokens',
        'total_tokens',
        'warnings',
        'flags',
      ),
    ).toEqual([
      [800, 90, 10, 100, undefined, undefined],
      [undefined, undefined, undefined, undefined, undefined, undefined],
      [undefined, undefined, undefined, undefined, undefined, undefined],
      [undefined, 70, 5, 75, undefined, undefined],
      [900, undefined, undefined, undefined, undefined, undefined],
      [700, 0, 0, 0, undefined, ['zero_usage']],
      [650, 60, 20, 500, ['coerced', 'total_mismatch'], undefined],
      [undefined, undefined, undefined, undefined, undefined, undefined],
      [undefined, undefined, undefined, undefined, undefined, undefined],
    ]);
    expect(read.rows[3]?.x_latency_s).toBe('1.5');
  });

  test('a number no field can hold is flagged, not bent', async () => {
    const read = await log.lines([
      line({ step: 3.7 }),
      line({ step: '12' }),
      line({ step: 12.0 }),
      line({ frame_count: 'many' }),
      line({ latency_ms: [1] }),
    ]);
    expect(pick(read.rows, 'step', 'frame_count', 'latency_ms', 'warnings', 'flags')).toEqual([
      [undefined, undefined, undefined, undefined, ['number_unreadable']],
      [12, undefined, undefined, ['coerced'], undefined],
      [12, undefined, undefined, undefined, undefined],
      [3, undefined, undefined, undefined, ['number_unreadable']],
      [3, undefined, undefined, undefined, ['number_unreadable']],
    ]);
  });
});

describe('time', () => {
  test('is read from seconds, milliseconds, microseconds and ISO 8601, a zone-less one as UTC', async () => {
    const times: readonly unknown[] = [
      1_700_000_000,
      1_700_000_000.25,
      1_700_000_000_000,
      1_700_000_000_000_000,
      '2023-11-14T22:13:20Z',
      '2023-11-14T22:13:20.250+00:00',
      '2023-11-15T06:13:20+08:00',
      '2023-11-14 22:13:20',
      '1700000000',
      1e17,
      'yesterday',
      null,
    ];
    const read = await log.lines(times.map((timestamp, index) => line({ task_id: `${index}`, timestamp })));
    expect(pick(read.rows, 'timestamp').flat()).toEqual([
      1_700_000_000_000,
      1_700_000_000_250,
      1_700_000_000_000,
      1_700_000_000_000,
      1_700_000_000_000,
      1_700_000_000_250,
      1_700_000_000_000,
      1_700_000_000_000,
      1_700_000_000_000,
      undefined,
      undefined,
      undefined,
    ]);
    expect(remark(read, 'number_unreadable')).toBe(2);
    // ISO 8601 is one of the ways to write a time; a number in a text is not
    expect(warningsOf(read)).toMatchObject({ coerced: 1 });
  });

  test('rows behind a later one are out of order, also where some lines need the exact reader', async () => {
    const at = (timestamp: number, extra = '') => `{"task_id":"o","timestamp":${timestamp}${extra}}`;
    const plain = await log.lines([at(10), at(30), at(20), at(31), at(40), at(5)]);
    expect(pick(plain.rows, 'warnings').map(([found]) => found !== undefined)).toEqual([
      false,
      false,
      true,
      false,
      false,
      true,
    ]);
    const mixed = await log.lines([at(10), at(30, ',"x":1,"x":2'), at(20), at(25, ',"x":1,"x":2'), at(40)]);
    expect(pick(mixed.rows, 'warnings')).toEqual([
      [undefined],
      [['duplicate_keys']],
      [['out_of_order']],
      [['out_of_order', 'duplicate_keys']],
      [undefined],
    ]);
  });
});

test('a token count too large for a number is none, also in a line with doubled keys', async () => {
  const huge = `1${'0'.repeat(400)}`;
  for (const written of ['1e999', huge]) {
    const usage = `{"prompt_tokens":${written},"completion_tokens":5}`;
    const { rows } = await log.lines([
      line({ task_id: 'whole' }),
      `{"task_id":"t","success":false,"success":true,"usage":${usage}}`,
    ]);
    expect(rows[1]).toMatchObject({
      completion_tokens: 5,
      passed: true,
      warnings: ['nan', 'duplicate_keys'],
    });
    expect(rows[1]).not.toHaveProperty('prompt_tokens');
  }
});
