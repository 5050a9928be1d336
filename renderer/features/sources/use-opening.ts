import { useCallback, useState } from 'react';
import type { SourceKind } from '../../../electron/api/types.ts';
import { failureOf, useApiMutation } from '../../app/api.ts';
import { host } from '../../app/host.ts';

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
  readonly error: unknown;
}

/** Sends one file and answers where the engine put it; a fetch cannot tell how much has been sent. */
function upload(file: File, onShare: (share: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', `/api/upload?name=${encodeURIComponent(file.name)}`);
    request.responseType = 'text';
    request.upload.onprogress = (event) => onShare(event.total === 0 ? 1 : event.loaded / event.total);
    request.onerror = () => reject(new Error(`the upload of ${file.name} broke off`));
    request.onload = () => {
      if (request.status !== 200) {
        reject(
          new Error(
            request.responseText.trim() || `the upload of ${file.name} was refused (${request.status})`,
          ),
        );
        return;
      }
      const answer: unknown = JSON.parse(request.responseText);
      if (
        typeof answer === 'object' &&
        answer !== null &&
        'path' in answer &&
        typeof answer.path === 'string'
      )
        resolve(answer.path);
      else reject(new Error(`the upload of ${file.name} was answered without a path`));
    };
    request.send(file);
  });
}

/** Opening files by path, by dialog, by upload and by drop, all ending in `sources.open`. */
export function useOpening(): Opening {
  const open = useApiMutation('sources.open', { invalidates: ['workspace', 'sources'] });
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [uploadError, setUploadError] = useState<unknown>(null);
  const { mutate } = open;

  const openPaths = useCallback(
    (paths: readonly string[], kind: SourceKind | 'auto') => {
      setUploadError(null);
      if (paths.length > 0) mutate({ paths: [...paths], kind });
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
          paths.push(await upload(file, (share) => setUploads([{ name: file.name, share }])));
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
    busy: open.isPending || uploads.length > 0,
    error: uploadError ?? open.error,
  };
}
