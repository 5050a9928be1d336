import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import { type DemoJudge, demoJudge } from '../../electron/judge/index.ts';
import { failureDocument, rerunDocument } from './figures.ts';
import { CliFolder } from './run-cli.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = new CliFolder();
let judge: DemoJudge;
let judgeUrl: string;

beforeAll(async () => {
  const made = await folder.here(['sample', folder.file('s'), '--rows', '600', '--seed', '4']);
  expect(made.status, made.stderr).toBe(0);
  judge = demoJudge();
  judgeUrl = await judge.start();
});
afterAll(async () => {
  await judge.stop();
  folder.remove();
});

const inputs = () => [
  folder.file('s', 'reward_log.jsonl'),
  '--trajectories',
  folder.file('s', 'trajectories.jsonl'),
  '--truth',
  folder.file('s', 'success_labels.csv'),
  '--rubrics',
  folder.file('s', 'rubrics'),
];

type Rerun = z.infer<typeof rerunDocument>;

function average(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The figures of METHODS §4, straight from the items. */
function recomputed({ items }: Rerun) {
  const repeated = items
    .map(({ attempts }) => {
      const judged = attempts.filter(({ passed }) => passed !== null);
      return { k: judged.length, s: judged.filter(({ passed }) => passed === false).length };
    })
    .filter(({ k }) => k >= 2);
  const noise = average(repeated.map(({ k, s }) => (s * (k - s)) / (k * (k - 1))));
  const deviations = items.flatMap(({ attempts }) => {
    const scores = attempts.flatMap(({ score }) => (score === null ? [] : [score]));
    const middle = average(scores);
    if (middle === null || scores.length < 2) return [];
    return [Math.sqrt(scores.reduce((sum, score) => sum + (score - middle) ** 2, 0) / (scores.length - 1))];
  });
  return {
    any: average(repeated.map(({ k, s }) => (s > 0 && s < k ? 1 : 0))),
    noise,
    pairwise: noise === null ? null : 2 * noise,
    score_sd_mean: average(deviations),
    ok: items.flatMap(({ attempts }) => attempts).filter(({ passed }) => passed !== null).length,
  };
}

describe('a re-run with the demo judge', () => {
  test('its figures are those of its items, and the demo judge is named', async () => {
    const args = ['rerun', ...inputs(), '--limit', '80', '--demo'];
    const found = rerunDocument.parse(await folder.json(args));
    expect(found).toMatchObject({ samples: 80, attempts: 240, run: { state: 'done', model: 'demo-judge' } });
    expect(found.items).toHaveLength(80);
    for (const { attempts, fails, split } of found.items) {
      expect(attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
      const judged = attempts.filter(({ passed }) => passed !== null);
      expect(fails).toBe(judged.filter(({ passed }) => passed === false).length);
      expect(split).toBe(fails > 0 && fails < judged.length);
    }
    const wanted = recomputed(found);
    expect(found.ok).toBe(wanted.ok);
    expect(found.attempts).toBe(found.ok + Object.values(found.failed).reduce((sum, n) => sum + n, 0));
    expect(found.flip.any).toBeCloseTo(wanted.any ?? Number.NaN, 12);
    expect(found.flip.noise).toBeCloseTo(wanted.noise ?? Number.NaN, 12);
    expect(found.flip.pairwise).toBeCloseTo(wanted.pairwise ?? Number.NaN, 12);
    expect(found.score_sd_mean).toBeCloseTo(wanted.score_sd_mean ?? Number.NaN, 12);
    expect(found.flip.any).toBeGreaterThan(0);
    expect(found.duplicate_response_ids).toBe(0);
    expect(found.cost).toBeNull();
    expect(found.tokens.sum_total).toBeGreaterThan(0);
    expect(found.latency_ms.n).toBe(found.ok);
  });

  test('the judge of the environment is asked, and its key stays there', async () => {
    const workspace = folder.file('environment');
    const key = 'sk-never-to-be-seen-anywhere';
    const { status, stdout, stderr } = await folder.run(
      ['rerun', ...inputs(), '--limit', '4', '--repeats', '2', '--workspace', workspace, '--json'],
      { env: { TAOTOKEN_API_KEY: key, TAOTOKEN_BASE_URL: judgeUrl, JUDGE_MODEL: 'demo-judge:noise=1' } },
    );
    expect(status, stderr).toBe(0);
    const found = rerunDocument.parse(JSON.parse(stdout));
    expect(found).toMatchObject({ samples: 4, attempts: 8, ok: 8, run: { model: 'demo-judge:noise=1' } });
    expect(stdout + stderr).not.toContain(key);
    for (const name of readdirSync(workspace, { recursive: true, withFileTypes: true }))
      if (name.isFile())
        expect(readFileSync(join(name.parentPath, name.name)).includes(key), name.name).toBe(false);
  });

  test('another judge, and another version, are said to be others', async () => {
    const args = ['rerun', ...inputs(), '--where', 'rubric_version = baseline', '--limit', '10', '--demo'];
    expect(await folder.json(args)).toMatchObject({
      same_judge_as_training: 'no',
      training_judges: ['qwen-vl-judge'],
    });
    const found = await folder.json([...args, '--version', 'adapt_v2']);
    expect(found).toMatchObject({ same_prompt_as_training: 'no', run: { rubric_version: 'adapt_v2' } });
    const plain = await folder.here(args);
    expect(plain.stdout).toContain('is not the one of the log (qwen-vl-judge)');
    expect(plain.stderr).toMatch(/10 of \d+ rows, drawn at random/);
  });

  test('without a library what is not logged cannot be asked, and that is said', async () => {
    const { stdout, stderr, status } = await folder.here([
      'rerun',
      folder.file('s', 'reward_log.jsonl'),
      '--where',
      'not has_prompt',
      '--limit',
      '5',
      '--demo',
    ]);
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain('None of the chosen samples can be re-run');
  });

  test('many calls have to be asked for by number', async () => {
    expect((await folder.here(['sample', folder.file('many'), '--rows', '1200', '--seed', '4'])).status).toBe(
      0,
    );
    const log = folder.file('many', 'reward_log.jsonl');
    const { status, stderr } = await folder.here(['rerun', log, '--demo']);
    expect(status).toBe(2);
    expect(stderr).toContain('1,200 samples are 3,600 calls');
  });
});

/** A judge that takes its time, so that there is something to stop. */
const slow = () => ['--base-url', judgeUrl, '--model', 'demo-judge:latency=150', '--concurrency', '4'];

function stored(workspace: string): { attempts: number; pairs: number } {
  const db = new Database(`${workspace}/record.sqlite`, { readonly: true });
  try {
    // the other process may not have made its tables yet
    if (db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'attempts'").get() === undefined)
      return { attempts: 0, pairs: 0 };
    return (
      db
        .prepare<[], { attempts: number; pairs: number }>(
          `SELECT count(*) AS attempts, count(DISTINCT item || '/' || attempt) AS pairs FROM attempts
            WHERE final = 1 AND superseded = 0`,
        )
        .get() ?? { attempts: 0, pairs: 0 }
    );
  } finally {
    db.close();
  }
}

/** Sends a signal once so many attempts are in the record. */
function whenStored(workspace: string, attempts: number, signal: NodeJS.Signals) {
  return (kill: (signal: NodeJS.Signals) => void) => {
    const timer = setInterval(() => {
      if (!existsSync(`${workspace}/record.sqlite`) || stored(workspace).attempts < attempts) return;
      clearInterval(timer);
      kill(signal);
    }, 50);
  };
}

describe('a run that is stopped', () => {
  test('a kill in the middle: --resume asks what is missing and nothing twice', async () => {
    const workspace = folder.file('killed');
    const args = ['rerun', ...inputs(), '--limit', '40', ...slow(), '--workspace', workspace];
    const killed = await folder.run(args, { onStart: whenStored(workspace, 5, 'SIGKILL') });
    expect(killed.status).toBeNull();
    const before = stored(workspace);
    expect(before.attempts).toBeGreaterThan(0);
    expect(before.attempts).toBeLessThan(120);
    const resumed = rerunDocument.parse(
      await folder.json(['rerun', '--workspace', workspace, '--resume', '1']),
    );
    expect(resumed).toMatchObject({ samples: 40, attempts: 120, run: { number: 1, state: 'done' } });
    expect(stored(workspace)).toEqual({ attempts: 120, pairs: 120 });
    const wanted = recomputed(resumed);
    expect(resumed.flip.any).toBeCloseTo(wanted.any ?? Number.NaN, 12);
    // a run that is whole is only reported
    const again = rerunDocument.parse(
      await folder.json(['rerun', '--workspace', workspace, '--resume', '#1']),
    );
    expect(again.items).toEqual(resumed.items);
  });

  test('Ctrl C in a workspace says how to go on', async () => {
    const workspace = folder.file('interrupted');
    const args = ['rerun', ...inputs(), '--limit', '40', ...slow(), '--workspace', workspace, '--json'];
    const stopped = await folder.run(args, { onStart: whenStored(workspace, 5, 'SIGINT') });
    expect(stopped.status).toBe(1);
    const { error } = failureDocument.parse(JSON.parse(stopped.stdout));
    expect(error.code).toBe('cancelled');
    expect(error.message).toContain('--resume 1');
    const done = stored(workspace).attempts;
    expect(error.details).toMatchObject({ run: 1, attempts_done: done, attempts_total: 120 });
    const resumed = rerunDocument.parse(
      await folder.json(['rerun', '--workspace', workspace, '--resume', '1']),
    );
    expect(resumed.attempts).toBe(120);
  });

  test('Ctrl C without a workspace leaves nothing behind', async () => {
    let sent = false;
    const stopped = await folder.run(['rerun', ...inputs(), '--limit', '40', ...slow()], {
      onStderr: (text, kill) => {
        if (!text.includes('Run #1') || sent) return;
        sent = true;
        setTimeout(() => kill('SIGINT'), 500);
      },
    });
    // run() itself sees that the folder of temporary files is empty
    expect(stopped.status).toBe(1);
    expect(stopped.stderr).toContain('was stopped after');
  });

  test('an unknown run is named, with those there are', async () => {
    const workspace = folder.file('killed');
    const { error } = failureDocument.parse(
      await folder.json(['rerun', '--workspace', workspace, '--resume', '7'], 1),
    );
    expect(error).toMatchObject({ code: 'not_found', message: expect.stringContaining('#1') });
  });
});

test('another version asked twice with --reuse makes its calls once; a repeat is refused', async () => {
  const at = ['--workspace', folder.file('reuse')];
  // every row: a draw of fewer would be another one the second time
  const asked = ['rerun', ...inputs(), '--version', 'adapt_v1', '--limit', '600', '--repeats', '1', '--demo'];
  const first = rerunDocument.parse(await folder.json([...asked, ...at]));
  expect(first.reused).toBe(0);
  const again = await folder.here([...asked, '--reuse', ...at, '--json']);
  const second = rerunDocument.parse(JSON.parse(again.stdout));
  const taken = second.items.filter(({ attempts }) => attempts.every(({ reused }) => reused));
  expect(second.attempts).toBe(first.attempts);
  expect(taken.length).toBeGreaterThan(100);
  expect(second.reused).toBe(taken.length);
  expect(again.stderr).toContain('the record has already');
  // the same words from the same judge
  const reasons = new Map(first.items.map((item) => [item.trajectory, item.attempts[0]?.reason]));
  for (const item of taken) expect(item.attempts[0]?.reason).toBe(reasons.get(item.trajectory));
  const repeat = await folder.here(['rerun', ...inputs(), '--limit', '5', '--reuse', '--demo', ...at]);
  expect(repeat.status).toBe(2);
  expect(repeat.stderr).toContain('never answered from the record');
});
