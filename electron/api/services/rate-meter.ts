/** Calls per second over the last ten seconds. */
export class RateMeter {
  readonly #now: () => number;
  readonly #times: number[] = [];
  readonly #started: number;

  constructor(now: () => number) {
    this.#now = now;
    this.#started = now();
  }

  add(): void {
    this.#times.push(this.#now());
  }

  perSecond(): number {
    const since = this.#now() - 10_000;
    const first = this.#times.findIndex((time) => time >= since);
    this.#times.splice(0, first === -1 ? this.#times.length : first);
    const span = Math.min(10_000, Math.max(1, this.#now() - this.#started));
    return (this.#times.length * 1_000) / span;
  }
}
