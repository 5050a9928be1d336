import type { AttemptResult } from './attempt-result.ts';
import { isRedirect } from './redirect.ts';

/** Why a run ends although calls are missing: every further one would end as the last ones did. */
export interface Hopeless {
  /** What the last calls had in common; null where no server answered at all. */
  readonly http_status: number | null;
  /** What to show: what the gateway said, and how often. */
  readonly message: string;
}

/** So many calls in a row say it of a run that has had no answer yet. */
const FIRST_CALLS = 5;

/**
 * Watches how calls end. A wrong key, a model that is not there, an empty account, an address where nobody listens or one that
 * sends calls elsewhere ends every call alike: after a few in a row the rest is not worth paying or waiting for. Once the judge has answered, a
 * gateway may still refuse single samples (moderation, too long a picture), so it takes many more in a row.
 */
export class EarlyStop {
  readonly #later: number;
  #answered = false;
  #streak = 0;
  #status: number | null | undefined;

  /** @param concurrency calls at once: what is in flight when one is refused is refused alike */
  constructor(concurrency: number) {
    this.#later = Math.max(20, 2 * concurrency);
  }

  /** Takes the final end of a call; the reason to stop, or null. */
  saw(result: AttemptResult): Hopeless | null {
    const status = refusedFor(result);
    if (status === undefined) {
      this.#answered ||= result.outcome === 'ok';
      this.#streak = 0;
      this.#status = undefined;
      return null;
    }
    this.#streak = status === this.#status ? this.#streak + 1 : 1;
    this.#status = status;
    if (this.#streak < (this.#answered ? this.#later : FIRST_CALLS)) return null;
    return {
      http_status: status,
      message: `Stopped after ${this.#streak} calls in a row ended alike. ${result.error ?? ''}`.trim(),
    };
  }
}

/** The status a call was refused with for a reason that lies in no sample, null where nobody listens; else undefined. */
function refusedFor(result: AttemptResult): number | null | undefined {
  const { outcome, http_status, error } = result;
  if (outcome === 'rate_limited') return result.retryable ? undefined : http_status;
  if (outcome !== 'http') return undefined;
  if (http_status !== null && isRedirect(http_status)) return http_status;
  if (http_status === 401 || http_status === 402 || http_status === 403 || http_status === 404)
    return http_status;
  const nobody = /\b(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)\b/.test(error ?? '');
  return http_status === null && nobody ? null : undefined;
}
