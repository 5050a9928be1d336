import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groundCriterion } from '../../../electron/core/suspicion/index.ts';
import { chineseNumber, englishNumber } from '../../../electron/core/suspicion/numerals.ts';

const expense = '把 350 元的报销单发给财务群，并抄送王敏';

describe('numerals written out', () => {
  test.each([
    ['三', 3],
    ['十', 10],
    ['十二', 12],
    ['二十', 20],
    ['一百零五', 105],
    ['三百五十', 350],
    ['两千', 2000],
    ['两万三千', 23_000],
    ['一亿二千万', 120_000_000],
    ['二〇二六', 2026],
    ['千万', null],
    ['万', null],
  ])('%s is %s', (run, value) => {
    expect(chineseNumber(run)).toBe(value);
  });

  test.each([
    ['three', 3],
    ['twenty-one', 21],
    ['one hundred and five', 105],
    ['three hundred fifty', 350],
    ['two thousand', 2000],
    ['one million two hundred thousand', 1_200_000],
    ['three four', null],
  ])('%s is %s', (words, value) => {
    expect(englishNumber(words)).toBe(value);
  });
});

describe('whether the instruction asks for a criterion', () => {
  test.each([
    ['a figure that is there, in another language', 'The amount is 350', expense, 'grounded'],
    ['a figure that is there', '报销金额是350元', expense, 'grounded'],
    [
      'a word in quotes that is not there',
      'The subject line contains the word “Reimbursement”',
      expense,
      'ungrounded',
    ],
    ['a figure that is not there', '报销单金额为 360 元', expense, 'ungrounded'],
    ['a name and an act that are there', '抄送了王敏', expense, 'grounded'],
    ['something else altogether', '界面为深色主题', expense, 'weak'],
    [
      'three = 三, though the other words cannot meet',
      'Three copies are attached to the mail',
      '发三份邮件附件',
      'weak',
    ],
    ['三 = 3', '邮件附件有三份', '发 3 份邮件附件', 'grounded'],
    ['three = 3', 'Exactly three files are uploaded', 'upload 3 files', 'grounded'],
    ['1,000 = 1000', 'The budget is 1,000', 'set the budget to 1000', 'grounded'],
    ['1000 = 1,000', 'The budget is 1000', 'set the budget to 1,000', 'grounded'],
    ['1万 = 10000', '预算为1万元', '预算设为 10000 元', 'grounded'],
    ['3.0 = 3', 'The rating is 3.0 stars', 'give a rating of 3 stars', 'grounded'],
    ['4 is not 3', 'Exactly four files are uploaded', 'upload 3 files', 'ungrounded'],
    ['4 is not 14', 'There are 4 files', 'upload 14 files', 'ungrounded'],
    ['full width', '总价为３５０元', '总价 350 元', 'grounded'],
    ['quotes of any kind', 'The title is "Weekly Report"', '新建文档，标题为「weekly report」', 'grounded'],
    ['a quoted text with a stop', 'The note says “Buy milk.”', 'write a note: buy milk', 'grounded'],
    ['a quoted word inside another', 'The label reads "art"', 'open the chart', 'ungrounded'],
    ['a quoted amount', 'The field shows "1,000"', 'enter 1000 in the field', 'grounded'],
    ['a date in another form', 'The event is on 2026-03-05', 'create an event on March 5', 'grounded'],
    ['a date in Chinese', '日程在3月5日', '新建三月五日的日程', 'grounded'],
    ['a slashed date', 'The event is on March 5', 'create an event on 3/5', 'grounded'],
    ['another date', 'The event is on March 6', 'create an event on March 5', 'ungrounded'],
    ['another year', 'The event is on 2027-03-05', 'create an event on 2026-03-05', 'ungrounded'],
    ['a time of day', 'The meeting starts at 3pm', '下午3点开会 meeting starts', 'grounded'],
    ['a time with minutes', 'The meeting starts at 15:30', 'a meeting that starts at 3:30 pm', 'grounded'],
    ['another time', 'The meeting starts at 4pm', 'a meeting that starts at 3 pm', 'ungrounded'],
    ['other endings of the same words', 'The emails were sent to Bob', 'Send an email to Bob', 'grounded'],
    ['a file by its name', 'The file report_v2.pdf is attached', 'attach report_v2.pdf', 'grounded'],
    ['nothing but boilerplate', '必须正确', '发送邮件', 'weak'],
  ])('%s', (_name, criterion, instruction, verdict) => {
    expect(groundCriterion(criterion, instruction).verdict).toBe(verdict);
  });

  test.each([
    ['与指令一致', '发送邮件'],
    ['统一使用中文发送邮件', '用中文发送邮件'],
    ['一一核对邮件', '核对邮件'],
    ['邮件十分清楚', '发送清楚的邮件'],
    ['One of the pages is open', 'open the pages'],
    ['The v2 model resnet18 is saved', 'save the model'],
    ['第3步之后邮件已发送', '发送邮件'],
    ['Frame 12 shows the mail', 'open the mail'],
    ['千万不要删除邮件', '不要删除邮件'],
  ])('%s asks for no number', (criterion, instruction) => {
    expect(groundCriterion(criterion, instruction).literals.filter((each) => each.kind === 'number')).toEqual(
      [],
    );
  });

  test('shows what is absent and where the instruction supports the rest', () => {
    const criterion = 'The amount is 350 and the subject is “Reimbursement”';
    const grounding = groundCriterion(criterion, expense);
    expect(
      grounding.literals.map(({ kind, text, found }) => [
        kind,
        text,
        found && expense.slice(found.start, found.end),
      ]),
    ).toEqual([
      ['number', '350', '350'],
      ['quoted', 'Reimbursement', null],
    ]);
    for (const { text, span } of grounding.literals) expect(criterion.slice(span.start, span.end)).toBe(text);
    expect(grounding.matched.map((span) => expense.slice(span.start, span.end))).toEqual(['350']);
    expect(grounding.cross_language).toBe(true);
  });

  test('what both texts say word for word is shown as one place', () => {
    const grounding = groundCriterion('发给财务群', expense);
    const shown = ({ matched }: typeof grounding): string[] =>
      matched.map((span) => expense.slice(span.start, span.end));
    expect(shown(grounding)).toEqual(['发给财务群']);
    // Between them the criterion says something else, so they stay two.
    expect(shown(groundCriterion('发到财务群', expense))).toEqual(['发', '财务群']);
    expect(grounding.cross_language).toBe(false);
  });

  test('places stay inside their texts and an instruction always grounds itself', () => {
    const word = fc.constantFrom(
      'send ',
      '3 ',
      '三份',
      '“Hello” ',
      '1,000 ',
      '财务群',
      'March 5 ',
      'ﬁle ',
      'e\u0301',
      '3:30pm ',
      "don't ",
      '\u3000',
    );
    const text = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(''));
    fc.assert(
      fc.property(text, fc.oneof(text, fc.string()), (instruction, criterion) => {
        const grounding = groundCriterion(criterion, instruction);
        for (const span of grounding.matched) {
          expect(span.start).toBeLessThan(span.end);
          expect(span.end).toBeLessThanOrEqual(instruction.length);
        }
        expect(groundCriterion(instruction, instruction).verdict).not.toBe('ungrounded');
      }),
      { numRuns: 300 },
    );
  });
});
