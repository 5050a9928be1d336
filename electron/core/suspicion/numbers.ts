import { isSpacedWordCharacter, type Span } from '../rubric/index.ts';
import { CHINESE_NUMERAL, chineseNumber, ENGLISH_NUMERAL, englishNumber } from './numerals.ts';

/** A number in a folded text. */
export interface NumberInText {
  readonly span: Span;
  /** What it may stand for, as decimal texts: `5k` is 5000 or 5. */
  readonly values: readonly string[];
}

const arabic = /\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?/g;
const chinese = new RegExp(`[${CHINESE_NUMERAL}]+`, 'g');
const english = new RegExp(`(?<![\\p{L}\\p{N}_-])${ENGLISH_NUMERAL}(?![\\p{L}\\p{N}_])`, 'gu');

/** Measure words and units: a single Chinese numeral counts as a number only before one of these. */
const measure =
  /^[个份封条张次位名件项页行列篇章元块角分秒点号日月年天周期倍台部只种组段句字人套本杯瓶间家辆层遍轮级档支颗朵双对岁度米斤克升]|^小时|^公[里斤]|^毫/u;
/** Numbers that count the parts of the record or of the rubric, not something the task asks for. */
const structural = /(?:\b(?:step|frame|screenshot|image|criterion|rubric|rule|pitfall) ?#?|步骤|截图|第)$/;

function decimal(value: number): string {
  return String(value);
}

function arabicValues(match: string, after: string): string[] {
  const value = Number(match.replaceAll(',', ''));
  const scale = after.startsWith('万')
    ? 1e4
    : after.startsWith('亿')
      ? 1e8
      : after.startsWith('千')
        ? 1e3
        : /^k(?![\p{L}\p{N}])/u.test(after)
          ? 1e3
          : 1;
  return scale === 1 ? [decimal(value)] : [decimal(value * scale), decimal(value)];
}

/** Whether digits stand alone, or before a short unit (`10kg`, `3pm`), and not inside a name, version or address. */
function standsAlone(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 1), start);
  if (before !== '' && (isSpacedWordCharacter(before) || /[.@/\\]/.test(before))) return false;
  if (before === '-' && /[\p{L}\p{N}]/u.test(text.slice(Math.max(0, start - 2), start - 1))) return false;
  const after = text.slice(end);
  if (/^(?:[.,:]\d|[-_/@\\][\p{L}\p{N}])/u.test(after)) return false;
  const letters = /^[a-zµ°]+/.exec(after)?.[0] ?? '';
  if (letters.length > 3) return false;
  const next = after.slice(letters.length, letters.length + 1);
  return next === '' || !/[\d_]/.test(next);
}

/**
 * The numbers a criterion asks for. Strict, because each must be found in the instruction: digits inside names and
 * versions, numbers of steps and frames, “one” and 一 (articles as often as counts) and Chinese numerals inside words
 * (统一, 十分) are left out. `text` is folded.
 */
export function numbersAsked(text: string): NumberInText[] {
  const found: NumberInText[] = [];
  for (const match of text.matchAll(arabic)) {
    const span = { start: match.index, end: match.index + match[0].length };
    if (!standsAlone(text, span.start, span.end) || isStructural(text, span)) continue;
    found.push({ span, values: arabicValues(match[0], text.slice(span.end)) });
  }
  for (const match of text.matchAll(chinese)) {
    const span = { start: match.index, end: match.index + match[0].length };
    const value = chineseNumber(match[0]);
    const after = text.slice(span.end);
    if (value === null || value === 1 || isStructural(text, span)) continue;
    if (/\d$/.test(text.slice(0, span.start)) || !countsAsNumber(match[0], after)) continue;
    found.push({ span, values: [decimal(value)] });
  }
  for (const match of text.matchAll(english)) {
    const span = { start: match.index, end: match.index + match[0].length };
    const value = englishNumber(match[0]);
    if (value === null || value === 1 || isStructural(text, span)) continue;
    found.push({ span, values: [decimal(value)] });
  }
  return found.sort((a, b) => a.span.start - b.span.start);
}

function isStructural(text: string, span: Span): boolean {
  const before = text.slice(Math.max(0, span.start - 14), span.start);
  if (!structural.test(before)) return false;
  return !before.endsWith('第') || /^\s*[步帧条]/u.test(text.slice(span.end));
}

function countsAsNumber(run: string, after: string): boolean {
  if (after.startsWith('分之') || (run.endsWith('十') && /^分(?!钟)/u.test(after))) return false;
  if (measure.test(after)) return true;
  const plain = [...run].every((character) => !'十百千万亿'.includes(character));
  return plain ? run.length >= 3 : run.length >= 2;
}

/** Every value the digits and numerals of a folded text can stand for, with the first place of each. Liberal: it is what supports. */
export function numbersGiven(text: string): Map<string, Span> {
  const found = new Map<string, Span>();
  const give = (value: string, start: number, end: number): void => {
    if (!found.has(value)) found.set(value, { start, end });
  };
  for (const match of text.matchAll(arabic)) {
    const end = match.index + match[0].length;
    for (const value of arabicValues(match[0], text.slice(end))) give(value, match.index, end);
  }
  for (const match of text.matchAll(chinese)) {
    const value = chineseNumber(match[0]);
    if (value !== null) give(decimal(value), match.index, match.index + match[0].length);
    for (const [at, character] of [...match[0]].entries()) {
      const single = chineseNumber(character);
      if (single !== null) give(decimal(single), match.index + at, match.index + at + 1);
    }
  }
  for (const match of text.matchAll(english)) {
    const value = englishNumber(match[0]);
    if (value !== null) give(decimal(value), match.index, match.index + match[0].length);
  }
  return found;
}
