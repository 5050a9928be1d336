import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { answerKey } from '../../../electron/api/services/answer-key.ts';
import { profileAt } from '../../judge/fault-server.ts';
import { judgeBy, lines, runWorkspace } from './run-workspace.ts';
import { addTrajectories, rubricText } from './suspect-workspace.ts';

const samples = 6;

/** A log whose verdicts are under v1; the library has v2 as well, and trajectories say what there is to judge. */
async function withTwoVersions(passes: (number: number, call: number) => boolean = () => true) {
  const log = lines(samples, (at) => ({ instruction: `Judge number ${at}.`, messages: undefined }));
  const workspace = await runWorkspace(log);
  const { folder } = workspace.parts;
  const saveRubric = (text: string) => writeFileSync(join(folder, 'rubrics', 'v2.yaml'), text);
  saveRubric(rubricText.replace('version: v1', 'version: v2').replace('is shown', 'is plain to see'));
  const trajectories = (change: string) =>
    addTrajectories(
      workspace.parts,
      log.map(({ trajectory_id }, at) => ({
        trajectory_id,
        instruction: `Judge number ${at}.`,
        steps: [{ action: `click ${at}`, observation: `page ${at}` }],
        producer: at === 0 ? change : '',
      })),
    );
  await trajectories('');
  const judge = await judgeBy(passes);
  const profile = workspace.profile(judge.base_url);
  return { ...workspace, judge, profile_id: profile, saveRubric, trajectories };
}

const again = { rubric_version: 'v2', repeats: 2, reuse: true } as const;

describe('a re-judging answered from the record', () => {
  test('makes no call where each question was answered before, and says so', async () => {
    const { run, view, judge, profile_id, variance } = await withTwoVersions();
    await run({ ...again, profile_id, reuse: false });
    expect(judge.seen).toHaveLength(12);
    const start = { ...again, profile_id, rows: [], filter: '', limit: 1000 };
    expect(await variance.preview(start)).toMatchObject({
      calls: 0,
      reusable: 12,
      reused: 12,
      rejudges: true,
    });
    const anew = await variance.preview({ ...start, reuse: false });
    expect(anew).toMatchObject({ calls: 12, reused: 0 });
    // what is taken over shows nothing that was not known
    expect(anew.finds.unjudged).not.toBeNull();
    expect((await variance.preview(start)).finds.unjudged).toBeNull();
    const { figures, head, items } = await view(await run({ ...again, profile_id }));
    expect(judge.seen).toHaveLength(12);
    expect(head).toMatchObject({ state: 'done', attempts_done: 12, attempts_total: 12 });
    expect(figures).toMatchObject({ attempts: 12, ok: 12, reused: 12, duplicate_response_ids: 0 });
    // nothing was paid for, and no answer is a repeat
    expect(figures.tokens).toMatchObject({ sum_total: null });
    expect(figures.repeated).toBe(0);
    expect(figures.flip.any).toBeNull();
    expect(items.every(({ reused, judged }) => reused === 2 && judged === 0)).toBe(true);
  });

  test('asks for what the record lacks, and takes noise from the calls alone', async () => {
    // the earlier answers all pass; of the later calls every second fails
    const { run, view, judge, profile_id } = await withTwoVersions((_number, call) => call % 2 === 1);
    await run({ ...again, profile_id, reuse: false, repeats: 1 });
    const { figures, items } = await view(await run({ ...again, profile_id, repeats: 3 }));
    expect(judge.seen).toHaveLength(samples + samples * 2);
    expect(figures).toMatchObject({ attempts: 18, ok: 18, reused: 6, repeated: 6, splits: 6 });
    expect(figures.flip.pairwise).toBe(1);
    expect(items[0]).toMatchObject({ judged: 2, fails: 1, reused: 1, split: true });
    expect(items[0]?.attempts.map(({ reused }) => reused)).toEqual([true, false, false]);
  });

  test('a sample whose two calls agree does not split because an earlier answer differed', async () => {
    const { run, view, profile_id, variance } = await withTwoVersions((_number, call) => call > 1);
    await run({ ...again, profile_id, reuse: false, repeats: 1 });
    const runId = await run({ ...again, profile_id, repeats: 3 });
    const { figures, items } = await view(runId);
    expect(items[0]?.attempts.map(({ passed }) => passed)).toEqual([false, true, true]);
    expect(figures).toMatchObject({ splits: 0, repeated: 6 });
    const split = await variance.run(runId, { show: 'split', offset: 0, limit: 10 });
    expect(split.items_total).toBe(0);
  });

  test('never answers from another model, temperature, rubric text or trajectory', async () => {
    const { run, view, judge, profile, profile_id, saveRubric, trajectories, parts } =
      await withTwoVersions();
    await run({ ...again, profile_id, reuse: false });
    const reusedBy = async (change: { readonly profile_id: string }) =>
      (await view(await run({ ...again, ...change }))).figures.reused;
    expect(await reusedBy({ profile_id: profile(judge.base_url, 'judge-b') })).toBe(0);
    const { demo: _demo, ...warm } = profileAt(judge.base_url, { temperature: 0.7 });
    const warmer = parts.record.profiles.save({ ...warm, name: 'warm', profile_id: null });
    expect(await reusedBy({ profile_id: warmer.profile_id })).toBe(0);
    // one trajectory says something else now, though the prompt does not show it
    await trajectories('another');
    expect(await reusedBy({ profile_id })).toBe(10);
    saveRubric(rubricText.replace('version: v1', 'version: v2').replace('Mail,', 'Post,'));
    expect(await reusedBy({ profile_id })).toBe(0);
  });

  test('is drawn as the last re-judging was, so that its samples are the ones that have answers', async () => {
    const { run, view, profile_id, variance } = await withTwoVersions();
    const few = { ...again, profile_id, limit: 3 };
    const rowsOf = async (runId: string) => (await view(runId)).items.map(({ row }) => row);
    const first = await run({ ...few, reuse: false });
    // a repeat between them has a draw of its own
    await run({ profile_id, limit: 3, repeats: 1 });
    expect(await variance.preview({ ...few, rows: [], filter: '' })).toMatchObject({ calls: 0, reused: 6 });
    const second = await run(few);
    expect(await rowsOf(second)).toEqual(await rowsOf(first));
    expect((await view(second)).figures.reused).toBe(6);
    expect((await view(second)).draw?.seed).toBe((await view(first)).draw?.seed);
  });

  test('is refused for a repeat', async () => {
    const { run, profile_id, judge } = await withTwoVersions();
    await expect(run({ profile_id, repeats: 2, reuse: true })).rejects.toMatchObject({
      failure: { code: 'bad_request', message: expect.stringContaining('never answered from the record') },
    });
    expect(judge.seen).toHaveLength(0);
  });

  test('a row that is under the asked version already, by the training’s own prompt, is asked anew', async () => {
    const { run, view, judge, profile_id } = await withTwoVersions();
    await run({ ...again, profile_id, rubric_version: 'v1', reuse: false });
    const { figures } = await view(await run({ ...again, profile_id, rubric_version: 'v1' }));
    expect(figures.reused).toBe(0);
    expect(judge.seen).toHaveLength(24);
  });

  test('an answer that was taken over is not taken over again, and a failed one never is', async () => {
    const { run, view, profile_id } = await withTwoVersions();
    await run({ ...again, profile_id, reuse: false, repeats: 1 });
    await run({ ...again, profile_id, repeats: 1 });
    const { figures } = await view(await run({ ...again, profile_id, repeats: 3 }));
    expect(figures.reused).toBe(6);
  });
});

test('the key of an answer changes with each of its parts', () => {
  const subject = { instruction_hash: 'i', rubric: 'r', trajectory: { a: 1 }, prompt_hash: 'p' };
  const keys = [
    subject,
    { ...subject, instruction_hash: 'j' },
    { ...subject, rubric: null },
    { ...subject, trajectory: { a: 2 } },
    { ...subject, prompt_hash: 'q' },
  ].map(answerKey);
  expect(new Set(keys).size).toBe(5);
  expect(answerKey({ ...subject, trajectory: undefined })).toBe(answerKey({ ...subject, trajectory: null }));
});

test('a cap that is given at the start holds from the first call on', async () => {
  const { variance, ended, profile_id, judge, parts } = await withTwoVersions();
  const begun = await variance.start({
    rows: [],
    filter: '',
    limit: 1000,
    repeats: 3,
    profile_id,
    rubric_version: 'v2',
    cap: { tokens: 1, cost: null },
  });
  const job = await ended(begun.job);
  expect(job.message).toContain('token');
  expect(parts.record.caps.get(begun.run_id)).toEqual({ tokens: 1, cost: null });
  expect(judge.seen.length).toBeLessThan(18);
});
