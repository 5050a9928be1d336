import type { Span } from '../rubric/index.ts';

/** A quoted text; the span is that of what stands between the marks. */
export interface Quoted {
  readonly inner: Span;
  readonly whole: Span;
  readonly text: string;
}

const patterns: readonly RegExp[] = [
  /"([^"]{1,200})"/g,
  /“([^”]{1,200})”/g,
  /「([^」]{1,200})」/g,
  /『([^』]{1,200})』/g,
  /《([^》]{1,200})》/g,
  /`([^`]{1,200})`/g,
  /‘([^‘’]{1,200})’(?!\p{L})/gu,
  // An apostrophe inside a word opens nothing.
  /(?<![\p{L}\p{N}])'([^']{1,200})'(?![\p{L}\p{N}])/gu,
];

/** The quoted texts of a text, in order; a quotation inside another is part of the outer one. */
export function quotedIn(text: string): Quoted[] {
  const found = patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({
      inner: { start: match.index + 1, end: match.index + match[0].length - 1 },
      whole: { start: match.index, end: match.index + match[0].length },
      text: (match[1] ?? '').trim(),
    })),
  );
  found.sort((a, b) => a.whole.start - b.whole.start || b.whole.end - a.whole.end);
  const kept: Quoted[] = [];
  for (const quoted of found)
    if (quoted.text !== '' && quoted.whole.start >= (kept.at(-1)?.whole.end ?? 0)) kept.push(quoted);
  return kept;
}
