/**
 * The base URL as the client needs it: no trailing slash, query or fragment, and not the address of the call itself,
 * which is what people paste.
 */
export function cleanBaseUrl(text: string): string {
  const url = new URL(text.trim());
  url.search = '';
  url.hash = '';
  const path = url.pathname.replace(/\/+$/, '').replace(/\/(chat\/)?completions$/, '');
  url.pathname = path;
  return url.href.replace(/\/+$/, '');
}

/** The other address a gateway may mean: many give their root and serve `/v1` under it. Null where a version is given. */
export function versionedBaseUrl(baseUrl: string): string | null {
  return /\/v\d+[a-z]*(\/|$)/.test(new URL(baseUrl).pathname) ? null : `${baseUrl}/v1`;
}

/**
 * A base URL as it may be shown and stored: without user name, password, query and fragment, where keys hide. Null for what
 * is no http or https address, which may be a key in the wrong place.
 */
export function publicBaseUrl(text: string): string | null {
  if (!URL.canParse(text.trim())) return null;
  const url = new URL(text.trim());
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  if (url.username === '' && url.password === '' && url.search === '' && url.hash === '') return text.trim();
  url.username = '';
  url.password = '';
  url.search = '';
  url.hash = '';
  return url.href;
}
