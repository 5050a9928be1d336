import type { Span } from '../rubric/index.ts';
import { CHINESE_NUMERAL, chineseNumber } from './numerals.ts';

/** A date or a time of day in a folded text. */
export type DateInText = { readonly span: Span } & (
  | { readonly kind: 'date'; readonly year: number | null; readonly month: number; readonly day: number }
  | {
      readonly kind: 'time';
      readonly minutes: number /** No am or pm: may be twelve hours off. */;
      readonly half: boolean;
    }
);

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const month =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const numeral = `(\\d{1,2}|[${CHINESE_NUMERAL}]{1,3})`;

const patterns = {
  iso: /(?<![\d.])(\d{4})(?:[-/.]|年)(\d{1,2})(?:[-/.]|月)(\d{1,2})(?:日|号)?(?![\d])/g,
  chinese: new RegExp(`(?<![\\d${CHINESE_NUMERAL}年])${numeral}月${numeral}(?:日|号)?`, 'g'),
  monthFirst: new RegExp(
    `(?<![\\p{L}])${month}\\.? (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?(?![\\p{L}\\d])`,
    'gu',
  ),
  dayFirst: new RegExp(
    `(?<!\\d)(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${month}(?![\\p{L}])\\.?(?:,? (\\d{4}))?`,
    'gu',
  ),
  slashed: /(?<![\d/.])(\d{1,2})\/(\d{1,2})(?![\d/])/g,
  clock: /(?<![\d:])(\d{1,2}):(\d{2})(?::\d{2})?(?: ?([ap])\.?m\b)?(?![\d:])/g,
  hour: /(?<![\d:.])(\d{1,2}) ?([ap])\.?m\b/g,
  point: new RegExp(`(上午|早上|凌晨|中午|下午|晚上|傍晚)? ?${numeral}点(?:(半)|${numeral}分?)?`, 'g'),
};

function value(text: string | undefined): number | null {
  if (text === undefined) return null;
  return /^\d+$/.test(text) ? Number(text) : chineseNumber(text);
}

/** The dates and times of a folded text. `liberal` also reads `3/5`, in both orders: fit for what supports, not for what is asked. */
export function datesIn(text: string, liberal: boolean): DateInText[] {
  const found: DateInText[] = [];
  const date = (
    match: RegExpExecArray,
    year: number | null,
    monthOf: number | null,
    day: number | null,
  ): void => {
    if (monthOf === null || day === null || monthOf < 1 || monthOf > 12 || day < 1 || day > 31) return;
    const span = { start: match.index, end: match.index + match[0].length };
    found.push({ kind: 'date', span, year, month: monthOf, day });
  };
  const time = (
    match: RegExpExecArray,
    hour: number | null,
    minute: number,
    part: 'a' | 'p' | null,
  ): void => {
    if (hour === null || hour > 24 || minute > 59) return;
    const hours = part === 'p' && hour < 12 ? hour + 12 : part === 'a' && hour === 12 ? 0 : hour;
    const span = { start: match.index, end: match.index + match[0].length };
    found.push({ kind: 'time', span, minutes: hours * 60 + minute, half: part === null && hour <= 12 });
  };
  for (const match of text.matchAll(patterns.iso))
    date(match, Number(match[1]), value(match[2]), value(match[3]));
  for (const match of text.matchAll(patterns.chinese)) date(match, null, value(match[1]), value(match[2]));
  for (const match of text.matchAll(patterns.monthFirst))
    date(match, value(match[3]), monthNames.indexOf((match[1] ?? '').slice(0, 3)) + 1, value(match[2]));
  for (const match of text.matchAll(patterns.dayFirst))
    date(match, value(match[3]), monthNames.indexOf((match[2] ?? '').slice(0, 3)) + 1, value(match[1]));
  if (liberal)
    for (const match of text.matchAll(patterns.slashed)) {
      date(match, null, value(match[1]), value(match[2]));
      date(match, null, value(match[2]), value(match[1]));
    }
  for (const match of text.matchAll(patterns.clock))
    time(match, value(match[1]), Number(match[2]), match[3] === 'a' || match[3] === 'p' ? match[3] : null);
  for (const match of text.matchAll(patterns.hour))
    time(match, value(match[1]), 0, match[2] === 'p' ? 'p' : 'a');
  for (const match of text.matchAll(patterns.point)) {
    const part = match[1] === undefined ? null : '上午早上凌晨'.includes(match[1]) ? 'a' : 'p';
    time(match, value(match[2]), match[3] === undefined ? (value(match[4]) ?? 0) : 30, part);
  }
  return withoutOverlaps(found, liberal);
}

/** Where two readings share a place the longer one stands; the two orders of `3/5` both do. */
function withoutOverlaps(found: readonly DateInText[], liberal: boolean): DateInText[] {
  const length = (each: DateInText): number => each.span.end - each.span.start;
  const kept: DateInText[] = [];
  for (const each of [...found].sort((a, b) => length(b) - length(a) || a.span.start - b.span.start)) {
    const clash = kept.some(
      (other) =>
        each.span.start < other.span.end &&
        other.span.start < each.span.end &&
        !(liberal && each.span.start === other.span.start && each.span.end === other.span.end),
    );
    if (!clash) kept.push(each);
  }
  return kept.sort((a, b) => a.span.start - b.span.start);
}

/** Whether two mean the same day (a missing year fits any) or the same time of day. */
export function sameDate(a: DateInText, b: DateInText): boolean {
  if (a.kind === 'date' && b.kind === 'date')
    return (
      a.month === b.month && a.day === b.day && (a.year === null || b.year === null || a.year === b.year)
    );
  if (a.kind === 'time' && b.kind === 'time') {
    const apart = Math.abs(a.minutes - b.minutes);
    return apart === 0 || (apart === 720 && (a.half || b.half));
  }
  return false;
}
