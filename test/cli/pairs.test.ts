import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { completion, json, verdict } from '../judge/fault-server.ts';
import { failureDocument } from './figures.ts';
import { CliFolder } from './run-cli.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const folder = new CliFolder();
let judge: Server;
/** The log, its audit, and a judge that passes everything. */
let asked: readonly string[];

const agents = ['old', 'new'];

/** Six tasks, two agents each; the judge saw each pair, the last one in the other order too. */
beforeAll(async () => {
  const rows = Array.from({ length: 12 }, (_, at) => ({
    trajectory_id: `t${at}`,
    task_id: `task${Math.floor(at / 2)}`,
    step: at,
    policy_version: agents[at % 2],
    rubric_version: 'v1',
    judge_model: 'demo-judge',
    reward: 0,
    success: false,
    messages: [{ role: 'user', content: `Judge run ${at} and reply with JSON: {"success": true or false}.` }],
  }));
  const pair = (task: number, change: Readonly<Record<string, unknown>> = {}) => ({
    pair_id: `p${task}`,
    task_id: `task${task}`,
    agent_a: 'old',
    agent_b: 'new',
    success_a: 0,
    success_b: 1,
    // the judge chose the failed side of the first two
    judge_pref: task < 2 ? 'A' : 'B',
    external_gap: task === 2 ? 0.1 : 3,
    ...change,
  });
  const pairs = [
    ...Array.from({ length: 6 }, (_, task) => pair(task)),
    pair(5, {
      pair_id: 'p5-swapped',
      agent_a: 'new',
      agent_b: 'old',
      success_a: 1,
      success_b: 0,
      judge_pref: 'A',
    }),
  ];
  const written = (name: string, lines: readonly unknown[]): string => {
    const path = folder.file(name);
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return path;
  };
  judge = createServer((request, response) => {
    request.resume().on('end', () => json(response, 200, completion(verdict(true))));
  });
  await new Promise<void>((resolve) => judge.listen(0, '127.0.0.1', resolve));
  // A server that listens on a TCP port has an AddressInfo.
  const { port } = judge.address() as AddressInfo;
  asked = [
    written('reward_log.jsonl', rows),
    written('audit_pairs.jsonl', pairs),
    '--base-url',
    `http://127.0.0.1:${port}/v1`,
    '--model',
    'judge-a',
    '--repeats',
    '1',
  ];
});
afterAll(() => {
  judge.closeAllConnections();
  judge.close();
  folder.remove();
});

/** The samples of a re-run in a process of its own, as the numbers of their rows. */
async function samplesOf(...choice: readonly string[]): Promise<readonly number[]> {
  const { status, stdout, stderr } = await folder.run(['rerun', ...asked, ...choice, '--json']);
  expect(status, stderr).toBe(0);
  const { items }: { readonly items: readonly { readonly trajectory: string }[] } = JSON.parse(stdout);
  return items.map(({ trajectory }) => Number(trajectory.slice(1))).sort((a, b) => a - b);
}

describe('pairs chosen on the command line', () => {
  test('are judged as both their sides: all, by outcome, by gap, by id, by a filter', async () => {
    expect(await samplesOf('--pairs', 'all')).toEqual(Array.from({ length: 12 }, (_, at) => at));
    expect(await samplesOf('--pairs', 'misselected')).toEqual([0, 1, 2, 3]);
    expect(await samplesOf('--pairs', 'all', '--bucket', 'near')).toEqual([4, 5]);
    // a pair that was judged in both orders is the same two samples
    expect(await samplesOf('--pairs', 'p3,p5-swapped')).toEqual([6, 7, 10, 11]);
    // step 4 is one side alone
    expect(await samplesOf('--pairs', 'all', '--where', 'step >= 5')).toEqual([6, 7, 8, 9, 10, 11]);
  });

  test('are counted by --limit, and what is asked is said', async () => {
    const { status, stderr, stdout } = await folder.run([
      'rerun',
      ...asked,
      '--pairs',
      'all',
      '--limit',
      '2',
      '--json',
    ]);
    expect(status, stderr).toBe(0);
    expect(stderr).toContain('both sides of 2 of 6 chosen pairs');
    expect(JSON.parse(stdout)).toMatchObject({ samples: 4, attempts: 4 });
  });

  test('make a canary of the chosen ones alone', async () => {
    const at = ['--workspace', folder.file('ws')];
    const [log = '', audit = '', ...judgeValues] = asked;
    expect((await folder.run(['audit', audit, ...at])).status).toBe(0);
    expect((await folder.run(['summary', log, ...at])).status).toBe(0);
    const choice = ['--pairs', 'misselected'];
    expect(
      JSON.parse((await folder.run(['canary', 'pairs', ...choice, ...at, '--json'])).stdout),
    ).toMatchObject({
      pairs: 6,
      both_sides: 6,
      chosen: 2,
      offered: 2,
    });
    const text = await folder.run(['canary', 'pairs', ...choice, ...at]);
    expect(text.stdout).toContain('2 of them are among those chosen.');
    const made = await folder.run(['canary', 'pairs', 'lost', ...choice, ...judgeValues, ...at, '--json']);
    expect(made.status, made.stderr).toBe(0);
    expect(JSON.parse(made.stdout)).toMatchObject({ name: 'lost', samples: 4, pairs: 2 });
  });

  test('that are not there, or asked for wrongly, are refused with what is wrong', async () => {
    const said = async (...choice: readonly string[]) => {
      const { status, stdout } = await folder.here(['rerun', ...asked, ...choice, '--json']);
      return [status, failureDocument.parse(JSON.parse(stdout)).error.message] as const;
    };
    expect(await said('--pairs', 'p3,p77')).toEqual([1, 'There is no pair p77 in the opened audits.']);
    expect(await said('--pairs', 'tie')).toEqual([
      1,
      'None of the 6 pairs that can be asked is among those chosen.',
    ]);
    expect((await said('--bucket', 'near'))[0]).toBe(2);
    expect((await said('--pairs', ','))[0]).toBe(2);
    expect((await said('--pairs', 'all', '--strata', 'step'))[0]).toBe(2);
    expect(
      (await folder.here(['canary', 'list', '--pairs', 'all', '--workspace', folder.file('ws')])).status,
    ).toBe(2);
  });
});
