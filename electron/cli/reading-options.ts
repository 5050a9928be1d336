import { existsSync, readFileSync } from 'node:fs';
import type { FieldMapping } from '../core/model/mapping.ts';
import { compileMapping } from '../logs/mapping/compile.ts';
import { fieldMappingOf } from '../logs/mapping/stored.ts';
import { usageFailure } from './command.ts';

/** Options of how logs are read, for every command that reads some. */
export const readingOptions = {
  map: { type: 'string', multiple: true },
  mapping: { type: 'string' },
  scale: { type: 'string', multiple: true },
} as const;

export const readingDetails: readonly string[] = [
  '--map FIELD=PATH,…  read logs of other names: reward=grade,success=judge.output.passed; may be repeated',
  '--mapping NAME|FILE  a mapping saved in the workspace, or a JSON file of {"field": "path"}; --map adds to it',
  '--scale N       scores are out of N, and are divided by it; JUDGE=N or VERSION/JUDGE=N; may be repeated',
];

export interface ReadingValues {
  readonly map?: readonly string[] | undefined;
  readonly mapping?: string | undefined;
  readonly scale?: readonly string[] | undefined;
}

/** A mapping as a command states it: fields of its own, on top of those saved under a name. */
export interface StatedMapping {
  readonly name: string | null;
  readonly fields: FieldMapping;
}

/** What scores are out of, for every judge (null) or one: `JUDGE` or `VERSION/JUDGE`. */
export interface StatedScale {
  readonly target: string | null;
  readonly top: number;
}

/** @throws FailureError bad usage for a text that is no mapping, or a file that holds none */
export function mappingOf({ map, mapping }: ReadingValues, usage: string): StatedMapping | null {
  if (map === undefined && mapping === undefined) return null;
  const fromFile = mapping !== undefined && existsSync(mapping) ? fileFields(mapping, usage) : null;
  const fields = { ...fromFile, ...Object.fromEntries((map ?? []).flatMap((text) => pairsOf(text, usage))) };
  if (Object.keys(fields).length > 0) compileMapping(fields);
  return { name: fromFile === null ? (mapping ?? null) : null, fields };
}

/** @throws FailureError bad usage */
export function scalesOf({ scale }: ReadingValues, usage: string): readonly StatedScale[] {
  return (scale ?? []).map((text) => {
    // A model's name may hold `=`, so the last one separates.
    const at = text.lastIndexOf('=');
    const number = at === -1 ? text : text.slice(at + 1);
    const target = at === -1 ? null : text.slice(0, at);
    const top = Number(number);
    if (number.trim() === '' || !Number.isFinite(top) || top <= 0 || target === '')
      throw usageFailure(`--scale takes N, JUDGE=N or VERSION/JUDGE=N, not ${JSON.stringify(text)}`, usage);
    return { target, top };
  });
}

/** `field=path` pairs separated by commas; a comma inside a quoted key separates nothing. */
function pairsOf(text: string, usage: string): readonly (readonly [field: string, path: string])[] {
  const parts = text.match(/(?:"(?:[^"\\]|\\.)*"|[^,"])+/g) ?? [];
  return parts.map((part) => {
    const at = part.indexOf('=');
    const [field, path] = [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    if (at === -1 || field === '' || path === '')
      throw usageFailure(
        `--map takes FIELD=PATH pairs separated by commas, not ${JSON.stringify(text)}`,
        usage,
      );
    return [field, path];
  });
}

function fileFields(path: string, usage: string): FieldMapping {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw usageFailure(
      `${path} is no mapping: ${error instanceof Error ? error.message : String(error)}`,
      usage,
    );
  }
  const inner = typeof value === 'object' && value !== null && 'fields' in value ? value.fields : value;
  const fields = fieldMappingOf(inner);
  if (Object.keys(fields).length === 0)
    throw usageFailure(`${path} is no mapping: it holds no {"field": "path"} pairs`, usage);
  return fields;
}
