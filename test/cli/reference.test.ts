import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { describeWithReference, referenceFile } from '../reference-data.ts';
import {
  auditDocument,
  falseNegativesDocument,
  type Group,
  type PairFigures,
  summaryDocument,
} from './figures.ts';
import { CliFolder } from './run-cli.ts';

/** The reference figures are rounded to six digits after the point. */
const rounding = 0.5e-6 + 1e-9;

function agree(found: number | null | undefined, wanted: number | null, name: string): void {
  if (wanted === null || found === null || found === undefined) {
    expect(found, name).toBe(wanted);
    return;
  }
  expect(Math.abs(found - wanted), `${name}: ${found}, not ${wanted}`).toBeLessThanOrEqual(rounding);
}

const truthFigures = z.object({
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
});
const spread = z.object({
  n: z.number(),
  mean: z.number(),
  p95: z.number(),
  max: z.number(),
  sum: z.number(),
});
const rowFigures = z.object({
  n_rows: z.number(),
  n_judged: z.number(),
  n_error: z.number(),
  n_success: z.number(),
  success_rate_judged: z.number().nullable(),
  reward_n: z.number(),
  reward_mean: z.number().nullable(),
  reward_sd: z.number().nullable(),
  vs_truth: truthFigures.optional(),
  latency_ms: spread.optional(),
  prompt_tokens: spread.optional(),
  completion_tokens: spread.optional(),
  total_tokens: spread.optional(),
});
type RowFigures = z.infer<typeof rowFigures>;
type TruthCounts = z.infer<typeof truthFigures>;
const byName = z.record(z.string(), rowFigures);
const withThresholds = z.record(
  z.string(),
  rowFigures.extend({
    by_threshold: z.record(z.string(), truthFigures),
    votes: z.object({ groups: z.number(), flip_rate_at_7: z.number() }).optional(),
  }),
);

function expected<T>(schema: z.ZodType<T>, folder: string, ...keys: readonly string[]): T {
  let found: unknown = JSON.parse(readFileSync(referenceFile(folder, 'expected.json'), 'utf8'));
  for (const key of keys) found = z.record(z.string(), z.unknown()).parse(found)[key];
  return schema.parse(found);
}

function agreeWithTruth(group: Group, wanted: TruthCounts): void {
  const { truth } = group;
  if (truth === null) throw new Error('no truth was read');
  const { n, tp, fp, fn, tn } = truth;
  expect({ n, tp, fp, fn, tn }).toEqual({
    n: wanted.n,
    tp: wanted.TP,
    fp: wanted.FP,
    fn: wanted.FN,
    tn: wanted.TN,
  });
  agree(truth.fn_rate, wanted.false_negative_rate, 'fn_rate');
  agree(truth.fp_rate, wanted.false_positive_rate, 'fp_rate');
  agree(truth.false_omission, wanted.false_omission, 'false_omission');
  agree(truth.false_discovery, wanted.false_discovery, 'false_discovery');
  agree(truth.agreement, wanted.agreement, 'agreement');
  agree(truth.kappa, wanted.kappa, 'kappa');
}

function agreeWithRows(group: Group, wanted: RowFigures): void {
  expect(group.rows).toBe(wanted.n_rows);
  expect(group.judged).toBe(wanted.n_judged);
  expect(group.unjudged.total).toBe(wanted.n_rows - wanted.n_judged);
  expect(Math.round((group.success_rate ?? 0) * group.judged)).toBe(wanted.n_success);
  agree(group.success_rate, wanted.success_rate_judged, 'success_rate');
  agree(group.reward_mean, wanted.reward_mean, 'reward_mean');
  agree(group.reward_sd, wanted.reward_sd, 'reward_sd');
  if (wanted.vs_truth !== undefined) agreeWithTruth(group, wanted.vs_truth);
  const { latency_ms, prompt_tokens, completion_tokens, total_tokens } = wanted;
  if (latency_ms !== undefined) {
    expect(group.latency_ms.n).toBe(latency_ms.n);
    agree(group.latency_ms.mean, latency_ms.mean, 'latency mean');
    agree(group.latency_ms.p95, latency_ms.p95, 'latency p95');
    agree(group.latency_ms.max, latency_ms.max, 'latency max');
  }
  if (total_tokens !== undefined) {
    expect(group.tokens.n).toBe(total_tokens.n);
    agree(group.tokens.sum_total, total_tokens.sum, 'sum_total');
    agree(group.tokens.mean_total, total_tokens.mean, 'mean_total');
  }
  if (prompt_tokens !== undefined) agree(group.tokens.sum_prompt, prompt_tokens.sum, 'sum_prompt');
  if (completion_tokens !== undefined)
    agree(group.tokens.sum_completion, completion_tokens.sum, 'sum_completion');
}

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = new CliFolder();
afterAll(() => folder.remove());

async function summaryOf(args: readonly string[]) {
  return summaryDocument.parse(await folder.jsonOfProcess(['summary', ...args]));
}

function only(groups: readonly Group[]): Group {
  const [group] = groups;
  if (group === undefined || groups.length !== 1) throw new Error(`${groups.length} groups, not one`);
  return group;
}

/** A breakdown by one field: the same names, and each group's figures. */
async function agreeBy(field: string, args: readonly string[], wanted: Readonly<Record<string, RowFigures>>) {
  const { groups } = await summaryOf([...args, '--by', field]);
  expect(groups.map(({ key }) => key[field]).sort()).toEqual(Object.keys(wanted).sort());
  for (const group of groups) {
    const figures = wanted[group.key[field] ?? ''];
    if (figures !== undefined) agreeWithRows(group, figures);
  }
}

describeWithReference('the command line against the reference figures', () => {
  describe.each([
    ['devai', 'reward_log.jsonl', 'success_labels.csv', 'explicit', ['policy', 'category'], []],
    ['devai', 'reward_log.flat.jsonl', 'success_labels.flat.csv', 'task', ['policy', 'category'], []],
    [
      'devai',
      'reward_log.tasklevel.jsonl',
      'success_labels.tasklevel.csv',
      'explicit',
      ['policy'],
      ['tasklevel'],
    ],
    ['inspect_mgf', 'reward_log.jsonl', 'success_labels.csv', 'explicit', ['category'], []],
    ['inspect_mgf', 'reward_log.flat.jsonl', 'success_labels.flat.csv', 'task', ['category'], []],
  ] as const)('%s/%s', (set, log, labels, identity, fields, path) => {
    const files = [log, '--truth', labels].map((name) => (name.startsWith('--') ? name : `${set}/${name}`));
    const args = () => files.map((name) => (name.startsWith('--') ? name : referenceFile(name)));

    test('summary of everything', async () => {
      const whole = await summaryOf([...args(), '--by', 'none']);
      expect(whole).toMatchObject({ duplicates: 0, quarantined: 0, ambiguous: 0, identity });
      expect(whole.records).toBe(whole.rows);
      agreeWithRows(only(whole.groups), expected(rowFigures, set, ...path, 'all'));
    });

    test.each([...fields])('summary by %s', async (field) => {
      await agreeBy(field, args(), expected(byName, set, ...path, `by_${field}`));
    });

    test('false negatives are the rows that a plain count of log and labels finds', async () => {
      const wanted = expected(rowFigures, set, ...path, 'all').vs_truth;
      const found = falseNegativesDocument.parse(await folder.jsonOfProcess(['false-negatives', ...args()]));
      const truth = labelsOf(referenceFile(set, labels));
      const rows = readFileSync(referenceFile(set, log), 'utf8').trimEnd().split('\n');
      const lines = rows.flatMap((text, index) => {
        const row = z
          .object({ sample_id: z.string().optional(), task_id: z.string(), success: z.boolean() })
          .parse(JSON.parse(text));
        return !row.success && truth.get(row.sample_id ?? row.task_id) === '1' ? [index + 1] : [];
      });
      expect(found.items.map(({ line }) => line)).toEqual(lines);
      expect(found).toMatchObject({
        total: wanted?.FN,
        trajectories: wanted?.FN,
        truth_rows: truth.size,
        matched: truth.size,
        ambiguous: 0,
      });
    });
  });

  test.each([
    ['llmbar', 'reward_log.rating.jsonl', ['rating_log'], (key: Group['key']) => key.judge_model ?? ''],
    [
      'rb2_composo',
      'reward_log.jsonl',
      ['reward_log.jsonl', 'by rubric_version | judge_model'],
      (key: Group['key']) => `${key.rubric_version} | ${key.judge_model}`,
    ],
  ] as const)(
    '%s/%s: rewards alone, a verdict by a stated threshold only',
    async (set, log, path, nameOf) => {
      const args = [referenceFile(set, log), '--truth', referenceFile(set, 'success_labels.csv')];
      const wanted = expected(withThresholds, set, ...path);
      const groupsOf = async (more: readonly string[]) => {
        const { groups } = await summaryOf([...args, ...more]);
        expect(groups.map(({ key }) => nameOf(key)).sort()).toEqual(Object.keys(wanted).sort());
        return groups.map((group) => ({ group, figures: wanted[nameOf(group.key)] }));
      };
      for (const { group, figures } of await groupsOf([])) {
        if (figures === undefined) throw new Error('no figures');
        expect(group).toMatchObject({
          rows: figures.n_rows,
          judged: 0,
          reward_mean: null,
          success_rate: null,
          unjudged: { total: figures.n_rows, missing: figures.n_rows - figures.n_error },
          truth: { n: 0, fn_rate: null, kappa: null },
        });
        agree(group.reward_mean_as_trained, figures.reward_mean, 'reward_mean_as_trained');
      }
      const thresholds = new Set(Object.values(wanted).flatMap((each) => Object.keys(each.by_threshold)));
      expect(thresholds.size).toBeGreaterThan(1);
      for (const threshold of thresholds)
        for (const { group, figures } of await groupsOf(['--threshold', threshold])) {
          const counts = figures?.by_threshold[threshold];
          if (figures === undefined || counts === undefined) continue;
          expect(group.judged).toBe(figures.reward_n);
          agree(group.reward_mean, figures.reward_mean, 'reward_mean');
          agree(group.reward_sd, figures.reward_sd, 'reward_sd');
          agreeWithTruth(group, counts);
          if (threshold === '7' && figures.votes !== undefined) {
            expect(group.repeats?.items).toBe(figures.votes.groups);
            agree(group.repeats?.any_flip, figures.votes.flip_rate_at_7, 'flip rate at 7');
          }
        }
    },
  );

  test('rb2_composo/reward_log.large.jsonl.gz: 222,208 packed votes, at every threshold', async () => {
    const path = ['reward_log.large.jsonl', 'by rubric_version | judge_model'] as const;
    const wanted = expected(withThresholds, 'rb2_composo', ...path);
    const rows = expected(z.number(), 'rb2_composo', 'reward_log.large.jsonl', 'n_rows');
    const workspace = folder.file('large');
    const read = await summaryOf([
      referenceFile('rb2_composo', 'reward_log.large.jsonl.gz'),
      '--truth',
      referenceFile('rb2_composo', 'success_labels.csv'),
      '--workspace',
      workspace,
    ]);
    expect(read).toMatchObject({
      lines: rows,
      records: rows,
      rows,
      judged: 0,
      duplicates: 0,
      quarantined: 0,
    });
    const nameOf = ({ key }: Group) => `${key.rubric_version} | ${key.judge_model}`;
    expect(read.groups.map(nameOf).sort()).toEqual(Object.keys(wanted).sort());
    for (const group of read.groups) {
      const figures = wanted[nameOf(group)];
      if (figures === undefined) throw new Error('no figures');
      expect(group).toMatchObject({ rows: figures.n_rows, unjudged: { total: figures.n_rows } });
      expect(group.unjudged.missing).toBe(figures.n_rows - figures.n_error);
      agree(group.reward_mean_as_trained, figures.reward_mean, 'reward_mean_as_trained');
    }
    const thresholds = new Set(Object.values(wanted).flatMap((each) => Object.keys(each.by_threshold)));
    expect(thresholds.size).toBeGreaterThan(1);
    for (const threshold of thresholds)
      for (const group of (await summaryOf(['--workspace', workspace, '--threshold', threshold])).groups) {
        const figures = wanted[nameOf(group)];
        const counts = figures?.by_threshold[threshold];
        if (figures === undefined || counts === undefined) throw new Error('no figures');
        expect(group.judged).toBe(figures.reward_n);
        agree(group.reward_mean, figures.reward_mean, 'reward_mean');
        agree(group.reward_sd, figures.reward_sd, 'reward_sd');
        agreeWithTruth(group, counts);
        if (threshold === '7' && figures.votes !== undefined) {
          expect(group.repeats?.items).toBe(figures.votes.groups);
          agree(group.repeats?.any_flip, figures.votes.flip_rate_at_7, 'flip rate at 7');
        }
      }
  }, 300_000);

  test('thresholds per judge, and per version and judge', async () => {
    const path = ['reward_log.jsonl', 'by rubric_version | judge_model'] as const;
    const wanted = expected(withThresholds, 'rb2_composo', ...path);
    const { groups } = await summaryOf([
      referenceFile('rb2_composo', 'reward_log.jsonl'),
      '--truth',
      referenceFile('rb2_composo', 'success_labels.csv'),
      ...['5', 'gpt-5.4=8', 'base/gpt-5.4=6'].flatMap((text) => ['--threshold', text]),
    ]);
    const at: Readonly<Record<string, string>> = { 'base | gpt-5.4': '6', 'criteria | gpt-5.4': '8' };
    for (const group of groups) {
      const name = `${group.key.rubric_version} | ${group.key.judge_model}`;
      const counts = wanted[name]?.by_threshold[at[name] ?? '5'];
      if (counts === undefined) throw new Error(`no figures for ${name}`);
      agreeWithTruth(group, counts);
    }
  });

  test.each([
    ['llmbar', 'audit.db', 'pairs'],
    ['arena_human', 'audit.db', 'pairs'],
    ['devai', 'audit_derived.db', 'derived_pairs'],
  ])('audit of %s/%s, all and by judge', async (set, file, key) => {
    const wanted = expected(pairSets, set, key);
    const found = auditDocument.parse(await folder.jsonOfProcess(['audit', referenceFile(set, file)]));
    expect(found.pairs).toBe(wanted.n_pairs);
    agreeWithPairs(found, wanted.all);
    expect(found.by_model.map(({ model }) => model).sort()).toEqual(Object.keys(wanted.by_judge).sort());
    for (const part of found.by_model) {
      const figures = wanted.by_judge[part.model];
      if (figures !== undefined) agreeWithPairs(part, figures);
    }
  });
});

function labelsOf(path: string): ReadonlyMap<string, string> {
  const [head = '', ...rows] = readFileSync(path, 'utf8').trimEnd().split(/\r?\n/);
  const columns = head.split(',');
  // the first columns of these files hold no commas
  return new Map(
    rows.map((row) => {
      const cells = row.split(',');
      return [cells[0] ?? '', cells[columns.indexOf('true_success')] ?? ''];
    }),
  );
}

const bucket = z.object({ n: z.number(), misselected: z.number() });
const pairSet = z.object({
  n: z.number(),
  unparsed: z.number(),
  n_decisive: z.number(),
  misselected: z.number(),
  rate_all: z.number().nullable(),
  rate_decisive: z.number().nullable(),
  tie_on_decisive: z.number(),
  position: z
    .object({
      both_parsed: z.number(),
      consistent: z.number(),
      both_first: z.number(),
      both_second: z.number(),
      inconsistent_rate: z.number(),
    })
    .optional(),
  scores: z
    .object({
      conflict_seed: z.number(),
      conflict_opposed: z.number(),
      gap_buckets: z.record(z.string(), bucket).optional(),
    })
    .optional(),
});
const pairSets = z.object({
  n_pairs: z.number(),
  all: pairSet,
  by_judge: z.record(z.string(), pairSet),
});

const bucketNames: Readonly<Record<string, string>> = {
  '(-0.01, 0.2]': 'near',
  '(0.2, 0.5]': 'small',
  '(0.5, 1.0]': 'medium',
  '(1.0, 5.0]': 'wide',
  'outside the usual bins (> 5)': 'beyond',
};

function agreeWithPairs(found: PairFigures, wanted: z.infer<typeof pairSet>): void {
  expect(found).toMatchObject({
    pairs: wanted.n,
    unreadable: wanted.unparsed,
    discordant: wanted.n_decisive,
    judge_ties: wanted.tie_on_decisive,
    misselected: { count: wanted.misselected },
  });
  agree(found.misselected.rate, wanted.rate_decisive, 'rate');
  agree(found.misselected.rate_all, wanted.rate_all, 'rate_all');
  if (wanted.position === undefined) expect(found.position).toBeNull();
  else {
    const { both_parsed, consistent, both_first, both_second, inconsistent_rate } = wanted.position;
    expect(found.position).toMatchObject({
      swapped_pairs: both_parsed,
      consistent,
      first_both: both_first,
      second_both: both_second,
    });
    agree(1 - (found.position?.consistency ?? Number.NaN), inconsistent_rate, 'inconsistency');
  }
  if (wanted.scores === undefined) return;
  expect(found.conflicts).toEqual({
    score_rule: wanted.scores.conflict_seed,
    opposed: wanted.scores.conflict_opposed,
  });
  for (const [range, { n, misselected }] of Object.entries(wanted.scores.gap_buckets ?? {})) {
    const label = bucketNames[range];
    expect(label, range).toBeDefined();
    expect(
      found.buckets.find((each) => each.label === label),
      range,
    ).toMatchObject({ pairs: n, misselected });
  }
}
