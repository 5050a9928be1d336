import { appendFileSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyScales } from '../../../electron/logs/scales.ts';
import { applyThresholds } from '../../../electron/logs/thresholds.ts';
import { fuzzRuns, tried } from '../../fuzz-runs.ts';
import { besideRows, counts, importing, remark } from './imported.ts';

const log = importing();

/** Ways in which a trainer may write its lines, each over a long stretch: what a few lines do not show. */
const manners: Readonly<Record<string, (at: number) => string>> = {
  plain: (at) => `"success":${at % 3 === 0},"reward":${at % 2},"timestamp":${1_700_000_000 + at}`,
  spelt: (at) => `"success":"${at % 3 === 0 ? 'yes' : 'no'}","reward":"${at % 11}/10","latency_ms":"${at}"`,
  unfinite: (at) =>
    `"success":false,"reward":${at % 5 === 0 ? 'NaN' : '1e999'},"usage":{"prompt_tokens":1e400}`,
  doubled: (at) => `"success":false,"success":true,"usage":{"total_tokens":1,"total_tokens":${at}}`,
  late: (at) => `"success":true,"finish_reason":"${at % 2 === 0 ? 'length' : 'stop'}","note ${at % 7}":${at}`,
  ordered: (at) => `"timestamp":${1_800_000_000 - at},"step":${at % 4 === 0 ? 1.5 : at},"success":1`,
  glued: (at) => `"success":true,"reward":${at}}{"task_id":"g${at}","error":"timeout"`,
  half: (at) => `"reason":"\\ud83d ${at}","success":true,"Success":false`,
  cut: (at) => (at % 4 === 0 ? `"success":tr` : `"success":true,"timestamp":${at % 50}`),
};

function linesOf(manner: string, from: number, count: number): string {
  const write = manners[manner] ?? (() => '');
  const line = (at: number) => {
    const inner = write(at);
    const end = inner.endsWith(':tr') ? '' : '}';
    return `{"task_id":"t${manner === 'cut' ? at % 9 : at}",${inner}${end}\n${at % 97 === 0 ? '\n' : ''}`;
  };
  return Array.from({ length: count }, (_, each) => line(from + each)).join('');
}

const stretch = fc.record({
  manner: fc.constantFrom(...Object.keys(manners)),
  // around the thousand lines from which on a log is read another way
  count: fc.constantFrom(1, 30, 400, 999, 1_001, 1_700),
});

/** What is stated about scores and verdicts changes rows after they are read: none of it may stay where the log grows. */
async function decide(): Promise<void> {
  await applyScales(log.store(), [{ rubric_version: null, judge_model: null, top: 1e300 }]);
  await applyThresholds(log.store(), [{ target: null, threshold: 0.5 }]);
}

test('a log that changes its manner as it grows is the table that one read of the whole gives', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(stretch, { minLength: 1, maxLength: 3 }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      async (stretches, shares, stated) => {
        let from = 40;
        let text = linesOf('plain', 0, from);
        for (const { manner, count } of stretches) {
          text += linesOf(manner, from, count);
          from += count;
        }
        const ends = [
          ...shares.map((share) => Math.floor(text.length * share)).sort((a, b) => a - b),
          text.length,
        ];
        const path = log.write(text.slice(0, Math.max(60, ends[0] ?? 0)));
        let grown = await log.read(path);
        for (const end of ends) {
          if (stated) await decide();
          appendFileSync(path, text.slice(readFileSync(path).length, end));
          grown = await log.read(path);
        }
        const whole = await log.read(log.write(text));
        tried('logs that grew');
        tried('lines', from);
        expect(counts(grown)).toEqual(counts(whole));
        expect(grown.rows).toEqual(whole.rows);
        expect(new Set(grown.report.unknown_fields)).toEqual(new Set(whole.report.unknown_fields));
        if (remark(grown, 'read_exactly') === remark(whole, 'read_exactly'))
          expect(await besideRows(log.store(), grown)).toEqual(await besideRows(log.store(), whole));
      },
    ),
    { numRuns: fuzzRuns(2, 1 / 10) },
  );
});
