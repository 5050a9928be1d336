const SPAN_MS = 10_000;

/** Calls per second over the last ten seconds. Keeps no more than those, however long nobody asks. */
export class RateMeter {
  readonly #now: () => number;
  readonly #started: number;
  readonly #times: number[] = [];
  /** Those before it are over; taken out many at once, as taking one out moves all the others. */
  #first = 0;

  constructor(now: () => number) {
    this.#now = now;
    this.#started = now();
  }

  add(): void {
    const now = this.#now();
    this.#times.push(now);
    this.#forget(now);
  }

  perSecond(): number {
    const now = this.#now();
    this.#forget(now);
    const span = Math.min(SPAN_MS, Math.max(1, now - this.#started));
    return ((this.#times.length - this.#first) * 1_000) / span;
  }

  #forget(now: number): void {
    while ((this.#times[this.#first] ?? now) < now - SPAN_MS) this.#first += 1;
    if (this.#first < 1_000) return;
    this.#times.splice(0, this.#first);
    this.#first = 0;
  }
}
