import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { CliFolder } from './run-cli.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = new CliFolder();
const log = folder.file('reward_log.jsonl');
afterAll(() => folder.remove());

/** Runs 1 to 4 have that many rows each; the last one has no run at all. `split` is a field Assay does not know. */
beforeAll(() => {
  const runs = [1, 2, 2, 3, 3, 3, 4, 4, 4, 4, null];
  const lines = runs.map((run, at) => ({
    trajectory_id: `t${at}`,
    task_id: `task${at}`,
    rubric_version: 'v1',
    judge_model: 'j',
    success: at % 2 === 0,
    reward: 1,
    split: at < 6 ? 'train' : 'test',
    ...(run === null ? {} : { run_id: `run ${run}` }),
  }));
  writeFileSync(log, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
});

test('a summary by two fields of the log keeps the largest groups and counts what it leaves out', async () => {
  const found = await folder.json(['summary', log, '--by', 'split,run_id', '--limit', '3', '--json']);
  expect(found).toMatchObject({
    rows: 11,
    groups: [
      { key: { split: 'test', run_id: 'run 4' }, rows: 4 },
      { key: { split: 'train', run_id: 'run 2' }, rows: 2 },
      { key: { split: 'train', run_id: 'run 3' }, rows: 3 },
    ],
    left_out: { groups: 2, rows: 2 },
  });
  const { stdout, stderr, status } = await folder.here([
    'summary',
    log,
    '--by',
    'split,run_id',
    '--limit',
    '3',
  ]);
  expect(status).toBe(0);
  expect(stdout).toContain('run 4');
  expect(stderr).toContain('2 groups with fewer rows left out, 2 rows in all');
});

test('rows without the field are a group of their own', async () => {
  expect(await folder.json(['summary', log, '--by', 'run_id', '--json'])).toMatchObject({
    groups: [{}, {}, {}, {}, { key: { run_id: null }, rows: 1 }],
    left_out: { groups: 0, rows: 0 },
  });
});
