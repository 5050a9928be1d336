import { describe, expect, test } from 'vitest';
import type { PairSelection } from '../../../electron/core/model/pair.ts';
import type { LogStore } from '../../../electron/logs/log-store.ts';
import { misselects } from '../../../electron/logs/pairs/outcome.ts';
import { pairEvidence } from '../../../electron/logs/query/pair-evidence.ts';
import { auditFigures, pairDetail, pairPage } from '../../../electron/logs/query/pairs.ts';
import type { Parameter } from '../../../electron/logs/sql-connection.ts';
import { emptyIndex, insert } from '../made-index.ts';

interface Made {
  readonly task_id?: string | null;
  readonly agents?: string;
  readonly success?: readonly [boolean | null, boolean | null];
  readonly pref?: 'A' | 'B' | 'tie' | null;
  readonly scores?: readonly [number, number];
  readonly more?: Record<string, Parameter>;
}

async function audit(pairs: readonly Made[]): Promise<LogStore> {
  const store = await emptyIndex();
  await insert(
    store,
    'pairs',
    pairs.map((pair, index) => {
      const [success_a, success_b] = pair.success ?? [true, false];
      const judge_pref = pair.pref === undefined ? 'A' : pair.pref;
      const [agent_a = '', agent_b = ''] = pair.agents ?? 'xy';
      return {
        source_id: 1,
        pair_id: `p${index + 1}`,
        task_id: pair.task_id === undefined ? `t${index + 1}` : pair.task_id,
        agent_a,
        agent_b,
        success_a,
        success_b,
        judge_pref_raw: judge_pref ?? '?',
        judge_pref,
        judge_score_a: pair.scores?.[0] ?? null,
        judge_score_b: pair.scores?.[1] ?? null,
        misselected: misselects({ success_a, success_b, judge_pref }),
        model: 'j',
        fields: '{}',
        ...pair.more,
      };
    }),
  );
  return store;
}

async function figures(pairs: readonly Made[], edges: readonly number[] | null = null) {
  const found = await auditFigures(await audit(pairs), edges);
  if (found === null) throw new Error('no figures');
  return found;
}

describe('misselection', () => {
  test('is over readable pairs whose truth differs, judge ties among them', async () => {
    const found = await figures([
      { pref: 'A' },
      { pref: 'B' },
      { pref: 'tie' },
      { pref: null },
      { pref: 'B', success: [true, true] },
      { pref: 'A', success: [null, true] },
    ]);
    expect(found).toMatchObject({
      pairs: 6,
      unreadable: 1,
      discordant: 3,
      judge_ties: 1,
      misselected: { count: 1, rate: 1 / 3, rate_all: 1 / 4, interval_method: 'wilson' },
    });
  });

  test('pairs of one task are one cluster', async () => {
    const { misselected } = await figures(
      [4, 0, 3, 1, 2].flatMap((wrong, task) =>
        [0, 1, 2, 3].map((at) => ({
          task_id: `t${task}`,
          pref: at < wrong ? ('B' as const) : ('A' as const),
        })),
      ),
    );
    expect(misselected).toMatchObject({ count: 10, rate: 0.5, interval_method: 'cluster' });
    expect(misselected.interval?.[0]).toBeCloseTo(0.2152161, 6);
  });

  test('nothing discordant is no rate, and no audit is no figure', async () => {
    expect((await figures([{ success: [true, true] }])).misselected).toMatchObject({
      rate: null,
      interval: null,
      rate_all: 0,
    });
    expect(await auditFigures(await emptyIndex())).toBeNull();
  });

  test('a stored column that says otherwise is counted, one that says nothing is not', async () => {
    const found = await figures([
      { pref: 'B', more: { misselected_column: false } },
      { pref: 'B', more: { misselected_column: true } },
      { pref: null, more: { misselected_column: false } },
      { pref: 'A', more: { misselected_column: null } },
    ]);
    expect(found.column_disagrees).toBe(1);
  });
});

describe('gap buckets', () => {
  const gaps = [0, 0.2, 0.21, 0.5, 1, -3, 5, 5.1, null];
  const withGaps = gaps.map((reward_gap) => ({ more: { reward_gap } }));
  const counts = (found: Awaited<ReturnType<typeof figures>>) =>
    Object.fromEntries(found.buckets.map(({ label, pairs }) => [label, pairs]));

  test('are right-closed; a missing gap is never near and one past the edges is beyond', async () => {
    const found = await figures(withGaps);
    expect(found.gap_source).toBe('judge_scores');
    expect(counts(found)).toEqual({ near: 2, small: 2, medium: 1, wide: 2, missing: 1, beyond: 1 });
  });

  test('other edges make other buckets, named by their ends; edges that do not ascend are refused', async () => {
    expect(counts(await figures(withGaps, [0, 1, 2]))).toEqual({
      '(0, 1]': 4,
      '(1, 2]': 0,
      missing: 1,
      beyond: 4,
    });
    await expect(figures(withGaps, [1, 0])).rejects.toThrow(/ascending/);
    await expect(figures(withGaps, [1])).rejects.toThrow(/at least two/);
  });

  test('an external gap is preferred to the judge’s own', async () => {
    const found = await figures([{ more: { reward_gap: 0, external_gap: 2 } }, { more: { reward_gap: 0 } }]);
    expect(found.gap_source).toBe('external');
    expect(counts(found)).toMatchObject({ near: 0, wide: 1, missing: 1 });
  });

  test('groups chosen beforehand come first, unless edges are stated', async () => {
    const pairs = [
      { more: { pair_group: 'near', reward_gap: 4 } },
      { more: { pair_group: 'wide' } },
      { more: { pair_group: 'odd' } },
      { more: { pair_group: null } },
    ];
    const found = await figures(pairs);
    expect(found.gap_source).toBe('pair_group');
    expect(counts(found)).toEqual({ near: 1, wide: 1, odd: 1, missing: 1 });
    expect((await figures(pairs, [-0.01, 1, 5])).gap_source).toBe('judge_scores');
  });

  test('a bucket of judge ties shows them beside its 0, and says nothing about the judge', async () => {
    const pairs = [
      { pref: 'tie' as const, more: { reward_gap: 0 } },
      { pref: 'tie' as const, more: { reward_gap: 0.1 } },
    ];
    expect((await figures(pairs)).buckets[0]).toMatchObject({
      discordant: 2,
      judge_ties: 2,
      misselected: 0,
      rate: 0,
    });
    expect((await pairEvidence(await audit(pairs))).get('j')?.near).toBeNull();
    const mixed = await pairEvidence(await audit([...pairs, { pref: 'B', more: { reward_gap: 0 } }]));
    expect(mixed.get('j')?.near).toMatchObject({ n: 3, rate: 1 / 3 });
  });
});

describe('swapped pairs', () => {
  const swap = (
    first: 'A' | 'B' | 'tie' | null,
    second: 'A' | 'B' | 'tie' | null,
    task: string,
    model: string | null = 'j',
  ) => [
    { task_id: task, agents: 'xy', success: [true, false] as const, pref: first, more: { model } },
    { task_id: task, agents: 'yx', success: [false, true] as const, pref: second, more: { model } },
  ];

  test('consistency, bias and the judge that asks twice', async () => {
    const found = await figures([
      ...swap('A', 'B', 't1'),
      ...swap('A', 'A', 't2'),
      ...swap('A', 'A', 't3'),
      ...swap('B', 'B', 't4'),
      ...swap('tie', 'tie', 't5'),
      ...swap('B', 'A', 't6'),
      ...swap('A', 'tie', 't7'),
      ...swap(null, 'A', 't8'),
    ]);
    expect(found.position).toMatchObject({
      swapped_pairs: 7,
      consistent: 3,
      first_both: 2,
      second_both: 1,
      p: 1,
      same_order_flip: null,
      inconsistency_beyond_noise: null,
    });
    expect(found.position?.bias).toBeCloseTo(1 / 7, 12);
    expect(found.after_swap).toEqual({ decided: 2, undecided: 5, misselected: 1, rate: 0.5 });
  });

  test('another judge, another task or the same order is no swap', async () => {
    const found = await figures([
      { task_id: 't', agents: 'xy', more: { model: 'j' } },
      { task_id: 't', agents: 'yx', more: { model: 'k' } },
      { task_id: 'u', agents: 'yx', more: { model: 'j' } },
      { task_id: 't', agents: 'xy', more: { model: 'j' } },
      { task_id: null, agents: 'xy' },
      { task_id: null, agents: 'yx' },
    ]);
    expect(found.position).toBeNull();
    expect(found.after_swap).toBeNull();
  });

  test('where the judge is unknown, one row in each order is one judge’s and more are not', async () => {
    expect((await figures(swap('A', 'A', 't', null))).position).toMatchObject({ swapped_pairs: 1 });
    expect((await figures([...swap('A', 'A', 't', null), ...swap('A', 'B', 't', null)])).position).toBeNull();
  });

  test('repeats in the same order say how much of the inconsistency is noise', async () => {
    const { position } = await figures([
      ...swap('A', 'A', 't1'),
      ...swap('B', 'A', 't1'),
      ...swap('A', 'B', 't2'),
    ]);
    expect(position).toMatchObject({ swapped_pairs: 3, consistent: 2, same_order_flip: 0.5 });
    expect(position?.inconsistency_beyond_noise).toBeCloseTo(1 / 3 - 0.5, 12);
  });
});

describe('scores against truth', () => {
  test('the score rule, opposition, and high scores that failed', async () => {
    const found = await figures([
      { scores: [9, 1] },
      { scores: [9, 1], success: [true, true] },
      { scores: [9, 1], success: [false, true] },
      { scores: [1, 9] },
      { scores: [3, 3] },
    ]);
    expect(found.conflicts).toEqual({ score_rule: 2, opposed: 2 });
    expect(found.satisfied_but_failed).toMatchObject({ threshold: 5, high_scored: 4, failed: 2, rate: 0.5 });
    expect((await figures([{ scores: [3, 3] }])).satisfied_but_failed).toBeNull();
    expect((await figures([{}])).satisfied_but_failed).toBeNull();
  });
});

describe('the rows behind a figure', () => {
  const pairs: readonly Made[] = [
    { pref: 'A', scores: [2, 1], more: { reward_gap: 1 } },
    { pref: 'B', scores: [1, 2], more: { reward_gap: 0.1 } },
    { pref: 'tie', scores: [1, 1], more: { reward_gap: 0, model: null } },
    { pref: null },
    { pref: 'B', success: [true, true], more: { task_type: 'mail' } },
    { pref: 'A', task_id: 's', agents: 'xy' },
    { pref: 'A', task_id: 's', agents: 'yx', success: [false, true] },
  ];

  test.each<[PairSelection, string[]]>([
    [{}, ['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7']],
    [{ outcome: 'misselected' }, ['p2', 'p7']],
    [{ outcome: 'correct' }, ['p1', 'p6']],
    [{ outcome: 'tie' }, ['p3']],
    [{ outcome: 'unreadable' }, ['p4']],
    [{ outcome: 'conflict' }, ['p2']],
    [{ outcome: 'score_rule' }, []],
    [{ outcome: 'position_first' }, ['p6']],
    [{ outcome: 'position_second' }, []],
    [{ bucket: 'near' }, ['p2', 'p3']],
    [{ bucket: 'near', model: 'j' }, ['p2']],
    [{ model: '' }, ['p3']],
    [{ bucket: 'missing', outcome: 'correct' }, ['p6']],
  ])('%j', async (selection, expected) => {
    const store = await audit(pairs);
    const found = await pairPage(store, selection, null, 0, 100);
    expect(found.rows.map((row) => row.pair_id)).toEqual(expected);
    expect(found.total).toBe(expected.length);
    expect((await pairPage(store, selection, null, 1, 1)).rows.map((row) => row.pair_id)).toEqual(
      expected.slice(1, 2),
    );
  });

  test('a pair shows its counterpart in the other order; an unknown one is said', async () => {
    const store = await audit(pairs);
    const detail = await pairDetail(store, 1, 'p6');
    expect(detail.swapped?.pair_id).toBe('p7');
    expect(detail.pair).toMatchObject({ bucket: 'missing', gap: null, misselected: false });
    await expect(pairDetail(store, 1, 'p99')).rejects.toThrow(/no pair p99/);
  });

  test('parts by judge and task type; pairs without a judge come last under no name', async () => {
    const found = await figures(pairs);
    expect(found.by_model.map(({ model, pairs: n }) => [model, n])).toEqual([
      ['j', 6],
      ['', 1],
    ]);
    expect(found.by_task_type?.map(({ task_type, pairs: n }) => [task_type, n])).toEqual([
      ['mail', 1],
      ['', 6],
    ]);
    expect((await figures([{}])).by_task_type).toBeNull();
  });
});
