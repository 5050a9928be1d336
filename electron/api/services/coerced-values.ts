import type { VerdictDetail, VerdictRow } from '../../core/model/verdict.ts';
import { readScore, readVerdictValue } from '../../core/reply/index.ts';
import { textsOf } from './run-prompts.ts';

type Fields = Readonly<Record<string, unknown>>;
type Coerced = VerdictDetail['coerced'][number];

/** Token counts, each under the names it is logged by. */
const counts = [
  ['prompt_tokens', 'input_tokens'],
  ['completion_tokens', 'output_tokens'],
  ['total_tokens'],
] as const;

/**
 * Values of a line that were not taken as written (METHODS §1): spellings of a verdict, numbers written as text, times in
 * another unit, lists given as something else. `written` is the value's JSON as the line has it, so 3.70 stays 3.70.
 */
export function coercedOf(
  members: ReadonlyMap<string, string>,
  fields: Fields,
  verdict: VerdictRow,
): readonly Coerced[] {
  const coerced: Coerced[] = [];
  const note = (field: string, read: unknown, written = members.get(field)) =>
    coerced.push({ field, written: written ?? '', read: JSON.stringify(read) ?? 'null' });
  const there = (field: string): boolean => fields[field] !== undefined && fields[field] !== null;

  if (there('success') && typeof fields.success !== 'boolean')
    note('success', readVerdictValue(fields.success).passed);
  for (const field of ['reward', 'score'] as const)
    if (there(field) && typeof fields[field] !== 'number') note(field, readScore(fields[field]).value);
  for (const field of ['step', 'frame_count', 'latency_ms'] as const)
    if (there(field) && fields[field] !== verdict[field]) note(field, verdict[field]);
  // Seconds and ISO texts are both forms a time is expected in; a number in a text is not.
  const { timestamp } = fields;
  const odd = typeof timestamp === 'string' && !Number.isNaN(Number(timestamp));
  if (there('timestamp') && (odd || verdict.timestamp === null))
    note('timestamp', verdict.timestamp === null ? null : new Date(verdict.timestamp).toISOString());
  noteUsage(fields.usage, verdict, (field, read, written) => note(field, read, written));
  for (const field of ['evidence', 'rubric_hits', 'fine_rubrics'] as const)
    if (there(field) && !isTexts(fields[field])) note(field, textsOf(fields[field]));
  return coerced;
}

function noteUsage(
  usage: unknown,
  verdict: VerdictRow,
  note: (field: string, read: unknown, written: string) => void,
): void {
  if (typeof usage !== 'object' || usage === null) return;
  const written: Fields = { ...usage };
  for (const names of counts)
    for (const name of names) {
      const value = written[name];
      if (value !== undefined && value !== null && typeof value !== 'number')
        note(`usage.${name}`, verdict[names[0]], JSON.stringify(value));
    }
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
