import { expect, test } from 'vitest';
import { scoreScale } from '../../../electron/core/suspicion/index.ts';

test.each([
  ['fractions', 0, 1, { min: 0, max: 1 }],
  ['fractions that never reach 1', 0.1, 0.4, { min: 0, max: 1 }],
  ['rewards with a penalty', -0.5, 1, { min: -0.5, max: 1 }],
  ['one to five', 1, 5, { min: 1, max: 5 }],
  ['nought to ten', 0, 10, { min: 0, max: 10 }],
  ['ten without its top', 2, 8.5, { min: 1, max: 10 }],
  ['per cent', 0, 100, { min: 0, max: 100 }],
  ['four may be of five or of ten', 0, 4, null],
  ['twenty is no usual scale', 0, 20, null],
  ['nothing seen', Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, null],
])('%s', (_name, low, high, scale) => {
  expect(scoreScale(low, high)).toEqual(scale);
});
