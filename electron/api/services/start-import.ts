import { basename, resolve } from 'node:path';
import type { Job } from '../../core/model/job.ts';
import type { AppliedMapping } from '../../core/model/mapping.ts';
import type { SourceKind, SourceReport } from '../../core/model/source.ts';
import { keepFirstScreen } from '../../logs/query/first-screen.ts';
import { listSources } from '../../logs/sources.ts';
import { importFiles } from './import-files.ts';
import type { EngineParts } from './parts.ts';

export interface Opening {
  readonly kind: SourceKind | 'auto';
  /** Read what is open and unchanged as well. */
  readonly again: boolean;
  /** Read by it; null by the file's own names. Left out: by what it was read by before, or a saved one that fits. */
  readonly mapping?: AppliedMapping | null;
}

/** Starts a job that reads files into the index. */
export function startImport(parts: EngineParts, paths: readonly string[], opening: Opening): Job {
  const names = paths.map((path) => basename(path));
  const title = names.length <= 3 ? names.join(', ') : `${names.slice(0, 2).join(', ')} +${names.length - 2}`;
  const { kind, again, mapping } = opening;
  const { job } = parts.jobs.start('import', title, async ({ signal, report }) => {
    const asked = paths.map((path) => resolve(path));
    const open = again ? new Set<string>() : new Set(await unchangedFiles(parts, asked, kind));
    await importFiles(
      parts,
      asked.filter((path) => !open.has(path)),
      { kind, signal, report, ...(mapping === undefined ? {} : { mapping }) },
    );
    // the first screen is worked out while its reader still sees the import end
    await keepFirstScreen(parts.store);
    return null;
  });
  return job;
}

/** Of the paths, those that stand in the index as they are on the disk: they need no second reading. */
export async function unchangedFiles(
  { store }: EngineParts,
  paths: readonly string[],
  kind: SourceKind | 'auto' = 'auto',
): Promise<readonly string[]> {
  const known = new Map((await listSources(store)).map((source) => [source.path, source]));
  return paths.filter((path) => isAsRead(known.get(path), kind));
}

function isAsRead(source: SourceReport | undefined, kind: SourceKind | 'auto'): boolean {
  return (
    source !== undefined && (kind === 'auto' || kind === source.kind) && !source.changed && !source.missing
  );
}
