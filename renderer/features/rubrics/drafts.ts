/**
 * Unsaved rubric texts. They outlive the page and a reload (the browser's own storage), so that going elsewhere in the app
 * loses nothing; where storage is refused they still outlive the page.
 */
export interface Draft {
  readonly version: string;
  readonly text: string;
  /** Content hash of the version the draft started from, to notice that the file changed meanwhile. */
  readonly base: string;
}

interface Storage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export class Drafts {
  readonly #memory = new Map<string, Draft>();
  readonly #listeners = new Set<() => void>();
  #version = 0;
  readonly #storage: Storage | null;

  constructor(storage: Storage | null) {
    this.#storage = storage;
  }

  /** Called after every change; `version` grows with each. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly version = (): number => this.#version;

  get(workspace: string, version: string): Draft | null {
    const key = keyOf(workspace, version);
    const remembered = this.#memory.get(key);
    if (remembered !== undefined) return remembered;
    const stored = read(this.#storage, key);
    if (stored !== null) this.#memory.set(key, stored);
    return stored;
  }

  set(workspace: string, draft: Draft): void {
    const key = keyOf(workspace, draft.version);
    this.#memory.set(key, draft);
    try {
      this.#storage?.setItem(key, JSON.stringify(draft));
    } catch (error) {
      // Storage full or switched off: the draft stays in memory, which is what the page reads first.
      console.warn('the rubric draft is kept in memory only', error);
    }
    this.#changed();
  }

  drop(workspace: string, version: string): void {
    const key = keyOf(workspace, version);
    this.#memory.delete(key);
    this.#storage?.removeItem(key);
    this.#changed();
  }

  #changed(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}

function keyOf(workspace: string, version: string): string {
  return `assay rubric draft ${JSON.stringify([workspace, version])}`;
}

function read(storage: Storage | null, key: string): Draft | null {
  const text = storage?.getItem(key) ?? null;
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isDraft(value) ? value : null;
  } catch {
    // Not ours or cut short: as if there were none.
    return null;
  }
}

function isDraft(value: unknown): value is Draft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'version' in value &&
    typeof value.version === 'string' &&
    'text' in value &&
    typeof value.text === 'string' &&
    'base' in value &&
    typeof value.base === 'string'
  );
}
