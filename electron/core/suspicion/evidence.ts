import type { Trajectory } from '../model/verdict.ts';
import { findKeyword, folded, foldText, isCjk, type Span, spanInSource } from '../rubric/index.ts';
import { quotedIn } from './quoted.ts';

/** A piece of a trajectory that evidence may be quoted from. */
interface Searchable {
  readonly frame: number | null;
  readonly turn: number | null;
  readonly field: EvidenceField;
  readonly source: string;
  readonly text: string;
}

export type EvidenceField = 'action' | 'text' | 'state' | 'final_state' | 'message' | 'summary';

/** Where a quote stands: a frame's own index, or the place of a transcript turn from 0; offsets in that field. */
export interface EvidencePlace {
  readonly frame: number | null;
  readonly turn: number | null;
  readonly field: EvidenceField;
  readonly span: Span;
  /** The words as the trajectory has them. */
  readonly text: string;
}

export interface LocatedEvidence {
  readonly item: string;
  /** Null where the trajectory does not have it. */
  readonly place: EvidencePlace | null;
}

function searchable(trajectory: Trajectory): Searchable[] {
  const pieces: Searchable[] = [];
  const add = (
    frame: number | null,
    turn: number | null,
    field: EvidenceField,
    source: string | null,
  ): void => {
    if (source !== null && source.trim() !== '')
      pieces.push({ frame, turn, field, source, text: folded(source) });
  };
  for (const frame of trajectory.frames)
    for (const field of ['text', 'state', 'action'] as const) add(frame.index, null, field, frame[field]);
  add(null, null, 'final_state', trajectory.final_state);
  for (const [turn, message] of trajectory.messages.entries()) add(null, turn, 'message', message.content);
  add(null, null, 'summary', trajectory.summary);
  return pieces;
}

/** Two CJK characters or three others: less than that occurs everywhere. */
function tellsSomething(text: string): boolean {
  const characters = [...text].filter((character) => /[\p{L}\p{N}]/u.test(character));
  return characters.filter(isCjk).length >= 2 || characters.length >= 3;
}

/** What of an evidence item is to be looked for: the item without “frame 3:” and outer marks, else what it quotes. */
function quotes(item: string): string[] {
  const text = folded(item)
    .replace(
      /^(?:in )?(?:(?:frame|step|screenshot|final state|帧|步骤|截图|最终状态) ?#?\d*|第 ?\d+ ?[帧步]) ?(?:[:：\-–—,，]|shows?|显示)? ?/u,
      '',
    )
    .trim();
  const bare = text.replace(/^["'“‘「『《`]+|["'”’」』》`]+$|(?<=["'”’」』》`])[.。]$/gu, '').trim();
  const whole = [folded(item), text, bare, bare.replace(/[.。]$/u, '')];
  return [...new Set([...whole, ...quotedIn(text).map((quoted) => quoted.text)])].filter(tellsSomething);
}

function place(quote: string, pieces: readonly Searchable[]): EvidencePlace | null {
  for (const piece of pieces) {
    if (findKeyword(piece.text, quote) === null) continue;
    // Only the piece that has it is folded with its map back.
    const text = foldText(piece.source);
    const at = findKeyword(text.text, quote);
    if (at === null) continue;
    const span = spanInSource(text, at);
    return {
      frame: piece.frame,
      turn: piece.turn,
      field: piece.field,
      span,
      text: piece.source.slice(span.start, span.end),
    };
  }
  return null;
}

/** Where each evidence item literally occurs in a trajectory: folded, the whole item first, else what it quotes. */
export function locateEvidence(items: readonly string[], trajectory: Trajectory): LocatedEvidence[] {
  const pieces = searchable(trajectory);
  return items.map((item) => {
    for (const quote of quotes(item)) {
      const found = place(quote, pieces);
      if (found !== null) return { item, place: found };
    }
    return { item, place: null };
  });
}
