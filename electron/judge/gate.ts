/** Resolves after `milliseconds`, or as soon as the signal aborts; never rejects. */
export function pauseFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done, { once: true });
  });
}

/** A door that many wait at: open, or closed until it is opened again. */
export class Gate {
  #opened: PromiseWithResolvers<void> | null = null;

  get closed(): boolean {
    return this.#opened !== null;
  }

  close(): void {
    this.#opened ??= Promise.withResolvers<void>();
  }

  open(): void {
    this.#opened?.resolve();
    this.#opened = null;
  }

  /** Resolves when the gate is open. */
  pass(): Promise<void> {
    return this.#opened?.promise ?? Promise.resolve();
  }
}
