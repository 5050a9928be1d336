import { describe, expect, onTestFinished, test } from 'vitest';
import type { RunStart } from '../../../electron/api/contract.ts';
import { Jobs } from '../../../electron/api/jobs.ts';
import { fineRubricService } from '../../../electron/api/services/fine-rubrics.ts';
import { JudgeAccess } from '../../../electron/api/services/judge-access.ts';
import { varianceService } from '../../../electron/api/services/variance.ts';
import type { Job } from '../../../electron/core/model/job.ts';
import {
  type Behaviour,
  completion,
  faultServer,
  json,
  profileAt,
  verdict,
} from '../../judge/fault-server.ts';
import { endedJob } from './ended-job.ts';
import { addLog, addTrajectories, workspace } from './suspect-workspace.ts';

const instructions = [
  'Send “hi” to Ada',
  'Send the report to Bob',
  'Send a mail',
  'Send 3 files',
  'Send “hi” to Ada',
];

/** A generator that answers each instruction in its own way: kept, ungrounded, none, nothing to read. */
const generator: Behaviour = (response, { body }) => {
  const asked = String(body.messages?.at(-1)?.content ?? '');
  const criteria = asked.includes('Ada')
    ? [
        { criterion: 'The mail went to Ada', quote: 'to Ada' },
        { criterion: 'It says “hello”', quote: 'hi' },
      ]
    : asked.includes('Bob')
      ? [{ criterion: 'At 5 pm', quote: 'at 5 pm' }]
      : [];
  const text = asked.includes('3 files') ? 'I would rather not.' : JSON.stringify({ criteria });
  json(
    response,
    200,
    completion(body.response_format === undefined || asked.startsWith('Instruction:') ? text : verdict(true)),
  );
};

async function opened(behaviour: Behaviour = generator) {
  const { parts: bare, library } = await workspace();
  const parts = { ...bare, jobs: new Jobs(Date.now), now: Date.now };
  await addTrajectories(
    parts,
    instructions.map((instruction, at) => ({
      trajectory_id: `t${at}`,
      instruction,
      frames: [{ action: 'send', text: 'sent', state: '' }],
    })),
  );
  await addLog(
    parts,
    instructions.map((_, at) => ({
      trajectory_id: `t${at}`,
      rubric_version: 'v1',
      judge_model: 'judge-a',
      fine_rubrics: ['of the log'],
      success: true,
      reward: 1,
    })),
  );
  const access = new JudgeAccess(parts.record, {});
  onTestFinished(() => access.close());
  const server = await faultServer(behaviour);
  const { demo: _demo, ...draft } = profileAt(server.base_url, { timeout_ms: 10_000 });
  const { profile_id } = parts.record.profiles.save({ ...draft, profile_id: null });
  const ended = (job: Job): Promise<Job> => endedJob(parts.jobs, job);
  const fine = fineRubricService(parts, access);
  const variance = varianceService(parts, library, access);
  return { parts, fine, variance, server, profile_id, ended };
}

const all = { rows: [], filter: '', limit: 1000 };

describe('generating fine rubrics', () => {
  test('makes one call per instruction, keeps what is grounded, and records what failed with its reply', async () => {
    const { fine, server, profile_id, ended } = await opened();
    expect(await fine.plan(all)).toEqual({ samples: 5, instructions: 4, made: 0, without_instruction: 0 });
    expect(await ended(await fine.generate({ ...all, profile_id, again: false }))).toMatchObject({
      state: 'done',
    });
    expect(server.seen).toHaveLength(4);
    expect(server.seen[0]?.text).toContain('"name":"fine_rubrics"');
    const { counts, rows } = fine.list(0, 10);
    expect(counts).toEqual({ criteria: 1, none: 2, failed: 1 });
    const of = (text: string) => rows.find(({ instruction }) => instruction.includes(text));
    expect(of('Ada')).toMatchObject({
      kept: [{ text: 'The mail went to Ada', quote: 'to Ada' }],
      refused: [{ text: 'It says “hello”', why: 'ungrounded' }],
    });
    expect(of('Bob')).toMatchObject({ state: 'none', kept: [], refused: [{ why: 'quote_absent' }] });
    expect(of('a mail')).toMatchObject({ state: 'none', kept: [], refused: [], error: null });
    expect(of('3 files')).toMatchObject({ state: 'failed', raw_reply: 'I would rather not.', kept: [] });
    expect(of('3 files')?.error).not.toBeNull();
  });

  test('asks again only for what has none, or for one row when that is wanted', async () => {
    const { fine, server, profile_id, ended } = await opened();
    await ended(await fine.generate({ ...all, profile_id, again: false }));
    expect(await fine.plan(all)).toMatchObject({ instructions: 4, made: 3 });
    await ended(await fine.generate({ ...all, profile_id, again: false }));
    expect(server.seen).toHaveLength(5);
    await ended(await fine.generate({ ...all, rows: ['2:1'], profile_id, again: true }));
    expect(server.seen).toHaveLength(6);
    expect(await fine.ofRow('2:5')).toHaveLength(2);
  });

  test('a judge that cannot be reached leaves failed generations, and no criteria', async () => {
    const { fine, profile_id, ended } = await opened((response) =>
      json(response, 400, { error: { message: 'no' } }),
    );
    await ended(await fine.generate({ ...all, profile_id, again: false }));
    const { counts, rows } = fine.list(0, 10);
    expect(counts).toMatchObject({ criteria: 0, none: 0 });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ outcome, error }) => outcome === 'http' && error !== null)).toBe(true);
  });

  test('a re-run that takes the generated ones asks another question, and leaves out what has none', async () => {
    const { fine, variance, server, profile_id, ended } = await opened();
    await ended(await fine.generate({ ...all, profile_id, again: false }));
    const start: RunStart = { ...all, repeats: 1, profile_id, rubric_version: null, fine: 'generated' };
    const preview = await variance.preview(start);
    expect(preview).toMatchObject({ samples: 4, skipped: [{ reason: 'fine_missing', count: 1 }] });
    const before = server.seen.length;
    const { job } = await variance.start(start);
    expect(await ended(job)).toMatchObject({ state: 'done' });
    const sent = server.seen.slice(before).map(({ text }) => text);
    expect(sent).toHaveLength(4);
    expect(sent.filter((text) => text.includes('F1. The mail went to Ada'))).toHaveLength(2);
    expect(sent.filter((text) => text.includes('None for this task.'))).toHaveLength(2);
    expect(sent.some((text) => text.includes('of the log'))).toBe(false);
    const none = await variance.preview({ ...start, fine: 'none' });
    expect(none).toMatchObject({ samples: 5, skipped: [] });
    expect(none.messages.map(({ content }) => content).join()).not.toContain('of the log');
    expect((await variance.preview({ ...start, fine: 'log' })).messages.at(-1)?.content).toContain(
      'F1. of the log',
    );
  });
});
