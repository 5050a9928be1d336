import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pairsView } from '../../../electron/api/services/canary-pairs.ts';
import { importRewardLog } from '../../../electron/logs/reward-log/index.ts';
import { importAudit } from '../../../electron/logs/tables/audit.ts';
import { describeWithReference, referenceFile } from '../../reference-data.ts';
import { judgeBy, lines, runWorkspace } from './run-workspace.ts';
import { workspace } from './suspect-workspace.ts';

/** Twelve rows, two agents a task; the fourth task's rows name none, the sixth has one side only. */
const agents = lines(12, (at) => {
  const task = Math.floor(at / 2);
  const side = at % 2 === 0 ? 'old' : 'new';
  return {
    task_id: `task${task}`,
    trajectory_id: task === 1 ? `task1/${side}` : `t${at}`,
    ...(task === 1 || task === 3 ? {} : { policy_version: task === 5 && at % 2 === 1 ? 'else' : side }),
  };
});

const pair = (task: number, change: Readonly<Record<string, unknown>> = {}) => ({
  pair_id: `p${task}`,
  task_id: `task${task}`,
  agent_a: 'old',
  agent_b: 'new',
  success_a: 0,
  success_b: 1,
  judge_pref: 'B',
  ...change,
});

async function opened(passes: (number: number, call: number) => boolean) {
  const place = await runWorkspace(agents);
  const path = join(place.parts.folder, 'audit_pairs.jsonl');
  const pairs = [
    ...[0, 1, 2, 3, 5, 9].map((task) => pair(task)),
    // the same two sides in the other order
    pair(0, { pair_id: 'swapped', agent_a: 'new', agent_b: 'old', judge_pref: 'A' }),
  ];
  writeFileSync(path, pairs.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await importAudit(place.parts.store, path);
  const server = await judgeBy(passes);
  return { ...place, profile_id: place.profile(server.base_url) };
}

describe('pairs of an audit as a canary', () => {
  test('both sides are found by task and agent, and what cannot be asked is told with the reason', async () => {
    const { canaries } = await opened(() => true);
    const found = await canaries.pairs();
    expect(found).toMatchObject({
      judged_pairs: 7,
      pairs: 6,
      both_sides: 3,
      task_not_in_log: 1,
      agents_not_in_log: 1,
      one_side: 1,
      offered: 3,
    });
    expect(found.rows).toHaveLength(6);
  });

  test('are frozen with the samples, and a run that orders them otherwise is told', async () => {
    // samples are numbered as their rows are: 0 and 1 are the sides of the first task
    let turned = false;
    const { canaries, run, ended, profile_id } = await opened((number) =>
      turned && number < 2 ? number === 0 : number % 2 === 1,
    );
    const { rows } = await canaries.pairs();
    const base = await run({ rows, profile_id });
    const canary = await canaries.freeze({ name: 'pairs', note: '', run_id: base });
    expect(canary).toMatchObject({ samples: 6, pairs: 3 });
    const again = async () => {
      const { job } = await canaries.run({
        canary_id: canary.canary_id,
        questions: 'frozen',
        profile_id: null,
        repeats: null,
        rubric_version: null,
      });
      expect(await ended(job)).toMatchObject({ state: 'done' });
      return canaries.compare({ canary_id: canary.canary_id, a: null, b: null });
    };
    expect((await again()).pairs).toEqual({ pairs: 3, judged: 3, moved: 0, reversed: 0, moves: [] });
    turned = true;
    expect((await again()).pairs).toMatchObject({
      pairs: 3,
      judged: 3,
      moved: 1,
      reversed: 1,
      moves: [{ pair_id: 'p0', task_id: 'task0', before: 'B', after: 'A' }],
    });
  });

  test('a canary of other samples has none', async () => {
    const { canaries, run, profile_id } = await opened(() => true);
    const { rows } = await canaries.pairs();
    // one side of each
    const base = await run({ rows: rows.filter((_, at) => at % 2 === 0), profile_id });
    expect(await canaries.freeze({ name: 'half', note: '', run_id: base })).toMatchObject({ pairs: 0 });
  });

  test('without an audit there are none, and that is what is said', async () => {
    const { canaries } = await runWorkspace(lines(4));
    expect(await canaries.pairs()).toMatchObject({ judged_pairs: 0, pairs: 0, both_sides: 0, rows: [] });
  });
});

describeWithReference('the reference audits', () => {
  test('have pairs whose sides are rows named by task and agent', async () => {
    const { parts } = await workspace();
    await importAudit(parts.store, referenceFile('devai', 'audit_derived.db'));
    await importRewardLog(parts.store, referenceFile('devai', 'reward_log.jsonl'), { now: 0 });
    const devai = await pairsView(parts.store);
    expect(devai).toMatchObject({
      judged_pairs: 1098,
      one_side: 0,
      task_not_in_log: 0,
      agents_not_in_log: 0,
    });
    expect(devai.both_sides).toBe(devai.pairs);
    expect(devai.offered).toBe(200);
    expect(devai.rows.length).toBeLessThanOrEqual(400);
  });

  test('and pairs whose tasks no log holds', async () => {
    const { parts } = await workspace();
    await importAudit(parts.store, referenceFile('arena_human', 'audit.db'));
    const arena = await pairsView(parts.store);
    expect(arena).toMatchObject({ judged_pairs: 1754, both_sides: 0, rows: [] });
    expect(arena.task_not_in_log).toBe(arena.pairs);
  });
});
