import type { EngineParts } from '../api/services/parts.ts';
import { startImport } from '../api/services/start-import.ts';
import { FailureError } from '../core/model/failure.ts';
import type { AppliedMapping } from '../core/model/mapping.ts';
import { mappingThatLeads } from '../logs/mapping/shape.ts';
import { listSources } from '../logs/sources.ts';
import type { StatedMapping } from './reading-options.ts';
import { askedMappings, isReadBy } from './session-reading.ts';

/**
 * Opens files, each by the stated mapping whose paths lead to values in it, else as it would be opened without one.
 * Files that are open and were read so are not read again.
 *
 * @returns a sentence for each mapping that no file could be read by
 * @throws FailureError `not_found` for a name the workspace does not have
 */
export async function openFiles(
  parts: EngineParts,
  files: readonly string[],
  stated: readonly StatedMapping[],
): Promise<readonly string[]> {
  const asked = [...askedMappings(parts, stated).values()];
  const sources = new Map((await listSources(parts.store)).map((source) => [source.path, source]));
  const plain: string[] = [];
  const used = new Set<AppliedMapping>();
  for (const path of files) {
    const mapping = asked.length === 0 ? null : await mappingFor(path, parts.folder, asked);
    if (mapping === null) {
      plain.push(path);
      continue;
    }
    used.add(mapping);
    const before = sources.get(path);
    const again = before === undefined || before.kind !== mapping.kind || !isReadBy(before, mapping);
    startImport(parts, [path], { kind: mapping.kind, again, mapping });
  }
  if (plain.length > 0) startImport(parts, plain, { kind: 'auto', again: false });
  return asked
    .filter((mapping) => !used.has(mapping))
    .map(
      ({ kind, fields }) =>
        `No file was read by the mapping ${Object.entries(fields)
          .map(([field, path]) => `${field}=${path}`)
          .join(',')} (${kind}): its paths lead to nothing in the first lines of any.`,
    );
}

/** A file that cannot be looked at is opened all the same: opening it says why. */
async function mappingFor(
  path: string,
  folder: string,
  asked: readonly AppliedMapping[],
): Promise<AppliedMapping | null> {
  try {
    return await mappingThatLeads(path, folder, asked);
  } catch (error) {
    if (error instanceof FailureError) return null;
    throw error;
  }
}
