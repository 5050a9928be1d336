/** How often a call is sent on before it is taken to go round in circles. */
export const REDIRECTS_FOLLOWED = 3;

/** An answer that names another address instead of answering. */
export interface SentOn {
  readonly status: number;
  /** The `Location` header as it came; null where there was none. */
  readonly location: string | null;
}

/**
 * Where a call may be sent on to: another address of the same origin (scheme, host and port). A prompt holds the user's
 * data and was written for the judge they named, so it never goes to an origin that an answer named.
 *
 * @returns null where the answer sends nothing on, or sends it elsewhere
 */
export function sameOriginTarget({ status, location }: SentOn, from: URL): URL | null {
  const target = targetOf({ status, location }, from);
  return target === null || target.origin !== from.origin ? null : target;
}

/** True for the statuses that mean another address; 300 and 304 to 306 do not. */
export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/**
 * What to show of a redirect that was not followed: where it pointed and what to do. Queries are left out, they may hold a
 * key.
 *
 * @param from the base URL that was called
 */
export function redirectSentence(sent: SentOn, from: string): string {
  const source = URL.parse(from);
  const target = source === null ? null : targetOf(sent, source);
  const { status } = sent;
  if (source === null || target === null)
    return `The gateway answered ${status}, which sends the call on, and named no address that can be called; check the base URL.`;
  if (target.origin === source.origin)
    return `The gateway sends the call round in circles (${status}, last to ${shown(target)}); check the base URL.`;
  return `The gateway sends calls on to ${shown(target)} (${status}), which is another origin than ${source.origin}; nothing was sent there. If that is your judge, make ${baseUrlOf(target)} the base URL of the profile.`;
}

function targetOf({ status, location }: SentOn, from: URL): URL | null {
  if (!isRedirect(status) || location === null) return null;
  const target = URL.parse(location, from.href);
  return target === null || !/^https?:$/.test(target.protocol) ? null : target;
}

function shown({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}

function baseUrlOf(target: URL): string {
  return shown(target).replace(/\/(?:chat\/completions)?\/*$/, '');
}
