import { useCallback, useState } from 'react';
import type { SourceKind } from '../../../electron/api/types.ts';
import { failureOf, query, useApiMutation } from '../../app/api.ts';
import { host } from '../../app/host.ts';
import { uploadFile } from '../../app/upload-file.ts';

export interface Upload {
  readonly name: string;
  /** 0–1 */
  readonly share: number;
}

export interface Opening {
  /** Files on the engine's machine. */
  readonly openPaths: (paths: readonly string[], kind: SourceKind | 'auto') => void;
  /** Files a browser holds: uploaded first where they have no path. */
  readonly openFiles: (files: readonly File[]) => void;
  readonly uploads: readonly Upload[];
  readonly busy: boolean;
  /** Files of the last opening that were open and unchanged: nothing was read of them. */
  readonly already: readonly string[];
  readonly forgetAlready: () => void;
  readonly error: unknown;
}

/** Opening files by path, by dialog, by upload and by drop, all ending in `sources.open`. */
export function useOpening(): Opening {
  const open = useApiMutation('sources.open', { invalidates: ['workspace', 'sources'] });
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [uploadError, setUploadError] = useState<unknown>(null);
  const [already, setAlready] = useState<readonly string[]>([]);
  const { mutate } = open;

  const openPaths = useCallback(
    (paths: readonly string[], kind: SourceKind | 'auto') => {
      setUploadError(null);
      setAlready([]);
      if (paths.length === 0) return;
      // Asked first: once the job runs, everything is open and unchanged.
      query('reading.unchanged', { paths: [...paths] })
        .then(setAlready)
        .catch((error: unknown) => setUploadError(failureOf(error)))
        .finally(() => mutate({ paths: [...paths], kind }));
    },
    [mutate],
  );

  const openFiles = useCallback(
    (files: readonly File[]) => {
      const run = async (): Promise<void> => {
        const paths: string[] = [];
        for (const file of files) {
          const path = host()?.pathOf?.(file) ?? '';
          if (path !== '') {
            paths.push(path);
            continue;
          }
          paths.push(await uploadFile(file, (share) => setUploads([{ name: file.name, share }])));
        }
        openPaths(paths, 'auto');
      };
      setUploadError(null);
      run()
        .catch((error: unknown) => setUploadError(failureOf(error)))
        .finally(() => setUploads([]));
    },
    [openPaths],
  );

  return {
    openPaths,
    openFiles,
    uploads,
    already,
    forgetAlready: () => setAlready([]),
    busy: open.isPending || uploads.length > 0,
    error: uploadError ?? open.error,
  };
}
