import { readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { fail } from '../../core/model/failure.ts';
import { rejoin } from '../../logs/join.ts';
import { listSources, quarantinePage, removeSource } from '../../logs/sources.ts';
import type { Services } from '../contract.ts';
import { importFiles } from './import-files.ts';
import type { EngineParts } from './parts.ts';
import { thresholdService } from './thresholds.ts';

const mostCompletions = 60;

type OpenedAs = Parameters<Services['sources']['open']>[1];

/** What was read, from where, and reading more. */
export function sourceService(parts: EngineParts): Services['sources'] {
  const { store, record, jobs } = parts;

  /** Files that stand in the index as they are on the disk need no second reading: those are left out. */
  const unread = async (paths: readonly string[], kind: OpenedAs): Promise<readonly string[]> => {
    const known = new Map((await listSources(store)).map((source) => [source.path, source]));
    return paths.filter((path) => {
      const source = known.get(path);
      const same = source !== undefined && (kind === 'auto' || kind === source.kind);
      return !same || source.changed || source.missing;
    });
  };

  const start = (paths: readonly string[], kind: OpenedAs, again: boolean) => {
    const names = paths.map((path) => basename(path));
    const title =
      names.length <= 3 ? names.join(', ') : `${names.slice(0, 2).join(', ')} +${names.length - 2}`;
    const { job } = jobs.start('import', title, async (context) => {
      const asked = paths.map((path) => resolve(path));
      await importFiles(parts, again ? asked : await unread(asked, kind), {
        kind,
        signal: context.signal,
        report: context.report,
      });
      return null;
    });
    return Promise.resolve(job);
  };

  return {
    ...thresholdService(parts),
    list: () => listSources(store),
    open: (paths, kind) => start(paths, kind, false),
    async reread(sourceId) {
      const source = (await listSources(store)).find(({ source_id }) => source_id === sourceId);
      if (source === undefined)
        throw fail('not_found', 'This file is not open any more.', { source_id: sourceId });
      return start([source.path], source.kind, true);
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
