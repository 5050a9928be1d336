import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { PairFigures } from '../../electron/core/model/pair.ts';
import type { SummaryGroup } from '../../electron/core/model/summary.ts';
import { rejoin } from '../../electron/logs/join.ts';
import type { LogStore } from '../../electron/logs/log-store.ts';
import { falseNegatives } from '../../electron/logs/query/judge-errors.ts';
import { auditFigures } from '../../electron/logs/query/pairs.ts';
import { summary } from '../../electron/logs/query/summary.ts';
import { importRewardLog } from '../../electron/logs/reward-log/index.ts';
import { importAudit } from '../../electron/logs/tables/audit.ts';
import { importTruth } from '../../electron/logs/tables/truth.ts';
import { applyThresholds } from '../../electron/logs/thresholds.ts';
import { describeWithReference, referenceFile } from '../reference-data.ts';
import { emptyIndex } from './made-index.ts';

const bucket = z.object({ n: z.number(), misselected: z.number() });
const pairsOf = z.object({
  n: z.number(),
  unparsed: z.number(),
  misselected: z.number(),
  rate_all: z.number(),
  rate_decisive: z.number(),
  n_decisive: z.number(),
  tie_on_decisive: z.number(),
  position: z
    .object({
      both_parsed: z.number(),
      consistent: z.number(),
      both_first: z.number(),
      both_second: z.number(),
      correct_in_both_orders: z.number(),
    })
    .optional(),
  scores: z
    .object({
      conflict_seed: z.number(),
      conflict_opposed: z.number(),
      gap_buckets: z.object({
        '(-0.01, 0.2]': bucket,
        '(0.2, 0.5]': bucket,
        '(0.5, 1.0]': bucket,
        '(1.0, 5.0]': bucket,
        'outside the usual bins (> 5)': bucket,
      }),
    })
    .optional(),
});
const audit = z.object({ all: pairsOf, by_judge: z.record(z.string(), pairsOf) });

function expected(folder: string): unknown {
  return JSON.parse(readFileSync(referenceFile(folder, 'expected.json'), 'utf8'));
}

function compare(figures: PairFigures, wanted: z.infer<typeof pairsOf>): void {
  expect(figures).toMatchObject({
    pairs: wanted.n,
    unreadable: wanted.unparsed,
    discordant: wanted.n_decisive,
    judge_ties: wanted.tie_on_decisive,
    misselected: { count: wanted.misselected },
    // Every stored column of these sets was made from the same verdicts and truth.
    column_disagrees: 0,
  });
  expect(figures.misselected.rate).toBeCloseTo(wanted.rate_decisive, 6);
  expect(figures.misselected.rate_all).toBeCloseTo(wanted.rate_all, 6);
  if (wanted.position === undefined) expect(figures.position).toBeNull();
  else {
    const { both_parsed, consistent, both_first, both_second, correct_in_both_orders } = wanted.position;
    expect(figures.position).toMatchObject({
      swapped_pairs: both_parsed,
      consistent,
      first_both: both_first,
      second_both: both_second,
    });
    const { decided = 0, misselected = 0 } = figures.after_swap ?? {};
    expect(decided - misselected).toBe(correct_in_both_orders);
  }
  if (wanted.scores === undefined) return;
  expect(figures.conflicts).toEqual({
    score_rule: wanted.scores.conflict_seed,
    opposed: wanted.scores.conflict_opposed,
  });
  const buckets = Object.fromEntries(figures.buckets.map((each) => [each.label, each]));
  for (const [label, { n, misselected }] of [
    ['near', wanted.scores.gap_buckets['(-0.01, 0.2]']],
    ['small', wanted.scores.gap_buckets['(0.2, 0.5]']],
    ['medium', wanted.scores.gap_buckets['(0.5, 1.0]']],
    ['wide', wanted.scores.gap_buckets['(1.0, 5.0]']],
    ['beyond', wanted.scores.gap_buckets['outside the usual bins (> 5)']],
  ] as const)
    expect(buckets[label], label).toMatchObject({ pairs: n, misselected });
  const gaps = figures.buckets.reduce((sum, each) => sum + each.pairs, 0);
  expect(gaps).toBe(wanted.n);
}

const figuresOf = z.object({
  n_rows: z.number(),
  n_judged: z.number(),
  success_rate_judged: z.number().nullable(),
  reward_mean: z.number().nullable(),
  reward_sd: z.number().nullable(),
  vs_truth: z.object({
    n: z.number(),
    TP: z.number(),
    FP: z.number(),
    FN: z.number(),
    TN: z.number(),
    false_negative_rate: z.number().nullable(),
    false_positive_rate: z.number().nullable(),
    false_omission: z.number().nullable(),
    false_discovery: z.number().nullable(),
    agreement: z.number().nullable(),
    kappa: z.number().nullable(),
  }),
  latency_ms: z.object({ n: z.number(), mean: z.number(), p95: z.number(), max: z.number() }).optional(),
  total_tokens: z.object({ n: z.number(), mean: z.number(), sum: z.number() }).optional(),
});

/** The reference figures are rounded to six places, a half to either side. */
function near(found: number | null | undefined, wanted: number | null, what: string): void {
  if (wanted === null) expect(found, what).toBeNull();
  else
    expect(Math.abs((found ?? Number.NaN) - wanted), `${what}: ${found}, not ${wanted}`).toBeLessThan(5.1e-7);
}

function compareGroup(group: SummaryGroup, wanted: z.infer<typeof figuresOf>): void {
  const truth = wanted.vs_truth;
  expect(group).toMatchObject({
    rows: wanted.n_rows,
    judged: wanted.n_judged,
    truth: { n: truth.n, tp: truth.TP, fp: truth.FP, fn: truth.FN, tn: truth.TN },
  });
  near(group.success_rate, wanted.success_rate_judged, 'success rate');
  near(group.reward_mean, wanted.reward_mean, 'reward mean');
  near(group.reward_sd, wanted.reward_sd, 'reward sd');
  near(group.truth?.fn_rate, truth.false_negative_rate, 'fn rate');
  near(group.truth?.fp_rate, truth.false_positive_rate, 'fp rate');
  near(group.truth?.false_omission, truth.false_omission, 'false omission');
  near(group.truth?.false_discovery, truth.false_discovery, 'false discovery');
  near(group.truth?.agreement, truth.agreement, 'agreement');
  near(group.truth?.kappa, truth.kappa, 'kappa');
  if (wanted.latency_ms !== undefined) {
    expect(group.latency_ms).toMatchObject({
      n: wanted.latency_ms.n,
      p95: wanted.latency_ms.p95,
      max: wanted.latency_ms.max,
    });
    near(group.latency_ms.mean, wanted.latency_ms.mean, 'latency mean');
  }
  if (wanted.total_tokens !== undefined) {
    expect(group.tokens).toMatchObject({ n: wanted.total_tokens.n, sum_total: wanted.total_tokens.sum });
    near(group.tokens.mean_total, wanted.total_tokens.mean, 'tokens mean');
  }
}

async function opened(folder: string, log: string, labels: string): Promise<LogStore> {
  const store = await emptyIndex();
  await importRewardLog(store, referenceFile(folder, log), { now: 0 });
  await importTruth(store, referenceFile(folder, labels));
  await rejoin(store);
  return store;
}

describeWithReference('judge against truth against the reference figures', () => {
  test.each([
    ['devai', 'reward_log.jsonl', 'success_labels.csv', null],
    ['devai', 'reward_log.flat.jsonl', 'success_labels.flat.csv', null],
    ['devai', 'reward_log.tasklevel.jsonl', 'success_labels.tasklevel.csv', 'tasklevel'],
    ['inspect_mgf', 'reward_log.jsonl', 'success_labels.csv', null],
    ['inspect_mgf', 'reward_log.flat.jsonl', 'success_labels.flat.csv', null],
  ])('%s/%s with %s', async (folder, log, labels, part) => {
    const whole = z.record(z.string(), z.unknown()).parse(expected(folder));
    const wanted = part === null ? whole : z.record(z.string(), z.unknown()).parse(whole[part]);
    const store = await opened(folder, log, labels);
    const all = figuresOf.parse(wanted.all);
    const figures = async (by: string) => (await summary(store, { filter: '', by: [by] })).groups;
    const [group] = await figures('none');
    if (group === undefined) throw new Error('no rows were read');
    compareGroup(group, all);
    expect(await falseNegatives(store, '')).toMatchObject({
      matched: all.vs_truth.n,
      ambiguous: 0,
      total: all.vs_truth.FN,
      trajectories: all.vs_truth.FN,
    });
    for (const [field, name] of [
      ['category', 'by_category'],
      ['policy', 'by_policy'],
    ] as const) {
      if (wanted[name] === undefined) continue;
      const parts = z.record(z.string(), figuresOf).parse(wanted[name]);
      const groups = await figures(field);
      expect(groups.map((each) => each.key[field]).sort()).toEqual(Object.keys(parts).sort());
      for (const each of groups) {
        const wantedPart = parts[each.key[field] ?? ''];
        if (wantedPart === undefined) throw new Error(`no reference for ${each.key[field]}`);
        compareGroup(each, wantedPart);
      }
    }
  });

  const votes = z.object({
    by_threshold: z.record(z.string(), figuresOf.shape.vs_truth),
    votes: z.object({ groups: z.number(), flip_rate_at_7: z.number() }).optional(),
  });

  test.each([
    ['llmbar', 'reward_log.rating.jsonl', 'judge_model', ['rating_log'], ['5', '7', '9']],
    [
      'rb2_composo',
      'reward_log.jsonl',
      'rubric_version,judge_model',
      ['reward_log.jsonl', 'by rubric_version | judge_model'],
      ['7'],
    ],
  ])(
    '%s/%s has no verdicts until a threshold is stated, and then these',
    async (folder, log, by, path, thresholds) => {
      let wanted = expected(folder);
      for (const step of path) wanted = z.record(z.string(), z.unknown()).parse(wanted)[step];
      const parts = z.record(z.string(), votes).parse(wanted);
      const store = await opened(folder, log, 'success_labels.csv');
      const unstated = await summary(store, { filter: '', by: ['none'] });
      expect(unstated).toMatchObject({ judged: 0, groups: [{ success_rate: null, truth: { n: 0 } }] });
      for (const threshold of thresholds) {
        await applyThresholds(store, [{ target: null, threshold: Number(threshold) }]);
        const { groups } = await summary(store, { filter: '', by: by.split(',') });
        expect(groups).toHaveLength(Object.keys(parts).length);
        for (const group of groups) {
          const name = by
            .split(',')
            .map((field) => group.key[field])
            .join(' | ');
          const truth = parts[name]?.by_threshold[threshold];
          if (truth === undefined) throw new Error(`no reference for ${name} at ${threshold}`);
          expect(group.truth, name).toMatchObject({
            n: truth.n,
            tp: truth.TP,
            fp: truth.FP,
            fn: truth.FN,
            tn: truth.TN,
          });
          near(group.truth?.kappa, truth.kappa, name);
          const repeated = parts[name]?.votes;
          if (threshold !== '7' || repeated === undefined) continue;
          expect(group.repeats?.items, name).toBe(repeated.groups);
          near(group.repeats?.any_flip, repeated.flip_rate_at_7, name);
        }
      }
    },
  );

  test('ugly/08_labels_bom_crlf.csv: the first record and the first column survive', async () => {
    const store = await emptyIndex();
    const report = await importTruth(store, referenceFile('ugly', '08_labels_bom_crlf.csv'));
    expect(report).toMatchObject({ records: 3, imported: 3, blank: 1 });
    expect(await store.all('SELECT task_id, true_success FROM truth ORDER BY line')).toEqual([
      { task_id: 't001', true_success: true },
      { task_id: 't002', true_success: false },
      { task_id: 't003', true_success: null },
    ]);
  });
});

describeWithReference('audits against their reference figures', () => {
  test.each([
    ['llmbar', 'audit.db', 'pairs'],
    ['arena_human', 'audit.db', 'pairs'],
    ['devai', 'audit_derived.db', 'derived_pairs'],
  ])('%s/%s', async (folder, file, key) => {
    const store = await emptyIndex();
    const whole = z.record(z.string(), z.unknown()).parse(expected(folder));
    const wanted = audit.parse(whole[key]);
    await importAudit(store, referenceFile(folder, file));
    await rejoin(store);
    const figures = await auditFigures(store);
    if (figures === null) throw new Error('no pairs were read');
    compare(figures, wanted.all);
    expect(figures.by_model.map(({ model }) => model).sort()).toEqual(Object.keys(wanted.by_judge).sort());
    for (const each of figures.by_model) {
      const judge = wanted.by_judge[each.model];
      if (judge === undefined) throw new Error(`no reference for ${each.model}`);
      compare(each, judge);
    }
  });

  test('ugly/14_pref_values.db: spellings are read, the rest is unreadable and never a tie', async () => {
    const store = await emptyIndex();
    const report = await importAudit(store, referenceFile('ugly', '14_pref_values.db'));
    await rejoin(store);
    const figures = await auditFigures(store);
    expect(figures).toMatchObject({
      pairs: 11,
      unreadable: 3,
      misselected: { count: 2 },
      column_disagrees: 1,
    });
    expect(report.warnings.coerced).toBe(3);
    const remarks = Object.fromEntries(report.remarks.map(({ code, count }) => [code, count]));
    expect(remarks).toMatchObject({ gap_differs: 1, double_encoded: 1, unreadable_preference: 3 });
  });
});
