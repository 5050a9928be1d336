import { expect, test } from 'vitest';
import { scoreScale } from '../../../electron/core/suspicion/index.ts';

test.each([
  ['fractions', 0, 1, { min: 0, max: 1 }],
  ['fractions that never reach 1', 0.1, 0.4, { min: 0, max: 1 }],
  ['rewards with a penalty', -0.5, 1, { min: -0.5, max: 1 }],
  ['five may be the top of five or half of ten: it is asked, not guessed', 1, 5, null],
  ['ten may be of ten or of a hundred', 0, 10, null],
  ['a hundred may be per cent or points', 0, 100, null],
  ['a little beyond 1', 0, 1.2, null],
  ['no number', Number.NaN, 1, null],
  ['nothing seen', Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, null],
])('%s', (_name, low, high, scale) => {
  expect(scoreScale(low, high)).toEqual(scale);
});
