import { failSaying } from '../../core/model/failure.ts';
import type { AppliedMapping, FieldMapping } from '../../core/model/mapping.ts';
import { attemptFields, idFields, isKnownField, knownFields } from '../reward-log/fields.ts';
import { type MappedField, type Mapping, mapMembers } from './compiled.ts';
import { otherNames } from './names.ts';
import { readPath } from './path.ts';

/** Token counts may stand beside each other instead of in `usage`: they are mapped one by one. */
export const usageCounts = ['usage.prompt_tokens', 'usage.completion_tokens', 'usage.total_tokens'] as const;

/** Every field a mapping can fill, those that most logs have first. */
export function mappableFields(): readonly string[] {
  return [...new Set([...Object.keys(otherNames), ...knownFields])].filter(
    (field) => !isAlias(field) && field !== 'usage',
  );
}

/** Other spellings of one field are no further fields. */
function isAlias(field: string): boolean {
  const [first] = idFields;
  const [attempt] = attemptFields;
  return (
    [...idFields, ...attemptFields].some((name) => name === field) && field !== first && field !== attempt
  );
}

/** Whether FORMATS §1 has a field of that name that a value can be mapped to. */
export function isMappable(field: string): boolean {
  return isKnownField(field) || usageCounts.some((name) => name === field);
}

/**
 * Checks a mapping and makes it ready for the reader.
 *
 * @throws FailureError `bad_request` for a field that FORMATS §1 does not have, a text that is no path, or no field at all
 */
export function compileMapping(mapping: FieldMapping): Mapping {
  const fields = Object.entries(mapping).map(([name, text]): MappedField => {
    if (!isMappable(name)) throw failSaying('bad_request', 'no_such_field', { field: name }, { field: name });
    const counted = usageCounts.some((each) => each === name);
    const path = readPath(text);
    return counted
      ? { field: 'usage', count: name.slice('usage.'.length), path }
      : { field: name, count: null, path };
  });
  if (fields.length === 0) throw failSaying('bad_request', 'empty_mapping', {});
  const ofUsage = fields.filter(({ field }) => field === 'usage');
  if (ofUsage.length > 1 && ofUsage.some(({ count }) => count === null))
    throw failSaying('bad_request', 'usage_twice', {}, { field: 'usage' });
  // A field that stands under its own name needs no mapping.
  const moved = fields.filter(
    ({ field, count, path }) => count !== null || path.length > 1 || path[0] !== field,
  );
  const roots = moved.flatMap(({ path }) => (path.length === 1 ? path : []));
  return { fields: moved, consumed: [...new Set(roots)].filter((root) => !isKnownField(root)) };
}

/** The members of a line of a file that was read by a mapping, under the right names. */
export function mappedMembers(
  members: ReadonlyMap<string, string>,
  mapping: AppliedMapping | null,
): ReadonlyMap<string, string> {
  return mapping === null ? members : mapMembers(members, compileMapping(mapping.fields));
}
