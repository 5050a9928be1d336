import { describe, expect, test } from 'vitest';
import { FINE_SCHEMA, fineMessages, MOST_FINE, readFine } from '../../../electron/core/prompt/index.ts';

const instruction = 'Send “the budget is 1,200” to Ada\nbefore 17:30';

const reply = (...criteria: readonly (readonly [string, string])[]) =>
  readFine({ criteria: criteria.map(([criterion, quote]) => ({ criterion, quote })) }, instruction);

describe('reading generated criteria', () => {
  test('one that quotes the instruction is kept, whatever its white space, width or case', () => {
    expect(reply(['The message went to Ada', 'TO  ada before'])).toEqual({
      kept: [{ text: 'The message went to Ada', quote: 'TO  ada before' }],
      refused: [],
    });
    expect(reply(['The amount is 1200', '１,200'])?.kept).toHaveLength(1);
  });

  test.each([
    ['', 'to Ada', 'empty'],
    ['The message is sent', '', 'no_quote'],
    ['The message went to Bob', 'to Bob', 'quote_absent'],
    ['The amount is named', '20', 'quote_absent'],
    ['Something holds', 'is', 'quote_empty'],
    ['It was sent before 18:00', 'before 17:30', 'ungrounded'],
    ['The message says “hello”', 'Send', 'ungrounded'],
  ])('%j quoting %j is refused: %s', (criterion, quote, why) => {
    expect(reply([criterion, quote])).toEqual({ kept: [], refused: [{ text: criterion, quote, why }] });
  });

  test('at most two are kept, no two that say the same', () => {
    const found = reply(
      ['To Ada', 'to Ada'],
      ['to  ADA', 'Ada'],
      ['Before 17:30', 'before 17:30'],
      ['The budget is told', 'budget'],
    );
    expect(found?.kept.map(({ text }) => text)).toEqual(['To Ada', 'Before 17:30']);
    expect(found?.kept).toHaveLength(MOST_FINE);
    expect(found?.refused.map(({ why }) => why)).toEqual(['repeated', 'over_max']);
  });

  test('an empty list is an answer; no list is none', () => {
    expect(readFine({ criteria: [] }, instruction)).toEqual({ kept: [], refused: [] });
    expect(readFine({ criteria: 'none' }, instruction)).toBeNull();
    expect(readFine({}, instruction)).toBeNull();
    expect(readFine({ criteria: [7, null, 'text'] }, instruction)?.refused.map(({ why }) => why)).toEqual([
      'empty',
      'empty',
      'no_quote',
    ]);
  });

  test('the question holds the instruction word for word and the schema requires all it names', () => {
    expect(fineMessages(instruction).at(-1)?.content).toBe(`Instruction:\n${instruction}`);
    const { properties, required } = FINE_SCHEMA.schema;
    expect(required).toEqual(Object.keys(properties));
    expect(properties.criteria.items.required).toEqual(Object.keys(properties.criteria.items.properties));
  });
});
