import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  plainFields,
  textFields,
  tokenFields,
  valueFields,
} from '../../../electron/logs/reward-log/fields.ts';
import { isPlain } from '../../../electron/logs/reward-log/plain-values.ts';
import { insertVerdicts } from '../../../electron/logs/reward-log/projection.ts';
import { fuzzRuns, tried } from '../../fuzz-runs.ts';
import { importing } from './imported.ts';

const log = importing();

const digits = (least: number, most: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: least, maxLength: most });
const whole = fc.oneof(
  fc.integer().map(String),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
  fc.constantFrom(
    '9007199254740991',
    '9007199254740993',
    '18446744073709551615',
    '18446744073709551616',
    '-0',
  ),
);
const number = fc.oneof(
  whole,
  fc.tuple(fc.integer({ min: -9_999, max: 9_999 }), digits(1, 25)).map(([head, tail]) => `${head}.${tail}`),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.tuple(digits(1, 1), fc.integer({ min: 1, max: 330 })).map(([head, power]) => `${head}.5e-${power}`),
  fc.double({ min: 1e9, max: 1e18 }).map((value) => String(value)),
);
const value = {
  number: number.filter((text) => isPlain(text, 'number')),
  truth: fc.constantFrom('true', 'false'),
  text: fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text)),
  object: fc
    .dictionary(fc.constantFrom(...tokenFields, 'cached'), number)
    .map((usage) => `{${Object.entries(usage).map(([key, text]) => `"${key}":${text}`)}}`)
    .filter((text) => isPlain(text, 'object')),
};
const line = fc
  .record(
    Object.fromEntries(
      [...plainFields].map(([name, type]) => [name, fc.oneof(value[type], fc.constant('null'))]),
    ),
    { requiredKeys: [] },
  )
  .map((members) => `{"task_id":"t",${Object.entries(members).map(([name, text]) => `"${name}":${text}`)}}`)
  .map((text) => text.replace(',}', '}'));

test('fields read as plain ones give the rows that reading them as anything gives', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 20, maxLength: 60 }), async (lines) => {
      tried('lines', lines.length);
      const path = join(log.folder(), 'plain.jsonl');
      writeFileSync(path, lines.join('\n'));
      const read = async (plain: ReadonlySet<string>) => {
        await log.store().run(
          insertVerdicts({
            path,
            sourceId: -9,
            fields: new Set([...textFields, ...valueFields]),
            plain,
            extras: new Map(),
            repaired: false,
            mapping: null,
            longest: 5_000,
            lineBytes: 500,
            lineByLine: false,
          }),
        );
        const rows = await log.store().all('SELECT * FROM verdicts WHERE source_id = -9 ORDER BY rowid');
        await log.store().run('DELETE FROM verdicts WHERE source_id = -9');
        return rows;
      };
      const anything = await read(new Set());
      expect(anything).toHaveLength(lines.length);
      expect(await read(new Set(plainFields.keys()))).toEqual(anything);
    }),
    { numRuns: fuzzRuns(15) },
  );
  rmSync(join(log.folder(), 'plain.jsonl'));
});
