import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AppliedMapping, FieldMapping } from '../../../electron/core/model/mapping.ts';
import { compileMapping } from '../../../electron/logs/mapping/compile.ts';
import { mapKeys } from '../../../electron/logs/mapping/compiled.ts';
import { counts, type Imported, importing, line, pick, warningsOf } from '../reward-log/imported.ts';

const log = importing();

function asked(fields: FieldMapping): AppliedMapping {
  return { name: null, kind: 'reward_log', fields, by: 'asked' };
}

/** Everything an import says about a file, but for what its own lines and keys are called. */
function told(read: Imported) {
  const { remarks, identity, warnings } = read.report;
  return {
    counts: counts(read),
    rows: read.rows.map(knownOf),
    remarks: Object.fromEntries(remarks.map(({ code, count }) => [code, count])),
    identity,
    warnings,
  };
}

function knownOf(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith('x_')));
}

/** A line as pieces of JSON, so that what is wrong with a value stays wrong under every name. */
type Members = readonly (readonly [name: string, json: string])[];

function object(members: Members): string {
  return `{${members.map(([name, json]) => `${JSON.stringify(name)}: ${json}`).join(', ')}}`;
}

const foreign: FieldMapping = {
  reward: 'grade',
  success: 'judge.output.passed',
  score: 'judge.output.score',
  task_id: 'prompt id',
  judge_model: 'judge.model',
  reason: 'judge.output.why',
  step: 'meta.0.it',
  'usage.prompt_tokens': 'tokens_in',
  'usage.total_tokens': 'meta.1',
  error: 'judge.error',
  timestamp: 'ts',
  trajectory_id: 'run.id',
};
const mapping: FieldMapping = { ...foreign, task_id: '"prompt id"' };

/** The same line under foreign names: what stands deeper is put into one object, in the order of the members. */
function foreignLine(members: Members): string {
  const tops: string[] = [];
  const output: string[] = [];
  const judge: string[] = [];
  let it: string | null = null;
  let total: string | null = null;
  const run: string[] = [];
  for (const [name, json] of members) {
    const pair = (key: string) => `${JSON.stringify(key)}: ${json}`;
    if (name === 'success') output.push(pair('passed'));
    else if (name === 'score') output.push(pair('score'));
    else if (name === 'reason') output.push(pair('why'));
    else if (name === 'judge_model') judge.push(pair('model'));
    else if (name === 'error') judge.push(pair('error'));
    else if (name === 'trajectory_id') run.push(pair('id'));
    else if (name === 'step') it = json;
    else if (name === 'prompt_tokens') tops.push(pair('tokens_in'));
    else if (name === 'total_tokens') total = json;
    else tops.push(pair(foreign[name] ?? name));
  }
  if (output.length > 0) judge.push(`"output": {${output.join(', ')}}`);
  if (judge.length > 0) tops.push(`"judge": {${judge.join(', ')}}`);
  if (run.length > 0) tops.push(`"run": {${run.join(', ')}}`);
  if (it !== null || total !== null)
    tops.push(`"meta": [${it === null ? '{}' : `{"it": ${it}}`}${total === null ? '' : `, ${total}`}]`);
  return `{${tops.join(', ')}}`;
}

function nativeLine(members: Members): string {
  const usage = members.filter(([name]) => name === 'prompt_tokens' || name === 'total_tokens');
  const rest = members.filter((each) => !usage.includes(each));
  return object(usage.length === 0 ? rest : [...rest, ['usage', object(usage)]]);
}

const number = fc.constantFrom(
  '0',
  '1',
  '0.5',
  '7',
  '-1',
  '1e2',
  '0.10',
  '12.0',
  '"0.7"',
  '"8/10"',
  '"80%"',
  'NaN',
  'Infinity',
  '-Infinity',
  '"NaN"',
  'null',
  'true',
  '[1]',
  '{"a": 1}',
  '"x"',
);
const verdict = fc.constantFrom(
  'true',
  'false',
  '"false"',
  '"PASS"',
  '"成功"',
  '1',
  '0',
  'null',
  '"maybe"',
  '{}',
);
const text = fc.constantFrom(
  '"a"',
  '"b"',
  '"说明 \\"引用\\""',
  '""',
  'null',
  '7',
  '7.50',
  '["x", 1]',
  '"\\ud800"',
  '"\\u0000"',
  '"a\\nb"',
);
const member: fc.Arbitrary<readonly [string, string]> = fc.oneof(
  fc.tuple(fc.constantFrom('reward', 'score'), number),
  fc.tuple(fc.constantFrom('step', 'prompt_tokens', 'total_tokens', 'latency_ms', 'timestamp'), number),
  fc.tuple(fc.constant('success'), verdict),
  fc.tuple(
    fc.constantFrom('task_id', 'judge_model', 'reason', 'error', 'trajectory_id', 'rubric_version', 'note'),
    text,
  ),
);
const members = fc.uniqueArray(member, { selector: ([name]) => name, minLength: 1, maxLength: 12 });
const whole = members.map((one) => ({ native: nativeLine(one), foreign: foreignLine(one) }));
const defect = fc.constantFrom(
  { native: '', foreign: '' },
  { native: '{"reward": 1, "succ', foreign: '{"grade": 1, "succ' },
  { native: 'null', foreign: 'null' },
  { native: '{"reward": 1, "reward": 2}', foreign: '{"grade": 1, "grade": 2}' },
  { native: '{"reward":1}{"reward":0}', foreign: '{"grade":1}{"grade":0}' },
  { native: '{"score": 1, "score": 2}', foreign: '{"judge": {"output": {"score": 1, "score": 2}}}' },
);
const first = {
  native: nativeLine([
    ['task_id', '"t"'],
    ['reward', '1'],
  ]),
  foreign: foreignLine([
    ['task_id', '"t"'],
    ['reward', '1'],
  ]),
};

describe('a log under other names, read by a mapping', () => {
  test('is the same table as the log with the right names, whatever is wrong with single lines', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 8, arbitrary: whole }, { weight: 1, arbitrary: defect }), {
          maxLength: 30,
        }),
        async (lines) => {
          const all = [first, ...lines];
          const native = await log.read(log.write(all.map((each) => `${each.native}\n`).join('')));
          const mapped = await log.read(log.write(all.map((each) => `${each.foreign}\n`).join('')), {
            mapping: asked(mapping),
          });
          expect(told(mapped)).toEqual(told(native));
        },
      ),
      { numRuns: 15, seed: 7, endOnFailure: true },
    );
  }, 120_000);

  test('grade, prompt_id and judge.output.score: the fast way and the exact one agree with the right names', async () => {
    const rows = Array.from({ length: 400 }, (_, at) => ({
      id: `p${at % 50}`,
      grade: (at % 11) / 10,
      passed: at % 3 === 0,
    }));
    const native = rows.map(({ id, grade, passed }) => ({
      task_id: id,
      success: passed,
      reward: grade,
      score: grade,
      judge_model: 'j',
    }));
    const other = rows.map(({ id, grade, passed }) => ({
      prompt_id: id,
      passed,
      grade,
      judge: { output: { score: grade }, name: 'j' },
    }));
    const fields = {
      task_id: 'prompt_id',
      success: 'passed',
      reward: 'grade',
      score: 'judge.output.score',
      judge_model: 'judge.name',
    };
    const read = await log.lines(native);
    const mapped = await log.read(log.write(other.map((each) => `${JSON.stringify(each)}\n`).join('')), {
      mapping: asked(fields),
    });
    expect(mapped.rows).toHaveLength(400);
    expect(told(mapped)).toEqual(told(read));
    // what a path leads into is kept as it is; what was another name for a field leaves nothing behind
    expect(mapped.report.unknown_fields).toEqual(['judge']);
    expect(mapped.report.mapping).toEqual({ name: null, kind: 'reward_log', by: 'asked', fields });
  });

  test('a key that stands twice on the way to a value: the last one counts, and the line is flagged', async () => {
    const mapped = await log.read(
      log.write('{"task_id":"a","j":{"s":0.2,"s":0.9}}\n{"task_id":"b","j":{"s":0.1}}\n'),
      { mapping: asked({ score: 'j.s' }) },
    );
    expect(pick(mapped.rows, 'task_id', 'score', 'warnings')).toEqual([
      ['a', 0.9, ['duplicate_keys']],
      ['b', 0.1, undefined],
    ]);
    expect(warningsOf(mapped)).toEqual({ duplicate_keys: 1 });
  });

  test('a field of the file whose name is taken for another value is kept beside it', async () => {
    const mapped = await log.read(
      log.write(
        [line({ reward: 0.1, final: 0.9 }), line({ reward: 0.2, final: 0.8 })]
          .map((each) => `${JSON.stringify(each)}\n`)
          .join(''),
      ),
      { mapping: asked({ reward: 'final' }) },
    );
    expect(pick(mapped.rows, 'reward', 'x_reward_as_logged')).toEqual([
      [0.9, '0.1'],
      [0.8, '0.2'],
    ]);
    expect(mapped.report.unknown_fields).toEqual(['reward_as_logged']);
  });

  test('one value may fill two fields', async () => {
    const mapped = await log.lines([{ task_id: 'a', ok: true }]);
    expect(mapped.rows[0]?.passed).toBeUndefined();
    const twice = await log.read(mapped.path, {
      mapping: asked({ success: 'ok', category: 'ok', reward: 'task_id' }),
    });
    expect(pick(twice.rows, 'passed', 'category', 'task_id')).toEqual([[true, 'true', 'a']]);
  });

  test('names that differ in case alone are told apart', async () => {
    const mapped = await log.read(
      log.write('{"Reward":0.5,"reward":0.25,"task_id":"a"}\n{"Reward":1,"reward":0,"task_id":"b"}\n'),
      {
        mapping: asked({ reward: 'Reward' }),
      },
    );
    expect(pick(mapped.rows, 'task_id', 'reward', 'x_reward_as_logged')).toEqual([
      ['a', 0.5, '0.25'],
      ['b', 1, '0'],
    ]);
  });

  test('an identical line is a duplicate where the mapped time says it is the same call', async () => {
    const text = '{"task_id":"a","when":"2026-01-01T00:00:00Z","grade":1}\n'.repeat(2);
    expect(counts(await log.read(log.write(text), { mapping: asked({ reward: 'grade' }) })).duplicates).toBe(
      0,
    );
    const timed = await log.read(log.write(text), { mapping: asked({ reward: 'grade', timestamp: 'when' }) });
    expect(counts(timed).duplicates).toBe(1);
  });
});

test('a mapping is refused where it names no field of a reward log, no path, or usage twice', () => {
  expect(() => compileMapping({ prize: 'grade' })).toThrow(/no field prize/);
  expect(() => compileMapping({ reward: 'a..b' })).toThrow(/is no path/);
  expect(() => compileMapping({})).toThrow(/names no field/);
  expect(() => compileMapping({ usage: 'u', 'usage.total_tokens': 't' })).toThrow(/one of the two/);
});

test('keys are mapped in the order of the line', () => {
  expect(mapKeys(['grade', 'a', 'judge'], compileMapping({ reward: 'grade', score: 'judge.score' }))).toEqual(
    ['a', 'judge', 'reward', 'score'],
  );
});
