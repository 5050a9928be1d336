import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { LogStore } from '../../../electron/logs/log-store.ts';
import { writePath } from '../../../electron/logs/mapping/path.ts';
import { importTruth } from '../../../electron/logs/tables/truth.ts';
import { fuzzRuns, tried } from '../../fuzz-runs.ts';
import { emptyIndex, scratchFolder } from '../made-index.ts';

const folder = scratchFolder();
let store: LogStore;
let files = 0;

beforeAll(async () => {
  store = await emptyIndex();
});

/** Texts that a table and a line say alike: neither blank nor a list or an object. */
const text = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 10 }),
    fc.constantFrom('a,b;c', 'say "so"', 'two\nlines', 'CR\rLF\r\n', '007', '中文，', "it's", '=1+1'),
  )
  .filter(
    (value) =>
      value.trim() === value &&
      value !== '' &&
      !/^[[{]/.test(value) &&
      value.isWellFormed() &&
      !value.includes('\0') &&
      !value.startsWith('\ufeff'),
  );
const row = fc.record({
  trajectory_id: fc.option(text),
  task_id: fc.option(text),
  step: fc.option(fc.nat(1e9)),
  true_success: fc.option(fc.boolean()),
  annotator: fc.option(text),
  note: fc.option(text),
});
const fields = ['trajectory_id', 'task_id', 'step', 'true_success', 'annotator', 'note'] as const;
type Row = typeof row extends fc.Arbitrary<infer R> ? R : never;
type Names = Readonly<Record<(typeof fields)[number], string>>;

const own: Names = {
  trajectory_id: 'trajectory_id',
  task_id: 'task_id',
  step: 'step',
  true_success: 'true_success',
  annotator: 'annotator',
  note: 'note',
};
/** Among them the names of other fields, and one that a path has to quote. */
const foreign: Names = {
  trajectory_id: 'note',
  task_id: 'the "case".id',
  step: '步',
  true_success: 'source',
  annotator: 'trajectory_id',
  note: 'comment',
};

type Form = (rows: readonly Row[], names: Names) => { readonly name: string; readonly bytes: Buffer | null };

const cell = (value: string | number | boolean | null): string => {
  const written = value === null ? '' : value === true ? '1' : value === false ? 'No' : String(value);
  return /[",\r\n]|^\s|\s$/.test(written) ? `"${written.replaceAll('"', '""')}"` : written;
};
const csv =
  (end: string, mark: string): Form =>
  (rows, names) => ({
    name: 'truth.csv',
    bytes: Buffer.from(
      mark +
        [
          fields.map((field) => cell(names[field])).join(','),
          ...rows.map((each) => fields.map((field) => cell(each[field])).join(',')),
        ].join(end),
    ),
  });
const forms: Readonly<Record<string, Form>> = {
  csv: csv('\n', ''),
  spreadsheet: csv('\r\n', '\ufeff'),
  packed: (rows, names) => {
    const { name, bytes } = csv('\n', '')(rows, names);
    return { name: `${name}.gz`, bytes: gzipSync(bytes ?? '') };
  },
  lines: (rows, names) => ({
    name: 'truth.jsonl',
    bytes: Buffer.from(
      rows
        .map(
          (each) =>
            `${JSON.stringify(Object.fromEntries(fields.map((field) => [names[field], each[field]])))}\n`,
        )
        .join(''),
    ),
  }),
  database: () => ({ name: 'truth.db', bytes: null }),
};

function write(form: Form, rows: readonly Row[], names: Names): string {
  files += 1;
  const { name, bytes } = form(rows, names);
  const path = join(folder, `${files}-${name}`);
  if (bytes !== null) {
    writeFileSync(path, bytes);
    return path;
  }
  const made = new Database(path);
  const columns = fields.map((field) => `"${names[field].replaceAll('"', '""')}"`);
  made.exec(`CREATE TABLE truth (${columns.join(', ')})`);
  const insert = made.prepare(`INSERT INTO truth VALUES (${fields.map(() => '?').join(', ')})`);
  for (const each of rows)
    insert.run(fields.map((field) => (typeof each[field] === 'boolean' ? Number(each[field]) : each[field])));
  made.close();
  return path;
}

test('any labels are the same labels in every form, under their own names and by a mapping', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 12 }),
      fc.constantFrom(...Object.keys(forms)),
      fc.boolean(),
      async (rows, form, mapped) => {
        tried('truth tables');
        const names = mapped ? foreign : own;
        const path = write(forms[form] ?? csv('\n', ''), rows, names);
        const { source_id, imported, quarantined } = await importTruth(store, path, {
          mapping: mapped
            ? {
                name: null,
                kind: 'truth',
                by: 'asked',
                fields: Object.fromEntries(fields.map((field) => [field, writePath([names[field]])])),
              }
            : null,
        });
        // A row of a CSV with nothing in it is a line of commas, and a row all the same.
        expect([imported, quarantined]).toEqual([rows.length, 0]);
        expect(
          await store.all(`SELECT ${fields.join(', ')} FROM truth WHERE source_id = ? ORDER BY line`, [
            source_id,
          ]),
        ).toEqual(rows);
      },
    ),
    { numRuns: fuzzRuns(40, 1 / 5) },
  );
});
