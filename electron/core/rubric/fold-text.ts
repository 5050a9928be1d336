/** A half-open range of UTF-16 offsets, as `String.prototype.slice` takes them. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Text made comparable (NFKC, lower case, runs of white space as one space) that still knows where each unit came from. */
export interface FoldedText {
  readonly text: string;
  /** For each UTF-16 unit of `text`: the range of the source it was made from. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/**
 * A base character with what NFKC may compose it with: combining marks, conjoining jamo, half-width voicing marks.
 * Folding chunk by chunk is what makes an exact map back to the source possible.
 */
const chunk =
  /\s+|[^\p{M}\u1160-\u11ff\uff9e\uff9f][\p{M}\u1160-\u11ff\uff9e\uff9f]*|[\p{M}\u1160-\u11ff\uff9e\uff9f]+/uy;
const white = /^\s+$/u;

function isHan(code: number): boolean {
  return code >= 0x4e00 && code <= 0x9fff;
}

/** Whether a unit can belong to the character before it; false for what ordinary text is made of. */
function mayJoin(code: number): boolean {
  return (
    code >= 0x300 &&
    !isHan(code) &&
    !(code >= 0x3000 && code <= 0x3020) &&
    !(code >= 0xff00 && code <= 0xff9d)
  );
}

/** Printable ASCII in lower case and Han characters are what they fold to; null where a chunk has to be looked at. */
function foldUnit(code: number): string | null {
  if (code >= 0x41 && code <= 0x5a) return String.fromCharCode(code + 0x20);
  return (code >= 0x20 && code < 0x7f) || isHan(code) ? String.fromCharCode(code) : null;
}

/** Folds `source`, handing out each piece with the range it was made from. White space comes as one space per chunk. */
function fold(source: string, take: (folded: string, start: number, end: number) => void): void {
  for (let start = 0; start < source.length; ) {
    const unit = mayJoin(source.charCodeAt(start + 1)) ? null : foldUnit(source.charCodeAt(start));
    if (unit !== null) {
      take(unit, start, start + 1);
      start += 1;
      continue;
    }
    chunk.lastIndex = start;
    const match = chunk.exec(source)?.[0] ?? source.charAt(start);
    const folded = match.normalize('NFKC').toLowerCase();
    take(white.test(folded) ? ' ' : folded, start, start + match.length);
    start += match.length;
  }
}

/** Folds `source` and keeps the map back; `spanInSource` turns a range of the folded text into one of the source. */
export function foldText(source: string): FoldedText {
  let text = '';
  const starts: number[] = [];
  const ends: number[] = [];
  fold(source, (folded, start, end) => {
    if (folded === ' ' && text.endsWith(' ')) {
      ends[ends.length - 1] = end;
      return;
    }
    text += folded;
    for (let unit = 0; unit < folded.length; unit += 1) {
      starts.push(start);
      ends.push(end);
    }
  });
  return { text, starts, ends };
}

/** The folded text alone, trimmed: what two strings are compared by. */
export function folded(source: string): string {
  let text = '';
  fold(source, (folded) => {
    if (folded !== ' ' || !text.endsWith(' ')) text += folded;
  });
  return text.trim();
}

/** The range of the source that a range of the folded text came from. An empty range stays empty. */
export function spanInSource(text: FoldedText, span: Span): Span {
  const start = text.starts[span.start] ?? text.ends.at(-1) ?? 0;
  if (span.end <= span.start) return { start, end: start };
  return { start, end: text.ends[span.end - 1] ?? start };
}

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー〇]/u;
const word = /[\p{L}\p{N}\p{M}_]/u;

/** Whether a character belongs to a script that writes words without spaces between them (Hangul counts as one). */
export function isCjk(character: string): boolean {
  return cjk.test(character);
}

/** Whether a character continues a word of a script that does put spaces between words. */
export function isSpacedWordCharacter(character: string): boolean {
  return word.test(character) && !cjk.test(character);
}
