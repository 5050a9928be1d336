import { publicBaseUrl } from '../endpoint.ts';
import type { Warnings } from './entry.ts';

/** Names that shops and mailings add to addresses: they say where a visitor came from and mean nothing to a gateway. */
const TRACKING =
  /^(utm_.*|ref|referr?er|referral|aff|affiliate|invite|invitation|source|from|channel|spm|gclid|fbclid)$/i;

/**
 * A base URL of somebody's settings as it may be used and shown, and what was wrong with it. Null where it is none. Of a
 * query only the names are told: values may be keys.
 */
export function addressOf(written: string, field: string, warnings: Warnings): string | null {
  const base = publicBaseUrl(written);
  if (base === null) {
    warnings.add('bad_address', field);
    return null;
  }
  const url = new URL(written.trim());
  const names = [...new Set(url.searchParams.keys())].filter((name) => /^[\w.-]{1,40}$/.test(name));
  const tracking = names.filter((name) => TRACKING.test(name));
  if (tracking.length > 0) warnings.add('tracking_query', field, tracking.join(', '));
  if (url.search !== '' && tracking.length < new Set(url.searchParams.keys()).size)
    warnings.add('query_dropped', field, names.filter((name) => !TRACKING.test(name)).join(', ') || null);
  if (url.username !== '' || url.password !== '') warnings.add('secret_in_url', field);
  const clean = new URL(base);
  const path = clean.pathname
    .replace(/\/+$/, '')
    .replace(/\/(chat\/completions|completions|messages|responses)$/, '');
  if (path !== clean.pathname.replace(/\/+$/, '')) warnings.add('call_address', field);
  clean.pathname = path;
  return clean.href.replace(/\/+$/, '');
}

/** Whether an address says that it speaks Anthropic's protocol, which is not spoken here. */
export function isAnthropicAddress(address: string): boolean {
  return /\/anthropic(\/v\d+)?\/?$/i.test(new URL(address).pathname);
}
