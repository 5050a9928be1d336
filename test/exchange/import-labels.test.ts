import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ImportedLabel, mergeLabels, readLabels } from '../../electron/exchange/export/index.ts';
import { label } from './export-fixtures.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-import-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function imported(over: Partial<ImportedLabel> = {}): ImportedLabel {
  return { ...label(), line: 2, ...over };
}

describe('merging', () => {
  test('a label the record lacks is added, one that says the same is not a second label', () => {
    const merged = mergeLabels(
      [label()],
      [imported({ label_id: 'other', created_at: 5, row: null }), imported({ annotator: 'wang' })],
    );
    expect(merged.same).toBe(1);
    expect(merged.added.map(({ annotator }) => annotator)).toEqual(['wang']);
    expect(merged.conflicts).toEqual([]);
  });

  test.each([
    { value: 'failure' },
    { mistake: 'missed_frame' },
    { note: 'changed' },
    { inclusion_probability: 0.5 },
  ] as const)('a label that says something else is a conflict, and the record keeps its own: %o', (over) => {
    const recorded = label();
    const merged = mergeLabels([recorded], [imported(over)]);
    expect(merged.added).toEqual([]);
    expect(merged.conflicts).toEqual([
      {
        trajectory: 't-7',
        annotator: 'lin',
        against: 'record',
        kept: recorded,
        refused: imported(over),
        differs: Object.keys(over),
      },
    ]);
  });

  test('two labels of one annotator in the file that disagree are a conflict too', () => {
    const merged = mergeLabels([], [imported(), imported({ value: 'failure', line: 9 })]);
    expect(merged.added).toEqual([imported()]);
    expect(merged.conflicts[0]).toMatchObject({ against: 'file', differs: ['value'], refused: { line: 9 } });
  });

  test('names are not joined into one key: annotator and trajectory stay apart', () => {
    const merged = mergeLabels(
      [label({ trajectory: 'a', annotator: 'b","c' })],
      [imported({ trajectory: 'a","b', annotator: 'c', value: 'failure' })],
    );
    expect(merged.added).toHaveLength(1);
  });

  test('labels on trajectories that no log has are listed, not added', () => {
    const merged = mergeLabels([], [imported(), imported({ trajectory: 'gone' })], (name) => name === 't-7');
    expect(merged.added).toHaveLength(1);
    expect(merged.unmatched).toHaveLength(1);
    expect(merged.read).toBe(2);
  });
});

describe('reading', () => {
  test('a label typed into a spreadsheet is read, without id or time', async () => {
    const path = file(
      'typed.csv',
      'trajectory,label[marta],note[marta]\r\nt-1,success,"ok, seen"\r\nt-2,,\r\n',
    );
    expect(await readLabels(path)).toMatchObject({
      labels: [
        {
          trajectory: 't-1',
          annotator: 'marta',
          value: 'success',
          note: 'ok, seen',
          label_id: null,
          created_at: null,
        },
      ],
      problems: [],
    });
  });

  test('what is no label is listed with its line, and the rest is read', async () => {
    const csv = file(
      'bad.csv',
      'trajectory,label[lin],mistake[lin],probability[lin]\nt-1,maybe,,\nt-2,success,typo,\nt-3,success,,1.5\nt-4,success\n,success,,\nt-6,failure,,0.2\n',
    );
    const read = await readLabels(csv);
    expect(read.problems.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6]);
    expect(read.labels.map(({ trajectory }) => trajectory)).toEqual(['t-6']);
    const jsonl = file(
      'bad.jsonl',
      `{"trajectory":"t-1","labels":[{"annotator":"lin","value":"success"},{"value":"success"},7]}\nno json\n\n{"trajectory":"t-2"}\n`,
    );
    const other = await readLabels(jsonl);
    expect(other.labels).toHaveLength(1);
    expect(other.problems.map(({ line }) => line)).toEqual([1, 1, 2, 4]);
  });

  test('a file that is no export, or is not there, is said so', async () => {
    await expect(readLabels(file('other.csv', 'a,b\n1,2\n'))).rejects.toMatchObject({
      failure: { code: 'wrong_shape' },
    });
    await expect(readLabels(join(folder, 'gone.csv'))).rejects.toMatchObject({
      failure: { code: 'file_missing' },
    });
  });
});
