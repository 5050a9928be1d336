import type { ColumnType } from './insert-rows.ts';
import { textOf } from './read-table.ts';

export const judgeLogColumns: ReadonlySet<string> = new Set([
  'log_id',
  'pair_id',
  'role',
  'model',
  'prompt_hash',
  'raw_output',
  'parsed_json',
  'created_at',
]);

/** Without these a row is no judge log. */
export const requiredJudgeLogColumns = ['pair_id', 'model'] as const;

export const judgeLogTypes = {
  source_id: 'INTEGER',
  log_id: 'VARCHAR',
  pair_id: 'VARCHAR',
  role: 'VARCHAR',
  model: 'VARCHAR',
  prompt_hash: 'VARCHAR',
  raw_output: 'VARCHAR',
  parsed_json: 'VARCHAR',
  created_at: 'VARCHAR',
  double_encoded: 'BOOLEAN',
  nan: 'BOOLEAN',
} as const satisfies Record<string, ColumnType>;

export interface JudgeLogOddities {
  /** `parsed_json` that was JSON text of JSON text. */
  double_encoded: number;
}

/** One row of `judge_logs`. `raw_output` stays as written, to the last space. */
export function judgeLogRow(
  values: Readonly<Record<string, unknown>>,
  source_id: number,
  fallbackId: string,
  oddities: JudgeLogOddities,
  nan: boolean,
) {
  const parsed = parsedJson(values.parsed_json);
  if (parsed.doubled) oddities.double_encoded += 1;
  const raw = values.raw_output;
  return {
    source_id,
    log_id: textOf(values.log_id) ?? fallbackId,
    pair_id: textOf(values.pair_id),
    role: textOf(values.role)?.toLowerCase() ?? 'judge',
    model: textOf(values.model),
    prompt_hash: textOf(values.prompt_hash),
    raw_output:
      raw === null || raw === undefined ? null : typeof raw === 'string' ? raw : JSON.stringify(raw),
    parsed_json: parsed.text,
    created_at: textOf(values.created_at),
    double_encoded: parsed.doubled,
    nan,
  };
}

/** `parsed_json` as the text of one JSON value, whether it came as an object, as text, or as text of text. */
function parsedJson(value: unknown): { readonly text: string | null; readonly doubled: boolean } {
  if (value === null || value === undefined || value === '') return { text: null, doubled: false };
  if (typeof value !== 'string') return { text: JSON.stringify(value), doubled: false };
  const inner = parsedText(value);
  if (typeof inner !== 'string') return { text: value, doubled: false };
  const innermost = parsedText(inner);
  const isJson = typeof innermost === 'object' && innermost !== null;
  return isJson ? { text: inner, doubled: true } : { text: value, doubled: false };
}

function parsedText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
