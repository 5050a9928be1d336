import { readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { failSaying } from '../../core/model/failure.ts';
import { rejoin } from '../../logs/join.ts';
import { quarantinePage } from '../../logs/quarantine.ts';
import { listSources, removeSource } from '../../logs/sources.ts';
import type { Services } from '../contract.ts';
import type { EngineParts } from './parts.ts';
import { startImport } from './start-import.ts';
import { thresholdService } from './thresholds.ts';

const mostCompletions = 60;

/** What was read, from where, and reading more. */
export function sourceService(parts: EngineParts): Services['sources'] {
  const { store, record } = parts;

  return {
    ...thresholdService(parts),
    list: () => listSources(store),
    open: (paths, kind) => Promise.resolve(startImport(parts, paths, { kind, again: false })),
    async reread(sourceId) {
      const source = (await listSources(store)).find(({ source_id }) => source_id === sourceId);
      if (source === undefined) throw failSaying('not_found', 'not_open', {}, { source_id: sourceId });
      return startImport(parts, [source.path], { kind: source.kind, again: true });
    },
    async remove(sourceId) {
      await removeSource(store, sourceId);
      if (record.sources.get(sourceId) !== null) record.sources.remove(sourceId);
      await rejoin(store);
    },
    quarantine: (sourceId, offset, limit) => quarantinePage(store, sourceId, offset, limit),
    async complete(prefix) {
      const typed = prefix.startsWith('~') ? join(homedir(), prefix.slice(1)) : prefix;
      const absolute = typed === '' ? homedir() + sep : resolve(typed) + (typed.endsWith(sep) ? sep : '');
      const folder = absolute.endsWith(sep) ? absolute : dirname(absolute);
      const start = absolute.endsWith(sep) ? '' : basename(absolute).toLowerCase();
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      const found = entries
        .filter(
          (entry) =>
            entry.name.toLowerCase().startsWith(start) &&
            (start.startsWith('.') || !entry.name.startsWith('.')),
        )
        .sort((a, b) => Number(b.isDirectory()) - Number(a.isDirectory()) || a.name.localeCompare(b.name))
        .slice(0, mostCompletions);
      return Promise.all(
        found.map(async (entry) => {
          const path = join(folder, entry.name);
          const isFolder = entry.isDirectory();
          const size = isFolder
            ? null
            : await stat(path).then(
                ({ size: bytes }) => bytes,
                () => null,
              );
          return { path: isFolder ? path + sep : path, folder: isFolder, bytes: size };
        }),
      );
    },
  };
}
