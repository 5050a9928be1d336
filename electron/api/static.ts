import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';

/**
 * The policy every page is served under, in both hosts. Inline styles are allowed because Monaco and Mantine set them;
 * nothing else is: no inline script, no remote anything. Text from a log that looks like markup stays text.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of every response of the app, page or data. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.map': 'application/json',
};

/**
 * A file of the built renderer. Paths without an extension are routes of the app and get its page; files with a hash in
 * their name may be kept by the browser for good.
 */
export async function rendererFile(folder: string, pathname: string): Promise<Response> {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return plain(400, 'the address is not valid');
  }
  const wanted = extname(decoded) === '' ? '/index.html' : decoded;
  const path = normalize(join(folder, wanted));
  if (!path.startsWith(normalize(folder) + sep) || decoded.includes('\0')) return plain(404, 'no such file');
  let body: Uint8Array<ArrayBuffer>;
  try {
    body = new Uint8Array(await readFile(path));
  } catch {
    return wanted === '/index.html'
      ? plain(503, 'The screens are not built yet. Run: npm run build')
      : plain(404, 'no such file');
  }
  return new Response(body, {
    headers: {
      ...securityHeaders,
      'content-type': types[extname(path)] ?? 'application/octet-stream',
      'cache-control': wanted.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    },
  });
}

/** A short plain-text answer with the app's headers. */
export function plain(status: number, text: string): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { ...securityHeaders, 'content-type': 'text/plain; charset=utf-8' },
  });
}
