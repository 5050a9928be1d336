import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textFields, valueFields } from '../../../electron/logs/reward-log/fields.ts';
import { insertVerdicts } from '../../../electron/logs/reward-log/projection.ts';
import { importing } from './imported.ts';

const log = importing();

test.each([false, true])(
  'rows reach the table as one stream in the order of the file (line by line: %s)',
  async (lineByLine) => {
    const path = join(log.folder(), 'any.jsonl');
    writeFileSync(path, '{"task_id":"a"}\n{"task_id":"b"}\n');
    const sql = insertVerdicts({
      path,
      sourceId: -1,
      fields: new Set([...textFields, ...valueFields]),
      extras: new Map(),
      plain: new Set(),
      repaired: false,
      longest: 100,
      lineBytes: 500,
      lineByLine,
      mapping: null,
    });
    const plan = (await log.store().all<Record<string, string>>(`EXPLAIN ${sql}`))
      .map((row) => Object.values(row).join('\n'))
      .join('\n');
    expect(plan).toContain('BATCH_INSERT');
    // A join, an aggregate or a sort hands rows on in another order, and every line number rests on it.
    expect(plan).not.toMatch(/JOIN|AGGREGATE|GROUP_BY|ORDER|WINDOW|UNION/);
  },
);
