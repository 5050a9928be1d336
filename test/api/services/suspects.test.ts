import { describe, expect, test } from 'vitest';
import { suspectValidation } from '../../../electron/api/services/suspect-validation.ts';
import { rankSuspects, signalsOf } from '../../../electron/api/services/suspects.ts';
import { SIGNAL_NAMES } from '../../../electron/core/suspicion/index.ts';
import { applyScales } from '../../../electron/logs/scales.ts';
import { applyThresholds } from '../../../electron/logs/thresholds.ts';
import type { AttemptRecord } from '../../../electron/record/index.ts';
import { itemDraft, profile } from '../../record/workspace.ts';
import { addLog, addTrajectories, workspace } from './suspect-workspace.ts';

type Line = Readonly<Record<string, unknown>>;

/** Failed verdicts by one judge under one version, each on a task of its own and, unless it says so, without an identity. */
function verdicts(...lines: readonly Line[]): Line[] {
  return lines.map((line, index) => ({
    task_id: `task-${index + 1}`,
    rubric_version: 'v1',
    judge_model: 'judge-a',
    success: false,
    ...line,
  }));
}

const long = 'The mail list shows a message to Ana Lopez with the subject Offer, delivered at';

/** The same number for the same row and question every time, as good as drawn. */
function drawn(row: number, question: number): number {
  let value = Math.imul(row * 8 + question + 1, 0x9e3779b1);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

describe('ranking failed verdicts without truth', () => {
  test('each signal shows at its row, with its points and what it rests on', async () => {
    const { parts, library } = await workspace();
    await addLog(
      parts,
      verdicts(
        { trajectory_id: 'elsewhere', score: 0.1 },
        { trajectory_id: 'elsewhere', rubric_version: 'v2', success: true, score: 1 },
        { trajectory_id: 'split' },
        { trajectory_id: 'split', success: true },
        { trajectory_id: 'contradiction', score: 0.7 },
        {
          trajectory_id: 'fine',
          fine_rubrics: ['The subject is "Invoice 77"'],
          reason: 'F1 is not met: the subject is something else.',
        },
        { trajectory_id: 'uncited', fine_rubrics: ['The subject is "Invoice 77"'], reason: 'Nope.' },
        { trajectory_id: 'steps', category: 'mail', rubric_hits: ['S1', 'S2'] },
        { trajectory_id: 'evidence', evidence: ['Sent to Ana', 'Subject: Offer'] },
        { trajectory_id: 'frames', frame_count: 3 },
        { trajectory_id: 'sibling', task_id: 'group', group_id: 'g1' },
        { trajectory_id: 'sibling-b', task_id: 'group', group_id: 'g1', success: true },
        { trajectory_id: 'failed-a', task_id: 'history', group_id: 'g2' },
        { trajectory_id: 'failed-b', task_id: 'history', group_id: 'g2', success: false },
        { trajectory_id: 'before', task_id: 'history', group_id: 'g0', success: true },
        { trajectory_id: 'said', reason: 'The message was sent, but the tone is off.' },
        { trajectory_id: 'nothing', success: false },
        { trajectory_id: 'unjudged', success: null, error: 'timed out', reason: 'The message was sent.' },
      ),
    );
    await addTrajectories(parts, [
      { trajectory_id: 'fine', instruction: 'Tell Ana Lopez about the offer' },
      { trajectory_id: 'uncited', instruction: 'Tell Ana Lopez about the offer' },
      {
        trajectory_id: 'evidence',
        instruction: 'Mail Ana',
        frames: [
          { action: 'send', text: 'Sent to Ana' },
          { action: 'wait', text: 'Subject: Offer' },
        ],
      },
      {
        trajectory_id: 'frames',
        instruction: 'Mail Ana',
        frames: ['a', 'b', 'c', 'd', 'e'].map((text) => ({ action: 'scroll', text })),
      },
      { trajectory_id: 'sibling', instruction: 'Mail Ana', final_state: `${long} 12:01` },
      { trajectory_id: 'sibling-b', instruction: 'Mail Ana', final_state: `${long} 12:07` },
    ]);

    const ranked = await rankSuspects(parts, library, { filter: '' });
    const shown = ranked.items.map(({ verdict, points, signals }) => [
      verdict.trajectory,
      points,
      signals.map(({ name }) => name).join(),
    ]);
    expect(shown).toEqual([
      ['elsewhere', 5, 'passes_elsewhere'],
      ['split', 4, 'repeats_split'],
      ['contradiction', 4, 'contradiction'],
      ['fine', 4, 'ungrounded_fine'],
      ['steps', 3, 'all_steps_hit'],
      ['evidence', 2, 'evidence_found'],
      ['frames', 2, 'frame_problem'],
      ['sibling', 2, 'sibling_passed'],
      ['failed-a', 2, 'group_failed'],
      ['failed-b', 2, 'group_failed'],
      ['uncited', 1, 'ungrounded_fine'],
      ['said', 1, 'says_completed'],
      ['nothing', 0, ''],
    ]);
    expect(ranked).toMatchObject({ total: 13, looked_at: 13, complete: true, not_computable: [] });
    const evidence = Object.fromEntries(
      ranked.items.map(({ verdict, signals }) => [verdict.trajectory, signals[0]?.evidence]),
    );
    expect(evidence).toMatchObject({
      elsewhere: { verdicts: [{ rubric_version: 'v2', judge_model: 'judge-a' }], judged: 1 },
      split: { passes: 1, fails: 1 },
      contradiction: { score: 0.7, half: 0.5, max: 1 },
      fine: { criteria: [{ index: 0, text: 'The subject is "Invoice 77"' }], cited: true },
      steps: { category: 'mail', steps: ['S1', 'S2'] },
      evidence: { found: [{ item: 'Sent to Ana' }, { item: 'Subject: Offer' }], items: 2 },
      frames: { faults: ['cap_reached'], shown: 3, recorded: 5, cap: 3 },
      sibling: { siblings: [{ trajectory: 'sibling-b' }] },
      'failed-a': { group: 2, judged: 1, passed: 1 },
      said: { words: [{ word: 'was sent' }] },
    });
    const [first] = ranked.items;
    if (first === undefined) throw new Error('nothing was ranked');
    expect(await signalsOf(parts, library, first.verdict)).toMatchObject({
      points: 5,
      signals: first.signals,
    });
  });

  test('a log that says nothing but "failed" has no signal and no zero', async () => {
    const { parts, library } = await workspace();
    await addLog(parts, [{ success: false }, { success: false, note: 'x' }, { success: true }]);
    const ranked = await rankSuspects(parts, library, { filter: '' });
    expect(ranked).toMatchObject({ total: 2, looked_at: 2, complete: true });
    expect(ranked.items.map(({ points, signals }) => [points, signals])).toEqual([
      [0, []],
      [0, []],
    ]);
    expect(ranked.not_computable).toEqual(SIGNAL_NAMES);
    expect(await rankSuspects(parts, library, { filter: 'passed' })).toMatchObject({
      total: 0,
      items: [],
      not_computable: [],
      complete: true,
    });
  });

  test('a filter chooses the rows; what speaks for them is looked for in all logs', async () => {
    const { parts, library } = await workspace();
    await addLog(
      parts,
      verdicts(
        { trajectory_id: 'a', step: 1 },
        { trajectory_id: 'a', step: 2, rubric_version: 'v2', success: true },
        { trajectory_id: 'b', step: 2, score: 0.9 },
      ),
    );
    const ranked = await rankSuspects(parts, library, { filter: 'step = 1' });
    expect(ranked.items.map(({ verdict, points }) => [verdict.trajectory, points])).toEqual([['a', 5]]);
    await expect(rankSuspects(parts, library, { filter: 'step =' })).rejects.toMatchObject({
      failure: { code: 'filter_syntax' },
    });
  });

  test('a re-run by the same judge splits the repeats, one by another judge or of another prompt passes elsewhere', async () => {
    const { parts, library } = await workspace();
    await addLog(
      parts,
      verdicts(
        { trajectory_id: 'same' },
        { trajectory_id: 'other-prompt' },
        { task_id: 'shared', note: 'a' },
        { task_id: 'shared', note: 'b' },
      ),
    );
    const points = async () =>
      (await rankSuspects(parts, library, { filter: '' })).items.map(({ verdict, signals }) => [
        verdict.line,
        signals.map(({ name, points: each }) => `${name} ${each}`).join(),
      ]);
    expect(await points()).toEqual([
      [1, ''],
      [2, ''],
      [3, ''],
      [4, ''],
    ]);
    const run = parts.record.runs.create({
      purpose: 'repeat',
      profile,
      rubric_version: null,
      repeats: 2,
      filter: '',
      seed: 1,
    });
    parts.record.items.add(run.run_id, [
      itemDraft(1, { trajectory: 'same', rubric_version: 'v1' }),
      itemDraft(2, { trajectory: 'other-prompt', rubric_version: 'v1', same_prompt: 'no' }),
      itemDraft(3, { trajectory: null, rubric_version: 'v0' }),
    ]);
    parts.record.runs.seal(run.run_id);
    for (const item of [1, 2, 3]) {
      parts.record.attempts.store(attempt(run.run_id, item, 1, true));
      parts.record.attempts.store(attempt(run.run_id, item, 2, false));
    }
    expect(await points()).toEqual([
      [2, 'passes_elsewhere 5'],
      [3, 'passes_elsewhere 5'],
      [1, 'repeats_split 4'],
      [4, ''],
    ]);
    const { items } = await rankSuspects(parts, library, { filter: 'line = 1' });
    expect(items[0]?.signals[0]?.evidence).toEqual({ passes: 1, fails: 2 });
  });

  test('a verdict that a threshold made out of the score does not contradict it', async () => {
    const { parts, library } = await workspace();
    await addLog(
      parts,
      verdicts(
        { reward: 6, success: undefined },
        { reward: 6 },
        { reward: 0 },
        { reward: 10, success: true },
      ),
    );
    await applyScales(parts.store, [{ rubric_version: 'v1', judge_model: 'judge-a', top: 10 }]);
    await applyThresholds(parts.store, [{ target: null, threshold: 7 }]);
    const { items } = await rankSuspects(parts, library, { filter: '' });
    expect(items.map(({ verdict, points }) => [verdict.line, points])).toEqual([
      [2, 4],
      [1, 0],
      [3, 0],
    ]);
  });

  test('a score whose scale was not stated contradicts nothing: 7 may be of ten or of a hundred', async () => {
    const { parts, library } = await workspace();
    await addLog(
      parts,
      verdicts(
        { score: 7 },
        { score: 0.7 },
        { score: 10, success: true },
        { score: 0.6, judge_model: 'judge-b' },
        // not judged, but of a scale beyond 1 all the same
        { score: 3, judge_model: 'judge-b', success: null, error: 'timed out' },
        { score: 0.6, judge_model: 'judge-c' },
      ),
    );
    const contradicting = async () => {
      const { items, not_computable } = await rankSuspects(parts, library, { filter: '' });
      const found = items.filter(({ signals }) => signals.some(({ name }) => name === 'contradiction'));
      return { lines: found.map(({ verdict }) => verdict.line), not_computable };
    };
    expect((await contradicting()).lines).toEqual([6]);
    await applyScales(parts.store, [{ rubric_version: 'v1', judge_model: 'judge-a', top: 10 }]);
    expect((await contradicting()).lines.toSorted()).toEqual([1, 6]);
    // an answer that says there is no highest score leaves nothing to be half of
    await applyScales(parts.store, [{ rubric_version: 'v1', judge_model: 'judge-a', top: null }]);
    expect((await contradicting()).lines).toEqual([6]);
  });

  test('more failed rows than are looked at: the list begins as a full computation of every row would', async () => {
    const { parts, library } = await workspace();
    const { store } = parts;
    const lines = Array.from({ length: 50_000 }, (_, i) => ({
      trajectory_id: `traj-${drawn(i, 7) % 50 === 0 ? i % 1000 : i % 47_000}`,
      task_id: `task-${Math.floor(i / 8) % 500}`,
      step: Math.floor(i / 4000),
      rubric_version: i < 30_000 ? 'v1' : 'v2',
      judge_model: `judge-${drawn(i, 1) % 2}`,
      score: drawn(i, 2) % 40 === 0 ? 0.8 : 0.1,
      ...(drawn(i, 0) % 40 === 0
        ? { error: 'timed out' }
        : { success: drawn(i, 0) % 40 > 2 && drawn(Math.floor(i / 8), 3) % 40 > 0 }),
      ...(drawn(i, 3) % 4 > 0 ? { group_id: `g${Math.floor(i / 8)}` } : {}),
      reason: ['It was  sent', 'Not sent', '任务已完成', ''][drawn(i, 4) % 4],
      ...(drawn(i, 5) % 3 > 0 ? { category: 'mail' } : {}),
      ...(drawn(i, 6) % 5 < 2 ? { rubric_hits: drawn(i, 6) % 5 === 0 ? ['S1', 'S2'] : ['S1'] } : {}),
      frame_count: 2,
      timestamp: 1_700_000_000 + i,
    }));
    await addLog(parts, lines);
    const { total } = await store.one<{ total: number }>(
      'SELECT count(*) AS total FROM verdicts WHERE passed = false',
    );
    const ranked = await rankSuspects(parts, library, { filter: '', limit: 40 });
    expect(ranked).toMatchObject({ total, looked_at: 500, complete: true });
    expect(total).toBeGreaterThan(2_500);

    // Every failed row, in slices small enough to be looked at whole.
    const whole = [];
    for (let from = 0; from < 50_000; from += 25_000) {
      const slice = await rankSuspects(parts, library, {
        filter: `line > ${from} and line <= ${from + 25_000}`,
      });
      expect(slice.looked_at).toBe(slice.total);
      whole.push(...slice.items);
    }
    whole.sort((a, b) => b.points - a.points || a.verdict.line - b.verdict.line);
    expect(whole).toHaveLength(total);
    expect(ranked.items).toEqual(whole.slice(0, 40));
    expect(new Set(whole.flatMap(({ signals }) => signals.map(({ name }) => name)))).toEqual(
      new Set([
        'passes_elsewhere',
        'repeats_split',
        'contradiction',
        'all_steps_hit',
        'group_failed',
        'says_completed',
      ]),
    );
    const unproven = await rankSuspects(parts, library, { filter: '' });
    expect(unproven).toMatchObject({ total, looked_at: 500, complete: false });
  }, 120_000);
});

function attempt(run_id: string, item: number, number: number, passed: boolean): AttemptRecord {
  return {
    run_id,
    item,
    attempt: number,
    try: 1,
    final: true,
    reused_from: null,
    outcome: 'ok',
    request_hash: 'r',
    prompt_hash: 'p',
    response_format: 'none',
    raw_reply: null,
    response_id: null,
    finish_reason: null,
    model: null,
    http_status: 200,
    prompt_tokens: null,
    completion_tokens: null,
    total_tokens: null,
    latency_ms: null,
    passed,
    score: null,
    reason: null,
    repaired: false,
    verdict: null,
    error: null,
    started_at: 0,
    ended_at: 0,
  };
}

describe('holding the ranking against truth', () => {
  const item = (points: number, truth: boolean | null) => ({ points, verdict: { truth } });

  test('rows without a truth are left out, and without any there is no figure', () => {
    expect(suspectValidation([item(3, null), item(1, null)])).toBeNull();
    expect(
      suspectValidation([item(5, true), item(4, null), item(3, false), item(2, true), item(1, false)]),
    ).toEqual({ labelled: 4, auroc: 0.75, precision_at_50: null });
    expect(suspectValidation([item(5, true)])).toEqual({ labelled: 1, auroc: null, precision_at_50: null });
  });

  test('precision is of the fifty with the most points', () => {
    const rows = Array.from({ length: 60 }, (_, index) => item(60 - index, index < 20 || index >= 55));
    expect(suspectValidation(rows)).toMatchObject({ labelled: 60, precision_at_50: 0.4 });
  });
});
