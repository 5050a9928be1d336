/**
 * Text from a log is shown as text, and nothing in it may hide: characters that turn the reading direction around, have
 * no width, or control a terminal are written out as `⟨U+202E⟩`. Left as they are: tabs and line ends, the joiner inside an
 * emoji, and Arabic number signs.
 */
const hidden =
  /(?![\t\n\r\u0600-\u0605\u06DD])(?!(?<=\p{Extended_Pictographic}\uFE0F?)\u200D(?=\p{Extended_Pictographic}))[\p{Cc}\p{Cf}]/gu;

/** Splits a text into stretches to show as they are and single hidden characters by name. */
export function visibleParts(text: string): readonly { readonly text: string; readonly hidden: boolean }[] {
  const parts: { text: string; hidden: boolean }[] = [];
  let from = 0;
  for (const found of text.matchAll(hidden)) {
    if (found.index > from) parts.push({ text: text.slice(from, found.index), hidden: false });
    const code = found[0].codePointAt(0) ?? 0;
    parts.push({ text: `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`, hidden: true });
    from = found.index + found[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), hidden: false });
  return parts;
}

/** The same as one string, for titles, table cells and copies that must be seen. */
export function visibleText(text: string): string {
  return visibleParts(text)
    .map((part) => part.text)
    .join('');
}
