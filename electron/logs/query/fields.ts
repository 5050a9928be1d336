import { nearNames } from '../../core/filter/index.ts';
import { extraPrefix, jsonColumns, textColumns } from '../schema.ts';

/**
 * How a field of a verdict is compared. `unjudged` and `warning` are both a yes/no (is there any?) and a value
 * (which?); `source` lives in another table.
 */
export type FieldKind =
  | 'text'
  | 'json'
  | 'number'
  | 'integer'
  | 'time'
  | 'boolean'
  | 'extra'
  | 'unjudged'
  | 'warning'
  | 'source';

export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  /** SQL of the value in a query on `verdicts`; made of known names alone, never of a user's text. */
  readonly sql: string;
}

const numberColumns = [
  'reward',
  'score',
  'latency_ms',
  'prompt_tokens',
  'completion_tokens',
  'total_tokens',
  'temperature',
  'cost',
] as const;
const integerColumns = ['step', 'frame_count', 'line', 'part', 'source_id'] as const;
const booleanColumns = ['passed', 'truth', 'interrupted', 'ambiguous', 'by_threshold', 'has_prompt'] as const;

/** Judge failed it, truth says success. A row that is unjudged or without truth is neither this nor the next. */
export const falseNegative = '(passed IS NOT NULL AND truth IS NOT NULL AND NOT passed AND truth)';
export const falsePositive = '(passed IS NOT NULL AND truth IS NOT NULL AND passed AND NOT truth)';

const knownFields: readonly Field[] = [
  ...textColumns.map((name) => ({ name, kind: 'text', sql: name }) as const),
  { name: 'trajectory', kind: 'text', sql: 'trajectory' },
  { name: 'trajectory_id', kind: 'text', sql: 'explicit_id' },
  {
    name: 'outcome',
    kind: 'text',
    sql: "CASE WHEN passed THEN 'pass' WHEN NOT passed THEN 'fail' ELSE 'unjudged' END",
  },
  ...jsonColumns.map((name) => ({ name, kind: 'json', sql: name }) as const),
  ...numberColumns.map((name) => ({ name, kind: 'number', sql: name }) as const),
  ...integerColumns.map((name) => ({ name, kind: 'integer', sql: name }) as const),
  { name: 'timestamp', kind: 'time', sql: '"timestamp"' },
  ...booleanColumns.map((name) => ({ name, kind: 'boolean', sql: name }) as const),
  { name: 'judged', kind: 'boolean', sql: '(passed IS NOT NULL)' },
  { name: 'false_negative', kind: 'boolean', sql: falseNegative },
  { name: 'false_positive', kind: 'boolean', sql: falsePositive },
  { name: 'unjudged', kind: 'unjudged', sql: 'unjudged' },
  { name: 'warning', kind: 'warning', sql: 'warnings' },
  { name: 'source', kind: 'source', sql: 'source_id' },
];

/** Other spellings that the formats allow for the same field. */
const aliases: Readonly<Record<string, string>> = {
  rollout_id: 'trajectory_id',
  sample_id: 'trajectory_id',
  uid: 'trajectory_id',
  request_id: 'trajectory_id',
  explicit_id: 'trajectory_id',
  success: 'passed',
  true_success: 'truth',
  vote: 'attempt',
  epoch: 'attempt',
  repeat: 'attempt',
  warnings: 'warning',
};

/** The fields one index has: those Assay knows and those it found in the logs. */
export class FieldCatalog {
  readonly #byName = new Map<string, Field>();
  /** Fields Assay has a meaning for, whether or not an opened log has them. */
  readonly known: readonly Field[] = knownFields;
  /** Fields it has none for, as the opened logs have them. */
  readonly extras: readonly Field[];

  /** @param columns the column names of `verdicts` as the index has them */
  constructor(columns: Iterable<string>) {
    for (const field of knownFields) this.#byName.set(field.name, field);
    for (const [alias, name] of Object.entries(aliases)) {
      const field = this.#byName.get(name);
      if (field !== undefined) this.#byName.set(alias, field);
    }
    const extras: Field[] = [];
    for (const column of columns) {
      if (!column.startsWith(extraPrefix)) continue;
      const name = column.slice(extraPrefix.length);
      const field: Field = { name, kind: 'extra', sql: identifier(column) };
      extras.push(field);
      if (!this.#byName.has(name)) this.#byName.set(name, field);
      // With the prefix it can always be named, even where its plain name is taken.
      this.#byName.set(column, field);
    }
    this.extras = extras;
  }

  /** The field of that name, spelt exactly or, failing that, in another case. */
  find(name: string): Field | null {
    const exact = this.#byName.get(name);
    if (exact !== undefined) return exact;
    const lower = name.toLowerCase();
    for (const [key, field] of this.#byName) if (key.toLowerCase() === lower) return field;
    return null;
  }

  near(name: string): readonly string[] {
    return nearNames(name, this.#names());
  }

  *#names(): Iterable<string> {
    for (const key of this.#byName.keys()) if (!key.startsWith(extraPrefix)) yield key;
  }
}

/** A name as an SQL identifier. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
