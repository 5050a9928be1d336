import type { IdentityKind, RowId, VerdictRow } from '../../core/model/verdict.ts';
import type { LogStore } from '../../logs/log-store.ts';
import { type RawLine, rawLine } from '../../logs/raw-lines.ts';
import { type LineEvidence, lineHash, type StoredLabel } from '../../record/index.ts';

/** A row's line as text, as the record's evidence, and parsed. */
export interface EvidenceLine {
  readonly evidence: LineEvidence;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Reads a row's line back from its file. @throws FailureError where the file is gone or changed */
export async function evidenceLine(store: LogStore, verdict: VerdictRow): Promise<EvidenceLine> {
  return evidenceOf(verdict, await rawLine(store, verdict.row));
}

export function evidenceOf(verdict: VerdictRow, raw: RawLine): EvidenceLine {
  return {
    evidence: { source_name: verdict.source, source_line: verdict.line, text: raw.text },
    fields: raw.fields,
  };
}

/**
 * The key under which a label holds to its trajectory: the log's identity, or the line itself where the log has none.
 * A line key names its source, so it never meets another file's line.
 */
export function labelKey(
  verdict: VerdictRow,
  identity: IdentityKind | null,
): { readonly trajectory: string; readonly identity: IdentityKind } {
  if (verdict.trajectory !== null)
    return { trajectory: verdict.trajectory, identity: identity ?? 'explicit' };
  return { trajectory: lineKey(verdict.row), identity: 'line' };
}

export function lineKey(row: RowId): string {
  return `line:${row}`;
}

/**
 * Whether a label is of what a line says now. A line key is only a place: where a file was written anew under its name,
 * another verdict stands there, and the label is not about that one.
 */
export function isOfLine(label: StoredLabel, text: string): boolean {
  return label.identity !== 'line' || label.line_sha256 === null || label.line_sha256 === lineHash(text);
}
