/** Longest wait a header can ask for; beyond it the answer is taken as an error of the gateway's clock. */
const LONGEST_MS = 60 * 60 * 1000;

/**
 * How long the answer asks to wait, in milliseconds: `retry-after-ms`, else `retry-after` as seconds or as an HTTP date.
 * Null where it does not say, or says nothing usable.
 */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const exact = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (Number.isFinite(exact) && exact >= 0) return Math.min(exact, LONGEST_MS);
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(value)) return Math.min(Number(value) * 1000, LONGEST_MS);
  const date = Date.parse(value);
  if (value === '' || Number.isNaN(date)) return null;
  return Math.min(Math.max(0, date - now), LONGEST_MS);
}
