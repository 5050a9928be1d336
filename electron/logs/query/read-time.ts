/**
 * A time as a person or a log writes it, in milliseconds since 1970: ISO 8601, or a number that is seconds below
 * 1e11, milliseconds below 1e14, microseconds below 1e17 (METHODS §1). A date without a zone is UTC. Null for others.
 */
export function readTime(text: string): number | null {
  const trimmed = text.trim();
  if (/^[+-]?\d+(\.\d+)?$/.test(trimmed)) {
    const number = Number(trimmed);
    const size = Math.abs(number);
    if (size < 1e11) return number * 1000;
    if (size < 1e14) return number;
    return size < 1e17 ? number / 1000 : null;
  }
  const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(
    trimmed,
  );
  if (iso === null) return null;
  const time = Date.parse(`${iso[1]}T${iso[2] ?? '00:00'}${iso[3]?.toUpperCase() ?? 'Z'}`);
  return Number.isNaN(time) ? null : time;
}
