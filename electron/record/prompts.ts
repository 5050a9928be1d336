import { createHash } from 'node:crypto';
import type Database from 'better-sqlite3';
import { fromJson, type JsonValue } from './json.ts';
import { guarded } from './record-error.ts';

/** What a judge was sent: stored once per exact text, found by that text's hash or by the hash of the question. */
export interface StoredPrompt {
  /** Hash of the question as prompts are compared by; other bytes may have the same one. */
  readonly prompt_hash: string;
  /** The chat as it goes out, key order kept. */
  readonly messages: JsonValue;
}

export interface Prompts {
  /** Returns the hex sha256 of the messages' JSON text; does nothing where it is stored already. */
  keep(prompt: StoredPrompt): string;
  get(messagesSha256: string): StoredPrompt | null;
}

export function promptRepository(db: Database.Database, now: () => number): Prompts {
  const insert = db.prepare<[string, string, string, number]>(
    'INSERT INTO prompts (messages_sha256, prompt_hash, messages, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const one = db.prepare<[string], { prompt_hash: string; messages: string }>(
    'SELECT prompt_hash, messages FROM prompts WHERE messages_sha256 = ?',
  );
  return {
    keep: ({ prompt_hash, messages }) =>
      guarded('save the prompt', () => {
        const text = JSON.stringify(messages);
        const sha256 = createHash('sha256').update(text, 'utf8').digest('hex');
        insert.run(sha256, prompt_hash, text, now());
        return sha256;
      }),
    get: (messagesSha256) =>
      guarded('read the prompt', () => {
        const row = one.get(messagesSha256);
        return row === undefined ? null : { ...row, messages: fromJson(row.messages) };
      }),
  };
}
