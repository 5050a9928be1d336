/**
 * What specs run inside the page. Each function is sent there as text, so it stands on its own; the few parts of the
 * browser it touches are declared here, and nowhere else in the tests does a `window` exist.
 */
interface PageWindow {
  readonly location: { readonly pathname: string; readonly search: string };
  fetch(input: unknown, init?: unknown): Promise<{ json(): Promise<unknown> }>;
  labelAnswers?: { holding: boolean; readonly held: (() => void)[] };
  happened?: string;
}
interface PageDocument {
  readonly documentElement: { readonly lang: string; getAttribute(name: string): string | null };
  readonly body: { append(node: unknown): void };
  createElement(name: 'script'): { textContent: string };
  querySelectorAll(selector: string): { readonly length: number };
}
declare const window: PageWindow;
declare const document: PageDocument;
declare function getComputedStyle(element: unknown): { readonly backgroundColor: string };

/** Asks the engine as the page does. */
export async function askEngine([name, body]: readonly [string, string]): Promise<unknown> {
  const response = await window.fetch(`/api/trpc/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body === '' ? {} : { body }),
  });
  return response.json();
}

export const atPath = (path: string): boolean => window.location.pathname === path;
export const isSorted = (): boolean => window.location.search.includes('sort=');

/** Language, theme and background as the browser has them. */
export const pageLook = () => ({
  language: document.documentElement.lang,
  scheme: document.documentElement.getAttribute('data-mantine-color-scheme'),
  background: getComputedStyle(document.body).backgroundColor,
});

/** Lets the engine's answers to a label be held back, so that a test can look at the world in between. */
export function makeLabelsHoldable(): void {
  const state: { holding: boolean; readonly held: (() => void)[] } = { holding: false, held: [] };
  const real = window.fetch.bind(window);
  window.labelAnswers = state;
  window.fetch = async (input, init) => {
    const response = await real(input, init);
    const address = typeof input === 'object' && input !== null && 'url' in input ? input.url : input;
    if (state.holding && String(address).includes('triage.label'))
      await new Promise<void>((go) => {
        state.held.push(go);
      });
    return response;
  };
}

export function holdLabels(): void {
  if (window.labelAnswers !== undefined) window.labelAnswers.holding = true;
}
export const oneLabelHeld = (): boolean => window.labelAnswers?.held.length === 1;
export function letLabelsGo(): void {
  const answers = window.labelAnswers;
  if (answers === undefined) return;
  answers.holding = false;
  for (const go of answers.held.splice(0)) go();
}

/** Tries to run a script of the page's own making; the policy must not let it. */
export function tryInlineScript(): string | null {
  const script = document.createElement('script');
  script.textContent = 'window.happened = "inline script"';
  document.body.append(script);
  return window.happened ?? null;
}

/** What a text from a log would have left behind had it been taken for markup. */
export const tracesOfMarkup = () => ({
  happened: window.happened ?? null,
  elements: document.querySelectorAll(
    'img[src="x"], img[onerror], main script, iframe, object, embed, a[href^="javascript:"], [onclick], svg[onload]',
  ).length,
});

/** As much of an element as scrolling touches; the tests' types know no browser. */
interface Scrolled {
  scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
  scrollIntoView(options: { readonly block: 'center' }): void;
}
export const bringIntoView = (part: unknown): void => (part as Scrolled).scrollIntoView({ block: 'center' });
/** Scrolls an element to a share of its way, 1 for its end. */
export function scrollTo(part: unknown, share: number): void {
  const scrolled = part as Scrolled;
  scrolled.scrollTop = (scrolled.scrollHeight - scrolled.clientHeight) * share;
}
