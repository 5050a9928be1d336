import { copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { RenderingAsked, RunStart } from '../../../electron/api/contract.ts';
import { Jobs } from '../../../electron/api/jobs.ts';
import { JudgeAccess } from '../../../electron/api/services/judge-access.ts';
import { RubricLibrary } from '../../../electron/api/services/rubric-library.ts';
import { templateService } from '../../../electron/api/services/templates.ts';
import { varianceService } from '../../../electron/api/services/variance.ts';
import type { Job } from '../../../electron/core/model/job.ts';
import { rejoin } from '../../../electron/logs/join.ts';
import { importRewardLog } from '../../../electron/logs/reward-log/index.ts';
import { importTrajectories } from '../../../electron/logs/tables/trajectories.ts';
import { completion, faultServer, json, profileAt, verdict } from '../../judge/fault-server.ts';
import { endedJob } from './ended-job.ts';
import { workspace } from './suspect-workspace.ts';

/** What training_judge.py, a training judge of its own making, was given and sent; Python wrote every byte. */
const made = join(import.meta.dirname, 'training-judge');
const template = readFileSync(join(made, 'template.yaml'), 'utf8');

interface Recorded {
  readonly trajectory_id: string;
  readonly body: string;
}

const requests = readFileSync(join(made, 'requests.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded);

/** The bytes of `messages` in a recorded body. */
const messagesOf = ({ body }: Recorded): string =>
  body.slice('{"messages":'.length, body.lastIndexOf(',"model":'));

type Change = (line: Record<string, unknown>) => Record<string, unknown>;

async function opened(change: Change = (line) => line, trajectory: Change = (line) => line) {
  const { parts: bare } = await workspace();
  const parts = { ...bare, jobs: new Jobs(Date.now), now: Date.now };
  rmSync(join(parts.folder, 'rubrics', 'v1.yaml'));
  copyFileSync(join(made, 'rubric.yaml'), join(parts.folder, 'rubrics', 'adapt_v1.yaml'));
  cpSync(join(made, 'frames'), join(parts.folder, 'frames'), { recursive: true });
  const log = readFileSync(join(made, 'reward_log.jsonl'), 'utf8').trim().split('\n');
  const path = join(parts.folder, 'reward_log.jsonl');
  const lines = log.map((line) => JSON.stringify(change(JSON.parse(line) as Record<string, unknown>)));
  writeFileSync(path, `${lines.join('\n')}\n`);
  const rollouts = readFileSync(join(made, 'trajectories.jsonl'), 'utf8').trim().split('\n');
  writeFileSync(
    join(parts.folder, 'trajectories.jsonl'),
    rollouts
      .map((line) => `${JSON.stringify(trajectory(JSON.parse(line) as Record<string, unknown>))}\n`)
      .join(''),
  );
  await importTrajectories(parts.store, join(parts.folder, 'trajectories.jsonl'));
  await importRewardLog(parts.store, path, { now: 0 });
  await rejoin(parts.store);
  const library = new RubricLibrary(parts.folder, parts.starterRubrics);
  const access = new JudgeAccess(parts.record, {});
  onTestFinished(() => access.close());
  const variance = varianceService(parts, library, access);
  const ended = (job: Job): Promise<Job> => endedJob(parts.jobs, job);
  return { parts, library, variance, templates: templateService(parts, library), ended };
}

async function judge(
  images: boolean,
  parts: Awaited<ReturnType<typeof opened>>['parts'],
  before: (call: number) => void = () => undefined,
) {
  const server = await faultServer((response, _seen, call) => {
    before(call);
    json(response, 200, completion(verdict(true)));
  });
  const { demo: _demo, ...draft } = profileAt(server.base_url, {
    images,
    timeout_ms: 10_000,
    concurrency: 1,
  });
  return { server, profile_id: parts.record.profiles.save({ ...draft, profile_id: null }).profile_id };
}

const startOf = (change: Partial<RunStart>): RunStart => ({
  rows: [],
  filter: '',
  limit: 1000,
  repeats: 1,
  profile_id: null,
  rubric_version: null,
  ...change,
});

const everything = { rows: [], filter: '', limit: 1000, rubric_version: null, fine: 'log' as const };
const render = (row: string, change: Partial<RenderingAsked> = {}): RenderingAsked => ({
  text: template,
  row,
  rubric_version: null,
  fine: 'log',
  images: true,
  recorded: '',
  ...change,
});

describe('a template written as a user would write it', () => {
  test('reproduces every recorded training request byte for byte, pictures and frame order included', async () => {
    const { parts, variance, templates, ended } = await opened();
    const { template_id } = templates.save(template);
    const { server, profile_id } = await judge(true, parts);
    const start = startOf({ profile_id, template_id });
    const preview = await variance.preview(start);
    expect(preview).toMatchObject({
      same_prompt: 'yes',
      origin: 'template',
      reproduced: { yes: requests.length, no: 0, unknown: 0 },
      skipped: [],
    });
    expect(preview.pictures).toBeGreaterThan(4);
    const { run_id, job } = await variance.start(start);
    expect(await ended(job)).toMatchObject({ state: 'done' });
    const sent = server.seen.map(({ text }) => text);
    expect(sent).toHaveLength(requests.length);
    for (const request of requests)
      expect(sent.filter((body) => body.includes(`"messages":${messagesOf(request)}`))).toHaveLength(1);
    const { head } = await variance.run(run_id, { show: 'all', offset: 0, limit: 1 });
    expect(head.same_prompt_as_training).toBe('yes');
    expect(parts.record.questions.get(run_id)).toMatchObject({ template_id, fine: 'log' });
    // the picture bytes stay in their files
    const stored = parts.record.items
      .page(run_id, 'all', 0, 100)
      .rows.map(({ messages_sha256 }) => messages_sha256);
    for (const sha of stored)
      expect(JSON.stringify(parts.record.prompts.get(sha))).not.toContain('data:image');
  });

  test('in time order asks another question where frames are cut, and the first byte that differs is named', async () => {
    const { variance, templates, parts } = await opened();
    const text = template.replace('order: picked', 'order: time');
    const reproduced = await templates.reproduce({ ...everything, text, images: true });
    const uncut = 5;
    expect(reproduced).toMatchObject({ yes: uncut, no: requests.length - uncut, unknown: 0, skipped: [] });
    const row = reproduced.first_no ?? '';
    const recorded = requests[Number(row.split(':')[1]) - 1];
    const rendering = await templates.render(render(row, { text, recorded: recorded?.body ?? '' }));
    expect(rendering).toMatchObject({ same_prompt: 'no', training: { from: 'given' } });
    const { difference } = rendering;
    expect(difference?.place).toMatchObject({ message: 1, role: 'user' });
    const ours = await templates.render(render(row, { recorded: recorded?.body ?? '' }));
    expect(ours).toMatchObject({ same_prompt: 'yes', difference: null });
    const line = (ours.messages[1]?.content ?? '').split('\n')[(difference?.place?.line ?? 1) - 1] ?? '';
    // the second frame: theirs is the last one, ours the next in time
    expect(line).toMatch(/^\[02\] t=/);
    const { profile_id } = await judge(true, parts);
    const saved = templates.save(text);
    expect(await variance.preview(startOf({ profile_id, template_id: saved.template_id }))).toMatchObject({
      same_prompt: 'no',
      reproduced: { yes: uncut, no: requests.length - uncut },
    });
  });

  test('without pictures is another question only where there were pictures', async () => {
    const { templates } = await opened();
    expect(await templates.reproduce({ ...everything, text: template, images: false })).toMatchObject({
      yes: 10,
      no: 4,
    });
  });

  test('says unknown where the log tells neither prompt nor hash', async () => {
    const { templates } = await opened(({ prompt_hash: _hash, ...line }) => line);
    expect(await templates.reproduce({ ...everything, text: template, images: true })).toMatchObject({
      yes: 0,
      no: 0,
      unknown: requests.length,
    });
  });

  test('with the messages in the log those are compared, and those are sent', async () => {
    const { templates, variance, parts, ended } = await opened((line) => {
      const request = requests.find(({ trajectory_id }) => trajectory_id === line.trajectory_id);
      const body = JSON.parse(request?.body ?? '{}') as { messages: unknown };
      return { ...line, prompt_hash: 'other recipe', messages: body.messages };
    });
    const { template_id } = templates.save(template.replace('# Task', '# The task'));
    const rendering = await templates.render(
      render('2:1', { text: template.replace('# Task', '# The task') }),
    );
    expect(rendering).toMatchObject({
      same_prompt: 'no',
      training: { from: 'log' },
      difference: { place: { message: 1, line: 1, column: 4 }, same: '# T' },
    });
    expect(rendering.difference?.template).toMatch(/^he task\n/);
    expect(rendering.difference?.training).toMatch(/^ask\n/);
    const { server, profile_id } = await judge(false, parts);
    const { job } = await variance.start(startOf({ profile_id, template_id, rows: ['2:1', '2:13'] }));
    expect(await ended(job)).toMatchObject({ state: 'done' });
    for (const at of [0, 12]) {
      const request = requests[at];
      if (request === undefined) throw new Error('no such request');
      expect(
        server.seen.filter(({ text }) => text.includes(`"messages":${messagesOf(request)}`)),
      ).toHaveLength(1);
    }
  });
});

describe('messages in the trajectory file', () => {
  const withMessages: Change = (line) => {
    const request = requests.find(({ trajectory_id }) => trajectory_id === line.trajectory_id);
    return { ...line, messages: (JSON.parse(request?.body ?? '{}') as { messages: unknown }).messages };
  };

  test('are sent exactly where the log’s hash says that they are the judge’s', async () => {
    const { parts, variance, ended } = await opened((line) => line, withMessages);
    const { server, profile_id } = await judge(false, parts);
    const start = startOf({ profile_id });
    expect(await variance.preview(start)).toMatchObject({ origin: 'log', same_prompt: 'yes' });
    const { job } = await variance.start(start);
    expect(await ended(job)).toMatchObject({ state: 'done' });
    for (const request of requests)
      expect(
        server.seen.filter(({ text }) => text.includes(`"messages":${messagesOf(request)}`)),
      ).toHaveLength(1);
  });

  test('are taken for the agent’s own where it says otherwise, or nothing', async () => {
    for (const prompt_hash of ['0123456789abcdef', undefined]) {
      const { parts, variance } = await opened((line) => ({ ...line, prompt_hash }), withMessages);
      const { profile_id } = await judge(false, parts);
      expect(await variance.preview(startOf({ profile_id }))).toMatchObject({
        origin: 'template',
        same_prompt: prompt_hash === undefined ? 'unknown' : 'no',
      });
    }
  });
});

describe('pictures beside a trajectory', () => {
  test('one that is missing keeps its sample out, and says which', async () => {
    const { parts, templates, variance, ended } = await opened();
    rmSync(join(parts.folder, 'frames'), { recursive: true });
    const { template_id } = templates.save(template);
    const { server, profile_id } = await judge(true, parts);
    const preview = await variance.preview(startOf({ profile_id, template_id }));
    expect(preview.skipped).toEqual([
      {
        reason: 'picture_missing',
        count: 4,
        why: expect.stringMatching(/^frame \d+: frames\/\d\.png is not beside/),
      },
    ]);
    const { job } = await variance.start(startOf({ profile_id, template_id }));
    expect(await ended(job)).toMatchObject({ state: 'done' });
    expect(server.seen).toHaveLength(10);
    const all = await variance.start(startOf({ profile_id, template_id, rows: ['2:11', '2:12'] }));
    expect((await ended(all.job)).failure?.message).toMatch(/frames\/\d\.png is not beside the log/);
  });

  test('one that changed since the question was written is not sent in its place', async () => {
    const { parts, templates, variance, ended } = await opened();
    const { template_id } = templates.save(template);
    const frames = join(parts.folder, 'frames');
    const { server, profile_id } = await judge(true, parts, (call) => {
      if (call === 1) for (const n of [0, 1, 2, 3]) writeFileSync(join(frames, `${n}.png`), 'another');
    });
    const asked = await variance.start(startOf({ profile_id, template_id, rows: ['2:11', '2:12'] }));
    expect((await ended(asked.job)).failure).toMatchObject({
      code: 'file_missing',
      message: expect.stringContaining('is another one than when the question was written down'),
    });
    expect(server.seen).toHaveLength(1);
    rmSync(frames, { recursive: true });
    const gone = await ended(await variance.resume(asked.run_id));
    expect(gone.failure?.message).toContain('cannot be read any more');
    cpSync(join(made, 'frames'), frames, { recursive: true });
    expect(await ended(await variance.resume(asked.run_id))).toMatchObject({ state: 'done' });
    expect(server.seen).toHaveLength(2);
    for (const [call, at] of [10, 11].entries()) {
      const request = requests[at];
      if (request === undefined) throw new Error('no such request');
      expect(server.seen[call]?.text).toContain(`"messages":${messagesOf(request)}`);
    }
  });
});
