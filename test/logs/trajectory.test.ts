import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { instructionHash } from '../../electron/core/prompt/index.ts';
import { rejoin } from '../../electron/logs/join.ts';
import type { LogStore } from '../../electron/logs/log-store.ts';
import { importRewardLog } from '../../electron/logs/reward-log/index.ts';
import { importTrajectories } from '../../electron/logs/tables/trajectories.ts';
import { trajectoryOf } from '../../electron/logs/trajectory.ts';
import { emptyIndex, scratchFolder } from './made-index.ts';

const folder = scratchFolder();
const stored = join(folder, 'trajectories.jsonl');
let store: LogStore;
let log: number;

const verdict = { rubric_version: 'v', judge_model: 'j', success: false, reward: 0 };
const hash = instructionHash('给 Bob 发邮件');
const rows = [
  { ...verdict, trajectory_id: 'a', task_id: 't1', step: 1, instruction_hash: hash },
  {
    ...verdict,
    trajectory_id: 'z',
    task_id: 't1',
    step: 2,
    instruction: 'own words',
    frames: ['first'],
    messages: [],
  },
  { ...verdict, task_id: 't2', step: 1, instruction_hash: 'ffffffffffffffff' },
  { ...verdict, task_id: 't3', step: 1 },
  { ...verdict, task_id: 't4', step: 1 },
  { ...verdict, task_id: 't4', step: 2 },
  { ...verdict, task_id: 't5', step: 1, trajectory_summary: 'it sent' },
];
const trajectories = [
  {
    rollout_id: 'a',
    instruction: '给 Bob 发邮件',
    frames: [
      { action: 'input', text: 'hi', state: { draft: 1 }, image: 'shots/1.png' },
      { action: 'send', text: null },
    ],
    final_state: { sent: true },
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'do' }, { type: 'image' }] },
      { role: 'assistant', content: null, tool_calls: [{ name: 'send' }], trainable: true },
    ],
  },
  { task_id: 't2', step: 1, instruction: 'another' },
  { task_id: 't3', instruction: 'only by task' },
  { task_id: 't4', instruction: 'of which step?' },
];

beforeAll(async () => {
  store = await emptyIndex();
  const path = join(folder, 'reward_log.jsonl');
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  writeFileSync(stored, trajectories.map((row) => JSON.stringify(row)).join('\n'));
  log = (await importRewardLog(store, path, { now: 0 })).source_id;
  await importTrajectories(store, stored);
  await rejoin(store);
});

describe('the trajectory of a verdict', () => {
  test('is found by its id and read back from its file, frames and turns in full', async () => {
    expect(await trajectoryOf(store, `${log}:1`)).toEqual({
      trajectory: 'a',
      task_id: 't1',
      step: 1,
      instruction: '给 Bob 发邮件',
      frames: [
        { index: 0, action: 'input', text: 'hi', state: '{"draft":1}', image: 'shots/1.png' },
        { index: 1, action: 'send', text: null, state: null, image: null },
      ],
      final_state: '{"sent":true}',
      messages: [
        { role: 'user', content: 'do\n{"type":"image"}', tool_calls: null, trainable: null },
        { role: 'assistant', content: '', tool_calls: '[{"name":"send"}]', trainable: true },
      ],
      summary: null,
      origin: 'trajectories.jsonl:1',
      instruction_hash_matches: true,
    });
  });

  test('is the line’s own where no file has it; what the judge was sent is no transcript', async () => {
    expect(await trajectoryOf(store, `${log}:2`)).toMatchObject({
      trajectory: 'z',
      instruction: 'own words',
      frames: [{ index: 0, text: 'first' }],
      messages: [],
      origin: 'reward_log.jsonl:2',
      instruction_hash_matches: null,
    });
    expect(await trajectoryOf(store, `${log}:7`)).toMatchObject({ summary: 'it sent', instruction: null });
  });

  test('is never one of another instruction', async () => {
    expect(await trajectoryOf(store, `${log}:3`)).toBeNull();
  });

  test('is found by the task where that names one on both sides, and not where it does not', async () => {
    expect(await trajectoryOf(store, `${log}:4`)).toMatchObject({ instruction: 'only by task', step: 1 });
    expect(await trajectoryOf(store, `${log}:5`)).toBeNull();
    expect(await store.one("SELECT matched, ambiguous FROM sources WHERE kind = 'trajectories'")).toEqual({
      matched: 2,
      ambiguous: 1,
    });
  });

  test('of an unknown row, or from a file that changed, is said, not guessed', async () => {
    await expect(trajectoryOf(store, `${log}:99`)).rejects.toThrow(/no row/);
    writeFileSync(stored, 'x');
    await expect(trajectoryOf(store, `${log}:1`)).rejects.toThrow(/changed after it was read/);
  });
});
