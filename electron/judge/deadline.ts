/** An abort signal of one call: the caller's, or the time limit, whichever comes first. */
export interface Deadline {
  readonly signal: AbortSignal;
  readonly expired: boolean;
  /** Frees the timer and the caller's signal; call it however the call ended. */
  end(): void;
}

/**
 * Not `AbortSignal.any`: a run's signal lives through tens of thousands of calls, and what each of them hung on it must
 * be gone when the call is.
 */
export function startDeadline(caller: AbortSignal, milliseconds: number): Deadline {
  const controller = new AbortController();
  let expired = false;
  const timer = setTimeout(() => {
    expired = true;
    controller.abort();
  }, milliseconds);
  const abort = () => controller.abort();
  if (caller.aborted) abort();
  caller.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    get expired() {
      return expired;
    },
    end() {
      clearTimeout(timer);
      caller.removeEventListener('abort', abort);
    },
  };
}
