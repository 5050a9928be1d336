import type Database from 'better-sqlite3';
import { fromJson, type JsonValue } from './json.ts';
import { guarded } from './record-error.ts';

/** What a judge was sent, once per hash. `messages` is the chat as it goes out, key order kept. */
export interface StoredPrompt {
  readonly prompt_hash: string;
  readonly messages: JsonValue;
  /** Taken from the log as it was sent in training, or rendered from the template. */
  readonly origin: 'log' | 'template';
}

export interface Prompts {
  /** Does nothing where the hash is stored already. */
  keep(prompt: StoredPrompt): void;
  get(promptHash: string): StoredPrompt | null;
}

export function promptRepository(db: Database.Database, now: () => number): Prompts {
  const insert = db.prepare<[string, string, string, number]>(
    'INSERT INTO prompts (prompt_hash, messages, origin, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const one = db.prepare<[string], { prompt_hash: string; messages: string; origin: 'log' | 'template' }>(
    'SELECT prompt_hash, messages, origin FROM prompts WHERE prompt_hash = ?',
  );
  return {
    keep: ({ prompt_hash, messages, origin }) =>
      guarded('save the prompt', () => {
        insert.run(prompt_hash, JSON.stringify(messages), origin, now());
      }),
    get: (promptHash) =>
      guarded('read the prompt', () => {
        const row = one.get(promptHash);
        return row === undefined ? null : { ...row, messages: fromJson(row.messages) };
      }),
  };
}
