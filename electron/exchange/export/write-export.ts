import { basename } from 'node:path';
import { fail } from '../../core/model/failure.ts';
import { WrittenFile } from '../written-file.ts';
import { type Manifest, type ManifestInput, manifestText } from './manifest.ts';
import { mustBeReplaceable } from './replaceable.ts';

export interface WrittenExport {
  readonly written: readonly {
    readonly path: string;
    readonly rows: number;
    readonly bytes: number;
    readonly sha256: string;
  }[];
  /** Path of the manifest: `<out>.manifest.json`. */
  readonly manifest: string;
}

export interface ExportOptions {
  readonly out: string;
  readonly format: 'jsonl' | 'csv';
  readonly manifest: ManifestInput;
  /** Puts a byte order mark before a CSV, for spreadsheets that guess the encoding. */
  readonly bom?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((rows: number) => void) | undefined;
}

/**
 * Writes lines and their manifest. Both get their names only once both are whole: an export that fails or is cancelled
 * leaves nothing half-written, and an earlier export of those names is replaced only then; anything else is not.
 *
 * @param head text before the first row; counted as no row
 * @throws FailureError `cancelled`; `bad_request` where another file has the name; what the rows throw; errors of the file system as they are
 */
export async function writeExport(
  head: string,
  rows: AsyncIterable<string> | Iterable<string>,
  options: ExportOptions,
): Promise<WrittenExport> {
  const manifestPath = `${options.out}.manifest.json`;
  await mustBeReplaceable(options.out, manifestPath);
  const open: WrittenFile[] = [];
  try {
    const file = await WrittenFile.create(options.out, { hashed: true });
    open.push(file);
    file.write((options.bom === true && options.format === 'csv' ? '\uFEFF' : '') + head);
    let count = 0;
    for await (const row of rows) {
      stopIfAborted(options.signal);
      file.write(row);
      count += 1;
      if (file.full) {
        await file.flush();
        options.onProgress?.(count);
      }
    }
    stopIfAborted(options.signal);
    const facts = await file.finish();
    const sha256 = facts.sha256 ?? '';
    const manifest: Manifest = {
      app: 'assay',
      app_version: options.manifest.app_version,
      created_at: new Date(options.manifest.created_at).toISOString(),
      what: options.manifest.what,
      format: options.format,
      filter: options.manifest.filter,
      rows: count,
      files: [{ name: basename(options.out), rows: count, bytes: facts.bytes, sha256 }],
      rubric_versions: options.manifest.rubric_versions,
      sources: options.manifest.sources,
    };
    const beside = await WrittenFile.create(manifestPath, { hashed: false });
    open.push(beside);
    beside.write(manifestText(manifest));
    await beside.finish();
    await file.publish();
    await beside.publish();
    options.onProgress?.(count);
    return {
      written: [{ path: options.out, rows: count, bytes: facts.bytes, sha256 }],
      manifest: manifestPath,
    };
  } catch (error) {
    for (const file of open) await file.discard();
    throw error;
  }
}

function stopIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw fail('cancelled', 'The export was cancelled; nothing was written.');
}
