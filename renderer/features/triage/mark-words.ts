export interface Piece {
  readonly text: string;
  readonly marked: boolean;
}

/**
 * Cuts a text into pieces, marking every literal occurrence of the given words (letter case ignored, overlapping and
 * touching occurrences joined: CJK grounding comes as overlapping bigrams). The pieces joined are the text.
 */
export function markWords(text: string, words: readonly string[]): readonly Piece[] {
  const marks = new Array<boolean>(text.length).fill(false);
  for (const word of words) {
    if (word.trim() === '') continue;
    const pattern = new RegExp(escapePattern(word), 'giu');
    for (const match of text.matchAll(pattern)) {
      // A number inside a longer number, or a word inside a longer word, is another word.
      const end = match.index + match[0].length;
      if (isAscii(word) && (isWordCharacter(text[match.index - 1]) || isWordCharacter(text[end]))) continue;
      marks.fill(true, match.index, end);
    }
  }
  const pieces: { text: string; marked: boolean }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const marked = marks[at] ?? false;
    const last = pieces.at(-1);
    if (last !== undefined && last.marked === marked) last.text += text[at] ?? '';
    else pieces.push({ text: text[at] ?? '', marked });
  }
  return pieces;
}

function escapePattern(word: string): string {
  return word.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

function isAscii(word: string): boolean {
  return /^[A-Za-z0-9]+$/.test(word);
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[A-Za-z0-9]/.test(character);
}
