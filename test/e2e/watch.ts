import type { Page } from 'playwright-core';

/**
 * Listens to a page for as long as a spec runs: script errors, console errors (broken rules of the security policy are
 * among them), dialogs, and requests to anywhere but the app itself. Whatever was not foreseen fails the spec.
 */
export class Watch {
  readonly #problems: string[] = [];
  readonly #requests: string[] = [];
  #foreseen: RegExp[] = [];
  #open = true;

  constructor(page: Page, origin: string) {
    const own = [`${origin}/`, `blob:${origin}/`, 'data:'];
    page.on('pageerror', (error) => this.#note(`page error: ${error.stack ?? error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') this.#note(`console: ${message.text()} (${message.location().url})`);
    });
    page.on('dialog', (dialog) => {
      this.#note(`dialog: ${dialog.type()} ${dialog.message()}`);
      // A page that is just being closed needs no answer.
      dialog.dismiss().catch(() => undefined);
    });
    page.on('popup', (popup) => this.#note(`a second window: ${popup.url()}`));
    page.context().on('request', (request) => {
      this.#requests.push(request.url());
      if (!own.some((start) => request.url().startsWith(start))) this.#note(`request to ${request.url()}`);
    });
  }

  #note(problem: string): void {
    if (this.#open && !this.#foreseen.some((pattern) => pattern.test(problem))) this.#problems.push(problem);
  }

  /** Addresses asked for so far, in order. */
  get requests(): readonly string[] {
    return this.#requests;
  }

  /** Runs a part in which complaints of one kind belong to what is tested. */
  async foresee<T>(pattern: RegExp, part: () => Promise<T>): Promise<T> {
    this.#foreseen = [...this.#foreseen, pattern];
    try {
      return await part();
    } finally {
      this.#foreseen = this.#foreseen.filter((each) => each !== pattern);
    }
  }

  /** Throws with everything that was not foreseen, and forgets it, so that one test alone fails for it. */
  expectQuiet(): void {
    const problems = [...new Set(this.#problems.splice(0))];
    if (problems.length > 0) throw new Error(`the page complained:\n${problems.join('\n')}`);
  }

  /** From here on the app is going away, and its page may say so. */
  close(): void {
    this.#open = false;
  }
}
