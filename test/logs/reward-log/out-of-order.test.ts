import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns, tried } from '../../fuzz-runs.ts';
import { importing } from './imported.ts';

const log = importing();

/** A line's step in time after the one before, whether the exact reader has to read it, and whether it has a time at all. */
const pieces = fc.array(
  fc.record({
    step: fc.oneof(
      { weight: 12, arbitrary: fc.nat(3) },
      { weight: 1, arbitrary: fc.integer({ min: -5, max: -1 }) },
    ),
    doubled: fc.oneof(
      { weight: 4, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    ),
    timed: fc.oneof(
      { weight: 6, arbitrary: fc.constant(true) },
      { weight: 1, arbitrary: fc.constant(false) },
    ),
    blank: fc.oneof(
      { weight: 9, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    ),
  }),
  { minLength: 1, maxLength: 40 },
);

test('a row is out of order where one before it has a later time, whichever reader read the two', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(pieces, async (list) => {
      tried('logs');
      tried('lines', list.length);
      let time = 1_700_000_000;
      let latest = Number.NEGATIVE_INFINITY;
      const late: string[] = [];
      const lines = list.flatMap(({ step, doubled, timed, blank }, at) => {
        time += step;
        if (timed && time < latest) late.push(`t${at}`);
        if (timed) latest = Math.max(latest, time);
        const text = `{"task_id":"t${at}","success":true${timed ? `,"timestamp":${time}` : ''}${doubled ? ',"success":false' : ''}}`;
        return blank ? ['', text] : [text];
      });
      const { rows } = await log.read(log.write(`${lines.join('\n')}\n`));
      const marked = rows.filter(
        ({ warnings }) => Array.isArray(warnings) && warnings.includes('out_of_order'),
      );
      expect(marked.map(({ task_id }) => task_id)).toEqual(late);
    }),
    { numRuns: fuzzRuns(40) },
  );
});
