import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type DemoJudge, demoJudge } from '../../electron/judge/index.ts';
import { failureDocument } from './figures.ts';
import { CliFolder } from './run-cli.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = new CliFolder();
const workspace = () => folder.file('workspace');
let judge: DemoJudge;
/** A judge without noise: what it says again is the same, so that no draw decides the test. */
let steady: readonly string[];

const comparison = z.object({
  a: z.object({ number: z.int() }),
  b: z.object({ number: z.int() }),
  changes: z.array(z.object({ field: z.string(), a: z.string(), b: z.string() })),
  drift: z.object({
    paired: z.int(),
    repeated: z.int(),
    exceeds_noise: z.boolean().nullable(),
    p_shift: z.number().nullable(),
    p_churn: z.number().nullable(),
  }),
  moved: z.int(),
});

beforeAll(async () => {
  const made = await folder.here(['sample', folder.file('s'), '--rows', '600', '--seed', '4']);
  expect(made.status, made.stderr).toBe(0);
  judge = demoJudge({ latency_ms: 0 });
  steady = ['--base-url', await judge.start(), '--model', 'demo-judge:noise=0'];
  const first = await folder.here([
    'rerun',
    folder.file('s', 'reward_log.jsonl'),
    '--trajectories',
    folder.file('s', 'trajectories.jsonl'),
    '--rubrics',
    folder.file('s', 'rubrics'),
    '--where',
    'rubric_version = adapt_v2',
    '--limit',
    '40',
    '--strata',
    'category,outcome',
    ...steady,
    '--workspace',
    workspace(),
  ]);
  expect(first.status, first.stderr).toBe(0);
  expect(first.stderr).toContain('drawn by category × outcome, proportional');
});
afterAll(async () => {
  await judge.stop();
  folder.remove();
});

describe('a canary on the command line', () => {
  test('is frozen once, judged again, and compared with the run before', async () => {
    const at = ['--workspace', workspace()];
    expect(await folder.json(['canary', 'list', ...at])).toEqual({ canaries: [] });
    expect(await folder.json(['canary', 'freeze', 'nightly', '--run', '#1', ...at])).toMatchObject({
      name: 'nightly',
      samples: 40,
      runs: [{ number: 1, model: 'demo-judge:noise=0' }],
    });
    const found = comparison.parse(await folder.json(['canary', 'run', 'nightly', ...steady, ...at]));
    expect(found).toMatchObject({
      a: { number: 1 },
      b: { number: 2 },
      changes: [],
      drift: { paired: 40, repeated: 40, exceeds_noise: false },
    });
    // what can be read again is the same
    expect(await folder.json(['canary', 'compare', 'nightly', '--from', '1', '--to', '2', ...at])).toEqual(
      await folder.json(['canary', 'compare', 'nightly', ...at]),
    );
    const text = await folder.here(['canary', 'compare', 'nightly', ...at]);
    expect(text.stdout).toContain('The verdicts did not move by more than the noise.');
    expect(text.stdout).toContain('Nothing was changed');
  });

  test('under another version names the change, and --fail-on-drift ends with 1 where verdicts moved', async () => {
    const at = ['--workspace', workspace()];
    const args = [
      'canary',
      'run',
      'nightly',
      '--now',
      '--version',
      'adapt_v1',
      ...steady,
      '--fail-on-drift',
      ...at,
    ];
    const { status, stdout } = await folder.here([...args, '--json']);
    const found = comparison.parse(JSON.parse(stdout));
    expect(found.changes.map(({ field }) => field)).toEqual(expect.arrayContaining(['rubric', 'prompt']));
    expect(status).toBe(found.drift.exceeds_noise === true ? 1 : 0);
    expect(found.drift.exceeds_noise).toBe(true);
  });

  test('of pairs says why there are none to ask, and refuses to make one of nothing', async () => {
    const at = ['--workspace', workspace()];
    expect((await folder.here(['canary', 'pairs', ...at])).stdout).toContain('No audit database is open');
    expect(await folder.json(['canary', 'pairs', ...at])).toMatchObject({ judged_pairs: 0, both_sides: 0 });
    const refused = await folder.here(['canary', 'pairs', 'sides', '--demo', ...at, '--json']);
    expect(refused.status).toBe(1);
    expect(failureDocument.parse(JSON.parse(refused.stdout)).error.message).toContain('No audit database');
  });

  test('that does not exist, or is asked for wrongly, is refused with what there is', async () => {
    const at = ['--workspace', workspace()];
    const missing = await folder.here(['canary', 'run', 'weekly', '--demo', ...at, '--json']);
    expect(missing.status).toBe(1);
    expect(failureDocument.parse(JSON.parse(missing.stdout)).error.message).toContain('There are nightly.');
    expect((await folder.here(['canary', 'freeze', 'other', ...at])).status).toBe(2);
    expect((await folder.here(['canary', 'list'])).status).toBe(2);
    expect(
      (await folder.here(['canary', 'run', 'nightly', '--version', 'adapt_v1', '--demo', ...at])).status,
    ).toBe(2);
  });
});
