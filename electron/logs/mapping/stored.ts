import { type AppliedMapping, type FieldMapping, mappedKinds } from '../../core/model/mapping.ts';

/** A mapping as it was stored or sent: what is no text to a text is left out. */
export function fieldMappingOf(value: unknown): FieldMapping {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** What the index holds about the mapping of a file. Null for what is none. */
export function appliedMappingOf(value: unknown): AppliedMapping | null {
  if (typeof value !== 'object' || value === null || !('fields' in value)) return null;
  const fields = fieldMappingOf(value.fields);
  if (Object.keys(fields).length === 0) return null;
  return {
    name: 'name' in value && typeof value.name === 'string' ? value.name : null,
    kind: mappedKinds.find((kind) => 'kind' in value && value.kind === kind) ?? 'reward_log',
    by: 'by' in value && value.by === 'shape' ? 'shape' : 'asked',
    fields,
  };
}
