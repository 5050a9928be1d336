import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Frame } from '../../../electron/core/model/verdict.ts';
import { frameOrders, isKeyAction, numberRuns, selectFrames } from '../../../electron/core/prompt/index.ts';

const keyActions = ['input', 'submit', 'click_submit', 'send'];

function frames(actions: readonly (string | null)[]): Frame[] {
  return actions.map((action, index) => ({ index, action, text: null, state: null, image: null }));
}

describe('choosing frames under a cap', () => {
  test('with room for all, all are shown', () => {
    expect(selectFrames(frames(['a', 'b', 'c']), { max: 3, keyActions })).toMatchObject({
      shown: [0, 1, 2],
      left_out: [],
      recorded: 3,
    });
    expect(selectFrames(frames(Array(50).fill('tap')), { max: null, keyActions }).shown).toHaveLength(50);
  });

  test('the first, the last and the key actions are kept, in time order', () => {
    const actions = [
      'open',
      'scroll',
      'input',
      'scroll',
      'scroll',
      'scroll',
      'click_submit',
      'scroll',
      'scroll',
      'end',
    ];
    const selection = selectFrames(frames(actions), { max: 5, keyActions });
    expect(selection.shown).toEqual([0, 2, 5, 6, 9]);
    expect(selection.left_out).toEqual([1, 3, 4, 7, 8]);
    expect(selection.key_left_out).toEqual([]);
  });

  test('where the cap is too small for the key actions, the latest stay and the loss is said', () => {
    const selection = selectFrames(frames(['open', 'input', 'input', 'send', 'end']), { max: 3, keyActions });
    expect(selection).toMatchObject({ shown: [0, 3, 4], key_left_out: [1, 2] });
  });

  test('first, last, then the middle', () => {
    expect(
      selectFrames(frames(['a', 'b', 'c', 'd']), { max: null, keyActions, order: 'ends_first' }).shown,
    ).toEqual([0, 3, 1, 2]);
    expect(selectFrames(frames(['a']), { max: 2, keyActions, order: 'ends_first' }).shown).toEqual([0]);
  });

  test('every frame is shown or left out, never both; the cap holds; the ends are kept', () => {
    const action = fc.constantFrom('tap', 'input', 'send', null);
    fc.assert(
      fc.property(
        fc.array(action, { maxLength: 40 }),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(...frameOrders),
        fc.constantFrom('end' as const, 'start' as const),
        fc.constantFrom('spread' as const, 'start' as const, 'end' as const),
        (actions, max, order, keepFrom, fill) => {
          const { shown, left_out } = selectFrames(frames(actions), {
            max,
            keyActions,
            order,
            keepFrom,
            fill,
          });
          expect([...shown, ...left_out].sort((a, b) => a - b)).toEqual([...actions.keys()]);
          expect(shown.length).toBe(Math.min(max, actions.length));
          if (actions.length > 0) expect(shown).toContain(actions.length - 1);
          if (actions.length > 1 && max > 1) expect(shown).toContain(0);
        },
      ),
    );
  });

  test.each([
    ['click_submit(btn-3)', true],
    ['clickSubmit', true],
    ['SEND', true],
    ['send_message to Bob', true],
    ['{"type": "input", "text": "x"}', true],
    ['input_text: hello', true],
    ['sender list', false],
    ['click(Send)', false],
    ['scroll', false],
    [null, false],
  ])('%s is a key action: %s', (action, expected) => {
    expect(isKeyAction(action, keyActions)).toBe(expected);
  });

  test('runs of numbers are written short', () => {
    expect(numberRuns([1, 2, 3, 7, 9, 10])).toBe('1–3, 7, 9–10');
  });
});
