import { existsSync, readFileSync } from 'node:fs';
import { type FieldMapping, type MappedKind, mappedKinds } from '../core/model/mapping.ts';
import { compileMapping } from '../logs/mapping/compile.ts';
import { fieldMappingOf } from '../logs/mapping/stored.ts';
import { usageFailure } from './command.ts';

/** Options of how logs are read, for every command that reads some. */
export const readingOptions = {
  map: { type: 'string', multiple: true },
  mapping: { type: 'string', multiple: true },
  scale: { type: 'string', multiple: true },
} as const;

export const readingDetails: readonly string[] = [
  '--map FIELD=PATH,…  read logs of other names: reward=grade,success=judge.output.passed; may be repeated; labels,',
  '                trajectories and audits after their kind: truth:true_success=label,trajectory_id=episode',
  '--mapping NAME|FILE  a mapping saved in the workspace, or a JSON file of {"field": "path"} (or {"kind": "truth", "fields":',
  '                {…}}, or truth:FILE); --map adds to it; may be repeated, once for each kind',
  '--scale N       scores are out of N, and are divided by it; JUDGE=N or VERSION/JUDGE=N; may be repeated',
];

export interface ReadingValues {
  readonly map?: readonly string[] | undefined;
  readonly mapping?: readonly string[] | undefined;
  readonly scale?: readonly string[] | undefined;
}

/** A mapping as a command states it for one kind of file: fields of its own, on top of those saved under a name. */
export interface StatedMapping {
  /** Null where the name tells: a saved mapping is of a kind. */
  readonly kind: MappedKind | null;
  readonly name: string | null;
  readonly fields: FieldMapping;
}

/** What scores are out of, for every judge (null) or one: `JUDGE` or `VERSION/JUDGE`. */
export interface StatedScale {
  readonly target: string | null;
  readonly top: number;
}

/**
 * The mappings a command states, those of fields by kind.
 *
 * @param usual what a mapping is of that names no kind
 * @throws FailureError bad usage for a text that is no mapping, or a file that holds none
 */
export function mappingsOf(
  { map, mapping }: Pick<ReadingValues, 'map' | 'mapping'>,
  usage: string,
  usual: MappedKind = 'reward_log',
): readonly StatedMapping[] {
  const stated: StatedMapping[] = [];
  const add = (kind: MappedKind, fields: FieldMapping) => {
    const at = stated.findIndex((one) => one.kind === kind);
    const before = stated[at];
    if (before === undefined) stated.push({ kind, name: null, fields });
    else stated[at] = { ...before, fields: { ...before.fields, ...fields } };
  };
  for (const text of mapping ?? []) {
    const { kind, rest } = ofKind(text);
    const path = existsSync(text) ? text : kind !== null && existsSync(rest) ? rest : null;
    if (path === null) stated.push({ kind: null, name: text, fields: {} });
    else {
      const read = fileFields(path, usage);
      add((path === text ? null : kind) ?? read.kind ?? usual, read.fields);
    }
  }
  for (const text of map ?? []) {
    const { kind, rest } = ofKind(text);
    add(kind ?? usual, Object.fromEntries(pairsOf(rest, usage)));
  }
  for (const { kind, fields } of stated) if (kind !== null) compileMapping(fields, kind);
  return stated;
}

/** `truth:…` is said of truth; what begins with no kind is said of none. */
function ofKind(text: string): { readonly kind: MappedKind | null; readonly rest: string } {
  const kind = mappedKinds.find((one) => text.startsWith(`${one}:`)) ?? null;
  return { kind, rest: kind === null ? text : text.slice(kind.length + 1) };
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

function fileFields(
  path: string,
  usage: string,
): { readonly kind: MappedKind | null; readonly fields: FieldMapping } {
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
  const stated = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : null;
  return { kind: mappedKinds.find((kind) => kind === stated) ?? 'reward_log', fields };
}
