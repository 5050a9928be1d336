import { FAIL_WORDS, PASS_WORDS } from '../../core/reply/index.ts';

/**
 * SQL that reads single values as METHODS §1 says, over the JSON text of the value (`"8/10"` with its quotes). It mirrors
 * `core/reply`: a test holds the two together over the same spellings.
 */

/** What JavaScript's trim cuts, as an SQL expression: DuckDB's parser trips over some of it written out. */
const whiteSpace = [
  9, 10, 11, 12, 13, 32, 0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008,
  0x2009, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff,
]
  .map((code) => `chr(${code})`)
  .join(' || ');

/** A string's content without the white space around it. */
export function trimmed(json: string): string {
  return `trim(json_extract_string(${json}, '$'), ${whiteSpace})`;
}

export function isString(json: string): string {
  return `starts_with(${json}, '"')`;
}

const digits = '(?:\\d+\\.?\\d*|\\.\\d+)';
const numberPattern = `[+-]?${digits}(?:[eE][+-]?\\d+)?`;
const fractionPattern = `[+-]?${digits}\\s*/\\s*${digits}`;
const percentPattern = `[+-]?${digits}\\s*%`;

function numberText(text: string): string {
  return `CASE WHEN regexp_full_match(${text}, '${numberPattern}') THEN TRY_CAST(${text} AS DOUBLE) END`;
}

/** DOUBLE of a number or a number in a string; may be NaN or infinite, which `finite` takes out. */
export function numberSql(json: string): string {
  return `CASE WHEN ${json} IS NULL THEN NULL WHEN ${isString(json)} THEN ${numberText(trimmed(json))} ELSE TRY_CAST(${json} AS DOUBLE) END`;
}

/** As `numberSql`, and `"8/10"` is .8, `"80%"` is .8. */
export function scoreSql(json: string): string {
  const text = trimmed(json);
  const share = `CASE
    WHEN regexp_full_match(${text}, '${fractionPattern}') THEN TRY_CAST(trim(split_part(${text}, '/', 1), ${whiteSpace}) AS DOUBLE) / nullif(TRY_CAST(trim(split_part(${text}, '/', 2), ${whiteSpace}) AS DOUBLE), 0)
    WHEN regexp_full_match(${text}, '${percentPattern}') THEN TRY_CAST(trim(rtrim(${text}, '%'), ${whiteSpace}) AS DOUBLE) / 100
    ELSE ${numberText(text)} END`;
  return `CASE WHEN ${json} IS NULL THEN NULL WHEN ${isString(json)} THEN ${share} ELSE TRY_CAST(${json} AS DOUBLE) END`;
}

export function finite(value: string): string {
  return `CASE WHEN isfinite(${value}) THEN ${value} END`;
}

/** BIGINT of a whole number that JavaScript holds exactly; 3.7 is none. */
export function wholeSql(value: string): string {
  return `CASE WHEN ${value} = floor(${value}) AND abs(${value}) <= 9007199254740991 THEN CAST(${value} AS BIGINT) END`;
}

/** Bits of how a value was read. */
export const readAs = { coerced: 1, notANumber: 2, unreadable: 4 } as const;

const notANumberPattern = '[+-]?(?:nan|inf(?:inity)?)';

/** Bits of `readAs` for a number: `json` as written, `value` as read and finite. */
export function numberState(json: string, value: string): string {
  return `CASE WHEN ${json} IS NULL THEN 0
    WHEN ${isString(json)} THEN CASE WHEN ${value} IS NOT NULL THEN ${readAs.coerced}
      WHEN regexp_full_match(lower(${trimmed(json)}), '${notANumberPattern}') THEN ${readAs.notANumber} ELSE ${readAs.unreadable} END
    WHEN ${value} IS NOT NULL THEN 0
    WHEN regexp_full_match(lower(${json}), '${notANumberPattern}') OR isinf(TRY_CAST(${json} AS DOUBLE)) THEN ${readAs.notANumber}
    ELSE ${readAs.unreadable} END`;
}

/** The same for a time: ISO 8601 is one of the ways to write one, not a number in disguise. */
export function timeState(json: string, value: string): string {
  return `CASE WHEN ${value} IS NOT NULL AND regexp_matches(${json}, '^"\\s*\\d{4}-') THEN 0 ELSE ${numberState(json, value)} END`;
}

/**
 * Whether a text is one of the words. Not `IN`: DuckDB makes a join of a longer list, and a join that two threads probe
 * hands rows on out of file order, which every line number rests on.
 */
function isOneOf(text: string, words: readonly string[]): string {
  return `list_contains([${words.map((word) => `'${word}'`).join(', ')}], ${text})`;
}

/** BOOLEAN of a verdict in any spelling that is read; null for everything else. */
export function verdictSql(json: string): string {
  // lower() makes a plain i of a dotted capital one, which JavaScript does not: such a text is no known word
  const word = `lower(replace(${trimmed(json)}, 'İ', '?'))`;
  return `CASE WHEN ${json} = 'true' THEN true WHEN ${json} = 'false' THEN false WHEN ${json} IS NULL THEN NULL
    WHEN ${isString(json)} THEN CASE WHEN ${isOneOf(word, PASS_WORDS)} THEN true WHEN ${isOneOf(word, FAIL_WORDS)} THEN false END
    WHEN TRY_CAST(${json} AS DOUBLE) = 1 THEN true WHEN TRY_CAST(${json} AS DOUBLE) = 0 THEN false END`;
}

/** Milliseconds since 1970 of a finite number, by its size (METHODS §1): seconds, milliseconds or microseconds. */
export function timeOfNumber(value: string): string {
  return `CASE WHEN abs(${value}) < 1e11 THEN ${value} * 1000 WHEN abs(${value}) < 1e14 THEN ${value} WHEN abs(${value}) < 1e17 THEN ${value} / 1000 END`;
}

/** Milliseconds since 1970 of a number, else of ISO 8601. */
export function timeSql(json: string, value: string): string {
  const text = trimmed(json);
  return `CASE WHEN isfinite(${value}) THEN ${timeOfNumber(value)}
    WHEN ${isString(json)} AND regexp_matches(${text}, '^\\d{4}-\\d{2}-\\d{2}') THEN epoch_us(TRY_CAST(${text} AS TIMESTAMPTZ)) / 1000.0 END`;
}

/** A failed call's error as text; null where the field says that there was none. */
export function errorSql(json: string): string {
  return `CASE WHEN ${json} IS NULL OR ${json} IN ('false', '{}', '[]', '0') THEN NULL
    WHEN ${isString(json)} THEN json_extract_string(${json}, '$') ELSE ${json} END`;
}

const timeoutWords = 'time[ _-]?out|timed out|deadline|超时';
const refusedWords =
  'content[ _-]?filter|content[ _-]?policy|policy[ _-](?:refusal|violation)|refusal|refused|safety|拒绝';
const refusedConnection = 'connection[ _]?(?:was )?refused|econnrefused';
const truncatedWords = 'finish_reason\\W+length|max_(?:output_)?tokens|truncat|length limit';
const parseWords = [
  'jsondecode',
  'expecting value',
  'no[ _]score',
  'unpars[ei]?able',
  'pars(?:e|ing)[ _-]?(?:error|fail)',
  '(?:could not|cannot|failed to|unable to) parse',
  '(?:invalid|malformed|bad|broken|not valid) json',
  'json\\W+(?:is )?(?:invalid|malformed)',
  '解析失败',
].join('|');
const truncatedReasons = ['length', 'max_tokens', 'max_output_tokens', 'model_length'];
const refusedReasons = ['content_filter', 'refusal', 'safety', 'blocked'];

export interface CauseParts {
  /** The error's text; `failed` is whether it says anything. */
  readonly error: string;
  readonly failed: string;
  readonly reason: string;
  readonly finishReason: string;
  readonly success: string;
  readonly passed: string;
  /** Whether the judge replied but the line has no number from it. */
  readonly unreadReply: string;
}

/**
 * Why a row carries no verdict, null where it carries one (METHODS §1). In this order: what an error's text says
 * (timeout, refused, truncated, parse, else error); a refusing, then a cutting finish reason; `judge_call_failed`;
 * a `success` that says neither, or a reply nothing was read from (parse); no `success` (missing).
 */
export function causeSql(parts: CauseParts): string {
  const text = `lower(${parts.error})`;
  const finish = `lower(${parts.finishReason})`;
  return `CASE
    WHEN ${parts.failed} THEN CASE
      WHEN regexp_matches(${text}, '${timeoutWords}') THEN 'timeout'
      WHEN regexp_matches(regexp_replace(${text}, '${refusedConnection}', '', 'g'), '${refusedWords}') THEN 'refused'
      WHEN regexp_matches(${text}, '${truncatedWords}') THEN 'truncated'
      WHEN regexp_matches(${text}, '${parseWords}') THEN 'parse'
      ELSE 'error' END
    WHEN ${isOneOf(finish, refusedReasons)} THEN 'refused'
    WHEN ${isOneOf(finish, truncatedReasons)} THEN 'truncated'
    WHEN ${parts.reason} = 'judge_call_failed' THEN 'error'
    WHEN ${parts.passed} IS NOT NULL THEN NULL
    WHEN ${parts.success} IS NOT NULL OR ${parts.unreadReply} THEN 'parse'
    ELSE 'missing' END`;
}

/** A call that failed, whatever the line says beside. */
export function callFailedSql(parts: Pick<CauseParts, 'failed' | 'reason' | 'finishReason'>): string {
  const bad = isOneOf(`lower(${parts.finishReason})`, [...refusedReasons, ...truncatedReasons]);
  return `(coalesce(${parts.failed}, false) OR coalesce(${parts.reason} = 'judge_call_failed', false) OR coalesce(${bad}, false))`;
}
