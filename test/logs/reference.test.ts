import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { PairFigures } from '../../electron/core/model/pair.ts';
import { rejoin } from '../../electron/logs/join.ts';
import { auditFigures } from '../../electron/logs/query/pairs.ts';
import { importAudit } from '../../electron/logs/tables/audit.ts';
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
