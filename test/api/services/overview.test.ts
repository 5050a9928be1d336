import { describe, expect, test } from 'vitest';
import { overviewService } from '../../../electron/api/services/overview.ts';
import type { EngineParts } from '../../../electron/api/services/parts.ts';
import { RunEvidence } from '../../../electron/api/services/run-evidence.ts';
import type { SamePrompt } from '../../../electron/core/model/record.ts';
import { profile as storedProfile } from '../../record/workspace.ts';
import { addLog, workspace } from './suspect-workspace.ts';

const judge = { rubric_version: 'v1', judge_model: 'judge-x' } as const;

/** `votes` per trajectory, each of a task of its own. */
function log(votes: readonly string[], more: Readonly<Record<string, unknown>> = {}) {
  return votes.flatMap((each, at) =>
    [...each].map((vote, n) => ({
      ...judge,
      trajectory_id: `t${at}`,
      task_id: `task${at}`,
      step: at,
      attempt: n,
      timestamp: 1_700_000_000 + at * 10 + n,
      reward: vote === 'p' ? 1 : 0,
      success: vote === 'p',
      ...more,
    })),
  );
}

async function opened(lines: readonly Readonly<Record<string, unknown>>[]) {
  const { parts } = await workspace();
  await addLog(parts, lines);
  const runs = new RunEvidence(parts);
  const service = overviewService(parts, runs);
  return { parts, runs, view: (filter = '') => service.view(filter, ['rubric_version', 'judge_model']) };
}

interface Asked {
  readonly votes: readonly string[];
  readonly same?: SamePrompt;
  readonly filter?: string | null;
  readonly purpose?: 'repeat' | 'rejudge';
  readonly model?: string;
  readonly truth?: boolean | null;
}

/** A finished re-run in the record; `-` is an attempt that gave no verdict. */
function addRun({ record }: EngineParts, asked: Asked): void {
  const { votes, same = 'yes', filter = '', purpose = 'repeat', model = judge.judge_model } = asked;
  const repeats = Math.max(...votes.map((each) => each.length));
  const run = record.runs.create({
    purpose,
    profile: { ...storedProfile, model },
    rubric_version: purpose === 'repeat' ? null : judge.rubric_version,
    repeats,
    filter,
    seed: 1,
  });
  record.items.add(
    run.run_id,
    votes.map((_, at) => ({
      ...judge,
      row: `1:${at + 1}`,
      trajectory: `t${at}`,
      task_id: `task${at}`,
      category: null,
      step: at,
      original_passed: false,
      original_unjudged: null,
      truth: asked.truth ?? null,
      prompt: { prompt_hash: `h${at}`, messages: [{ role: 'user', content: `${at}` }] },
      prompt_origin: 'log',
      same_prompt: same,
      evidence: null,
    })),
  );
  record.runs.seal(run.run_id);
  for (const [at, each] of votes.entries())
    for (const [n, vote] of [...each].entries())
      record.attempts.store({
        run_id: run.run_id,
        item: at + 1,
        attempt: n + 1,
        try: 1,
        final: true,
        reused_from: null,
        outcome: vote === '-' ? 'timeout' : 'ok',
        request_hash: 'r',
        prompt_hash: `h${at}`,
        response_format: 'none',
        raw_reply: null,
        response_id: null,
        finish_reason: null,
        model,
        http_status: 200,
        prompt_tokens: null,
        completion_tokens: null,
        total_tokens: null,
        latency_ms: 1,
        passed: vote === '-' ? null : vote === 'p',
        score: null,
        reason: null,
        repaired: false,
        verdict: null,
        error: null,
        started_at: 0,
        ended_at: 0,
      });
  record.runs.setState(run.run_id, 'done');
}

const many = (count: number, votes: readonly string[]) =>
  Array.from({ length: count }, (_, at) => votes[at % votes.length] ?? '');
const noisy = many(60, ['fp', 'pf']);
const steady = many(60, ['ff', 'pp']);

describe('the verdict on a judge', () => {
  test('takes its noise from repeats in the log where there is no re-run', async () => {
    const { view } = await opened(log(noisy));
    const { diagnoses, headline } = await view();
    expect(diagnoses).toHaveLength(1);
    expect(headline).toBe(0);
    expect(diagnoses[0]).toMatchObject({ verdict: 'noisy' });
    expect(diagnoses[0]?.checks.find(({ code }) => code === 'noise_share')).toMatchObject({ n: 60 });
  });

  test('takes it from a re-run with the training prompt, also where the log has repeats', async () => {
    const { parts, view } = await opened(log(noisy));
    addRun(parts, { votes: many(80, ['fff', 'ppp']) });
    const [diagnosis] = (await view()).diagnoses;
    expect(diagnosis?.checks.find(({ code }) => code === 'noise_share')).toMatchObject({ n: 80, value: 0 });
  });

  test('does not let a re-run with another prompt hide the repeats of the log', async () => {
    const { parts, view } = await opened(log(noisy));
    addRun(parts, { votes: steady, same: 'no' });
    const [diagnosis] = (await view()).diagnoses;
    expect(diagnosis).toMatchObject({ verdict: 'noisy' });
    expect(diagnosis?.caveats).not.toContain('other_prompt');
  });

  test('says of a re-run with another prompt that it measures something else, where it is all there is', async () => {
    const { parts, view } = await opened(log(many(60, ['f', 'p'])));
    addRun(parts, { votes: noisy, same: 'no' });
    const [diagnosis] = (await view()).diagnoses;
    expect(diagnosis).toMatchObject({ verdict: 'undetermined' });
    expect(diagnosis?.caveats).toContain('other_prompt');
  });

  test('is not given on rows chosen by what the judge said', async () => {
    const { view } = await opened(log(many(100, ['f', 'p'])));
    expect((await view('step >= 10')).diagnoses).toHaveLength(1);
    for (const filter of ['not passed', 'unjudged', 'false_negative', 'step >= 10 and reward = 0']) {
      const { diagnoses, headline, summary } = await view(filter);
      expect([filter, diagnoses, headline]).toEqual([filter, [], null]);
      expect(summary.groups.length).toBeLessThanOrEqual(1);
    }
  });

  test('finds an outage in a window of steps although the whole log looks well', async () => {
    const lines = log(many(400, ['p', 'f']));
    const { view } = await opened(
      lines.map((line, at) =>
        at >= 200 && at < 215 ? { ...line, success: null, error: 'call failed' } : line,
      ),
    );
    const [diagnosis] = (await view()).diagnoses;
    expect(diagnosis).toMatchObject({ verdict: 'broken' });
    expect(diagnosis?.reasons[0]).toMatchObject({ code: 'unjudged_window', value: 15 / 50 });
  });
});

describe('re-runs as evidence', () => {
  const items = (evidence: RunEvidence) => evidence.of(judge)?.items ?? null;

  test('speak for their own version and judge alone', async () => {
    const { parts, runs } = await opened(log(['p']));
    addRun(parts, { votes: steady });
    expect(runs.of(judge)).toMatchObject({ items: 60, share: 0, same_prompt: 'yes' });
    expect(runs.of({ ...judge, rubric_version: 'v2' })).toBeNull();
    expect(runs.of({ rubric_version: 'v1' })).toBeNull();
    expect(runs.of({})).toBeNull();
  });

  test.each([
    ['another judge', { model: 'judge-y' }],
    ['rows picked by hand', { filter: null }],
    ['rows picked for their verdict', { filter: 'not passed' }],
    ['samples of another version', { purpose: 'rejudge' }],
    ['single attempts', { votes: many(60, ['f', 'p']) }],
    ['attempts of which one an item gave a verdict', { votes: many(60, ['f--', 'p--']) }],
  ] as const)('of %s say nothing of the judge', async (_name, change) => {
    const { parts, runs } = await opened(log(['p']));
    addRun(parts, { votes: steady, ...change });
    expect(items(runs)).toBeNull();
  });

  test('the newest speaks, but not one with another prompt before one with the training’s', async () => {
    const { parts, runs } = await opened(log(['p']));
    addRun(parts, { votes: many(10, ['ff', 'pp']) });
    expect(items(runs)).toBe(10);
    addRun(parts, { votes: many(20, ['ff', 'pp']) });
    expect(items(runs)).toBe(20);
    addRun(parts, { votes: many(30, ['ff', 'pp']), same: 'no' });
    expect(runs.of(judge)).toMatchObject({ items: 20, same_prompt: 'yes' });
  });

  test('tell steady errors by the truth their samples had, null where they had none', async () => {
    const { parts, runs } = await opened(log(['p']));
    addRun(parts, { votes: steady });
    expect(runs.of(judge)).toMatchObject({ steady_false_negatives: null, steady_false_positives: null });
    addRun(parts, { votes: steady, truth: true });
    expect(runs.of(judge)?.steady_false_negatives).toMatchObject({ n: 60, rate: 0.5 });
    expect(runs.of(judge)?.steady_false_positives).toBeNull();
  });
});
