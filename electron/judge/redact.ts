const MARK = '[key removed]';

/** Takes one key out of a text, in the forms it travels in, and leaves everything else as it is. */
export function withoutKey(text: string, key: string | null): string {
  // A stand-in such as "none" is a word, not a secret.
  if (key === null || key.length < 8) return text;
  const forms = new Set([key, encodeURIComponent(key), Buffer.from(key, 'utf8').toString('base64')]);
  let clean = text;
  for (const form of forms) clean = clean.replaceAll(form, MARK);
  return clean;
}

/**
 * Takes keys out of a text that may end up on a screen, in the record or in a log: the one that was used wherever it
 * stands, and whatever looks like one, because gateways echo keys half masked.
 */
export function redact(text: string, key: string | null): string {
  return withoutKey(text, key)
    .replaceAll(/\b(Bearer|Basic)\s+(?=[^\s"',;]*\d)[^\s"',;]{8,}/gi, `$1 ${MARK}`)
    .replaceAll(/\b(?:sk|pk|rk|gsk|hf|xai|tt)[-_][A-Za-z0-9_*.-]{8,}/g, MARK)
    .replaceAll(/\bAIza[A-Za-z0-9_-]{20,}/g, MARK);
}
