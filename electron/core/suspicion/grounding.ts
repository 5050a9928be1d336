import { findKeyword, foldText, type Span, spanInSource } from '../rubric/index.ts';
import { type ContentWord, contentWords, stem } from './content-words.ts';
import { type DateInText, datesIn, sameDate } from './dates.ts';
import { numbersAsked, numbersGiven } from './numbers.ts';
import { quotedIn } from './quoted.ts';

/** A number, date or quoted text that a criterion asks for, and where the instruction has it. */
export interface GroundingLiteral {
  readonly kind: 'number' | 'date' | 'quoted';
  /** As written in the criterion. */
  readonly text: string;
  readonly span: Span;
  /** In the instruction; null where it is absent. */
  readonly found: Span | null;
}

export interface Grounding {
  /** `ungrounded`: a literal is absent. `weak`: less than half of the content is in the instruction. A hint, no decision. */
  readonly verdict: 'grounded' | 'weak' | 'ungrounded';
  readonly literals: readonly GroundingLiteral[];
  /** Share of the criterion's literals and content words that the instruction has; null where it has none. */
  readonly overlap: number | null;
  /** Where the instruction supports the criterion: its own offsets, merged and in order. */
  readonly matched: readonly Span[];
  /** One of the two is written in CJK and the other is not: words cannot meet, so `weak` says little. */
  readonly cross_language: boolean;
}

const hasCjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

function overlaps(span: Span, others: readonly Span[]): boolean {
  return others.some((other) => span.start < other.end && other.start < span.end);
}

interface Instruction {
  readonly text: string;
  readonly numbers: ReadonlyMap<string, Span>;
  readonly dates: readonly DateInText[];
  readonly stems: ReadonlyMap<string, Span>;
}

function readInstruction(text: string): Instruction {
  const stems = new Map<string, Span>();
  for (const word of contentWords(text))
    if (!word.cjk && !stems.has(stem(word.text))) stems.set(stem(word.text), word.span);
  return { text, numbers: numbersGiven(text), dates: datesIn(text, true), stems };
}

/** The instruction's place of a number under any of the values it may stand for. */
function numberPlace(values: readonly string[], instruction: Instruction): Span | null {
  for (const value of values) {
    const span = instruction.numbers.get(value);
    if (span !== undefined) return span;
  }
  return null;
}

function quotedPlace(text: string, instruction: Instruction): Span | null {
  const bare = text.replace(/^[\s.,!?;:。，！？；：]+|[\s.,!?;:。，！？；：]+$/gu, '');
  const literal =
    findKeyword(instruction.text, text) ?? (bare === '' ? null : findKeyword(instruction.text, bare));
  if (literal !== null) return literal;
  // A quoted amount is the same amount however it is written.
  const number = numbersAsked(bare).find((each) => each.span.start === 0 && each.span.end === bare.length);
  return number === undefined ? null : numberPlace(number.values, instruction);
}

function wordPlace(word: ContentWord, instruction: Instruction): Span | null {
  if (word.cjk) {
    const at = instruction.text.indexOf(word.text);
    return at === -1 ? null : { start: at, end: at + word.text.length };
  }
  return instruction.stems.get(stem(word.text)) ?? findKeyword(instruction.text, word.text);
}

function merged(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = result.at(-1);
    if (last !== undefined && span.start <= last.end)
      result[result.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else result.push(span);
  }
  return result;
}

/**
 * Joins neighbours whose gap the criterion has too, word for word: 成 and 公交 are one place where both texts say 成都的公交,
 * although 都 and 的 count as no content of their own.
 */
function joined(spans: readonly Span[], instruction: string, criterion: string): Span[] {
  const result: Span[] = [];
  for (const span of spans) {
    const last = result.at(-1);
    if (last !== undefined && criterion.includes(foldText(instruction.slice(last.start, span.end)).text))
      result[result.length - 1] = { start: last.start, end: span.end };
    else result.push(span);
  }
  return result;
}

/**
 * Whether an instruction asks for what a criterion demands (METHODS §8). Both are folded (NFKC, lower case); numbers
 * are compared by value (3 = 三 = three, 1,000 = 1000), dates by day, times by minute, quoted texts by letter, the rest by
 * words and CJK bigrams. A number, date or quoted text absent from the instruction makes it ungrounded.
 */
export function groundCriterion(criterion: string, instruction: string): Grounding {
  const asked = foldText(criterion);
  const given = foldText(instruction);
  const known = readInstruction(given.text);
  const quoted = quotedIn(asked.text);
  const quotedSpans = quoted.map((each) => each.whole);
  const dates = datesIn(asked.text, false).filter((each) => !overlaps(each.span, quotedSpans));
  const taken = [...quotedSpans, ...dates.map((each) => each.span)];
  const numbers = numbersAsked(asked.text).filter((each) => !overlaps(each.span, taken));
  const place = (span: Span | null): Span | null => (span === null ? null : spanInSource(given, span));
  const literal = (kind: GroundingLiteral['kind'], span: Span, found: Span | null): GroundingLiteral => {
    const own = spanInSource(asked, span);
    return { kind, text: criterion.slice(own.start, own.end), span: own, found: place(found) };
  };
  const literals = [
    ...quoted.map((each) => literal('quoted', each.inner, quotedPlace(each.text, known))),
    ...dates.map((each) =>
      literal('date', each.span, known.dates.find((date) => sameDate(date, each))?.span ?? null),
    ),
    ...numbers.map((each) => literal('number', each.span, numberPlace(each.values, known))),
  ].sort((a, b) => a.span.start - b.span.start);
  const words = contentWords(asked.text, [...taken, ...numbers.map((each) => each.span)]);
  const places = words.map((word) => place(wordPlace(word, known)));
  const found = [...literals.map((each) => each.found), ...places].filter((span) => span !== null);
  const total = literals.length + words.length;
  const overlap = total === 0 ? null : found.length / total;
  return {
    verdict: literals.some((each) => each.found === null)
      ? 'ungrounded'
      : overlap === null || overlap < 0.5
        ? 'weak'
        : 'grounded',
    literals,
    overlap,
    matched: joined(merged(found), instruction, asked.text),
    cross_language: hasCjk.test(criterion) !== hasCjk.test(instruction),
  };
}
