/** Spreads starts evenly: after a start that costs `cost`, the next one waits `cost` × the time one unit takes. */
export class RateLimit {
  readonly #perUnitMs: number;
  #next = 0;

  /** @param perMinute units a minute; null for no limit */
  constructor(perMinute: number | null) {
    this.#perUnitMs = perMinute === null ? 0 : 60_000 / perMinute;
  }

  /** Takes the next place in the line; returns how long to wait for it, in milliseconds from `now`. */
  reserve(cost: number, now: number): number {
    const at = Math.max(now, this.#next);
    this.#next = at + cost * this.#perUnitMs;
    return at - now;
  }

  /** Books the difference between what a start was thought to cost and what it did cost. */
  settle(difference: number): void {
    this.#next += difference * this.#perUnitMs;
  }
}
