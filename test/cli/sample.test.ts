import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Planted } from '../../electron/exchange/sample/index.ts';
import { auditDocument, falseNegativesDocument, type Group, summaryDocument } from './figures.ts';
import { CliFolder } from './run-cli.ts';

interface Written {
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly rows: number }[];
  readonly planted: Planted;
}

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = new CliFolder();
afterAll(() => folder.remove());

/** The first of `count` rows with a sum; means are compared as sums, which are exact to the last digits. */
function mean(sum: number, rows: number): number | null {
  return rows === 0 ? null : sum / rows;
}

function groupNamed(groups: readonly Group[], version: string, judge: string): Group {
  const found = groups.find(({ key }) => key.rubric_version === version && key.judge_model === judge);
  if (found === undefined) throw new Error(`no group ${version} × ${judge}`);
  return found;
}

describe.each([
  { name: 'planted', clean: false, status: 3 },
  { name: 'clean', clean: true, status: 0 },
])(
  'a $name sample of 3,000 rows: what the commands report is what was planted',
  ({ name, clean, status }) => {
    let written: Written;
    const at = (file: string) => folder.file(name, file);

    beforeAll(async () => {
      const args = [
        'sample',
        folder.file(name),
        '--rows',
        '3000',
        '--seed',
        '3',
        ...(clean ? ['--clean'] : []),
      ];
      written = (await folder.json(args)) as Written; // compared figure by figure below
    });

    test('every file named is there', () => {
      expect(written.files.length).toBeGreaterThan(6);
      for (const { path } of written.files) expect(existsSync(path), path).toBe(true);
      expect(written.planted).toMatchObject({ seed: 3, rows: 3000, clean });
    });

    test('summary: every count of the reader, and every group', async () => {
      const { reading, groups_of_summary, flip, unjudged } = written.planted;
      const args = [at('reward_log.jsonl'), '--truth', at('success_labels.csv')];
      const found = summaryDocument.parse(await folder.json(['summary', ...args]));
      expect(found).toMatchObject({
        lines: reading.lines,
        records: reading.records,
        rows: reading.imported,
        duplicates: reading.duplicates,
        quarantined: reading.quarantined,
        blank: reading.blank,
        warnings: reading.warnings,
        identity: 'explicit',
        unjudged: { total: unjudged.total, ...unjudged.by_cause, error: 0, refused: 0, missing: 0 },
      });
      expect(found.groups).toHaveLength(groups_of_summary.length);
      for (const wanted of groups_of_summary) {
        const group = groupNamed(found.groups, wanted.rubric_version, wanted.judge_model);
        const { tp, fp, fn, tn } = wanted;
        expect(group).toMatchObject({
          rows: wanted.rows,
          judged: wanted.judged,
          unjudged: wanted.unjudged,
          truth: {
            n: tp + fp + fn + tn,
            tp,
            fp,
            fn,
            tn,
            fn_rate: mean(fn, fn + tp),
            fp_rate: mean(fp, fp + tn),
          },
          success_rate: mean(wanted.passed, wanted.judged),
          worst_case: [wanted.passed / wanted.rows, (wanted.passed + wanted.unjudged.total) / wanted.rows],
        });
        expect(group.reward_mean).toBeCloseTo(wanted.reward_sum / wanted.reward_rows, 9);
        expect(group.reward_mean_as_trained).toBeCloseTo(
          wanted.reward_sum_as_trained / wanted.reward_rows_as_trained,
          9,
        );
      }
      const repeated = found.groups.flatMap(({ repeats }) => (repeats === null ? [] : [repeats]));
      expect(repeated.reduce((sum, { items }) => sum + items, 0)).toBe(flip.items);
      expect(repeated.reduce((sum, { items, any_flip }) => sum + items * (any_flip ?? 0), 0)).toBeCloseTo(
        flip.flipped,
        9,
      );
    });

    test('false negatives: as many as were planted, version by version', async () => {
      const { false_negative_rate, truth } = written.planted;
      const args = [at('reward_log.jsonl'), '--truth', at('success_labels.csv')];
      const found = falseNegativesDocument.parse(await folder.json(['false-negatives', ...args]));
      const total = Object.values(false_negative_rate).reduce((sum, { count }) => sum + count, 0);
      expect(found).toMatchObject({ truth_rows: truth.label_rows, total });
      expect(found.items).toHaveLength(total);
      for (const [version, { count }] of Object.entries(false_negative_rate))
        expect(
          found.items.filter((item) => item.rubric_version === version),
          version,
        ).toHaveLength(count);
      const narrowed = falseNegativesDocument.parse(
        await folder.json([
          'false-negatives',
          ...args,
          '--where',
          'rubric_version = baseline',
          '--limit',
          '2',
        ]),
      );
      const wanted = false_negative_rate.baseline?.count ?? 0;
      expect(narrowed.total).toBe(wanted);
      expect(narrowed.items).toHaveLength(Math.min(2, wanted));
      if (clean) expect(total).toBe(0);
      else expect(total).toBeGreaterThan(50);
    });

    test('audit: misselection by gap, ties, positions and conflicts', async () => {
      const { pairs } = written.planted;
      const found = auditDocument.parse(await folder.json(['audit', at('audit.db')]));
      const { target_first_both: _, ...position } = pairs.position;
      expect(found).toMatchObject({
        pairs: pairs.pairs,
        unreadable: pairs.unreadable,
        discordant: pairs.discordant,
        misselected: { count: pairs.misselected, rate: mean(pairs.misselected, pairs.discordant) },
        judge_ties: pairs.judge_ties,
        column_disagrees: pairs.column_disagrees,
        conflicts: pairs.conflicts,
        position,
      });
      for (const [label, { discordant, judge_ties, misselected, rate }] of Object.entries(pairs.buckets)) {
        const bucket = found.buckets.find((each) => each.label === label);
        expect(bucket, label).toMatchObject({ discordant, judge_ties, misselected, rate });
      }
      expect(found.buckets.reduce((sum, bucket) => sum + bucket.pairs, 0)).toBe(pairs.pairs);
      if (clean) expect(found).toMatchObject({ misselected: { count: 0 }, unreadable: 0, judge_ties: 0 });
    });

    test('quarantined lines are status 3 under --strict alone', async () => {
      const args = ['summary', at('reward_log.jsonl')];
      expect((await folder.here(args)).status).toBe(0);
      expect((await folder.here([...args, '--strict'])).status).toBe(status);
    });

    test('the same figures for a person', async () => {
      const { stdout, stderr } = await folder.here([
        'summary',
        at('reward_log.jsonl'),
        '--truth',
        at('success_labels.csv'),
        '--by',
        'rubric_version',
      ]);
      const lines = stdout.split('\n');
      for (const version of ['baseline', 'adapt_v1', 'adapt_v2'])
        expect(
          lines.some((line) => line.startsWith(version)),
          version,
        ).toBe(true);
      expect(stdout).not.toMatch(/NaN|undefined|null/);
      expect(stderr.includes('could not be read')).toBe(!clean);
    });
  },
);

test('a sample never replaces files, and the same seed gives the same bytes', async () => {
  const first = ['sample', folder.file('one'), '--rows', '400', '--seed', '9'];
  expect((await folder.here(first)).status).toBe(0);
  const again = await folder.here([...first, '--json']);
  expect(again.status).toBe(1);
  expect(JSON.parse(again.stdout)).toMatchObject({ error: { code: 'bad_request' } });
  expect((await folder.here(['sample', folder.file('two'), '--rows', '400', '--seed', '9'])).status).toBe(0);
  const log = (name: string) => readFileSync(folder.file(name, 'reward_log.jsonl'), 'utf8');
  expect(log('one')).toBe(log('two'));
});
