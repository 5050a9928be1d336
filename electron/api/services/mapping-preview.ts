import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { FailureError } from '../../core/model/failure.ts';
import type { FieldMapping, MappedKind, MappingPreview } from '../../core/model/mapping.ts';
import { LogStore } from '../../logs/log-store.ts';
import { compileMapping } from '../../logs/mapping/compile.ts';
import { headLines } from '../../logs/mapping/head-lines.ts';
import { firstRecords } from '../../logs/mapping/read-records.ts';
import { page } from '../../logs/query/page.ts';
import { importRewardLog } from '../../logs/reward-log/index.ts';
import { importAudit } from '../../logs/tables/audit.ts';
import { importTrajectories } from '../../logs/tables/trajectories.ts';
import { importTruth } from '../../logs/tables/truth.ts';

const previewed = 20;

/** The first lines, put through an import of their own: what is shown is what will be read. */
export async function previewMapping(
  path: string,
  kind: MappedKind,
  fields: FieldMapping,
): Promise<MappingPreview> {
  const mapping = compileMapping(fields, kind);
  const folder = mkdtempSync(join(tmpdir(), 'assay-preview-'));
  // lines of somebody's log are in it: it goes whatever happens
  try {
    const lines = await headLines(path, folder, previewed, kind, mapping);
    // Named as the file itself: what is said of it names it.
    const file = join(folder, basename(path));
    writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
    return await previewOf(file, join(folder, 'index'), kind, fields);
  } catch (error) {
    // A mapping that is half made is no mistake: what it still lacks is the answer.
    if (error instanceof FailureError && error.failure.code === 'wrong_shape')
      return { rows: [], records: [], report: null, refused: { ...error.failure, details: {} } };
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function previewOf(
  file: string,
  index: string,
  kind: MappedKind,
  fields: FieldMapping,
): Promise<MappingPreview> {
  const store = await LogStore.open({ folder: index, threads: 1, memoryLimit: '256MB' });
  const mapping = { name: null, kind, fields, by: 'asked' } as const;
  try {
    if (kind !== 'reward_log') {
      const read = { truth: importTruth, trajectories: importTrajectories, audit: importAudit }[kind];
      const report = await read(store, file, { mapping });
      return { rows: [], records: await firstRecords(store, kind, previewed), report, refused: null };
    }
    const report = await importRewardLog(store, file, { now: 0, mapping });
    const { rows } = await page(store, {
      filter: '',
      search: '',
      sort: [],
      offset: 0,
      limit: previewed,
      extra: [],
    });
    return { rows, records: [], report, refused: null };
  } finally {
    await store.close();
  }
}
