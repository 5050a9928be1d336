import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FieldMapping } from '../../../electron/core/model/mapping.ts';
import type { LogStore } from '../../../electron/logs/log-store.ts';
import { importTruth } from '../../../electron/logs/tables/truth.ts';
import { emptyIndex, scratchFolder } from '../made-index.ts';

const folder = scratchFolder();
let store: LogStore;
let files = 0;

beforeAll(async () => {
  store = await emptyIndex();
});

async function read(text: string | Uint8Array, name = 'truth.csv', mapping?: FieldMapping) {
  files += 1;
  const path = join(folder, `${files}-${name}`);
  writeFileSync(path, text);
  const report = await importTruth(store, path, {
    mapping: mapping === undefined ? null : { name: null, kind: 'truth', by: 'asked', fields: mapping },
  });
  const rows = await store.all<Record<string, unknown>>(
    `SELECT line, trajectory_id, task_id, step, true_success, written, source, annotator, note FROM truth
      WHERE source_id = ? ORDER BY line`,
    [report.source_id],
  );
  return { report, rows };
}

async function refusal(text: string, name = 'truth.csv', mapping?: FieldMapping): Promise<string> {
  const before = await store.one<{ n: number }>('SELECT count(*) AS n FROM sources');
  let message = '';
  try {
    await read(text, name, mapping);
  } catch (error) {
    message = error instanceof Error ? error.message : String(error);
  }
  expect(await store.one('SELECT count(*) AS n FROM sources')).toEqual(before);
  return message;
}

describe('reading a truth file', () => {
  test('a BOM, CRLF, quoted commas, spaces, an empty label and a blank line change no label', async () => {
    const { report, rows } = await read(
      '\ufefftask_id,true_success,source\r\nt1,TRUE,"reviewer 1, second pass"\r\n\r\nt2, 0 ,rule\r\nt3,,rule\r\n',
    );
    expect(
      rows.map(({ line, task_id, true_success, source }) => [line, task_id, true_success, source]),
    ).toEqual([
      [2, 't1', true, 'reviewer 1, second pass'],
      [4, 't2', false, 'rule'],
      [5, 't3', null, 'rule'],
    ]);
    expect(report).toMatchObject({
      kind: 'truth',
      lines: 5,
      records: 3,
      imported: 3,
      blank: 1,
      quarantined: 0,
    });
    expect(report.remarks).toEqual([{ code: 'empty_label', count: 1 }]);
  });

  test('a label that is neither yes nor no is none, and is counted', async () => {
    const { report, rows } = await read('task_id,true_success\nt1,maybe\nt2,成功\nt3,FAIL\n');
    expect(rows.map((row) => row.true_success)).toEqual([null, true, false]);
    expect(rows[0]?.written).toBe('maybe');
    expect(report.remarks).toEqual([{ code: 'unreadable_label', count: 1 }]);
  });

  test('1.0 and 0.0, which pandas writes into a column with gaps, are 1 and 0', async () => {
    const { rows } = await read('task_id,true_success\nt1,1.0\nt2,\nt3,0.0\nt4,0.5\n');
    expect(rows.map((row) => row.true_success)).toEqual([true, null, false, null]);
  });

  test.each(['rollout_id', 'sample_id', 'uid', 'request_id', 'trajectory_id'])(
    '%s is the trajectory',
    async (name) => {
      const { rows } = await read(`${name},task_id,true_success\nx,t,1\n`);
      expect(rows).toMatchObject([{ trajectory_id: 'x', task_id: 't', true_success: true }]);
    },
  );

  test('JSON Lines are read too; what is no object is quarantined with its place', async () => {
    const { report, rows } = await read(
      '{"uid": 7, "true_success": false, "note": "否", "score": NaN}\n[1]\n{"uid": "8", "true_success": 1}\n{"uid"',
      'truth.jsonl',
    );
    expect(rows.map(({ trajectory_id, true_success, note }) => [trajectory_id, true_success, note])).toEqual([
      ['7', false, '否'],
      ['8', true, null],
    ]);
    expect(report).toMatchObject({ records: 4, imported: 2, quarantined: 2, unknown_fields: ['score'] });
    expect(report.warnings.nan).toBe(1);
    const bad = await store.all(
      'SELECT line, cause, text FROM quarantine WHERE source_id = ? ORDER BY line',
      [report.source_id],
    );
    expect(bad).toEqual([
      { line: 2, cause: 'not_object', text: '[1]' },
      { line: 4, cause: 'not_json', text: '{"uid"' },
    ]);
  });

  test('a record with more fields than the header is quarantined, not shifted', async () => {
    const { report, rows } = await read('task_id,true_success\nt1,1,surplus\nt2,0\n');
    expect(rows.map((row) => row.task_id)).toEqual(['t2']);
    expect(
      await store.all('SELECT line, byte_offset, text FROM quarantine WHERE source_id = ?', [
        report.source_id,
      ]),
    ).toEqual([{ line: 2, byte_offset: 21, text: 't1,1,surplus' }]);
  });

  test('columns can be mapped, and the header matches in any case', async () => {
    const { rows } = await read('Case,OK,Step\na,yes,3\n', 'truth.csv', {
      task_id: 'Case',
      true_success: 'OK',
    });
    expect(rows).toMatchObject([{ task_id: 'a', true_success: true, step: 3 }]);
  });

  test('a compressed file is read', async () => {
    const { report, rows } = await read(gzipSync('task_id,true_success\nt1,1\n'), 'truth.csv.gz');
    expect(rows).toMatchObject([{ task_id: 't1', true_success: true }]);
    expect(report.compression).toBe('gzip');
    const copies = readdirSync(join(store.folder, 'logs-texts'));
    await expect(read(gzipSync('a,b\n1,1\n'), 'wrong.csv.gz')).rejects.toThrow(/no column true_success/);
    expect(readdirSync(join(store.folder, 'logs-texts'))).toEqual(copies);
  });

  test('a file read again replaces its rows and keeps its id', async () => {
    const path = join(folder, 'again.csv');
    writeFileSync(path, 'task_id,true_success\nt1,1\nt2,1\n');
    const first = await importTruth(store, path);
    writeFileSync(path, 'task_id,true_success\nt1,0\n');
    const second = await importTruth(store, path);
    expect(second.source_id).toBe(first.source_id);
    expect(
      await store.all('SELECT task_id, true_success FROM truth WHERE source_id = ?', [first.source_id]),
    ).toEqual([{ task_id: 't1', true_success: false }]);
  });

  test('a file can be read under an id that is given, and takes what it had elsewhere along', async () => {
    const path = join(folder, 'given.csv');
    writeFileSync(path, 'task_id,true_success\nt1,1\n');
    const first = await importTruth(store, path);
    const second = await importTruth(store, path, { source_id: 7000 });
    expect(second.source_id).toBe(7000);
    const rows = await store.all('SELECT source_id FROM truth WHERE source_id IN (?, 7000)', [
      first.source_id,
    ]);
    expect(rows).toEqual([{ source_id: 7000 }]);
    expect(await store.all('SELECT source_id FROM sources WHERE path = ?', [path])).toEqual([
      { source_id: 7000 },
    ]);
  });

  test('a file that is no truth is refused in one sentence, and leaves nothing behind', async () => {
    expect(await refusal('task_id,success\nt1,1\n')).toMatch(
      /no column true_success\. Its columns are task_id, success\.$/,
    );
    expect(await refusal('true_success\n1\n')).toMatch(/needs trajectory_id or task_id/);
    expect(await refusal('')).toMatch(/is empty/);
    expect(await refusal('task_id,true_success\nt1,1\n', 'truth.csv', { true_success: 'label' })).toMatch(
      /no column "label"/,
    );
  });
});
