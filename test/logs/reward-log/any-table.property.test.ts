import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns, tried } from '../../fuzz-runs.ts';
import { counts, type Imported, importing, warningsOf } from './imported.ts';

const log = importing();

/** Texts that a table and a line say alike: not empty, not blank, no list and no object. */
const text = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
    fc.constantFrom(
      'a,b;c\td',
      'say "so"',
      'line\nline',
      'CR\rLF\r\n',
      '007',
      'null',
      '=1+1',
      '中文，',
      "it's",
      '1e5',
    ),
  )
  .filter(
    (value) =>
      value.trim() !== '' && !/^\s*[[{]/.test(value) && value.isWellFormed() && !value.includes('\0'),
  )
  // a byte order mark at the start of a file is none of its first cell
  .filter((value) => !value.startsWith('\ufeff'));
const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, 1, 0.5),
);
const tokens = fc.nat(5_000);

const row = fc.record({
  task_id: fc.option(text),
  success: fc.option(fc.boolean()),
  reward: fc.option(number),
  latency_ms: fc.option(fc.nat(90_000)),
  timestamp: fc.option(fc.integer({ min: 1_700_000_000, max: 1_700_000_009 })),
  error: fc.option(fc.constantFrom('Timeout', 'rate limit, try "again"', 'x\ny')),
  reason: fc.option(text),
  usage: fc.option(fc.record({ prompt_tokens: tokens, completion_tokens: tokens }, { requiredKeys: [] })),
  evidence: fc.option(fc.array(fc.string({ maxLength: 5 }), { maxLength: 3 })),
  policy: fc.option(text),
});
type Row = typeof row extends fc.Arbitrary<infer R> ? R : never;
const names = [
  'task_id',
  'success',
  'reward',
  'latency_ms',
  'timestamp',
  'error',
  'reason',
  'usage',
  'evidence',
  'policy',
] as const satisfies readonly (keyof Row)[];

const look = fc.record({
  separator: fc.constantFrom(',', ',', ';', '\t'),
  end: fc.constantFrom('\n', '\r\n', '\r'),
  mark: fc.constantFrom('', '\ufeff'),
  quotes: fc.boolean(),
  lastEnd: fc.boolean(),
});

function cellText(value: Row[keyof Row]): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function csv(
  rows: readonly Row[],
  { separator, end, mark, quotes, lastEnd }: typeof look extends fc.Arbitrary<infer L> ? L : never,
): string {
  const cell = (value: string) =>
    quotes || value.includes(separator) || /["\r\n]|^\s|\s$/.test(value)
      ? `"${value.replaceAll('"', '""')}"`
      : value;
  const records = [names, ...rows.map((each) => names.map((name) => cellText(each[name])))];
  return mark + records.map((cells) => cells.map(cell).join(separator)).join(end) + (lastEnd ? end : '');
}

/** Text for SQLite where it has no type of its own. */
function database(rows: readonly Row[]): string {
  const path = join(log.folder(), `${randomUUID()}.db`);
  const made = new Database(path);
  made.exec(`CREATE TABLE reward_log (${names.map((name) => `"${name}"`).join(', ')})`);
  const insert = made.prepare(`INSERT INTO reward_log VALUES (${names.map(() => '?').join(', ')})`);
  for (const each of rows)
    insert.run(
      names.map((name) => {
        const value = each[name];
        if (typeof value === 'boolean') return value ? 1 : 0;
        return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
      }),
    );
  made.close();
  return path;
}

/** Rows as far as every form can tell: SQLite has no true and false, so that its verdicts are coerced ones. */
function told({ rows }: Imported): unknown[] {
  return rows.map(({ warnings, ...rest }) => [
    rest,
    (Array.isArray(warnings) ? warnings : []).filter((kind) => kind !== 'coerced'),
  ]);
}

test('the same rows as lines, as CSV of any look and in a database are the same table', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 25 }), look, async (rows, style) => {
      const lines = await log.lines(rows);
      const table = await log.read(log.write(csv(rows, style), `${randomUUID()}.csv`));
      expect(counts(table)).toEqual(counts(lines));
      expect(table.rows).toEqual(lines.rows);
      expect(warningsOf(table)).toEqual(warningsOf(lines));
      tried('CSV logs');
      const stored = await log.read(database(rows));
      expect(counts(stored)).toEqual(counts(lines));
      expect(told(stored)).toEqual(told(lines));
      tried('databases');
      tried('lines', 3 * rows.length);
    }),
    { numRuns: fuzzRuns(4, 1 / 3) },
  );
});
