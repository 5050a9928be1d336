import { TemplateError } from './template-error.ts';
import { type TemplateValue, textOfValue } from './template-value.ts';

const directive = /%([-0+ ]*)(\d+)?(?:\.(\d+))?([sdfxXi%])/g;

/**
 * Python's `%` formatting of texts and numbers: %s %d %i %f %x %X %%, with width, precision, `0`, `-`, `+` and space.
 *
 * @throws TemplateError `wrong-value` where a value is missing or of another kind
 */
export function printf(format: string, values: readonly TemplateValue[], at: number): string {
  let next = 0;
  return format.replaceAll(
    directive,
    (_all, flags: string, width: string | undefined, precision: string | undefined, kind: string) => {
      if (kind === '%') return '%';
      const value = values[next];
      if (next >= values.length)
        throw new TemplateError(
          'wrong-value',
          `The format asks for ${next + 1} values, and there are fewer.`,
          at,
        );
      next += 1;
      const digits = precision === undefined ? null : Number(precision);
      const body =
        kind === 's' ? cut(textOfValue(value, at), digits) : numeric(value, kind, digits, flags, at);
      return padded(body, flags, Number(width ?? 0), kind);
    },
  );
}

function cut(text: string, digits: number | null): string {
  return digits === null ? text : [...text].slice(0, digits).join('');
}

function numeric(
  value: TemplateValue,
  kind: string,
  digits: number | null,
  flags: string,
  at: number,
): string {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || Number.isNaN(number))
    throw new TemplateError('wrong-value', `%${kind} takes a number.`, at);
  const size = Math.abs(number);
  const body =
    kind === 'f'
      ? decimals(size, digits ?? 6)
      : kind === 'x' || kind === 'X'
        ? Math.trunc(size).toString(16)
        : Math.trunc(size).toString();
  const sign =
    number < 0 || Object.is(number, -0) ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
  return sign + (kind === 'X' ? body.toUpperCase() : body);
}

function padded(body: string, flags: string, width: number, kind: string): string {
  const missing = width - [...body].length;
  if (missing <= 0) return body;
  if (flags.includes('-')) return body + ' '.repeat(missing);
  if (!flags.includes('0') || kind === 's') return ' '.repeat(missing) + body;
  const sign = /^[-+ ]/.exec(body)?.[0] ?? '';
  return sign + '0'.repeat(missing) + body.slice(sign.length);
}

/**
 * Decimal digits of a number of at least 0, rounded half to even on its exact binary value as C and Python do;
 * `toFixed` rounds halves up, so that 0.5 and 2.5 would differ.
 */
function decimals(value: number, digits: number): string {
  const text = value.toFixed(Math.min(digits, 100));
  // A tie is exact in binary: only then do the two rules differ, and one digit more shows it whole.
  const exact = value.toFixed(Math.min(100, digits + 30));
  if (!/^\d+\.?\d*$/.test(exact)) return text;
  const kept = exact.length - 30;
  const tail = exact.slice(kept).replace('.', '');
  if (!/^50*$/.test(tail)) return text;
  const down = exact.slice(0, kept).replace(/\.$/, '');
  const last = Number(down.at(-1) ?? '0');
  return last % 2 === 0 ? down : text;
}
