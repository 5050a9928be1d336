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
const chunks =
  /[^\p{M}\u1160-\u11ff\uff9e\uff9f][\p{M}\u1160-\u11ff\uff9e\uff9f]*|[\p{M}\u1160-\u11ff\uff9e\uff9f]+/gu;
const white = /^\s+$/u;

function foldChunk(chunk: string): string {
  const code = chunk.charCodeAt(0);
  if (chunk.length === 1 && code >= 0x4e00 && code <= 0x9fff) return chunk;
  if (chunk.length === 1 && code < 0x80) return chunk.toLowerCase();
  return chunk.normalize('NFKC').toLowerCase();
}

/** Folds `source` and keeps the map back; `spanInSource` turns a range of the folded text into one of the source. */
export function foldText(source: string): FoldedText {
  let text = '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (const match of source.matchAll(chunks)) {
    const chunk = match[0];
    const start = match.index;
    const end = start + chunk.length;
    const folded = foldChunk(chunk);
    if (white.test(folded)) {
      if (text.endsWith(' ')) {
        ends[ends.length - 1] = end;
        continue;
      }
      text += ' ';
      starts.push(start);
      ends.push(end);
      continue;
    }
    text += folded;
    for (let unit = 0; unit < folded.length; unit += 1) {
      starts.push(start);
      ends.push(end);
    }
  }
  return { text, starts, ends };
}

/** The folded text alone, trimmed: what two strings are compared by. */
export function folded(source: string): string {
  return foldText(source).text.trim();
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
