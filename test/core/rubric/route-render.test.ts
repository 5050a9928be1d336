import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  estimateTokens,
  findKeyword,
  folded,
  foldText,
  matchRubricHits,
  parseRubric,
  type RubricVersion,
  renderRubric,
  routeInstruction,
  rubricItems,
  spanInSource,
} from '../../../electron/core/rubric/index.ts';

const parsed = parseRubric(`version: v1
routing:
  buy: [buy, 购买]
  mail: [send, e-mail, 发送, 邮件]
categories:
  buy: {name: Purchase, steps: [The order is placed]}
  mail:
    name: Mail
    steps: [The recipient is right, The message is sent]
    pitfalls: [Left as a draft]
    output_format: success and score
  general: {steps: [The outcome is shown]}
`).rubric;
if (parsed === null) throw new Error('unreadable');
const rubric: RubricVersion = parsed;

describe('routing an instruction', () => {
  test.each([
    ['Send it to Bob', 'mail', 'Send'],
    ['please buy and send', 'buy', 'buy'],
    ['SEND ＢＵＹ', 'buy', 'ＢＵＹ'],
    ['把报告发送给小王', 'mail', '发送'],
    ['写e-mail给他', 'mail', 'e-mail'],
    ['The sender is unknown; resend nothing', 'general', null],
    ['buyer beware', 'general', null],
    ['', 'general', null],
  ])('%s → %s', (instruction, category, found) => {
    const routed = routeInstruction(rubric, instruction);
    expect(routed.category).toBe(category);
    const span = routed.match?.span;
    expect(span === undefined ? null : instruction.slice(span.start, span.end)).toBe(found);
  });

  test('a category the log names wins; one the rubric lacks is said and routed', () => {
    expect(routeInstruction(rubric, 'buy it', 'mail')).toMatchObject({ category: 'mail', by: 'given' });
    expect(routeInstruction(rubric, 'buy it', ' Mail')).toMatchObject({ category: 'mail', by: 'given' });
    expect(routeInstruction(rubric, 'buy it', 'maps')).toMatchObject({
      category: 'buy',
      by: 'keyword',
      unknownCategory: 'maps',
    });
  });

  test('a folded place leads back to the source through ligatures, half-width kana and combining marks', () => {
    const source = 'e\u0301 ﬁle ｶﾞｽ  x';
    const text = foldText(source);
    expect(text.text).toBe('é file ガス x');
    const span = findKeyword(text.text, 'ガス');
    expect(span && source.slice(...Object.values(spanInSource(text, span)))).toBe('ｶﾞｽ');
    const file = findKeyword(text.text, 'file');
    expect(file && source.slice(...Object.values(spanInSource(text, file)))).toBe('ﬁle');
  });
});

describe('rendering a rubric for the judge', () => {
  test('numbers steps, pitfalls and fine rubrics by the ids that rubric_hits name', () => {
    const rendered = renderRubric(rubric, 'mail', {
      instruction: 'Send it',
      fine: ['The amount is 350', ' '],
    });
    expect(rendered?.text).toBe(`Instruction:
Send it

Kind of task: Mail (mail)

Steps, each of which must be met:
S1. The recipient is right
S2. The message is sent

Pitfalls, mistakes to look out for:
P1. Left as a draft

Criteria for this task alone:
F1. The amount is 350

Output format:
success and score`);
    expect(rendered).toMatchObject({ version: 'v1', category: 'mail', fallback: false });
    expect(rendered?.content_hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('an unknown category falls to general and says so; without general there is nothing to render', () => {
    expect(renderRubric(rubric, 'maps')).toMatchObject({ category: 'general', fallback: true });
    expect(renderRubric({ ...rubric, categories: [] }, 'mail')).toBeNull();
  });

  test('the token estimate counts CJK by the character and the rest by four', () => {
    expect(estimateTokens('确认收件人')).toBe(5);
    expect(estimateTokens('abcdefgh')).toBe(2);
    expect(estimateTokens('')).toBe(0);
  });
});

describe('matching rubric_hits to the rubric', () => {
  const steps = rubricItems('S', ['The recipient is right', '核对正文与附件', 'The message is sent']);

  test.each([
    ['by id', ['S1', 's3'], ['S1', 'S3'], []],
    ['by number', ['1', 'step 2', '步骤3'], ['S1', 'S2', 'S3'], []],
    ['by path', ['communication.steps[0]', 'steps[2]'], ['S1', 'S3'], []],
    [
      'by text, with or without a number',
      ['the recipient is RIGHT', 'S2: 核对正文与附件', '3. The message is sent'],
      ['S1', 'S2', 'S3'],
      [],
    ],
    ['by nearly the text', ['The recipient is right.'], ['S1'], []],
    ['with what is missed', ['S1: met', 'S2: missed', '3 (fail)'], ['S1'], ['S2', 'S3']],
    ['missed wins', ['S2', 'S2: not met'], [], ['S2']],
    ['a text with its outcome', ['The message is sent: missed', '未满足：核对正文与附件'], [], ['S2', 'S3']],
    ['nothing of it', ['S9', 'tone', 'F1', 'P1'], [], []],
  ])('%s', (_name, hits, hit, missed) => {
    expect(matchRubricHits(steps, hits)).toMatchObject({ hit, missed });
  });

  test('what names no step is kept apart', () => {
    expect(matchRubricHits(steps, ['S1', 'tone'])).toEqual({
      hit: ['S1'],
      missed: [],
      unnamed: ['S2', 'S3'],
      unmatched: ['tone'],
    });
  });
});

describe('folding a text', () => {
  test('is NFKC in lower case with single spaces, and every unit knows the source it came from', () => {
    const piece = fc.constantFrom(
      'A',
      'ﬁ',
      'ｶﾞ',
      'é',
      'e\u0301',
      '한',
      '\u1112\u1161\u11ab',
      '３',
      '½',
      '\u3000',
      ' \n',
      '财',
      '😀',
      '\u0301',
      '①',
      '…',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece).map((pieces) => pieces.join('')),
          fc.string({ unit: 'binary' }),
        ),
        (source) => {
          const text = foldText(source);
          expect([text.starts.length, text.ends.length]).toEqual([text.text.length, text.text.length]);
          expect(text.text.trim()).toBe(folded(source));
          for (const [unit, start] of text.starts.entries()) {
            expect(start).toBeLessThan(text.ends[unit] ?? 0);
            expect(start).toBeGreaterThanOrEqual(text.starts[unit - 1] ?? 0);
          }
        },
      ),
      { numRuns: 500 },
    );
    const typed = fc.array(piece).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(typed, (source) => {
        expect(folded(source)).toBe(source.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim());
      }),
      { numRuns: 500 },
    );
  });
});
