import type { Locator, Page } from 'playwright-core';
import { demoJudge } from '../../../electron/judge/index.ts';
import { ask } from '../on-screen.ts';
import { runComesTo, runSeen, type Scene, type Shot, where } from './scene.ts';

/** Runs of this scene by what they are for; each is started when its pictures are taken. */
const runs = new Map<string, string>();
const filter = 'has_prompt';
const samples = 2000;
const repeats = 3;

/** A demo judge of our own, so that a profile with prices and limits can name it. */
const judge = demoJudge();

/** A profile by which so few calls are made in a second that pictures can be taken meanwhile. */
async function slowProfile(page: Page, baseUrl: string): Promise<string> {
  const profiles = await ask<Record<string, unknown>[]>(page, 'profiles.list');
  const demo = profiles.find((profile) => profile.demo === true);
  if (demo === undefined) throw new Error('there is no demo judge');
  const { demo: _demo, key_present: _key, ...kept } = demo;
  const { profile_id } = await ask<{ profile_id: string }>(page, 'profiles.save', {
    ...kept,
    profile_id: null,
    name: 'demo judge, 30 calls a second',
    base_url: baseUrl,
    temperature: 0.2,
    model: 'demo-judge:noise=0.05:broken=0.01',
    requests_per_minute: 1800,
    price_prompt_per_million: 0.4,
    price_completion_per_million: 1.6,
  });
  return profile_id;
}

async function start(
  page: Page,
  name: string,
  profileId: string | null,
  cap: object | null,
): Promise<string> {
  const { run_id } = await ask<{ run_id: string }>(page, 'variance.start', {
    rows: [],
    filter,
    limit: samples,
    repeats,
    profile_id: profileId,
    rubric_version: null,
    cap,
  });
  runs.set(name, run_id);
  return run_id;
}

/** The dialog of a new re-run, with all samples counted. */
async function dialogOf(page: Page, open: (path: string) => Promise<void>): Promise<Locator> {
  await open(`/variance?new=1&${where(filter)}`);
  const dialog = page.getByRole('dialog');
  await dialog
    .getByLabel(/^(At most|至多)/)
    .first()
    .fill(String(samples));
  await dialog.getByRole('button', { name: /6[,.]?000/ }).waitFor({ timeout: 120_000 });
  return dialog;
}

function runShot(name: string, run: string): Shot {
  return {
    name,
    dense: true,
    show: async (page, open) => {
      await open(`/variance?run=${runs.get(run) ?? ''}`);
      await page.getByRole('grid').getByRole('gridcell').nth(3).waitFor({ timeout: 60_000 });
    },
  };
}

async function jobOf(page: Page, runId: string): Promise<string> {
  const jobs = await ask<{ job_id: string; ended_at: number | null; run_id?: string }[]>(page, 'jobs.list');
  const job = jobs.find((each) => each.ended_at === null);
  if (job === undefined) throw new Error(`nothing is asked for run ${runId}`);
  return job.job_id;
}

/** A re-run of 2,000 samples by three calls: before anything is sent, while it goes on, and when it has ended. */
export const rerunScene: Scene = {
  name: 'rerun',
  after: () => judge.stop(),
  files: (
    place, // one line in twenty holds what its judge was sent
  ) => place.writeSample(56_000),
  stages: [
    {
      shots: [
        {
          name: 'rerun-before-none',
          show: async (page, open) => {
            await open('/variance');
            await page.getByRole('main').getByRole('button').first().waitFor();
          },
        },
        {
          name: 'rerun-before',
          dense: true,
          show: async (page, open) => void (await dialogOf(page, open)),
        },
        {
          name: 'rerun-before-strata',
          show: async (page, open) => {
            const dialog = await dialogOf(page, open);
            await dialog.getByRole('combobox', { name: /^(Draw|抽样)/ }).click();
            await page.getByRole('option').nth(2).click();
            await dialog.getByRole('columnheader').first().waitFor();
          },
        },
      ],
    },
    {
      prepare: async (page) => {
        const run = await start(page, 'slow', await slowProfile(page, await judge.start()), {
          tokens: null,
          cost: 20,
        });
        await runComesTo(page, run, (seen) => seen.attempts_done > 400);
      },
      shots: [runShot('rerun-during', 'slow')],
    },
    {
      prepare: async (page) => {
        const run = runs.get('slow') ?? '';
        await ask(page, 'jobs.pause', { job_id: await jobOf(page, run) });
        await page.waitForTimeout(1000);
      },
      shots: [runShot('rerun-paused', 'slow')],
    },
    {
      prepare: async (page) => {
        const run = runs.get('slow') ?? '';
        await ask(page, 'jobs.cancel', { job_id: await jobOf(page, run) });
        await runComesTo(page, run, (seen) => seen.state !== 'running' && seen.state !== 'paused');
      },
      shots: [runShot('rerun-cancelled', 'slow')],
    },
    {
      prepare: async (page) => {
        // nobody listens at the discard port
        const run = await start(page, 'refused', await slowProfile(page, 'http://127.0.0.1:9/v1'), null);
        await runComesTo(page, run, (seen) => seen.state === 'failed');
      },
      shots: [runShot('rerun-failed', 'refused')],
    },
    {
      prepare: async (page) => {
        const run = await start(page, 'capped', null, { tokens: 400_000, cost: null });
        await runComesTo(page, run, (seen) => seen.state !== 'running');
      },
      shots: [runShot('rerun-capped', 'capped')],
    },
    {
      prepare: async (page) => {
        const run = await start(page, 'done', null, null);
        await runComesTo(page, run, (seen) => seen.state === 'done');
        const ended = await runSeen(page, run);
        if (ended.attempts_done !== samples * repeats)
          throw new Error(`the run made ${ended.attempts_done} calls`);
      },
      shots: [
        runShot('rerun-after', 'done'),
        {
          name: 'reruns',
          show: async (page, open) => {
            await open('/variance');
            await page.getByRole('grid').getByRole('gridcell').nth(3).waitFor();
          },
        },
      ],
    },
  ],
};
