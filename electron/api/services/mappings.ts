import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { AppliedMapping, FieldMapping, MappingPreview } from '../../core/model/mapping.ts';
import { LogStore } from '../../logs/log-store.ts';
import { compileMapping } from '../../logs/mapping/compile.ts';
import { headLines } from '../../logs/mapping/head-lines.ts';
import { fileShape } from '../../logs/mapping/shape.ts';
import { page } from '../../logs/query/page.ts';
import { importRewardLog } from '../../logs/reward-log/index.ts';
import type { EngineParts } from './parts.ts';
import type { ReadingServices } from './reading-views.ts';
import { startImport } from './start-import.ts';

const previewed = 20;

/** Logs of other names: what they hold, what they would be read as, and the mappings a person saved. */
export function mappingService(parts: EngineParts): ReadingServices['mappings'] {
  const { record } = parts;
  return {
    look: (path) => fileShape(resolve(path), parts.folder, record.mappings.list()),
    preview: (path, fields) => preview(resolve(path), fields),
    list: () => record.mappings.list(),
    save(name, fields) {
      compileMapping(fields);
      return record.mappings.save(name, fields);
    },
    remove: (name) => record.mappings.remove(name),
    read(path, name, fields) {
      const mapping: AppliedMapping | null = fields === null ? null : { name, fields, by: 'asked' };
      if (mapping !== null) compileMapping(mapping.fields);
      return Promise.resolve(startImport(parts, [path], { kind: 'reward_log', again: true, mapping }));
    },
  };
}

/** The first lines, put through an import of their own: what is shown is what will be read. */
async function preview(path: string, fields: FieldMapping): Promise<MappingPreview> {
  const mapping = compileMapping(fields);
  const folder = mkdtempSync(join(tmpdir(), 'assay-preview-'));
  // lines of somebody's log are in it: it goes whatever happens
  try {
    const lines = await headLines(path, folder, previewed, mapping);
    const file = join(folder, 'preview.jsonl');
    writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
    return await previewOf(file, join(folder, 'index'), fields);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function previewOf(file: string, index: string, fields: FieldMapping): Promise<MappingPreview> {
  const store = await LogStore.open({ folder: index, threads: 1, memoryLimit: '256MB' });
  try {
    const report = await importRewardLog(store, file, {
      now: 0,
      mapping: { name: null, fields, by: 'asked' },
    });
    const { rows } = await page(store, {
      filter: '',
      search: '',
      sort: [],
      offset: 0,
      limit: previewed,
      extra: [],
    });
    return { rows, report };
  } finally {
    await store.close();
  }
}
