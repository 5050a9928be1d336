import { describe, expect, test } from 'vitest';
import type { Trajectory } from '../../../electron/core/model/verdict.ts';
import { parseRubric } from '../../../electron/core/rubric/index.ts';
import {
  DEFAULT_WEIGHTS,
  SIGNAL_NAMES,
  type Signal,
  type SignalName,
  type SuspicionInput,
  suspicionOf,
} from '../../../electron/core/suspicion/index.ts';

const rubric = parseRubric(`version: v1
frames: {max: 3, key_actions: [input, send]}
routing: {mail: [send, 发给]}
categories:
  mail: {steps: [The recipient is right, The message is sent]}
  general: {steps: [The outcome is shown]}
`).rubric;

const trajectory: Trajectory = {
  trajectory: 't1',
  task_id: 'task',
  step: 1,
  instruction: '把 350 元的报销单发给财务群',
  frames: [
    { index: 0, action: 'open', text: '财务群', state: null, image: null },
    { index: 1, action: 'input', text: '报销单.pdf', state: null, image: null },
    { index: 2, action: 'send', text: null, state: '已发送 12:01', image: null },
  ],
  final_state: '消息已发送给财务群 12:01',
  messages: [],
  summary: null,
  origin: 'x:1',
  instruction_hash_matches: null,
};

/** A failed row about which nothing is known. */
const bare: SuspicionInput = {
  row: {
    passed: false,
    score: null,
    reward: null,
    reason: null,
    evidence: null,
    rubric_hits: null,
    fine_rubrics: null,
    category: null,
    instruction: null,
    frame_count: null,
    frames_shown: null,
  },
  trajectory: null,
  siblings: null,
  otherVerdicts: null,
  repeats: null,
  rubric: null,
  caps: { frames: null, score: null },
  history: null,
};

function row(fields: Partial<SuspicionInput['row']>, rest: Partial<SuspicionInput> = {}): SuspicionInput {
  return { ...bare, ...rest, row: { ...bare.row, ...fields } };
}

function signal(input: SuspicionInput, name: SignalName): Signal | 'not computable' | null {
  const result = suspicionOf(input);
  if (result.notComputable.includes(name)) return 'not computable';
  return result.signals.find((each) => each.name === name) ?? null;
}

const scale = { frames: null, score: { min: 0, max: 1 } };

describe('suspicion of a false negative', () => {
  test('where the log says nothing, nothing is computable and nothing is zero', () => {
    expect(suspicionOf(bare)).toEqual({
      applicable: true,
      points: 0,
      signals: [],
      notComputable: [...SIGNAL_NAMES],
    });
  });

  test('a row that passed, or was not judged, is not looked at', () => {
    for (const passed of [true, null])
      expect(suspicionOf(row({ passed, reason: '已发送' }))).toEqual({
        applicable: false,
        points: 0,
        signals: [],
        notComputable: [],
      });
  });

  test('passes under another version or judge: 5', () => {
    const others = [
      { rubric_version: 'v2', judge_model: 'j', passed: true },
      { rubric_version: 'v0', judge_model: 'j', passed: false },
      { rubric_version: 'v3', judge_model: 'j', passed: null },
    ];
    expect(signal({ ...bare, otherVerdicts: others }, 'passes_elsewhere')).toMatchObject({
      points: 5,
      evidence: { verdicts: [{ rubric_version: 'v2', judge_model: 'j' }], judged: 2 },
    });
    expect(signal({ ...bare, otherVerdicts: others.slice(1) }, 'passes_elsewhere')).toBeNull();
    expect(signal({ ...bare, otherVerdicts: others.slice(2) }, 'passes_elsewhere')).toBe('not computable');
  });

  test('repeats split: 4; three of three failing takes nothing away', () => {
    const repeats = (...passed: (boolean | null)[]) => ({
      ...bare,
      repeats: passed.map((each) => ({ passed: each })),
    });
    expect(signal(repeats(true, false), 'repeats_split')).toMatchObject({
      points: 4,
      evidence: { passes: 1, fails: 2 },
    });
    expect(signal(repeats(false, false), 'repeats_split')).toBeNull();
    expect(suspicionOf({ ...row({ reason: '已发送' }), repeats: repeats(false, false).repeats }).points).toBe(
      1,
    );
    expect(signal(repeats(null), 'repeats_split')).toBe('not computable');
  });

  test('contradiction: 4 from half the scale on, by score or else reward, and never without a known scale', () => {
    expect(signal(row({ score: 0.5 }, { caps: scale }), 'contradiction')).toMatchObject({
      points: 4,
      evidence: { score: 0.5, half: 0.5, max: 1 },
    });
    expect(signal(row({ score: 0.49, reward: 1 }, { caps: scale }), 'contradiction')).toBeNull();
    expect(signal(row({ reward: 0.8 }, { caps: scale }), 'contradiction')).toMatchObject({ points: 4 });
    expect(signal(row({ score: 0.8 }), 'contradiction')).toBe('not computable');
    expect(
      signal(row({ score: 0.8 }, { caps: { frames: null, score: { min: 0, max: 10 } } }), 'contradiction'),
    ).toBeNull();
  });

  test('ungrounded fine rubric: 4 where the reason cites it, 1 where it does not', () => {
    const fine_rubrics = ['The amount is 350', 'The subject line contains the word “Reimbursement”'];
    const { instruction } = trajectory;
    const cited = signal(
      row({
        instruction,
        fine_rubrics,
        reason: 'It was sent, but the subject does not contain ‘Reimbursement’.',
      }),
      'ungrounded_fine',
    );
    expect(cited).toMatchObject({ points: 4, evidence: { cited: true, criteria: [{ index: 1 }] } });
    expect(
      signal(row({ instruction, fine_rubrics, reason: 'The recipient is wrong.' }), 'ungrounded_fine'),
    ).toMatchObject({
      points: 1,
      evidence: { cited: false },
    });
    expect(
      signal(row({ instruction, fine_rubrics, reason: 'F2 is missed' }), 'ungrounded_fine'),
    ).toMatchObject({ points: 4 });
    expect(signal(row({ instruction, fine_rubrics: ['金额是 350 元'] }), 'ungrounded_fine')).toBeNull();
    expect(signal(row({ fine_rubrics: [] }), 'ungrounded_fine')).toBeNull();
    expect(signal(row({ fine_rubrics }), 'ungrounded_fine')).toBe('not computable');
    expect(signal(row({ instruction }), 'ungrounded_fine')).toBe('not computable');
  });

  test('the places of a citation are in the reason', () => {
    const reason = '虽然已发送，但金额不是 360 元。';
    const found = signal(
      row({ instruction: trajectory.instruction, fine_rubrics: ['金额是 360 元'], reason }),
      'ungrounded_fine',
    );
    if (found === null || found === 'not computable' || found.name !== 'ungrounded_fine')
      throw new Error('no signal');
    const words = found.evidence.criteria[0]?.cited.map((span) => reason.slice(span.start, span.end));
    expect(words).toEqual(expect.arrayContaining(['金额', '360']));
  });

  test('every coarse step hit, yet failed: 3', () => {
    const instruction = 'Send it';
    const hits = (rubric_hits: string[] | null) =>
      signal(row({ instruction, rubric_hits }, { rubric }), 'all_steps_hit');
    expect(hits(['S1', 'The message is sent'])).toMatchObject({
      points: 3,
      evidence: { category: 'mail', steps: ['S1', 'S2'] },
    });
    expect(hits(['S1'])).toBeNull();
    expect(hits(['S1', 'S2', 'S2: missed'])).toBeNull();
    expect(hits([])).toBeNull();
    expect(hits(['tone', 'style'])).toBe('not computable');
    expect(hits(null)).toBe('not computable');
    expect(
      signal(row({ instruction, rubric_hits: ['S1', 'S2'], category: 'maps' }, { rubric }), 'all_steps_hit'),
    ).toBe('not computable');
  });

  test('two evidence items that are literally there: 2', () => {
    const found = (...evidence: string[]) => signal(row({ evidence }, { trajectory }), 'evidence_found');
    expect(found('已发送', '报销单.pdf', 'subject')).toMatchObject({
      points: 2,
      evidence: {
        items: 3,
        found: [{ item: '已发送', place: { frame: 2, field: 'state' } }, { place: { frame: 1 } }],
      },
    });
    expect(found('已发送', '已发送')).toBeNull();
    expect(found()).toBeNull();
    expect(signal(row({ evidence: ['已发送'] }), 'evidence_found')).toBe('not computable');
  });

  test('frame problems: 2', () => {
    const frames = (fields: Partial<SuspicionInput['row']>, rest: Partial<SuspicionInput> = {}) =>
      signal(row(fields, { trajectory, rubric, ...rest }), 'frame_problem');
    expect(frames({ frame_count: 3 })).toBeNull();
    expect(frames({ frame_count: 3 }, { trajectory: null })).toMatchObject({
      points: 2,
      evidence: { faults: ['cap_reached'], cap: 3 },
    });
    expect(frames({ frame_count: 2 })).toMatchObject({
      evidence: { faults: ['frames_left_out'], shown: 2, recorded: 3 },
    });
    expect(frames({ frames_shown: [0, 1] })).toMatchObject({
      evidence: { faults: ['frames_left_out', 'final_frame_missing', 'key_frame_missing'], missing: [2] },
    });
    expect(frames({ frames_shown: [0, 2, 1] })).toMatchObject({ evidence: { faults: ['out_of_order'] } });
    expect(frames({ frames_shown: [0, 1, 2] })).toBeNull();
    expect(frames({ frame_count: 2 }, { trajectory: null })).toBeNull();
    expect(frames({ frame_count: 2 }, { trajectory: null, rubric: null })).toBe('not computable');
    expect(frames({})).toBe('not computable');
  });

  test('a sibling with nearly the same final state passed: 2', () => {
    const sibling = (final_state: string | null, passed: boolean | null = true) => ({
      ...bare,
      trajectory,
      siblings: [{ trajectory: 't2', passed, same_group: true, final_state }],
    });
    expect(signal(sibling('消息已发送给财务群 12:07'), 'sibling_passed')).toMatchObject({
      points: 2,
      evidence: { siblings: [{ trajectory: 't2' }] },
    });
    expect(signal(sibling('草稿未发送'), 'sibling_passed')).toBeNull();
    expect(signal(sibling('消息已发送给财务群 12:07', false), 'sibling_passed')).toBeNull();
    expect(signal(sibling(null), 'sibling_passed')).toBe('not computable');
    expect(signal({ ...sibling('x'), trajectory: null }, 'sibling_passed')).toBe('not computable');
  });

  test('the whole group failed at a task that has passed before: 2', () => {
    const group = (passed: (boolean | null)[], history: SuspicionInput['history']) => ({
      ...bare,
      history,
      siblings: passed.map((each) => ({
        trajectory: null,
        passed: each,
        same_group: true,
        final_state: null,
      })),
    });
    expect(signal(group([false, false, null], { judged: 10, passed: 1 }), 'group_failed')).toMatchObject({
      points: 2,
      evidence: { group: 3, judged: 10, passed: 1 },
    });
    expect(signal(group([false, true], { judged: 10, passed: 1 }), 'group_failed')).toBeNull();
    expect(signal(group([false], { judged: 10, passed: 0 }), 'group_failed')).toBeNull();
    expect(signal(group([false], null), 'group_failed')).toBe('not computable');
    expect(signal(group([], { judged: 1, passed: 1 }), 'group_failed')).toBe('not computable');
  });

  test('the reason says it was done: 1, with the words', () => {
    expect(signal(row({ reason: '消息已发送，但缺少关键词' }), 'says_completed')).toMatchObject({
      points: 1,
      evidence: { words: [{ word: '已发送', text: '已发送', span: { start: 2, end: 5 } }] },
    });
    expect(signal(row({ reason: 'not completed' }), 'says_completed')).toBeNull();
    expect(signal(row({ reason: ' ' }), 'says_completed')).toBe('not computable');
  });

  test('points add up, by weights that can be changed', () => {
    const input = row({ reason: '消息已发送', score: 0.9 }, { caps: scale });
    expect(suspicionOf(input)).toMatchObject({
      points: 5,
      signals: [{ name: 'contradiction' }, { name: 'says_completed' }],
    });
    expect(suspicionOf(input, { ...DEFAULT_WEIGHTS, contradiction: 10, says_completed: 0 })).toMatchObject({
      points: 10,
      signals: [{ points: 10 }, { points: 0 }],
    });
  });
});
