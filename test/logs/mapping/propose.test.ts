import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { readPath, writePath } from '../../../electron/logs/mapping/path.ts';
import { fileShape, mappingByShape } from '../../../electron/logs/mapping/shape.ts';
import { importing } from '../reward-log/imported.ts';

const log = importing();

const theirs = Array.from({ length: 60 }, (_, at) => ({
  prompt_id: `p${at % 9}`,
  rollout: { id: `r${at}` },
  grade: at % 7 === 0 ? 'NaN' : (at % 11) / 10,
  global_step: at,
  created_at: '2026-01-01T00:00:00Z',
  judge: { name: 'judge-a', output: { passed: at % 2 === 0, score: at % 5, explanation: `because ${at}` } },
  tokens: { input_tokens: 10 + at, output_tokens: 3 },
  latency_s: 1.5,
  question: `do ${at}`,
}));

const text = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const shapeOf = (path: string) => fileShape(path, log.folder(), []);

test('names and values suggest where the fields stand, nested ones included', async () => {
  const shape = await shapeOf(log.write(text(theirs)));
  expect(shape.looked_at).toBe(60);
  expect(shape.proposed).toMatchObject({
    task_id: 'prompt_id',
    step: 'global_step',
    timestamp: 'created_at',
    reward: 'grade',
    score: 'judge.output.score',
    success: 'judge.output.passed',
    reason: 'judge.output.explanation',
    judge_model: 'judge.name',
    instruction: 'question',
  });
  // seconds are no milliseconds
  expect(shape.proposed).not.toHaveProperty('latency_ms');
});

test('in Chinese too', async () => {
  const rows = [
    { 任务: 'a', 评分: 0.4, 是否成功: '是', 理由: '完成了', 裁判: '甲' },
    { 任务: 'b', 评分: 0.1, 是否成功: '否', 理由: '未完成', 裁判: '甲' },
  ];
  expect((await shapeOf(log.write(text(rows)))).proposed).toMatchObject({
    task_id: '任务',
    reward: '评分',
    success: '是否成功',
    reason: '理由',
    judge_model: '裁判',
  });
});

test('a value that does not look like its field is not proposed, whatever it is called', async () => {
  const rows = [
    { prompt_id: 'a', grade: 'excellent', passed: 'unclear', steps: ['a'] },
    { prompt_id: 'b', grade: 'poor', passed: 'mixed', steps: [] },
  ];
  expect((await shapeOf(log.write(text(rows)))).proposed).toEqual({ task_id: 'prompt_id' });
});

test("the last word of a name counts, where the field is the judge's own", async () => {
  const rows = [{ prompt_id: 'a', 'final.grade': 0.5, num_steps: 3 }];
  expect((await shapeOf(log.write(text(rows)))).proposed).toEqual({
    task_id: 'prompt_id',
    reward: '"final.grade"',
  });
});

test('a field under its own name is never proposed elsewhere', async () => {
  const rows = [{ task_id: 'a', reward: 1, grade: 0.5, passed: true }];
  expect((await shapeOf(log.write(text(rows)))).proposed).toEqual({ success: 'passed', score: 'grade' });
});

test('packed lines, tables and databases show what they hold', async () => {
  const flat = theirs.map(({ prompt_id, grade }) => ({ prompt_id, grade }));
  const packed = await shapeOf(log.write(gzipSync(text(flat)), 'a.jsonl.gz'));
  const csv = await shapeOf(
    log.write(
      `prompt_id,grade\n${flat.map(({ prompt_id, grade }) => `${prompt_id},${grade}`).join('\n')}`,
      'a.csv',
    ),
  );
  const path = join(log.folder(), 'a.db');
  const made = new Database(path);
  made.exec('CREATE TABLE reward_log (prompt_id TEXT, grade REAL)');
  for (const { prompt_id, grade } of flat)
    made.prepare('INSERT INTO reward_log VALUES (?, ?)').run(prompt_id, grade === 'NaN' ? null : grade);
  made.close();
  for (const shape of [packed, csv, await shapeOf(path)]) {
    expect(shape.proposed).toEqual({ task_id: 'prompt_id', reward: 'grade' });
    expect(shape.looked_at).toBe(60);
  }
});

test('a saved mapping fits where every path leads to a value and the file has none of the fields itself', async () => {
  const saved = [
    { name: 'small', kind: 'reward_log', fields: { reward: 'grade' }, updated_at: 2 },
    {
      name: 'whole',
      kind: 'reward_log',
      fields: { reward: 'grade', score: 'judge.output.score' },
      updated_at: 1,
    },
    { name: 'other', kind: 'reward_log', fields: { reward: 'points' }, updated_at: 3 },
  ] as const;
  const at = (rows: readonly unknown[]) => mappingByShape(log.write(text(rows)), log.folder(), saved);
  expect(await at(theirs)).toEqual({
    name: 'whole',
    kind: 'reward_log',
    fields: saved[1].fields,
    by: 'shape',
  });
  expect(await at([{ grade: 1 }])).toMatchObject({ name: 'small' });
  expect(await at([{ grade: 1, reward: 0 }])).toBeNull();
  expect(await at([{ mark: 1 }])).toBeNull();
});

test.each([
  ['judge.output.score', ['judge', 'output', 'score']],
  ['votes.0.grade', ['votes', '0', 'grade']],
  ['"judge.score"', ['judge.score']],
  ['a."b \\"c\\"".d', ['a', 'b "c"', 'd']],
  ['评分.分数', ['评分', '分数']],
])('the path %s leads there and is written so', (written, keys) => {
  expect(readPath(written)).toEqual(keys);
  expect(writePath(keys)).toBe(written);
});

test.each(['', '.a', 'a.', 'a..b', 'a b', '"a', 'a"b"'])('%j is no path', (written) => {
  expect(() => readPath(written)).toThrow(/is no path/);
});

test('a table cut in the middle of a quoted field shows the rows before it', async () => {
  const path = join(log.folder(), 'cut.csv');
  writeFileSync(
    path,
    `prompt_id,grade,why\n${Array.from({ length: 30_000 }, (_, at) => `p${at},0.5,"two\nlines, ${'x'.repeat(30)}"`).join('\n')}\n`,
  );
  expect((await shapeOf(path)).proposed).toMatchObject({
    task_id: 'prompt_id',
    reward: 'grade',
    reason: 'why',
  });
});
