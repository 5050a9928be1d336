import { createHash } from 'node:crypto';
import type Database from 'better-sqlite3';

/** Where a line was read: kept beside the copy, so the evidence outlives the file. */
export interface LineEvidence {
  /** File name as the person knows it. */
  readonly source_name: string;
  /** 1-based. */
  readonly source_line: number;
  /** The line as it stands in the file, decoded as UTF-8, without its line end. */
  readonly text: string;
}

export interface Lines {
  /** Copies the text once, whoever asks; returns the hex sha256 of its UTF-8 bytes. Call inside a transaction. */
  keep(text: string): string;
  /** The copied text, null for a hash nothing was copied under. */
  text(sha256: string): string | null;
}

/** The key of a copied line: hex sha256 of its text in UTF-8. */
export function lineHash(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

export function lineRepository(db: Database.Database, now: () => number): Lines {
  const insert = db.prepare<[string, string, number]>(
    'INSERT INTO lines (sha256, text, copied_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const select = db.prepare<[string], { text: string }>('SELECT text FROM lines WHERE sha256 = ?');
  return {
    keep(text) {
      const sha256 = lineHash(text);
      insert.run(sha256, text, now());
      return sha256;
    },
    text: (sha256) => select.get(sha256)?.text ?? null,
  };
}
