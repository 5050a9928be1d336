import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Condition, formatFilter, parseFilter } from '../../../electron/core/filter/index.ts';
import { FailureError } from '../../../electron/core/model/failure.ts';
import type { LogStore } from '../../../electron/logs/log-store.ts';
import { FieldCatalog } from '../../../electron/logs/query/fields.ts';
import { compileFilter } from '../../../electron/logs/query/filter-sql.ts';
import { fuzzRuns, tried } from '../../fuzz-runs.ts';
import { addSource, addVerdicts, emptyIndex } from '../made-index.ts';

let store: LogStore;
let fields: FieldCatalog;

beforeAll(async () => {
  store = await emptyIndex();
  await addSource(store, { source_id: 1, name: 'a.jsonl', rows: 6 });
  await store.run('ALTER TABLE verdicts ADD COLUMN "x_retries" VARCHAR');
  await store.run('ALTER TABLE verdicts ADD COLUMN "x_my ""odd"" field; --" VARCHAR');
  await store.run('ALTER TABLE verdicts ADD COLUMN "x_cached" VARCHAR');
  await addVerdicts(store, [
    {
      task_id: 't1',
      step: 400,
      rubric_version: 'adapt_v1',
      judge_model: 'openai/gpt-4o',
      passed: false,
      truth: true,
      reason: '邮件已发送',
      reward: 0,
      latency_ms: 10,
      warnings: 1,
      timestamp: 1_767_225_600_000,
      x_retries: '10',
      x_cached: 'true',
    },
    {
      task_id: 't2',
      step: 399,
      rubric_version: 'adapt_v1',
      judge_model: 'openai/gpt-4o',
      passed: true,
      truth: false,
      reason: 'it is Done',
      reward: 1,
      latency_ms: 900,
      warnings: 3,
      x_retries: '9',
      x_cached: 'false',
    },
    {
      task_id: 't3',
      step: 500,
      rubric_version: 'baseline',
      judge_model: 'qwen3',
      passed: null,
      unjudged: 'timeout',
      truth: true,
      error: 'read timed out',
      x_retries: '0.70',
    },
    {
      task_id: 't4',
      step: 401,
      rubric_version: 'adapt_v1',
      passed: true,
      truth: true,
      reward: 0.5,
      'x_my "odd" field; --': "1' OR 1=1 --",
    },
    { task_id: 't5', step: null, rubric_version: null, passed: false, truth: false, interrupted: true },
    {
      task_id: 'o\'brien"; DROP TABLE verdicts; --',
      step: 7,
      rubric_version: 'a`b',
      passed: null,
      unjudged: 'error',
    },
  ]);
  const columns = await store.all<{ column_name: string }>(
    "SELECT column_name FROM information_schema.columns WHERE table_name = 'verdicts'",
  );
  fields = new FieldCatalog(columns.map((column) => column.column_name));
});

async function lines(text: string): Promise<number[]> {
  const parsed = parseFilter(text);
  if (!parsed.ok) throw new Error(parsed.message);
  const { sql, params } = compileFilter(parsed.ast, fields);
  const rows = await store.all<{ line: number }>(
    `SELECT line FROM verdicts WHERE ${sql} ORDER BY line`,
    params,
  );
  return rows.map((row) => row.line);
}

async function failure(text: string): Promise<{ code: string; message: string; details?: unknown }> {
  try {
    await lines(text);
  } catch (error) {
    if (error instanceof FailureError) return error.failure;
    throw error;
  }
  throw new Error(`"${text}" ran`);
}

describe('rows that a filter lets through', () => {
  test.each<[string, number[]]>([
    ['', [1, 2, 3, 4, 5, 6]],
    ['rubric_version = adapt_v1 and not passed and step >= 400', [1]],
    ['passed', [2, 4]],
    ['not passed', [1, 5]],
    ['passed = false', [1, 5]],
    ['passed != true', [1, 5]],
    ['success = yes', [2, 4]],
    ['judged', [1, 2, 4, 5]],
    ['unjudged', [3, 6]],
    ['not unjudged', [1, 2, 4, 5]],
    ['unjudged = timeout', [3]],
    ['unjudged in (timeout, error)', [3, 6]],
    ['outcome = unjudged', [3, 6]],
    ['truth', [1, 3, 4]],
    ['not truth', [2, 5]],
    ['false_negative', [1]],
    ['not false_negative', [2, 3, 4, 5, 6]],
    ['false_positive', [2]],
    ['warning', [1, 2]],
    ['warning = nan', [1, 2]],
    ['warning = coerced', [2]],
    ['warning != coerced', [1, 3, 4, 5, 6]],
    ['interrupted', [5]],
    ['step > 399', [1, 3, 4]],
    ['not (step > 399)', [2, 6]],
    ['step in (399, 7)', [2, 6]],
    ['step not in (399, 7)', [1, 3, 4, 5]],
    ['step is null', [5]],
    ['has(step) and step != 400', [2, 3, 4, 6]],
    ['rubric_version != adapt_v1', [3, 5, 6]],
    ['not (rubric_version = adapt_v1)', [3, 5, 6]],
    ['rubric_version is null or rubric_version = baseline', [3, 5]],
    ['reason contains 发送', [1]],
    ['reason ~ DONE', [2]],
    ['reason not contains done', [1, 3, 4, 5, 6]],
    ['judge_model = openai/gpt-4o', [1, 2]],
    ['error contains "timed out"', [3]],
    ['timestamp >= 2026-01-01', [1]],
    ['timestamp > 1767225599', [1]],
    ['timestamp < 2026-01-01T08:00:00+08:00', []],
    ['retries = 0.7', [3]],
    ['retries >= 9', [1, 2]],
    ['x_retries = 10', [1]],
    ['cached', [1]],
    ['not cached', [2]],
    ['source = a.jsonl', [1, 2, 3, 4, 5, 6]],
    ['source != a.jsonl', []],
    ['source contains A.JSON and line = 2', [2]],
    ['STEP = 400', [1]],
  ])('%s', async (text, expected) => {
    expect(await lines(text)).toEqual(expected);
  });
});

describe('what a person types is never SQL', () => {
  test.each<[string, number[]]>([
    [String.raw`task_id = "o'brien\"; DROP TABLE verdicts; --"`, [6]],
    [String.raw`"my \"odd\" field; --" = "1' OR 1=1 --"`, [4]],
    ['rubric_version = a`b', [6]],
    [`task_id = "' OR '1'='1"`, []],
    ["task_id = '/* */ 1; SELECT 1'", []],
    ["reason contains '%'", []],
    ["reason contains '_'", []],
    ["reason contains '?'", []],
    ["task_id = '$1'", []],
    ["task_id in ('x', '); DELETE FROM verdicts; --')", []],
  ])('%s', async (text, expected) => {
    expect(await lines(text)).toEqual(expected);
    expect(await store.one('SELECT count(*) AS n FROM verdicts')).toEqual({ n: 6 });
  });

  test.each([
    '"step; DROP TABLE verdicts" = 1',
    '"1=1 OR passed"',
    'has("passed) OR (1=1")',
    '"passed -- " = true',
    '`passed` = true',
    `"passed'" = 1`,
  ])('the field name %s is unknown, not run', async (text) => {
    expect((await failure(text)).code).toBe('filter_syntax');
  });
});

describe('any filter whatever', () => {
  const names = fc.constantFrom(
    ...[
      'passed',
      'unjudged',
      'warning',
      'source',
      'step',
      'reward',
      'timestamp',
      'task_id',
      'evidence',
      'outcome',
    ],
    ...[
      'truth',
      'false_negative',
      'retries',
      'cached',
      'x_retries',
      'explicit_id',
      'nobody',
      "a'b",
      'c"d',
      ';--',
      '`',
    ],
  );
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.constantFrom(
      '1',
      '-0.5',
      '1e400',
      'NaN',
      'true',
      'timeout',
      'nan',
      'a.jsonl',
      '2026-01-01',
      '99999999999999999999',
      "'",
      '"',
      '?',
      '$1',
    ),
  );
  const field = names.map((name) => ({ name, at: 0 }));
  const value = texts.map((text) => ({ text, at: 0 }));
  const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 3 },
      fc.record({ kind: fc.constantFrom('flag' as const, 'has' as const), field }),
      fc.record({ kind: fc.constant('null' as const), field, negated: fc.boolean() }),
      fc.record({
        kind: fc.constant('compare' as const),
        field,
        operator: fc.constantFrom('=' as const, '!=' as const, '<' as const, '>=' as const),
        value,
      }),
      fc.record({ kind: fc.constant('contains' as const), field, negated: fc.boolean(), value }),
      fc.record({
        kind: fc.constant('in' as const),
        field,
        negated: fc.boolean(),
        values: fc.array(value, { minLength: 1, maxLength: 3 }),
      }),
      fc.record({ kind: fc.constant('not' as const), term: tie('condition') }),
      fc.record({
        kind: fc.constantFrom('and' as const, 'or' as const),
        terms: fc.array(tie('condition'), { minLength: 2, maxLength: 3 }),
      }),
    ),
  }));

  test('runs, or is refused as a filter: it is never an error of the database', async () => {
    await fc.assert(
      fc.asyncProperty(condition, async (tree) => {
        try {
          tried('filters');
          const found = await lines(formatFilter(tree));
          expect(found.every((line) => line >= 1 && line <= 6)).toBe(true);
        } catch (error) {
          if (!(error instanceof FailureError)) throw error;
          expect(error.failure.code).toBe('filter_syntax');
        }
      }),
      { numRuns: fuzzRuns(400) },
    );
    expect(await store.one('SELECT count(*) AS n FROM verdicts')).toEqual({ n: 6 });
  });

  test('and its negation never let the same row through', async () => {
    await fc.assert(
      fc.asyncProperty(condition, async (tree) => {
        try {
          const found = await lines(formatFilter(tree));
          const others = await lines(formatFilter({ kind: 'not', term: tree }));
          expect(others.filter((line) => found.includes(line))).toEqual([]);
        } catch (error) {
          if (!(error instanceof FailureError)) throw error;
        }
      }),
      { numRuns: fuzzRuns(150, 0.5) },
    );
  });
});

describe('a filter that cannot be run says why and where', () => {
  test.each<[string, number, RegExp]>([
    ['passed and rubric_verison = x', 11, /rubric_verison.*Did you mean rubric_version\?/],
    ['retires = 1', 0, /Did you mean retries\?/],
    ['qqqqq', 0, /No opened log has it/],
    ['step = soon', 7, /"soon" is no number/],
    ['passed = maybe', 9, /true or false/],
    ['step', 0, /no yes\/no field.*has\(step\)/],
    ['unjudged = timout', 11, /Did you mean timeout\?/],
    ['warning = ugly', 10, /nan, coerced/],
    ['timestamp > yesterday', 12, /no time/],
    ['passed > true', 0, /no order/],
    ['step contains 4', 0, /no text/],
  ])('%s', async (text, position, message) => {
    const found = await failure(text);
    expect(found.code).toBe('filter_syntax');
    expect(found.message).toMatch(message);
    expect(found.details).toMatchObject({ position });
  });
});
