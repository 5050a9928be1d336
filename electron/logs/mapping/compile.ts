import { failSaying } from '../../core/model/failure.ts';
import type { AppliedMapping, FieldMapping, MappedKind } from '../../core/model/mapping.ts';
import { type MappedField, type Mapping, mapMembers } from './compiled.ts';
import { fieldsOfKind, usageCounts } from './kinds.ts';
import { readPath } from './path.ts';

/**
 * Checks a mapping and makes it ready for the reader.
 *
 * @throws FailureError `bad_request` for a field that files of the kind do not have, a text that is no path, or no field
 */
export function compileMapping(mapping: FieldMapping, kind: MappedKind = 'reward_log'): Mapping {
  const { isMappable, isKnown } = fieldsOfKind(kind);
  const fields = Object.entries(mapping).map(([name, text]): MappedField => {
    if (!isMappable(name))
      throw failSaying(
        'bad_request',
        kind === 'reward_log' ? 'no_such_field' : 'no_such_field_of_kind',
        { field: name, kind },
        { field: name },
      );
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
  return { fields: moved, consumed: [...new Set(roots)].filter((root) => !isKnown(root)) };
}

/** The members of a line of a file that was read by a mapping, under the right names. */
export function mappedMembers(
  members: ReadonlyMap<string, string>,
  mapping: AppliedMapping | null,
): ReadonlyMap<string, string> {
  return mapping === null ? members : mapMembers(members, compileMapping(mapping.fields, mapping.kind));
}
