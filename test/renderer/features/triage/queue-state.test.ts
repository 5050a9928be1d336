import { expect, test } from 'vitest';
import type { Label, QueueItem, QueueView } from '../../../../electron/api/types.ts';
import {
  emptyQueue,
  nextOffset,
  nextToLabel,
  presentLabel,
  type QueueState,
  tallyNow,
  withLabel,
  withPage,
  withSelected,
} from '../../../../renderer/features/triage/queue-state.ts';

function item(row: string, trajectory: string | null = row, label: Label | null = null): QueueItem {
  return {
    verdict: {
      row,
      source_id: 1,
      source: 'reward_log.jsonl',
      line: 1,
      trajectory,
      task_id: null,
      step: null,
      category: null,
      rubric_version: null,
      judge_model: null,
      timestamp: null,
      passed: false,
      unjudged: null,
      reward: 0,
      score: 0,
      reason: null,
      error: null,
      latency_ms: null,
      prompt_tokens: null,
      completion_tokens: null,
      total_tokens: null,
      frame_count: null,
      group_id: null,
      attempt: null,
      truth: null,
      warnings: [],
      extra: {},
    },
    points: 1,
    signals: [],
    label,
  };
}

function label(value: Label['value']): Label {
  return {
    label_id: 'l',
    trajectory: 't',
    identity: 'explicit',
    annotator: 'lin',
    value,
    mistake: null,
    note: '',
    row: null,
    rubric_version: null,
    judge_model: null,
    inclusion_probability: null,
    created_at: 0,
  };
}

function view(items: readonly QueueItem[], total: number): QueueView {
  return { mode: 'suspects', total, labelled: 0, unsure: 0, items, not_computable: [] };
}

function at(state: QueueState, index: number): QueueItem {
  const found = state.items[index];
  if (found === undefined) throw new Error(`no item ${index}`);
  return found;
}

test('labelling does not move the queue, and the next page skips nothing', () => {
  let state = withPage(emptyQueue('unlabelled'), view([item('1:1'), item('1:2'), item('1:3')], 5), 3);
  state = withLabel(state, at(state, 0), label('success'));
  state = withLabel(state, at(state, 1), label('failure'));
  expect(state.items.map((each) => each.verdict.row)).toEqual(['1:1', '1:2', '1:3']);
  // The engine no longer lists the two labelled ones, so its fourth row now stands at offset 1.
  expect(nextOffset(state)).toBe(1);
  state = withPage(state, view([item('1:4'), item('1:5')], 3), 3);
  expect(state.items.map((each) => each.verdict.row)).toEqual(['1:1', '1:2', '1:3', '1:4', '1:5']);
  expect(state.total).toBe(5);
  expect(state.complete).toBe(true);
});

test('a label counts for every row of its trajectory', () => {
  let state = withPage(
    emptyQueue('unlabelled'),
    view([item('1:1', 'a'), item('1:2', 'a'), item('1:3', 'b')], 3),
    3,
  );
  state = withLabel(state, at(state, 0), label('success'));
  expect(presentLabel(state, at(state, 1))?.value).toBe('success');
  expect(nextToLabel(state)).toBe(2);
  expect(tallyNow(state, { labelled: 0, unsure: 0, unlabelled: 3 })).toEqual({
    labelled: 2,
    unsure: 0,
    unlabelled: 1,
  });
});

test('a label that is taken back makes the item unlabelled again', () => {
  let state = withPage(emptyQueue('unlabelled'), view([item('1:1'), item('1:2')], 2), 10);
  state = withLabel(state, at(state, 0), label('unsure'));
  expect(tallyNow(state, { labelled: 4, unsure: 1, unlabelled: 2 })).toEqual({
    labelled: 5,
    unsure: 2,
    unlabelled: 1,
  });
  state = withLabel(state, at(state, 0), null);
  expect(presentLabel(state, at(state, 0))).toBeNull();
  expect(tallyNow(state, { labelled: 4, unsure: 1, unlabelled: null })).toEqual({
    labelled: 4,
    unsure: 1,
    unlabelled: null,
  });
  expect(nextOffset(state)).toBe(2);
});

test('rows without an identity are labelled one by one', () => {
  let state = withPage(emptyQueue('all'), view([item('1:1', null), item('1:2', null)], 2), 10);
  state = withLabel(state, at(state, 0), label('success'));
  expect(presentLabel(state, at(state, 1))).toBeNull();
});

test('a page that repeats a row adds it once', () => {
  let state = withPage(emptyQueue('all'), view([item('1:1'), item('1:2')], 4), 2);
  state = withPage(state, view([item('1:2'), item('1:3')], 4), 2);
  expect(state.items.map((each) => each.verdict.row)).toEqual(['1:1', '1:2', '1:3']);
});

test('the selection stays inside the queue', () => {
  const state = withSelected(withPage(emptyQueue('all'), view([item('1:1'), item('1:2')], 2), 10), 99);
  expect(state.selected).toBe(1);
  expect(withSelected(state, -1).selected).toBe(0);
});

test('what was skipped comes round again once the whole queue is loaded', () => {
  const half = withSelected(withPage(emptyQueue('all'), view([item('1:1'), item('1:2')], 4), 2), 1);
  expect(nextToLabel(half)).toBeNull();
  let whole = withPage(half, view([item('1:3', '1:3', label('success'))], 3), 2);
  expect(nextToLabel(whole)).toBe(0);
  whole = withLabel(whole, at(whole, 0), label('failure'));
  expect(nextToLabel(whole)).toBeNull();
});
