import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Planted, type WrittenSample, writeSample } from '../../electron/exchange/sample/index.ts';
import {
  countAudit,
  type Log,
  type LogRow,
  readLog,
  readTrajectories,
  readTruth,
  verdictOf,
} from './recount.ts';

const rubricsFolder = resolve(import.meta.dirname, '../../rubrics');

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  return Map.groupBy(items, key);
}

describe.each([
  { name: 'with faults', clean: false, rows: 6000 },
  { name: 'with faults, odd size', clean: false, rows: 1237 },
  { name: 'clean', clean: true, rows: 2500 },
])('a sample $name: what it says was planted is what its files hold', ({ clean, rows }) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-sample-'));
  let sample: WrittenSample;
  let planted: Planted;
  let log: Log;
  let truth: Map<string, boolean>;

  beforeAll(async () => {
    sample = await writeSample(folder, { rows, seed: 20_261, clean, rubricsFolder });
    planted = sample.planted;
    log = readLog(folder);
    truth = readTruth(folder).truth;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('every row asked for is there, and every line is accounted for', () => {
    const { reading } = planted;
    expect(log.rows).toHaveLength(rows);
    expect(reading).toEqual({
      lines: log.lines,
      records: rows + log.duplicates + log.cut,
      imported: rows,
      duplicates: log.duplicates,
      quarantined: log.cut,
      blank: log.blank,
      glued_extra: log.glued,
      warnings: { nan: log.nan, coerced: log.coerced },
    });
    expect(reading.lines).toBe(reading.records + reading.blank - reading.glued_extra);
    const wanted = clean ? 0 : 1;
    for (const count of [log.duplicates, log.cut, log.blank, log.glued, log.nan, log.coerced])
      expect(Math.min(count, 1)).toBe(wanted);
  });

  test('verdicts, unjudged rows by cause, rewards and the table against truth, by version and judge', () => {
    const groups = groupBy(log.rows, (row) => `${row.rubric_version}/${row.judge_model}`);
    expect(planted.groups_of_summary).toHaveLength(groups.size);
    for (const group of planted.groups_of_summary) {
      const members = groups.get(`${group.rubric_version}/${group.judge_model}`) ?? [];
      const judged = members.filter((row) => ['pass', 'fail'].includes(verdictOf(row)));
      const cell = (known: boolean, verdict: string): number =>
        judged.filter((row) => truth.get(row.trajectory_id) === known && verdictOf(row) === verdict).length;
      const lost = (cause: string): number => members.filter((row) => verdictOf(row) === cause).length;
      const rewards = (list: readonly LogRow[]): number[] =>
        list.flatMap((row) => (row.reward === null ? [] : [row.reward]));
      const sum = (list: readonly number[]): number => list.reduce((total, value) => total + value, 0);
      expect(group).toMatchObject({
        rows: members.length,
        judged: judged.length,
        passed: judged.filter((row) => verdictOf(row) === 'pass').length,
        unjudged: {
          total: members.length - judged.length,
          timeout: lost('timeout'),
          parse: lost('parse'),
          truncated: lost('truncated'),
        },
        reward_rows: rewards(judged).length,
        reward_sum: sum(rewards(judged)),
        reward_rows_as_trained: rewards(members).length,
        reward_sum_as_trained: sum(rewards(members)),
        tp: cell(true, 'pass'),
        fn: cell(true, 'fail'),
        fp: cell(false, 'pass'),
        tn: cell(false, 'fail'),
      });
    }
    for (const [version, rate] of Object.entries(planted.false_negative_rate)) {
      const known = log.rows.filter(
        (row) =>
          row.rubric_version === version &&
          truth.get(row.trajectory_id) === true &&
          ['pass', 'fail'].includes(verdictOf(row)),
      );
      expect(rate.n).toBe(known.length);
      expect(rate.count).toBe(known.filter((row) => verdictOf(row) === 'fail').length);
    }
  });

  test('failed calls are logged the way that misleads: success false, reward 0', () => {
    const failed = log.rows.filter((row) => !['pass', 'fail'].includes(verdictOf(row)));
    expect(failed.length).toBe(planted.unjudged.total);
    expect(failed.every((row) => row.success === false && row.reward === 0)).toBe(true);
    for (const burst of planted.unjudged.bursts) {
      const inside = log.rows.filter((row) =>
        row.group_id !== undefined || (row.attempt ?? 1) > 1
          ? row.step >= burst.first_step && row.step <= burst.last_step
          : false,
      );
      expect(burst.rows).toBe(inside.length);
      expect(burst.unjudged).toBe(inside.filter((row) => failed.includes(row)).length);
    }
  });

  test('flips among trajectories that were judged three times', () => {
    const repeated = groupBy(
      log.rows.filter((row) => row.attempt !== undefined),
      (row) => `${row.trajectory_id}/${row.rubric_version}/${row.judge_model}`,
    );
    expect(repeated.size).toBe(planted.flip.items);
    for (const votes of repeated.values()) expect(votes.map((row) => row.attempt)).toEqual([1, 2, 3]);
    const flipped = [...repeated.values()].filter((votes) => new Set(votes.map(verdictOf)).size > 1);
    expect(flipped).toHaveLength(planted.flip.flipped);
    if (clean) expect(flipped).toHaveLength(0);
    // Too few repeats in a small sample for one of them to be sure to flip.
    if (!clean && rows > 5000) expect(flipped.length).toBeGreaterThan(0);
  });

  test('degenerate groups, and groups of eight', () => {
    const groups = [...groupBy(log.rows, (row) => row.group_id ?? '').entries()].filter(([id]) => id !== '');
    expect(groups.every(([, members]) => members.length === 8)).toBe(true);
    const complete = groups.filter(([, members]) =>
      members.every((row) => ['pass', 'fail'].includes(verdictOf(row))),
    );
    const all = (list: typeof groups, verdict: string): number =>
      list.filter(([, members]) => members.every((row) => verdictOf(row) === verdict)).length;
    const asTrained = (pass: boolean): number =>
      groups.filter(([, members]) => members.every((row) => (verdictOf(row) === 'pass') === pass)).length;
    expect(planted.degenerate_groups).toMatchObject({
      groups: groups.length,
      complete: complete.length,
      all_zero: all(complete, 'fail'),
      all_one: all(complete, 'pass'),
      all_zero_as_trained: asTrained(false),
      all_one_as_trained: asTrained(true),
    });
  });

  test('the frozen set has every trajectory under every version, and the flips between versions', () => {
    const frozen = groupBy(
      log.rows.filter((row) => row.frozen_set !== undefined),
      (row) => row.trajectory_id,
    );
    expect(frozen.size).toBe(planted.frozen.trajectories);
    for (const verdicts of frozen.values())
      expect(verdicts.map((row) => row.rubric_version)).toEqual(['baseline', 'adapt_v1', 'adapt_v2']);
    for (const pair of planted.frozen.compare) {
      const counted = { fail_to_pass: 0, pass_to_fail: 0, fixed: 0, introduced: 0, let_in: 0, removed: 0 };
      for (const [trajectory, verdicts] of frozen) {
        const under = (version: string): string =>
          verdicts.filter((row) => row.rubric_version === version).map(verdictOf)[0] ?? '';
        if (under(pair.a) === under(pair.b)) continue;
        const toPass = under(pair.b) === 'pass';
        if (toPass) counted.fail_to_pass += 1;
        else counted.pass_to_fail += 1;
        const known = truth.get(trajectory);
        if (known === true && toPass) counted.fixed += 1;
        if (known === true && !toPass) counted.introduced += 1;
        if (known === false && toPass) counted.let_in += 1;
        if (known === false && !toPass) counted.removed += 1;
      }
      expect(pair).toMatchObject({
        paired: frozen.size,
        fail_to_pass: counted.fail_to_pass,
        pass_to_fail: counted.pass_to_fail,
        false_negatives_fixed: counted.fixed,
        false_negatives_introduced: counted.introduced,
        false_positives_introduced: counted.let_in,
        false_positives_fixed: counted.removed,
      });
    }
  });

  test('labels, disputes, trajectories and messages', () => {
    const labels = readTruth(folder);
    expect(planted.truth).toEqual({
      labelled: labels.truth.size + labels.disputed,
      label_rows: labels.rows,
      disputed: labels.disputed,
    });
    expect(readTrajectories(folder).size).toBe(planted.trajectories.written);
    expect(log.rows.filter((row) => row.messages !== undefined)).toHaveLength(planted.messages.rows);
  });

  test.each(['reward_gap', 'external_gap'] as const)('pairs, by %s', (gap) => {
    const counted = countAudit(folder, gap);
    const { buckets, position, ...rest } = planted.pairs;
    expect(counted).toMatchObject({
      pairs: rest.pairs,
      unreadable: rest.unreadable,
      discordant: rest.discordant,
      judge_ties: rest.judge_ties,
      misselected: rest.misselected,
      column_disagrees: rest.column_disagrees,
      conflicts: rest.conflicts,
      task_checks: rest.task_checks,
    });
    const { target_first_both: _, ...positions } = position;
    expect(counted.position).toEqual(positions);
    for (const [label, bucket] of Object.entries(buckets)) {
      const { target, rate, ...counts } = bucket;
      expect(counted.buckets[label] ?? { pairs: 0, discordant: 0, judge_ties: 0, misselected: 0 }).toEqual(
        counts,
      );
      expect(rate).toBe(counts.discordant === 0 ? null : counts.misselected / counts.discordant);
      expect(target).toBeGreaterThanOrEqual(0);
    }
    expect(Object.values(counted.buckets).reduce((sum, bucket) => sum + bucket.pairs, 0)).toBe(
      counted.pairs - counted.unreadable,
    );
  });

  test('sizes and row counts of the files', () => {
    expect(sample.files.slice(0, 4).map((file) => file.rows)).toEqual([
      rows,
      planted.trajectories.written,
      planted.truth.label_rows,
      planted.pairs.pairs,
    ]);
  });
});

test('realised rates come close to their doses', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-sample-'));
  try {
    const { planted } = await writeSample(folder, { rows: 20_000, seed: 5, clean: false, rubricsFolder });
    // Four standard errors of a rate whose rows come in clusters (design effect about 2).
    const close = (rate: number | null, target: number, n: number): void => {
      const error = Math.sqrt((2 * target * (1 - target)) / n);
      expect(Math.abs((rate ?? Number.NaN) - target)).toBeLessThan(4 * error);
    };
    for (const rate of Object.values(planted.false_negative_rate)) close(rate.rate, rate.target, rate.n);
    for (const rate of Object.values(planted.false_positive_rate)) close(rate.rate, rate.target, rate.n);
    close(planted.flip.rate, planted.flip.target, planted.flip.items);
    const { target, rate, complete } = planted.degenerate_groups;
    close(rate, target.all_zero + target.all_one, complete);
    for (const burst of planted.unjudged.bursts) close(burst.unjudged / burst.rows, burst.target, burst.rows);
    for (const [label, bucket] of Object.entries(planted.pairs.buckets))
      if (label !== 'missing') close(bucket.rate, bucket.target, bucket.discordant);
    expect(planted.frozen.compare.every((pair) => pair.false_negatives_fixed > 20)).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('nothing is wrong with a clean sample', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-sample-'));
  try {
    const { planted } = await writeSample(folder, { rows: 2000, seed: 8, clean: true, rubricsFolder });
    const { false_negative_rate, false_positive_rate } = planted;
    for (const rate of [...Object.values(false_negative_rate), ...Object.values(false_positive_rate)])
      expect(rate).toMatchObject({ target: 0, count: 0 });
    expect(planted.unjudged.total).toBe(0);
    expect(planted.truth.disputed).toBe(0);
    expect(planted.degenerate_groups.rate).toBe(0);
    expect(planted.pairs).toMatchObject({
      unreadable: 0,
      misselected: 0,
      judge_ties: 0,
      column_disagrees: 0,
    });
    expect(planted.pairs.position).toMatchObject({ first_both: 0, second_both: 0 });
    expect(Object.values(planted.defects).every((count) => count === 0)).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
