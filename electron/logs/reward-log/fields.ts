import { type Mapping, mapKeys } from '../mapping/compiled.ts';
import { textColumns } from '../schema.ts';

/** Ids that name one trajectory, best first (FORMATS §1). */
export const idFields = ['trajectory_id', 'rollout_id', 'sample_id', 'uid', 'request_id'] as const;
/** Numbers that tell repeated verdicts on one trajectory apart. */
export const attemptFields = ['attempt', 'vote', 'epoch', 'repeat'] as const;

/** Fields read as JSON text, because how a value is written (a number, a string, a list) says how it was meant. */
export const valueFields = [
  'step',
  'timestamp',
  'reward',
  'score',
  'success',
  'error',
  'evidence',
  'rubric_hits',
  'fine_rubrics',
  'frame_count',
  'latency_ms',
  'usage',
  'temperature',
  'cost',
  'interrupted',
] as const;

/** Token counts in `usage`. */
export const tokenFields = [
  'prompt_tokens',
  'input_tokens',
  'completion_tokens',
  'output_tokens',
  'total_tokens',
] as const;

/** How the values of a field are written where nothing about them has to be found out; `null` is plain everywhere. */
export type PlainType = 'number' | 'truth' | 'text' | 'object';

/**
 * Fields that nearly every log writes plainly: a number as a number, a verdict as true or false, an error as text. A
 * projection that knows so much costs half; the walk over the bytes finds the lines that are written otherwise.
 */
export const plainFields: ReadonlyMap<string, PlainType> = new Map<string, PlainType>([
  ['step', 'number'],
  ['timestamp', 'number'],
  ['reward', 'number'],
  ['score', 'number'],
  ['success', 'truth'],
  ['error', 'text'],
  ['frame_count', 'number'],
  ['latency_ms', 'number'],
  ['usage', 'object'],
  ['temperature', 'number'],
  ['cost', 'number'],
  ['interrupted', 'truth'],
]);

/** Fields the import reads to decide something, but does not keep: the line itself has them. */
const decidingFields = ['messages', 'prompt', 'raw_output'] as const;

/** Fields with a meaning that only the detail view uses; it reads them from the line. */
const detailFields = [
  'components',
  'step_scores',
  'rubric_text',
  'instruction',
  'frames',
  'trajectory_summary',
] as const;

const texts: readonly string[] = textColumns.filter((name) => name !== 'error' && name !== 'attempt');

/** Fields read as text: strings without their quotes, anything else as its JSON. */
export const textFields: readonly string[] = [...texts, ...idFields, ...attemptFields, ...decidingFields];

const read = new Set<string>([...textFields, ...valueFields]);
const known = new Set<string>([...read, ...detailFields]);

/** Fields that FORMATS §1 gives a meaning. */
export const knownFields: readonly string[] = [...known];

/** Whether FORMATS §1 gives the field a meaning. */
export function isKnownField(name: string): boolean {
  return known.has(name);
}

/** Fields of which a judge log has at least one (FORMATS, first paragraph). */
export const judgeFields: readonly string[] = ['success', 'reward', 'score', 'judge_model', 'task_id'];

/** Fields by which two identical lines are known to be one call written twice (METHODS §1, duplicates). */
export const callFields: readonly string[] = ['timestamp', 'response_id', ...attemptFields];

/** The fields that one log has: those the import reads, and those it keeps without a meaning. */
export interface FieldsFound {
  readonly read: ReadonlySet<string>;
  /** In the order they were met. */
  readonly unknown: readonly string[];
}

/**
 * Sorts the fields of a log.
 *
 * @param keySets for each distinct kind of line, its keys as the file has them
 * @param mapping where the log keeps its fields, if it has other names for them
 */
export function sortFields(
  keySets: Iterable<readonly string[]>,
  mapping: Mapping | null = null,
): FieldsFound {
  const found = new Set<string>();
  const unknown = new Set<string>();
  for (const own of keySets) {
    const keys = mapping === null ? own : mapKeys(own, mapping);
    for (const key of keys) {
      if (read.has(key)) found.add(key);
      if (!known.has(key)) unknown.add(key);
    }
    // A second name for the same thing in one line would be lost behind the first: it is kept as a field of its own.
    for (const names of [idFields, attemptFields])
      for (const name of names.filter((each) => keys.includes(each)).slice(1)) unknown.add(name);
  }
  return { read: found, unknown: [...unknown] };
}
