import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ExportRequest } from '../../../electron/api/contract.ts';
import { exportService } from '../../../electron/api/services/exports.ts';
import { importFiles } from '../../../electron/api/services/import-files.ts';
import type { EngineParts } from '../../../electron/api/services/parts.ts';
import { triageService } from '../../../electron/api/services/triage.ts';
import { workspace } from './suspect-workspace.ts';

type Line = Readonly<Record<string, unknown>>;

/** No id and a task judged twice under one version: only its line names a row. */
const nameless = (reason: string): Line => ({
  task_id: 'one task',
  rubric_version: 'v1',
  judge_model: 'j',
  reward: 0,
  success: false,
  reason,
});
const named = (trajectory_id: string, more: Line = {}): Line => ({
  ...nameless(`of ${trajectory_id}`),
  trajectory_id,
  task_id: trajectory_id,
  ...more,
});

async function opened(lines: readonly Line[]) {
  const { parts, library } = await workspace();
  const log = join(parts.folder, 'run.jsonl');
  await write(parts, log, lines);
  const triage = triageService(parts, library);
  const exports = exportService(parts, library, join(parts.folder, 'exports'));
  const queue = (show: 'all' | 'unlabelled' | 'mine' = 'all') =>
    triage.queue({ mode: 'unjudged', filter: '', show, offset: 0, limit: 100 });
  return { parts, library, log, triage, exports, queue };
}

async function write(parts: EngineParts, log: string, lines: readonly Line[]): Promise<void> {
  writeFileSync(log, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await read(parts, log);
}

async function read(parts: EngineParts, log: string): Promise<void> {
  const options = {
    kind: 'reward_log',
    signal: new AbortController().signal,
    report: () => undefined,
  } as const;
  await importFiles(parts, [log], options);
}

const request = (change: Partial<ExportRequest>): ExportRequest => ({
  format: 'jsonl',
  what: 'annotated',
  filter: '',
  rows: [],
  path: null,
  ...change,
});

const label = (row: string) => ({ row, value: 'success', mistake: null, note: `on ${row}` }) as const;

function samples(written: readonly { readonly path: string }[]): Record<string, unknown>[] {
  return readFileSync(written[0]?.path ?? '', 'utf8')
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

describe('what people said', () => {
  test('is exported with its verdict although the log is gone', async () => {
    const { parts, log, triage, exports } = await opened([
      named('a', { instruction: 'Send it.', evidence: ['e'] }),
    ]);
    await triage.label(label('1:1'));
    rmSync(log);
    const [sample] = samples((await exports.run(request({}))).written);
    expect(sample).toMatchObject({
      trajectory: 'a',
      task_id: 'a',
      instruction: 'Send it.',
      verdict: { passed: false, reward: 0, reason: 'of a', evidence: ['e'] },
      labels: [{ value: 'success', note: 'on 1:1' }],
    });
    expect(parts.record.labels.currentLabels()).toHaveLength(1);
  });

  test('is exported with the row its trajectory has now, where the log was moved or sorted anew', async () => {
    const { parts, log, triage, exports } = await opened([named('a'), named('b', { step: 7 })]);
    await triage.label(label('1:2'));
    await write(parts, log, [named('c'), named('a'), named('b', { step: 7 })]);
    expect(samples((await exports.run(request({}))).written)[0]).toMatchObject({
      trajectory: 'b',
      step: 7,
      line: 3,
    });
  });

  test('of a line alone does not pass to what stands there after the file was written anew', async () => {
    const before = [nameless('first'), nameless('second')];
    const { parts, log, triage, exports, library } = await opened(before);
    await triage.label(label('1:2'));
    const evidence = await triage.evidence('1:2');
    expect(evidence.labels).toHaveLength(1);
    await write(parts, log, [nameless('another run'), nameless('entirely')]);
    expect((await triage.evidence('1:2')).labels).toEqual([]);
    const all = samples((await exports.run(request({ what: 'filter' }))).written);
    expect(all.map(({ labels }) => labels)).toEqual([[], []]);
    // the label itself is not lost, nor is what it was about
    expect(samples((await exports.run(request({}))).written)).toMatchObject([
      { verdict: { reason: 'second', passed: false }, labels: [{ note: 'on 1:2' }] },
    ]);
    // a file that only grew keeps its labels
    await write(parts, log, [...before, nameless('third')]);
    expect((await triageService(parts, library).evidence('1:2')).labels).toHaveLength(1);
  });

  test('on a trajectory that a log calls line:7 is found by that name', async () => {
    const lines = [
      named('line:7', { success: null, error: 'failed' }),
      named('b', { success: null, error: 'failed' }),
    ];
    const { triage, queue } = await opened(lines);
    await triage.label(label('1:1'));
    expect(await queue()).toMatchObject({ total: 2, labelled: 1 });
    expect((await queue('unlabelled')).items.map(({ verdict }) => verdict.trajectory)).toEqual(['b']);
    expect((await queue('mine')).items.map(({ verdict }) => verdict.trajectory)).toEqual(['line:7']);
  });

  test('on thousands of lines is still counted', async () => {
    const unjudged = { ...nameless('x'), success: null, error: 'failed' };
    const { parts, queue } = await opened(Array.from({ length: 3000 }, (_, at) => ({ ...unjudged, at })));
    parts.record.labels.setLabels(
      Array.from({ length: 2500 }, (_, at) => ({
        trajectory: `line:1:${at + 1}`,
        identity: 'line' as const,
        annotator: 'me',
        value: 'success' as const,
        mistake: null,
        note: '',
        row: `1:${at + 1}`,
        rubric_version: 'v1',
        judge_model: 'j',
        inclusion_probability: null,
        evidence: null,
      })),
    );
    parts.record.settings.set({ annotator: 'me' });
    expect(await queue('unlabelled')).toMatchObject({ total: 500, labelled: 2500 });
  });
});

describe('an export', () => {
  test('never replaces the log it comes from, nor the record', async () => {
    const { parts, log, exports } = await opened([named('a')]);
    const before = readFileSync(log, 'utf8');
    for (const path of [log, parts.record.path])
      await expect(exports.run(request({ what: 'filter', path }))).rejects.toMatchObject({
        failure: { code: 'bad_request' },
      });
    expect(readFileSync(log, 'utf8')).toBe(before);
    expect(parts.record.labels.counts().labels).toBe(0);
  });

  test('of the same second gets a name of its own, and the record keeps the whole manifest', async () => {
    const { parts, exports } = await opened([named('a'), named('b')]);
    const first = await exports.run(request({ what: 'filter' }));
    const second = await exports.run(request({ what: 'filter', filter: "trajectory = 'b'" }));
    expect(first.written[0]?.path).not.toBe(second.written[0]?.path);
    expect(samples(first.written)).toHaveLength(2);
    expect(samples(second.written)).toHaveLength(1);
    const manifests = parts.record.exports.list().map(({ manifest }) => manifest);
    expect(manifests).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ app: 'assay', filter: "trajectory = 'b'", rows: 1 }),
      ]),
    );
  });

  test('gives every row a filter matches once, whatever is read meanwhile', async () => {
    const { parts, log, exports } = await opened(Array.from({ length: 450 }, (_, at) => named(`t${at}`)));
    const running = exports.run(request({ what: 'filter' }));
    const other = join(parts.folder, 'other.jsonl');
    await write(
      parts,
      other,
      Array.from({ length: 50 }, (_, at) => named(`o${at}`)),
    );
    const found = samples((await running).written).map(({ trajectory }) => trajectory);
    expect(new Set(found).size).toBe(found.length);
    expect(found.length).toBeGreaterThanOrEqual(450);
    renameSync(log, `${log}.gone`);
    await expect(exports.run(request({ what: 'filter' }))).rejects.toMatchObject({
      failure: { code: 'file_missing' },
    });
  });
});
