import { expect, test } from 'vitest';
import { failureSentences } from '../../electron/core/model/failure-sentences.ts';
import { textsOf } from './texts.ts';

test('the English sentences of failures are those the engine says', () => {
  const shown = [...textsOf('en', 'failures')].filter(([key]) => !key.startsWith('and_more'));
  expect(Object.fromEntries(shown)).toEqual(failureSentences);
});
