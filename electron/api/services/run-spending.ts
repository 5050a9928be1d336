import type { Profile, RunCap } from '../../core/model/record.ts';
import type { SentMessages } from '../../core/prompt/index.ts';
import { estimateTokens } from '../../core/rubric/index.ts';
import type { Spent } from '../../record/index.ts';

/** What one call used, as its answer said; null where it did not. */
export interface CallUsage {
  readonly prompt_tokens: number | null;
  readonly completion_tokens: number | null;
}

/** A verdict is short; a judge that thinks aloud corrects this with its first answer. */
const VERDICT_TOKENS = 200;

type Priced = Pick<Profile, 'price_prompt_per_million' | 'price_completion_per_million' | 'max_tokens'>;

/** What a reply is expected to take before any has come. */
function expectedReply({ max_tokens }: Priced): number {
  return Math.min(max_tokens, VERDICT_TOKENS);
}

/** What so many calls will cost before the first is made, replies included; null where a price is not stated. */
export function expectedCost(profile: Priced, calls: number, promptTokens: number): number | null {
  return costOf(profile, promptTokens, calls * expectedReply(profile));
}

/** Null where a price is not stated. */
function costOf(profile: Priced, promptTokens: number, completionTokens: number): number | null {
  const { price_prompt_per_million: asked, price_completion_per_million: answered } = profile;
  if (asked === null || answered === null) return null;
  return (promptTokens * asked + completionTokens * answered) / 1_000_000;
}

/** What a run has spent and what its next calls will, for its cap and for the limit of tokens a minute. */
export class RunSpending {
  readonly #profile: Priced;
  #prompt: number;
  #completion: number;
  #calls: number;

  /** @param spent what earlier calls of the run used, tries and set-aside ones included */
  constructor(profile: Priced, spent: Spent) {
    this.#profile = profile;
    this.#prompt = spent.prompt_tokens;
    this.#completion = spent.completion_tokens;
    this.#calls = spent.calls;
  }

  add({ prompt_tokens, completion_tokens }: CallUsage): void {
    if (prompt_tokens === null && completion_tokens === null) return;
    this.#calls += 1;
    this.#prompt += prompt_tokens ?? 0;
    this.#completion += completion_tokens ?? 0;
  }

  /** What a call will cost in tokens: the mean of those that said so, before the first one an estimate from its text. */
  expectedTokens(messages: () => SentMessages | null): number {
    if (this.#calls > 0) return (this.#prompt + this.#completion) / this.#calls;
    return estimateTokens(JSON.stringify(messages() ?? '')) + expectedReply(this.#profile);
  }

  /** What the calls so far cost; null where a price is not stated. */
  cost(): number | null {
    return costOf(this.#profile, this.#prompt, this.#completion);
  }

  /**
   * Whether one more call would pass the cap, it and those in flight taken at the mean of the calls so far. A cap on the
   * cost of a profile without prices could hold nothing, so it stops the run before its first call.
   *
   * @returns the sentence that says so, or null
   */
  reached(cap: RunCap, inFlight: number): string | null {
    const factor = this.#calls === 0 ? 1 : 1 + (inFlight + 1) / this.#calls;
    const tokens = this.#prompt + this.#completion;
    if (cap.tokens !== null && tokens * factor > cap.tokens)
      return `Stopped at its cap of ${cap.tokens.toLocaleString('en')} tokens, with ${tokens.toLocaleString('en')} used. Raise the cap and go on with the rest.`;
    if (cap.cost === null) return null;
    const cost = this.cost();
    if (cost === null)
      return `It has a cap on its cost, ${cap.cost}, and its profile states no prices. State both prices in a new run, or lift the cap.`;
    return cost * factor > cap.cost
      ? `Stopped at its cap of ${cap.cost}, with ${cost.toPrecision(3)} spent. Raise the cap and go on with the rest.`
      : null;
  }
}
