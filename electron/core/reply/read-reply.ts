import type { Preference } from '../model/pair.ts';
import { isRecord, objectsInText, type TextObject } from './objects-in-text.ts';
import { type JsonRepair, readTolerantJson } from './tolerant-json.ts';
import { readPreference, readScore, readVerdictValue } from './values.ts';

/** What was done to a reply that was no plain JSON object. */
export type ReplyRepair =
  | JsonRepair
  | 'think'
  | 'fence'
  | 'surrounding_text'
  | 'several_objects'
  | 'encoded_twice';

export interface ReplyValue {
  /** Null where the reply was not asked for it (a pairwise judge). */
  readonly success: boolean | null;
  readonly score: number | null;
  readonly preference: Preference | null;
  readonly reason: string | null;
  readonly evidence: readonly string[];
  readonly rubric_hits: readonly string[];
  /** Values that were not taken as written. */
  readonly coerced: readonly { readonly field: string; readonly from: unknown }[];
  /** The whole object, as read. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export type ReplyOutcome =
  | {
      readonly outcome: 'verdict';
      readonly value: ReplyValue;
      readonly repaired: boolean;
      readonly repairs: readonly ReplyRepair[];
      /** Keys that the reply gives twice; the last value was read. */
      readonly duplicateKeys: readonly string[];
    }
  | {
      readonly outcome: 'parse' | 'truncated' | 'refused' | 'missing';
      readonly why: ReplyFault;
    };

export type ReplyFault =
  | 'finish_reason'
  | 'unclosed_think'
  | 'empty'
  | 'no_object'
  | 'malformed'
  | 'cut_off'
  | 'contradictory'
  | 'required_absent'
  | 'required_unreadable'
  | 'refusal_text';

export interface ReplyOptions {
  readonly finishReason?: string | null;
  /** The keys without which an object is no verdict. `success` unless said otherwise; `winner` for pairs. */
  readonly required?: readonly string[];
}

const cutShort = new Set(['length', 'max_tokens', 'max_output_tokens', 'model_length']);
const refused = new Set(['content_filter', 'refusal', 'safety', 'policy_refusal', 'sensitive']);
const preferenceKeys = ['winner', 'judge_pref', 'preference'] as const;

/** How a reply that holds no object turns a judgement down. Decides between causes of "unjudged", never a verdict. */
const refusalText =
  /^\W*(?:i(?:'|’)?m (?:very |really )?sorry|sorry|i (?:can(?:'|’)?t|cannot|can not|won(?:'|’)?t|am (?:not able|unable))|as an ai|很?抱歉|对不起|我(?:不能|无法)|作为(?:一个|一名)?(?:ai|人工智能))/iu;

/**
 * Reads a judge's reply (METHODS §1). JSON as it stands first; else what follows the last `</think>`, then the last
 * outermost object that has the required keys, fences and prose around it set aside. Objects that give different
 * verdicts are `contradictory`, and a cut-off or unreadable object behind the last readable one voids it: a verdict is
 * never taken from prose, from half an object, or by picking one of two. Never throws.
 */
export function readReply(text: string | null | undefined, options: ReplyOptions = {}): ReplyOutcome {
  const required = options.required ?? ['success'];
  const finish = options.finishReason?.trim().toLowerCase() ?? '';
  if (cutShort.has(finish)) return { outcome: 'truncated', why: 'finish_reason' };
  if (refused.has(finish)) return { outcome: 'refused', why: 'finish_reason' };
  const whole = (text ?? '').replace(/^\uFEFF/, '').trim();
  if (whole === '') return { outcome: 'missing', why: 'empty' };
  const plain = readPlain(whole);
  if (isRecord(plain)) {
    const again = readTolerantJson(whole, 0);
    return verdict(plain, required, [], again.ok ? again.duplicateKeys : []);
  }
  if (typeof plain === 'string') {
    const inner = readReply(plain, { required });
    return inner.outcome === 'verdict'
      ? { ...inner, repaired: true, repairs: ['encoded_twice', ...inner.repairs] }
      : inner;
  }
  return fromText(whole, required);
}

/** The value of a text that is JSON as it stands; undefined where it is none. */
function readPlain(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the caller goes on to look for an object in it.
    return undefined;
  }
}

function fromText(whole: string, required: readonly string[]): ReplyOutcome {
  const closed = whole.lastIndexOf('</think>');
  const text = closed === -1 ? whole : whole.slice(closed + '</think>'.length);
  const objects = objectsInText(text);
  if (opensThinking(text, objects)) return { outcome: 'truncated', why: 'unclosed_think' };
  const candidates = objects.filter(
    (object) => object.kind === 'object' && required.every((key) => Object.hasOwn(object.value, key)),
  );
  const last = candidates.at(-1);
  if (last === undefined || last.kind !== 'object') return withoutVerdict(text, objects);
  const later = objects.slice(objects.indexOf(last) + 1);
  if (later.some((object) => object.kind === 'incomplete')) return { outcome: 'truncated', why: 'cut_off' };
  if (
    later.some(
      (object) => object.kind === 'malformed' && names(text.slice(object.start, object.end), required),
    )
  )
    return { outcome: 'parse', why: 'malformed' };
  const readings = candidates.map((object) =>
    object.kind === 'object' ? JSON.stringify(required.map((key) => comparable(key, object.value[key]))) : '',
  );
  if (new Set(readings).size > 1) return { outcome: 'parse', why: 'contradictory' };
  const around = text.slice(0, last.start) + text.slice(last.end);
  const repairs: ReplyRepair[] = [
    ...(closed === -1 ? [] : ['think' as const]),
    ...(around.includes('```') ? ['fence' as const] : []),
    ...(around.replaceAll(/```[ \t]*[\w-]*/g, '').trim() === '' ? [] : ['surrounding_text' as const]),
    ...(candidates.length > 1 ? ['several_objects' as const] : []),
    ...last.repairs,
  ];
  return verdict(last.value, required, repairs, last.duplicateKeys);
}

/** Whether a `<think>` without its end stands outside of every object. */
function opensThinking(text: string, objects: readonly TextObject[]): boolean {
  for (let at = text.indexOf('<think>'); at !== -1; at = text.indexOf('<think>', at + 1))
    if (!objects.some((object) => object.kind === 'object' && object.start < at && at < object.end))
      return true;
  return false;
}

function names(text: string, keys: readonly string[]): boolean {
  return keys.some((key) => text.includes(key));
}

function withoutVerdict(text: string, objects: readonly TextObject[]): ReplyOutcome {
  if (objects.some((object) => object.kind === 'incomplete')) return { outcome: 'truncated', why: 'cut_off' };
  if (objects.some((object) => object.kind === 'malformed')) return { outcome: 'parse', why: 'malformed' };
  if (objects.length > 0) return { outcome: 'missing', why: 'required_absent' };
  if (refusalText.test(text.trim())) return { outcome: 'refused', why: 'refusal_text' };
  return { outcome: 'parse', why: 'no_object' };
}

/** What two objects must agree on: the value as it is read, so that `true` and `"yes"` are one verdict. */
function comparable(key: string, value: unknown): unknown {
  if (key === 'success') return readVerdictValue(value).passed ?? value;
  if (key === 'score' || key === 'reward') return readScore(value).value ?? value;
  if (preferenceKeys.some((name) => name === key)) return readPreference(value).preference ?? value;
  return value;
}

function readable(key: string, value: unknown): boolean {
  if (key === 'success') return readVerdictValue(value).passed !== null;
  if (key === 'score' || key === 'reward') return readScore(value).value !== null;
  if (preferenceKeys.some((name) => name === key)) return readPreference(value).preference !== null;
  return value !== null && value !== undefined;
}

function verdict(
  fields: Readonly<Record<string, unknown>>,
  required: readonly string[],
  repairs: readonly ReplyRepair[],
  duplicateKeys: readonly string[],
): ReplyOutcome {
  if (!required.every((key) => Object.hasOwn(fields, key)))
    return { outcome: 'missing', why: 'required_absent' };
  if (!required.every((key) => readable(key, fields[key])))
    return { outcome: 'missing', why: 'required_unreadable' };
  return {
    outcome: 'verdict',
    value: replyValue(fields),
    repaired: repairs.length > 0,
    repairs,
    duplicateKeys,
  };
}

function own(
  fields: Readonly<Record<string, unknown>>,
  keys: readonly string[],
): { key: string; value: unknown } | null {
  const key = keys.find((name) => Object.hasOwn(fields, name) && fields[name] !== null);
  return key === undefined ? null : { key, value: fields[key] };
}

function replyValue(fields: Readonly<Record<string, unknown>>): ReplyValue {
  const success = own(fields, ['success']);
  const score = own(fields, ['score', 'reward']);
  const winner = own(fields, preferenceKeys);
  const reason = own(fields, ['reason', 'explanation']);
  const passed = readVerdictValue(success?.value);
  const points = readScore(score?.value);
  const preference = readPreference(winner?.value);
  const coerced = [
    { field: success?.key, read: passed },
    { field: score?.key, read: points },
    { field: winner?.key, read: preference },
  ].flatMap(({ field, read }) =>
    field !== undefined && 'coercedFrom' in read ? [{ field, from: read.coercedFrom }] : [],
  );
  return {
    success: passed.passed,
    score: points.value,
    preference: preference.preference,
    reason: reason === null ? null : asText(reason.value),
    evidence: asTexts(own(fields, ['evidence'])?.value),
    rubric_hits: asTexts(own(fields, ['rubric_hits'])?.value),
    coerced,
    fields,
  };
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** A list of texts; a lone text is a list of one, and a map such as `{"S1": true}` becomes `S1: true`. */
function asTexts(value: unknown): string[] {
  if (value === undefined || value === null || value === '') return [];
  if (Array.isArray(value)) return value.filter((item) => item !== null && item !== '').map(asText);
  if (isRecord(value)) return Object.entries(value).map(([key, item]) => `${key}: ${asText(item)}`);
  return [asText(value)];
}
