import { mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { exportQuarantine } from '../../logs/quarantine-export.ts';
import { oddRecords } from '../../logs/query/odd-records.ts';
import { sourceRow } from '../../logs/sources.ts';
import { downloadAddress } from './downloads.ts';
import { freeName } from './free-name.ts';
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
        mkdirSync(exportsFolder, { recursive: true });
        const path = freeName(exportsFolder, `quarantine-${stem}`, 'jsonl', parts.now());
        try {
          return {
            path,
            rows: await exportQuarantine(store, sourceId, path),
            download: downloadAddress(exportsFolder, path),
          };
        } catch (error) {
          // half a quarantine would pass for the whole of it
          rmSync(path, { force: true });
          throw error;
        }
      },
    },
  };
}
