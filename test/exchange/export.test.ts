import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Label } from '../../electron/core/model/record.ts';
import type { SummaryGroup } from '../../electron/core/model/summary.ts';
import { originalCell, readCsv } from '../../electron/exchange/csv.ts';
import {
  describeSources,
  type ExportSample,
  exportSamples,
  exportSummary,
  mergeLabels,
  readLabels,
} from '../../electron/exchange/export/index.ts';
import { label, manifest, sample, verdict } from './export-fixtures.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-export-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const hostileNotes = [
  '',
  'plain',
  'says "done", is done',
  'line one\nline two\r\nline three\rfour',
  "=cmd|'/c calc'!A1",
  '+49 151',
  '-1',
  '@SUM(A1:A9)',
  '\tindented',
  "'=already guarded",
  "''+twice",
  "'harmless'",
  '😀 表情 🇨🇳 👩‍👩‍👧',
  '第三步“报销申请”是编造的，指令里没有；见 3 帧',
  'para\u2028sep\u2029end\u0085nel',
  ' spaces ',
  ',,,"",""',
  '\uFEFFbom \u0000nul',
  '{"json": [1, 2]}',
];

function labelled(): { samples: ExportSample[]; labels: Label[] } {
  const labels: Label[] = [];
  const samples = hostileNotes.map((note, index) => {
    const trajectory = index === 4 ? '=HYPERLINK("x")' : `t-${index}`;
    const mine = label({
      label_id: `lin-${index}`,
      trajectory,
      note,
      inclusion_probability: index % 3 === 0 ? null : 0.05 + index / 1000,
      mistake: index % 2 === 0 ? null : 'missed_frame',
      value: index % 5 === 0 ? 'unsure' : 'success',
    });
    const hers = label({
      label_id: `wang-${index}`,
      trajectory,
      annotator: '王敏 [QA], "二组"',
      value: 'failure',
      note: note.toUpperCase(),
      identity: 'hash',
      rubric_version: null,
      judge_model: null,
      row: null,
      inclusion_probability: mine.inclusion_probability,
    });
    const own = index % 4 === 0 ? [mine, hers] : [mine];
    labels.push(...own);
    return sample({ trajectory, verdict: verdict({ line: index + 1, row: `1:${index + 1}` }), labels: own });
  });
  samples.push(sample({ trajectory: 't-unlabelled' }));
  return { samples, labels };
}

const annotators = ['lin', '王敏 [QA], "二组"'];

describe.each(['jsonl', 'csv'] as const)('export as %s', (format) => {
  test('what is exported can be imported back: the same labels, whatever their notes hold', async () => {
    const { samples, labels } = labelled();
    const out = join(folder, `labels.${format}`);
    await exportSamples(samples, { out, format, manifest, annotators });
    const read = await readLabels(out);
    expect(read.problems).toEqual([]);
    const byKey = (a: { label_id: string | null }, b: { label_id: string | null }): number =>
      String(a.label_id) < String(b.label_id) ? -1 : 1;
    expect(read.labels.map(({ line: _, ...rest }) => rest).toSorted(byKey)).toEqual(labels.toSorted(byKey));
    expect(mergeLabels(labels, read.labels)).toMatchObject({
      read: labels.length,
      same: labels.length,
      added: [],
      conflicts: [],
    });
    expect(mergeLabels([], read.labels).added).toHaveLength(labels.length);
  });

  test('the manifest names version, filter, sources, rubrics, rows, time and the hash of the file', async () => {
    const { samples } = labelled();
    const out = join(folder, `annotated.${format}`);
    const result = await exportSamples(samples, { out, format, manifest, annotators });
    const bytes = readFileSync(out);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(result.written).toEqual([{ path: out, rows: samples.length, bytes: bytes.length, sha256 }]);
    expect(result.manifest).toBe(`${out}.manifest.json`);
    expect(JSON.parse(readFileSync(result.manifest, 'utf8'))).toEqual({
      app: 'assay',
      app_version: '0.1.0',
      created_at: '2026-11-24T14:02:03.000Z',
      what: 'annotated',
      format,
      filter: manifest.filter,
      rows: samples.length,
      files: [{ name: `annotated.${format}`, rows: samples.length, bytes: bytes.length, sha256 }],
      rubric_versions: manifest.rubric_versions,
      sources: manifest.sources,
    });
    expect(readdirSync(folder).sort()).toEqual([`annotated.${format}`, `annotated.${format}.manifest.json`]);
  });

  test('an export that fails or is cancelled leaves nothing, and the file before it as it was', async () => {
    const out = join(folder, `labels.${format}`);
    await exportSamples([sample()], { out, format, manifest, annotators });
    const before = readFileSync(out, 'utf8');
    async function* breaking(): AsyncGenerator<ExportSample> {
      for (let made = 0; made < 5000; made += 1) yield sample();
      throw new Error('the index went away');
    }
    await expect(exportSamples(breaking(), { out, format, manifest, annotators })).rejects.toThrow(
      'the index went away',
    );
    const abort = new AbortController();
    async function* endless(): AsyncGenerator<ExportSample> {
      for (let made = 0; ; made += 1) {
        if (made === 3000) abort.abort();
        yield sample();
      }
    }
    await expect(
      exportSamples(endless(), { out, format, manifest, annotators, signal: abort.signal }),
    ).rejects.toMatchObject({ failure: { code: 'cancelled' } });
    expect(readdirSync(folder).sort()).toEqual([`labels.${format}`, `labels.${format}.manifest.json`]);
    expect(readFileSync(out, 'utf8')).toBe(before);
  });

  test('an earlier export is replaced; a log, or an export that somebody worked on, is not', async () => {
    const out = join(folder, `labels.${format}`);
    const options = { out, format, manifest, annotators } as const;
    writeFileSync(out, 'the only copy of a log');
    await expect(exportSamples([sample()], options)).rejects.toMatchObject({
      failure: { code: 'bad_request', details: { path: out } },
    });
    expect(readFileSync(out, 'utf8')).toBe('the only copy of a log');
    rmSync(out);
    await exportSamples([sample()], options);
    const { written } = await exportSamples([sample(), sample()], options);
    expect(written[0]?.rows).toBe(2);
    writeFileSync(out, `${readFileSync(out, 'utf8')}filled in by hand`);
    await expect(exportSamples([sample()], options)).rejects.toMatchObject({
      failure: { code: 'bad_request' },
    });
    expect(readFileSync(out, 'utf8')).toContain('filled in by hand');
  });

  test('a file that only looks like a manifest is not replaced either', async () => {
    const out = join(folder, `labels.${format}`);
    writeFileSync(`${out}.manifest.json`, '{"app":"other"}');
    await expect(exportSamples([sample()], { out, format, manifest, annotators })).rejects.toMatchObject({
      failure: { code: 'bad_request' },
    });
    expect(readdirSync(folder)).toEqual([`labels.${format}.manifest.json`]);
  });

  test('a manifest that cannot be written takes the export with it', async () => {
    const out = join(folder, `labels.${format}`);
    mkdirSync(`${out}.manifest.json`);
    await expect(exportSamples([sample()], { out, format, manifest, annotators })).rejects.toMatchObject({
      failure: { code: 'file_unreadable' },
    });
    expect(readdirSync(folder)).toEqual([`labels.${format}.manifest.json`]);
  });

  test('rows are asked for as they are written, not all at once', async () => {
    const out = join(folder, `many.${format}`);
    const progress: number[] = [];
    async function* many(): AsyncGenerator<ExportSample> {
      for (let made = 0; made < 30_000; made += 1) yield sample();
    }
    const options = { out, format, manifest, annotators, onProgress: (rows: number) => progress.push(rows) };
    const { written } = await exportSamples(many(), options);
    expect(written[0]?.rows).toBe(30_000);
    expect(progress.length).toBeGreaterThan(5);
  });
});

describe('export as CSV', () => {
  async function table(out: string): Promise<Record<string, string>[]> {
    const [header, ...records] = await Array.fromAsync(readCsv([readFileSync(out, 'utf8')]));
    return records.map(({ cells }) =>
      Object.fromEntries(cells.map((cell, index) => [header?.cells[index] ?? '', cell])),
    );
  }

  test('verdicts, truth, rubric and its hash stand in columns; labels in columns per annotator', async () => {
    const out = join(folder, 'a.csv');
    const labels = [label({ note: '=1+1' }), label({ annotator: 'wang', value: 'failure', label_id: 'l-2' })];
    await exportSamples([sample({ labels })], { out, format: 'csv', manifest, annotators: ['lin', 'wang'] });
    const [row = {}] = await table(out);
    expect(row).toMatchObject({
      trajectory: 't-7',
      passed: 'false',
      reward: '-0.5',
      truth: 'true',
      rubric_version: 'adapt_v1',
      rubric_content_hash: 'cd'.repeat(32),
      inclusion_probability: '0.05',
      'label[lin]': 'success',
      'note[lin]': "'=1+1",
      'label[wang]': 'failure',
    });
    expect(JSON.parse(row.other_verdicts ?? '')).toHaveLength(1);
    expect(JSON.parse(row.evidence ?? '')).toEqual(sample().evidence);
  });

  test('no cell of text begins like a formula, in the log’s texts either', async () => {
    const out = join(folder, 'a.csv');
    const evil = verdict({ reason: '=1+1', task_id: '@x', category: '-2', error: '+3', group_id: '\tx' });
    await exportSamples([sample({ verdict: evil, instruction: '=HYPERLINK("http://x")' })], {
      out,
      format: 'csv',
      manifest,
      annotators: [],
    });
    const [row = {}] = await table(out);
    for (const [name, cell] of Object.entries(row))
      if (name !== 'reward') expect(cell, name).not.toMatch(/^[=+\-@\t\r]/);
    expect(originalCell(row.reason ?? '')).toBe('=1+1');
  });

  test('a label without a column is an error, never a loss', async () => {
    const out = join(folder, 'a.csv');
    const options = { out, format: 'csv' as const, manifest, annotators: ['wang'] };
    await expect(exportSamples([sample({ labels: [label()] })], options)).rejects.toThrow('lin');
    const twice = [label({ annotator: 'wang' }), label({ annotator: 'wang', label_id: 'l-2' })];
    await expect(exportSamples([sample({ labels: twice })], options)).rejects.toThrow('two labels');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a byte order mark is written where asked for, and read over', async () => {
    const out = join(folder, 'a.csv');
    await exportSamples([sample({ labels: [label()] })], {
      out,
      format: 'csv',
      manifest,
      annotators: ['lin'],
      bom: true,
    });
    expect([...readFileSync(out).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect((await readLabels(out)).labels).toHaveLength(1);
  });
});

test('the summary as CSV has a row per group, and empty cells where nothing is defined', async () => {
  const group: SummaryGroup = {
    key: { rubric_version: 'adapt_v1', judge_model: '=evil' },
    rows: 10,
    judged: 8,
    unjudged: { total: 2, error: 0, timeout: 2, parse: 0, truncated: 0, refused: 0, missing: 0 },
    reward_mean: 0.5,
    reward_mean_as_trained: 0.4,
    reward_sd: 0.5,
    success_rate: 0.5,
    success_interval: [0.2, 0.8],
    interval_method: 'wilson',
    clusters: 8,
    worst_case: [0.4, 0.6],
    latency_ms: { n: 0, mean: null, p50: null, p95: null, p99: null, max: null },
    tokens: { n: 0, mean_total: null, sum_prompt: null, sum_completion: null, sum_total: null },
    truth: null,
    repeats: null,
  };
  const out = join(folder, 'reward_signal_summary.csv');
  const { written } = await exportSummary([group], ['rubric_version', 'judge_model'], {
    out,
    manifest: { ...manifest, what: 'summary' },
  });
  expect(written[0]?.rows).toBe(1);
  const [header, record] = await Array.fromAsync(readCsv([readFileSync(out, 'utf8')]));
  const cell = (name: string): string | undefined => record?.cells[header?.cells.indexOf(name) ?? -1];
  expect(cell('rubric_version')).toBe('adapt_v1');
  expect(cell('judge_model')).toBe("'=evil");
  expect(cell('unjudged_timeout')).toBe('2');
  expect(cell('success_low')).toBe('0.2');
  expect(cell('fn_rate')).toBe('');
  expect(cell('latency_mean')).toBe('');
  expect(record?.cells).toHaveLength(header?.cells.length ?? 0);
});

test('sources are described by size and hash; one that is gone by neither', async () => {
  const path = join(folder, 'reward_log.jsonl');
  writeFileSync(path, '{"a": 1}\n');
  const [there, gone] = await describeSources([path, join(folder, 'gone.jsonl')]);
  expect(there).toMatchObject({
    name: 'reward_log.jsonl',
    bytes: 9,
    sha256: createHash('sha256').update('{"a": 1}\n').digest('hex'),
  });
  expect(gone).toMatchObject({ name: 'gone.jsonl', bytes: null, sha256: null });
});
