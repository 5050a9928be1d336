import type { VerdictDetail } from '../../../electron/api/types.ts';

export type FoundEvidence = VerdictDetail['evidence_found'][number];

/** A part of a text: plain, or one that evidence quotes. */
export interface TextPart {
  readonly text: string;
  readonly marked: boolean;
}

/** Which element of the trajectory a piece of evidence stands in; null where it was not found. */
export function placeOf({ frame, turn, field }: FoundEvidence): string | null {
  if (field === null) return null;
  if (frame !== null) return `frame-${frame}`;
  return turn === null ? field : `turn-${turn}`;
}

/** The text cut at the quotes that stand in this field of this place; quotes that overlap are one part. */
export function markedParts(
  text: string,
  found: readonly FoundEvidence[],
  place: string,
  field: string,
): readonly TextPart[] {
  const spans = found
    .flatMap((one) => (one.span !== null && one.field === field && placeOf(one) === place ? [one.span] : []))
    .filter(({ start, end }) => start >= 0 && end <= text.length && start < end)
    .sort((a, b) => a.start - b.start);
  const parts: TextPart[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    if (end <= at) continue;
    const from = Math.max(start, at);
    if (from > at) parts.push({ text: text.slice(at, from), marked: false });
    const last = parts.at(-1);
    const piece = text.slice(from, end);
    // one quote that begins where another ends, or inside it
    if (last?.marked === true && from === at)
      parts[parts.length - 1] = { text: last.text + piece, marked: true };
    else parts.push({ text: piece, marked: true });
    at = end;
  }
  if (at < text.length || parts.length === 0) parts.push({ text: text.slice(at), marked: false });
  return parts;
}
