import { Autocomplete, Button, FileButton, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Capabilities, SourceKind } from '../../../electron/api/types.ts';
import { useApiQuery } from '../../app/api.ts';
import { host } from '../../app/host.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import styles from './sources.module.css';
import type { Opening } from './use-opening.ts';

const kinds = [
  'auto',
  'reward_log',
  'truth',
  'trajectories',
  'audit',
  'judge_logs',
  'rubrics',
] as const satisfies readonly (SourceKind | 'auto')[];

/** The ways to open a file: its path with completion, the host's dialog, an upload; dropping works everywhere here. */
export function OpenFiles({
  opening,
  capabilities,
}: {
  readonly opening: Opening;
  readonly capabilities: Capabilities;
}) {
  const { t } = useTranslation('sources');
  const figures = useFigures();
  const [path, setPath] = useState('');
  const [kind, setKind] = useState<(typeof kinds)[number]>('auto');
  const [offering, setOffering] = useState(false);
  const [prefix] = useDebouncedValue(path, 120);
  const found = useApiQuery('sources.complete', { prefix }, { keep: true, enabled: prefix !== '' });
  const dialog = host()?.openFiles;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // What is being read is said below, where the offers would lie over it.
    setOffering(false);
    if (path.trim() !== '') opening.openPaths([path.trim()], kind);
  };
  const offered = new Map(
    (found.data ?? []).map((one) => [one.folder ? `${one.path.replace(/[\\/]$/, '')}/` : one.path, one]),
  );
  return (
    <section className={`panel ${styles.open}`}>
      <form className={styles.openRow} onSubmit={submit}>
        {capabilities.open_dialog && dialog !== undefined ? (
          <Button
            variant="filled"
            onClick={() => {
              // A closed dialog answers with no paths; one that fails has shown its own message.
              void dialog().then((paths) => opening.openPaths(paths, kind));
            }}
          >
            {t('open.dialog')}
          </Button>
        ) : null}
        <Autocomplete
          className={styles.path}
          aria-label={t('open.path')}
          placeholder={t('open.pathHint')}
          value={path}
          onChange={setPath}
          spellCheck={false}
          data={[...offered.keys()]}
          filter={({ options }) => options}
          renderOption={({ option }) => {
            const one = offered.get(option.value);
            return (
              <span className={styles.completion}>
                <span>{option.value}</span>
                <span className="muted">
                  {one?.folder === true ? t('open.folder') : figures.bytes(one?.bytes)}
                </span>
              </span>
            );
          }}
          maxDropdownHeight={280}
          dropdownOpened={offering}
          onDropdownOpen={() => setOffering(true)}
          onDropdownClose={() => setOffering(false)}
        />
        <Select
          className={styles.kind}
          aria-label={t('open.kind')}
          value={kind}
          allowDeselect={false}
          data={kinds.map((one) => ({ value: one, label: t(`kind.${one}`) }))}
          onChange={(next) => setKind(kinds.find((one) => one === next) ?? 'auto')}
        />
        <Button type="submit" variant={dialog === undefined ? 'filled' : 'default'} loading={opening.busy}>
          {t('open.read')}
        </Button>
        {capabilities.upload ? (
          <FileButton multiple onChange={opening.openFiles}>
            {(props) => <Button {...props}>{t('open.upload')}</Button>}
          </FileButton>
        ) : null}
        <span className="muted">{t('open.drop')}</span>
      </form>
      {opening.uploads.map((upload) => (
        <div key={upload.name} className={styles.upload} role="status">
          {t('open.uploading', { name: upload.name, share: figures.percent(upload.share, 0) })}
          <progress value={upload.share} max={1} aria-label={upload.name} />
        </div>
      ))}
      {opening.error === null ? null : <ErrorView error={opening.error} />}
    </section>
  );
}
