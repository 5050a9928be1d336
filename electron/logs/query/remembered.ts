import type { LogStore } from '../log-store.ts';

/** Answers kept per index: as many as the figures of a few screens under a few filters. */
const most = 96;

interface Memory {
  generation: number;
  readonly answers: Map<string, Promise<unknown>>;
}

const memories = new WeakMap<LogStore, Memory>();

/**
 * What was worked out from the index as it is now, or `work`: two windows that ask the same at one time share the work, and
 * whoever asks again gets the same answer until something is written to the index. The last layer only; a first question
 * pays its full price. Failures are not kept.
 *
 * @param name tells the question from all others, its answer's type included
 */
export async function remembered<T>(store: LogStore, name: string, work: () => Promise<T>): Promise<T> {
  const { generation } = store;
  let memory = memories.get(store);
  if (memory === undefined || memory.generation !== generation) {
    memory = { generation, answers: new Map() };
    memories.set(store, memory);
  }
  const { answers } = memory;
  const known = answers.get(name);
  // `name` stands for one question and so for one type.
  if (known !== undefined) return await (known as Promise<T>);
  const answer = work().then((found) => {
    // Something was written meanwhile: the answer is as good as the index was, but must not be given again.
    if (store.generation !== generation) answers.delete(name);
    return found;
  });
  answers.set(name, answer);
  answer.catch(() => answers.delete(name));
  for (const oldest of answers.keys()) if (answers.size > most) answers.delete(oldest);
  return await answer;
}
