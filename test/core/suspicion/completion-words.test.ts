import { describe, expect, test } from 'vitest';
import { completionWords } from '../../../electron/core/suspicion/index.ts';

describe('whether a reason says that it was done', () => {
  test.each([
    [
      'The message was sent to the finance group, but the subject does not contain it, so the task is not completed.',
      ['was sent'],
    ],
    ['邮件已发送，但主题行缺少关键词', ['已发送']],
    ['The form was submitted successfully. The title differs.', ['was submitted', 'successfully']],
    ['操作成功，但措辞与指令不同', ['成功']],
    ['任务已完成；然而标题不一致', ['已完成']],
    ['The order for 1,000 units was placed; not the colour asked for', ['was placed']],
    ['ＳＵＣＣＥＳＳＦＵＬＬＹ saved', ['ＳＵＣＣＥＳＳＦＵＬＬＹ']],
  ])('%s', (reason, words) => {
    expect(completionWords(reason).map(({ span }) => reason.slice(span.start, span.end))).toEqual(words);
  });

  test.each([
    ['The message was not successfully sent'],
    ['The task was never completed'],
    ["The agent hasn't completed the task"],
    ['The agent hasn’t completed the task'],
    ['The agent failed to get it completed'],
    ['It is unclear whether the mail was sent'],
    ['The mail should have been sent; it must be completed first'],
    ['The agent claims it was sent'],
    ['The form was only partially completed'],
    ['The task is incomplete and unsuccessful'],
    ['未成功发送'],
    ['没有显示已发送'],
    ['无法确认是否成功'],
    ['邮件尚未发送成功'],
    ['不符合成功标准'],
    ['The success criteria are strict'],
    ['The draft is open'],
    [''],
  ])('%s says no such thing', (reason) => {
    expect(completionWords(reason)).toEqual([]);
  });
});
