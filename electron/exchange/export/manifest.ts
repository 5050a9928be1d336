import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fail } from '../../core/model/failure.ts';

export interface ManifestSource {
  readonly name: string;
  readonly path: string;
  /** Null where the file is gone. */
  readonly bytes: number | null;
  readonly sha256: string | null;
}

export interface ManifestRubric {
  readonly version: string;
  readonly content_hash: string | null;
}

/** What the caller knows about an export. Time and version are passed in. */
export interface ManifestInput {
  readonly app_version: string;
  /** Milliseconds since 1970. */
  readonly created_at: number;
  /** What was exported: `annotated`, `false_negatives`, `filter`, `summary`. */
  readonly what: string;
  /** The filter's text; '' where there was none. */
  readonly filter: string;
  readonly sources: readonly ManifestSource[];
  readonly rubric_versions: readonly ManifestRubric[];
}

export interface Manifest extends Omit<ManifestInput, 'created_at'> {
  readonly app: 'assay';
  readonly format: string;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  readonly rows: number;
  readonly files: readonly {
    readonly name: string;
    readonly rows: number;
    readonly bytes: number;
    readonly sha256: string;
  }[];
}

/**
 * Size and sha256 of the files an export comes from, read as streams. A file that is gone has neither.
 *
 * @throws FailureError `cancelled`
 */
export async function describeSources(
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<ManifestSource[]> {
  const sources: ManifestSource[] = [];
  for (const path of paths) {
    const size = await stat(path).then(
      (facts) => facts.size,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
        throw error;
      },
    );
    const name = basename(path);
    if (size === null) {
      sources.push({ name, path, bytes: null, sha256: null });
      continue;
    }
    const hash = createHash('sha256');
    let bytes = 0;
    // A log may still grow: what is hashed is what is counted.
    for await (const chunk of createReadStream(path)) {
      if (signal?.aborted === true) throw fail('cancelled', 'The export was cancelled; nothing was written.');
      if (!Buffer.isBuffer(chunk)) continue;
      hash.update(chunk);
      bytes += chunk.length;
    }
    sources.push({ name, path, bytes, sha256: hash.digest('hex') });
  }
  return sources;
}

export function manifestText(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
