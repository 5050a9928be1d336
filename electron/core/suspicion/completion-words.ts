import { findKeyword, foldText, type Span, spanInSource } from '../rubric/index.ts';

/** A place where a text says that the task, or its last act, was done. */
export interface Completion {
  readonly word: string;
  readonly span: Span;
}

/** What says so, longest first where one holds another. */
export const COMPLETION_WORDS: readonly string[] = [
  'successfully',
  'succeeded',
  'succeeds',
  'successful',
  'completed',
  'accomplished',
  'finished',
  'was sent',
  'were sent',
  'is sent',
  'has been sent',
  'was saved',
  'has been saved',
  'was submitted',
  'has been submitted',
  'was created',
  'has been created',
  'was delivered',
  'was placed',
  'is done',
  'was done',
  '成功',
  '已完成',
  '已经完成',
  '完成了',
  '已发送',
  '已经发送',
  '已发出',
  '已保存',
  '已经保存',
  '已提交',
  '已经提交',
  '已创建',
  '已送达',
  '已下单',
  '已预订',
];

/** Where one statement ends. A full stop inside a number or a name ends nothing; “and” does not either, as a negation may reach over it. */
const boundary =
  /[,;:!?。，、；：！？\n()（）]|\.(?=\s|$)|\b(?:but|however|although|though|yet|while|whereas|because|so)\b|但是?|然而|不过|可是|虽然|尽管|因此|所以|因为/gu;

/** What turns a statement round or leaves it open. */
const negation =
  /\b(?:not|never|no|none|nor|neither|without|cannot|fail(?:s|ed|ing)?|unable|unsuccessful(?:ly)?|incomplete(?:ly)?|un(?:completed|finished|sent|saved)|hardly|barely|instead of|if|whether|unless|until|would|should|must|needs?|supposed|expected|requires?|required|almost|nearly|partial(?:ly)?|attempt(?:s|ed)?|tr(?:y|ies|ied)|claim(?:s|ed)?|to be)\b|n['’]t\b|[未没不无勿别非]|是否|失败|无法|尚|如果|若|才能|应该?|需要?|必须|试图|声称|部分/u;

/** 成功 as a part of a name for something else. */
const naming = /^(?:标准|条件|率|与否|的标准|的条件| criteri| rate| condition)/u;

/**
 * The places where `text` says that it was done, without a negation, a condition or a demand in the same clause:
 * “was sent, but the subject is missing” says so; “was not successfully sent” and 未成功 do not.
 */
export function completionWords(text: string): Completion[] {
  const source = foldText(text);
  const found: Completion[] = [];
  for (const clause of clauses(source.text)) {
    const words = source.text.slice(clause.start, clause.end);
    if (negation.test(words)) continue;
    for (const word of COMPLETION_WORDS) {
      const at = findKeyword(words, word);
      if (at === null || naming.test(words.slice(at.end))) continue;
      const span = spanInSource(source, { start: clause.start + at.start, end: clause.start + at.end });
      if (!found.some((other) => span.start < other.span.end && other.span.start < span.end))
        found.push({ word, span });
    }
  }
  return found.sort((a, b) => a.span.start - b.span.start);
}

function clauses(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (const match of text.matchAll(boundary)) {
    // 1,000 and 12:30 are one word.
    const digits = /\d/.test(text[match.index - 1] ?? '') && /\d/.test(text[match.index + 1] ?? '');
    if (digits && /[,:]/.test(match[0])) continue;
    spans.push({ start, end: match.index });
    start = match.index + match[0].length;
  }
  spans.push({ start, end: text.length });
  return spans;
}
