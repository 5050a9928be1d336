import { createHash, timingSafeEqual } from 'node:crypto';
import { plain } from '../api/static.ts';

export interface GuardOptions {
  /** Host names a browser may use for this server, without port: loopback names, plus what --host named. */
  readonly hosts: readonly string[];
  readonly port: number;
  readonly token: string;
}

const cookieName = 'assay_token';

/**
 * Who may call a loopback server: the Host header must be one of ours (a rebinding name is refused), an Origin, where sent,
 * must be this server, and the token must come by cookie, bearer header, or once in the address. Returns the refusal, or a
 * redirect that moves a token out of the address into a cookie, or null where the request may pass.
 */
export function guard(request: Request, options: GuardOptions): Response | null {
  const url = new URL(request.url);
  const host = request.headers.get('host') ?? '';
  // a browser leaves the default port out
  const names = options.hosts.map((name) => (options.port === 80 ? name : `${name}:${options.port}`));
  if (!names.includes(host.toLowerCase()))
    return plain(421, `this server does not answer to the name ${JSON.stringify(host)}`);
  const origin = request.headers.get('origin');
  if (origin !== null && !names.some((name) => origin === `http://${name}`))
    return plain(403, 'another site may not call this server');
  // A page on another port of this machine is of the same site, and the browser gives it our cookie.
  const site = request.headers.get('sec-fetch-site');
  if ((site === 'cross-site' || site === 'same-site') && request.headers.get('sec-fetch-mode') !== 'navigate')
    return plain(403, 'another site may not call this server');

  const given = url.searchParams.get('token');
  if (given !== null && request.method === 'GET' && !url.pathname.startsWith('/api/')) {
    if (!same(given, options.token))
      return plain(401, 'the token in the address is not this server’s; use the address it printed');
    url.searchParams.delete('token');
    return new Response(null, {
      status: 303,
      headers: {
        location: `${url.pathname}${url.search}`,
        'set-cookie': `${cookieName}_${options.port}=${options.token}; HttpOnly; SameSite=Strict; Path=/`,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      },
    });
  }
  const bearer = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
  const cookie = cookieOf(request, `${cookieName}_${options.port}`);
  if (
    (bearer !== undefined && same(bearer, options.token)) ||
    (cookie !== undefined && same(cookie, options.token))
  )
    return null;
  return plain(401, 'open the address that was printed when this server started; it carries the token');
}

function cookieOf(request: Request, name: string): string | undefined {
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name) return value;
  }
  return undefined;
}

/** Compared as hashes, so that neither length nor content shows in the time it takes. */
function same(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}
