import type { LogStore } from '../log-store.ts';
import { derivationVersion } from '../schema.ts';
import { indexState } from './index-state.ts';
import { remembered } from './remembered.ts';

/** Raised with any change of what a kept answer holds or how it is computed: older ones are then worked out anew. */
const edition = 2;

export interface Question<T> {
  /** Tells it from all others. */
  readonly name: string;
  /** Its answer is plain JSON. */
  work(store: LogStore): Promise<T>;
}

/**
 * The answer as it was kept in the index for the next time the workspace is opened, or worked out now. A kept answer carries
 * the state of the index it was made from and counts for no other.
 */
export async function answered<T>(store: LogStore, { name, work }: Question<T>): Promise<T> {
  return await remembered(store, name, async () => {
    const [row] = await store.all<{ value: string }>('SELECT value FROM meta WHERE key = ?', [keyOf(name)]);
    if (row !== undefined) {
      const state = `${await stateOf(store)}\n`;
      // Written by `keepAnswers` from an answer of this question.
      if (row.value.startsWith(state)) return JSON.parse(row.value.slice(state.length)) as T;
    }
    return await work(store);
  });
}

/**
 * Works out answers and keeps them in the index, so that the first figures after opening a workspace are read, not computed.
 * Those that are kept already as the index is now are left alone. One write for all.
 */
export async function keepAnswers(store: LogStore, questions: readonly Question<unknown>[]): Promise<void> {
  const { generation } = store;
  const state = `${await stateOf(store)}\n`;
  const present = await store.all<{ key: string }>(
    'SELECT key FROM meta WHERE starts_with(key, ?) AND starts_with(value, ?)',
    [keyOf(''), state],
  );
  const fresh = new Set(present.map(({ key }) => key));
  const lacking = questions.filter(({ name }) => !fresh.has(keyOf(name)));
  if (lacking.length === 0) return;
  const made: (readonly [string, string])[] = [];
  for (const question of lacking)
    made.push([keyOf(question.name), `${state}${JSON.stringify(await answered(store, question))}`]);
  await store.transaction(async (tx) => {
    // Something was written meanwhile: the answers may be of another state than the one they would be kept for.
    if (store.generation !== generation) return;
    await tx.run('DELETE FROM meta WHERE starts_with(key, ?) AND NOT starts_with(value, ?)', [
      keyOf(''),
      state,
    ]);
    for (const [key, value] of made) await tx.run('INSERT INTO meta VALUES (?, ?)', [key, value]);
  });
}

function keyOf(name: string): string {
  return `answer ${name}`;
}

/** One line of text. */
async function stateOf(store: LogStore): Promise<string> {
  return `${derivationVersion}.${edition} ${await indexState(store)}`;
}
