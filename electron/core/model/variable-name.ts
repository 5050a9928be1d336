/**
 * Whether a text can only be the name of an environment variable. A pasted key must not pass: keys carry lower-case
 * letters, dashes or long unbroken runs with many digits, which names do not.
 */
export function isVariableName(text: string): boolean {
  if (!/^[A-Z_][A-Z0-9_]{0,63}$/.test(text)) return false;
  const digits = text.replaceAll(/[^0-9]/g, '').length;
  const longestRun = Math.max(...text.split('_').map((part) => part.length));
  return digits < 8 && !(longestRun > 15 && digits > 2);
}
