import { existsSync, mkdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { exportQuarantine } from '../../logs/quarantine-export.ts';
import { oddRecords } from '../../logs/query/odd-records.ts';
import { sourceRow } from '../../logs/sources.ts';
import { mappingService } from './mappings.ts';
import type { EngineParts } from './parts.ts';
import type { ReadingServices } from './reading-views.ts';
import { scaleService } from './scales.ts';
import { unchangedFiles } from './start-import.ts';

/** How files are read, and the records behind what was counted about them. */
export function readingServices(parts: EngineParts, exportsFolder: string): ReadingServices {
  const { store } = parts;
  return {
    mappings: mappingService(parts),
    scales: scaleService(parts),
    reading: {
      unchanged: (paths) =>
        unchangedFiles(
          parts,
          paths.map((path) => resolve(path)),
        ),
      odd: (sourceId, code, offset, limit) => oddRecords(store, sourceId, code, offset, limit),
      async exportQuarantine(sourceId) {
        const stem = sourceId === null ? 'all' : (await sourceRow(store, sourceId)).name;
        const path = freePath(exportsFolder, stem, parts.now());
        const rows = await exportQuarantine(store, sourceId, path);
        return { path, rows, download: basename(path) };
      },
    },
  };
}

/** `quarantine-reward_log.jsonl-2026-11-29T18-02-30.jsonl`: sorts by file and time, and no earlier one has it. */
function freePath(folder: string, stem: string, now: number): string {
  mkdirSync(folder, { recursive: true });
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
  for (let n = 1; ; n += 1) {
    const path = join(folder, `quarantine-${stem}-${time}${n === 1 ? '' : `-${n}`}.jsonl`);
    if (!existsSync(path)) return path;
  }
}
