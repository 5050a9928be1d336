import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { openRecord } from '../../electron/record/index.ts';
import {
  exportDocument,
  failureDocument,
  falseNegativesDocument,
  summaryDocument,
  suspectsDocument,
} from './figures.ts';
import { CliFolder } from './run-cli.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = new CliFolder();
const workspace = folder.file('w');
const log = folder.file('s', 'reward_log.jsonl');
const truth = folder.file('s', 'success_labels.csv');
const trajectories = folder.file('s', 'trajectories.jsonl');

beforeAll(async () => {
  expect((await folder.here(['sample', folder.file('s'), '--rows', '500', '--seed', '6'])).status).toBe(0);
});
afterAll(() => folder.remove());

const labelled = z.object({ trajectory: z.string(), labels: z.array(z.record(z.string(), z.unknown())) });

describe('a workspace that stays', () => {
  test('what was read is not read again, and files need not be named again', async () => {
    const first = await folder.json(['summary', log, '--truth', truth, '--workspace', workspace]);
    const index = () => {
      const record = openRecord(workspace);
      try {
        return record.sources.list().map(({ path, opened_at }) => ({ path, opened_at }));
      } finally {
        record.close();
      }
    };
    const opened = index();
    expect(opened).toHaveLength(2);
    const again = await folder.json(['summary', log, '--truth', truth, '--workspace', workspace]);
    expect(again).toEqual(first);
    expect(index()).toEqual(opened);
    expect(await folder.json(['summary', '--workspace', workspace])).toEqual(first);
  });

  test('a threshold counts for the command alone', async () => {
    const rewards = folder.file('rewards.jsonl');
    writeFileSync(
      rewards,
      [3, 6, 9].map((reward, n) => `{"task_id":"t${n}","judge_model":"j","reward":${reward}}\n`).join(''),
    );
    const own = folder.file('thresholds');
    const stated = summaryDocument.parse(
      await folder.json(['summary', rewards, '--workspace', own, '--threshold', 'j=6']),
    );
    expect(stated).toMatchObject({ judged: 3, groups: [{ success_rate: 2 / 3 }] });
    const plain = summaryDocument.parse(await folder.json(['summary', rewards, '--workspace', own]));
    expect(plain).toMatchObject({ judged: 0, unjudged: { missing: 3 } });
    const { error } = failureDocument.parse(
      await folder.json(['summary', rewards, '--threshold', 'nobody=6'], 1),
    );
    expect(error).toMatchObject({ code: 'bad_request', message: expect.stringContaining('The log has j') });
  });

  test('export false negatives, then the summary, with manifests', async () => {
    const out = folder.file('fn.jsonl');
    const base = ['export', '--workspace', workspace, '--out'];
    const made = exportDocument.parse(
      await folder.json([...base, out, '--to', 'jsonl', '--what', 'false_negatives']),
    );
    const wanted = falseNegativesDocument.parse(
      await folder.json(['false-negatives', '--workspace', workspace]),
    );
    expect(made.written).toMatchObject([{ path: out, rows: wanted.total }]);
    const lines = readFileSync(out, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => z.object({ line: z.number() }).parse(JSON.parse(line)).line)).toEqual(
      wanted.items.map(({ line }) => line),
    );
    expect(JSON.parse(readFileSync(made.manifest, 'utf8'))).toMatchObject({ what: 'false_negatives' });
    const csv = folder.file('summary.csv');
    const summary = exportDocument.parse(
      await folder.json([...base, csv, '--to', 'csv', '--what', 'summary']),
    );
    expect(readFileSync(csv, 'utf8').trimEnd().split('\n')).toHaveLength((summary.written[0]?.rows ?? 0) + 1);
  });

  test.each(['jsonl', 'csv'] as const)(
    'labels go out as %s and come back: merged once, conflicts kept out',
    async (format) => {
      const own = folder.file(`labels-${format}`);
      await folder.json(['summary', log, '--truth', truth, '--workspace', own]);
      const blank = folder.file(`blank-${format}.jsonl`);
      const toExport = [
        'export',
        '--workspace',
        own,
        '--what',
        'filter',
        '--where',
        'false_negative and rubric_version = baseline',
      ];
      await folder.json([...toExport, '--to', 'jsonl', '--out', blank]);
      const seen = new Set<string>();
      const samples = readFileSync(blank, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => labelled.parse(JSON.parse(line)))
        .filter(({ trajectory }) => !seen.has(trajectory) && seen.add(trajectory));
      expect(samples.length).toBeGreaterThan(3);
      const label = {
        annotator: 'Ann',
        value: 'success',
        mistake: null,
        note: '=1+1, "quoted"',
        inclusion_probability: null,
      };
      const given = folder.file(`given-${format}.jsonl`);
      writeFileSync(
        given,
        samples.map(({ trajectory }) => `${JSON.stringify({ trajectory, labels: [label] })}\n`).join(''),
      );
      const merged = await folder.json(['import-labels', given, '--workspace', own]);
      expect(merged).toMatchObject({
        read: samples.length,
        merged: samples.length,
        conflicts: [],
        unmatched: 0,
        problems: [],
      });

      const out = folder.file(`annotated.${format}`);
      const made = exportDocument.parse(
        await folder.json(['export', '--workspace', own, '--to', format, '--out', out]),
      );
      expect(made.written).toMatchObject([{ rows: samples.length }]);
      const back = await folder.json(['import-labels', out, '--workspace', own]);
      expect(back).toMatchObject({ read: samples.length, merged: 0, same: samples.length, conflicts: [] });

      const other = folder.file(`other-${format}.jsonl`);
      const [first] = samples;
      if (first === undefined) throw new Error('no sample');
      const lines = [
        { trajectory: first.trajectory, labels: [{ ...label, value: 'failure' }] },
        { trajectory: 'nowhere', labels: [label] },
        { trajectory: first.trajectory, labels: [{ ...label, annotator: 'Bob', value: 'unsure' }] },
      ];
      writeFileSync(other, `${lines.map((line) => JSON.stringify(line)).join('\n')}\nno JSON\n`);
      const mixed = await folder.here(['import-labels', other, '--workspace', own, '--strict', '--json']);
      expect(mixed.status).toBe(3);
      expect(JSON.parse(mixed.stdout)).toMatchObject({
        read: 3,
        merged: 1,
        conflicts: [
          {
            line: 1,
            trajectory: first.trajectory,
            annotator: 'Ann',
            against: 'record',
            kept: 'success',
            refused: 'failure',
          },
        ],
        unmatched: 1,
        unmatched_labels: [{ line: 2, trajectory: 'nowhere' }],
        problems: [{ line: 4 }],
      });
      const record = openRecord(own);
      try {
        const [kept, ...rest] = record.labels.labelsOf(first.trajectory);
        expect(kept).toMatchObject({ annotator: 'Ann', value: 'success', source_name: 'reward_log.jsonl' });
        expect(rest).toMatchObject([{ annotator: 'Bob', value: 'unsure' }]);
        expect(kept?.line_sha256).not.toBeNull();
      } finally {
        record.close();
      }
    },
  );

  test('a mistyped workspace does not swallow labels', async () => {
    const { error } = failureDocument.parse(
      await folder.json(['import-labels', truth, '--workspace', folder.file('mistyped')], 1),
    );
    expect(error.code).toBe('file_missing');
  });

  test('a workspace that is open elsewhere is refused; without one a command has an index of its own', async () => {
    const record = openRecord(workspace);
    try {
      const { error } = failureDocument.parse(await folder.json(['summary', '--workspace', workspace], 1));
      expect(error.code).toBe('workspace_locked');
      await folder.json(['summary', log]);
    } finally {
      record.close();
    }
  });
});

describe('suspects', () => {
  test('ranked by points, each with its signals, held against truth where there is some', async () => {
    const args = ['suspects', log, '--trajectories', trajectories, '--rubrics', folder.file('s', 'rubrics')];
    const found = suspectsDocument.parse(await folder.json([...args, '--limit', '20']));
    expect(found.items).toHaveLength(20);
    expect(found.total).toBeGreaterThan(20);
    expect(found.validation).toBeNull();
    const points = found.items.map((item) => item.points);
    expect(points).toEqual(points.toSorted((a, b) => b - a));
    for (const item of found.items)
      expect(item.points).toBe(item.signals.reduce((sum, signal) => sum + signal.points, 0));
    const held = suspectsDocument.parse(await folder.json([...args, '--truth', truth]));
    expect(held.validation?.labelled).toBeGreaterThan(50);
    expect(held.validation?.auroc).toBeGreaterThan(0.5);
  });
});

test.each([
  ['summary', [log]],
  ['audit', [folder.file('s', 'audit.db')]],
  ['sample', [folder.file('stopped')]],
])('%s after Ctrl C is cancelled and leaves nothing behind', async (name, args) => {
  const { status, stdout } = await folder.here([name, ...args, '--json'], AbortSignal.abort());
  expect(status).toBe(1);
  expect(failureDocument.parse(JSON.parse(stdout)).error.code).toBe('cancelled');
  if (name === 'sample') expect(readdirSync(folder.file('stopped'))).toEqual([]);
});

describe('files that cannot be read', () => {
  test.each([
    ['a missing log', ['summary', join(folder.path, 'nowhere.jsonl')], 'file_missing'],
    ['a log named as audit', ['audit', log], 'wrong_shape'],
    [
      'a rubric folder that is none',
      ['summary', log, '--rubrics', join(folder.path, 'nowhere')],
      'file_missing',
    ],
    ['a filter that is none', ['summary', log, '--where', 'stepp > 3'], 'filter_syntax'],
    ['a field to group by that is none', ['summary', log, '--by', 'stepp'], 'bad_request'],
  ])('%s', async (_name, args, code) => {
    const { error } = failureDocument.parse(await folder.json(args, 1));
    expect(error.code).toBe(code);
  });
});
