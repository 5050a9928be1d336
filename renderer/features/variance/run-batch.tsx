import { Button, FileButton, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchRead, RunHead } from '../../../electron/api/types.ts';
import { failureOf, useApiMutation, useApiQuery } from '../../app/api.ts';
import { host } from '../../app/host.ts';
import { uploadFile } from '../../app/upload-file.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './run-batch.module.css';

/** A run that lacks attempts, asked by batch files: requests written out, results read back. */
export function RunBatch({ head }: { readonly head: RunHead }) {
  const { t } = useTranslation('judges');
  const figures = useFigures();
  const profiles = useApiQuery('profiles.list', undefined);
  const changed = { invalidates: ['variance', 'workspace'] } as const;
  const write = useApiMutation('batches.write', changed);
  const read = useApiMutation('batches.read', changed);
  const [paths, setPaths] = useState('');
  const [uploadError, setUploadError] = useState<unknown>(null);
  const workspace = useApiQuery('workspace.info', undefined);
  const missing = head.attempts_total - head.attempts_done;
  const demo = profiles.data?.some((each) => each.demo && each.name === head.profile_name) ?? true;
  if (demo || (missing <= 0 && read.data === undefined)) return null;
  const listed = paths
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const add = (more: readonly string[]): void =>
    setPaths((last) => [last.trim(), ...more].filter((line) => line !== '').join('\n'));
  const upload = async (files: readonly File[]): Promise<void> => {
    setUploadError(null);
    try {
      for (const file of files) {
        const path = host()?.pathOf?.(file) ?? '';
        add([path === '' ? await uploadFile(file, () => undefined) : path]);
      }
    } catch (error) {
      setUploadError(failureOf(error));
    }
  };
  const dialog = host()?.openFiles;
  return (
    <details className={`panel ${styles.batch}`} open={read.data !== undefined || head.attempts_done === 0}>
      <summary>
        {t('batch.title')} <span className="muted">{t('batch.help')}</span>
      </summary>
      <div className={styles.rows}>
        {missing <= 0 ? null : (
          <div className={styles.row}>
            <Button
              loading={write.isPending}
              onClick={() => write.mutate({ run_id: head.run_id, path: null })}
            >
              {t('batch.write', { missing: figures.number(missing) })}
            </Button>
            {(write.data ?? []).map(({ path, download, requests, bytes }) => {
              const name = visibleText(path.split(/[\\/]/).at(-1) ?? path);
              const size = t('batch.written', {
                requests: figures.number(requests),
                bytes: figures.bytes(bytes),
              });
              return (
                <span key={path}>
                  {download === null ? (
                    visibleText(path)
                  ) : (
                    <a href={download} download={name}>
                      {name}
                    </a>
                  )}{' '}
                  <span className="muted">{size}</span>
                </span>
              );
            })}
          </div>
        )}
        <div className={styles.row}>
          <Textarea
            className={styles.paths}
            aria-label={t('batch.paths')}
            placeholder={t('batch.paths')}
            autosize
            minRows={1}
            maxRows={6}
            value={paths}
            spellCheck={false}
            onChange={(event) => setPaths(event.currentTarget.value)}
          />
          {dialog === undefined ? null : (
            <Button onClick={() => void dialog().then(add)}>{t('batch.dialog')}</Button>
          )}
          {workspace.data?.capabilities.upload === true ? (
            <FileButton multiple onChange={(files) => void upload(files)}>
              {(props) => <Button {...props}>{t('batch.upload')}</Button>}
            </FileButton>
          ) : null}
          <Button
            disabled={listed.length === 0}
            loading={read.isPending}
            onClick={() => read.mutate({ run_id: head.run_id, paths: listed })}
          >
            {t('batch.read')}
          </Button>
        </div>
        {read.data === undefined ? null : <ReadResult read={read.data} />}
        {write.error === null ? null : <ErrorView error={write.error} />}
        {read.error === null ? null : <ErrorView error={read.error} />}
        {uploadError === null ? null : <ErrorView error={uploadError} />}
      </div>
    </details>
  );
}

const counts = ['stored', 'already', 'not_run', 'foreign', 'unreadable', 'missing'] as const;

/** What the files held, line by line told apart. */
function ReadResult({ read }: { readonly read: BatchRead }) {
  const { t } = useTranslation('judges');
  const parts = counts.filter((name) => name === 'stored' || read[name] > 0);
  return (
    <p role="status" className={styles.result}>
      {[
        t('batch.lines', { count: read.lines }),
        ...parts.map((name) => t(`batch.${name}`, { count: read[name] })),
      ].join(' · ')}
    </p>
  );
}
