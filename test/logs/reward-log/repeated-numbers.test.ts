import fc from 'fast-check';
import { expect, test } from 'vitest';
import { repeatedNumbers } from '../../../electron/logs/reward-log/repeated-numbers.ts';
import { fuzzRuns } from '../../fuzz-runs.ts';

test('numbers that stand more than once are found, each once, zero and the largest among them', () => {
  const number = fc.oneof(fc.constantFrom(0, 1, 2 ** 32 - 1, 2 ** 31), fc.nat(60), fc.nat(2 ** 31 - 1));
  fc.assert(
    fc.property(fc.array(number, { maxLength: 80 }), (numbers) => {
      const repeated = new Set(numbers.filter((each, at) => numbers.indexOf(each) !== at));
      const found = repeatedNumbers(Uint32Array.from(numbers));
      expect(found?.toSorted((a, b) => a - b)).toEqual([...repeated].sort((a, b) => a - b));
    }),
    { numRuns: fuzzRuns(200) },
  );
});

test('a list in which very many are repeated is left to the database', () => {
  const twice = Uint32Array.from({ length: 100_000 }, (_, at) => at >> 1);
  expect(repeatedNumbers(twice)).toBeNull();
});
