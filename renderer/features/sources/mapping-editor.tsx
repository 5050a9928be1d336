import { Autocomplete, Button, CloseButton, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  FieldMapping,
  FileShape,
  MappedKind,
  NamedMapping,
  SourceReport,
} from '../../../electron/api/types.ts';
import { useApiMutation, useApiQuery } from '../../app/api.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import { Loading } from '../../ui/loading.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './mapping-editor.module.css';
import { MappingPreviewTable } from './mapping-preview.tsx';

export const mappedKinds = [
  'reward_log',
  'truth',
  'trajectories',
  'audit',
] as const satisfies readonly MappedKind[];

/** Where a file of other names keeps its fields: proposed, edited, seen on its first rows, saved and read by. */
export function MappingEditor({
  path,
  source,
  asked,
  onClose,
}: {
  readonly path: string;
  /** The file as it is open now; null where it could not be read yet. */
  readonly source: SourceReport | null;
  /** What it was to be read as; null where its names are to suggest it. */
  readonly asked: MappedKind | null;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['reading', 'sources']);
  const [chosen, setChosen] = useState<MappedKind | null>(null);
  const kind = chosen ?? mappedKinds.find((one) => one === source?.kind) ?? asked;
  const shape = useApiQuery('mappings.look', { path, kind }, { keep: true });
  const name = visibleText(path.split(/[\\/]/).at(-1) ?? path);
  const shown = shape.data;
  return (
    <section className={`panel ${styles.editor}`} aria-label={t('mapping.title', { name })}>
      <div className={styles.head}>
        <h2>{t('mapping.title', { name })}</h2>
        <CloseButton aria-label={t('mapping.close')} onClick={onClose} className={styles.close} />
      </div>
      <div className={styles.line}>
        <p className={`muted ${styles.why}`}>{t('mapping.why')}</p>
        <Select
          className={styles.kind}
          aria-label={t('mapping.kind')}
          leftSection={<span className="muted small">{t('mapping.kind')}</span>}
          leftSectionWidth={62}
          allowDeselect={false}
          value={kind ?? shown?.kind ?? null}
          data={mappedKinds.map((one) => ({ value: one, label: t(`sources:kind.${one}`) }))}
          onChange={(next) => setChosen(mappedKinds.find((one) => one === next) ?? null)}
        />
      </div>
      {shape.error !== null ? (
        <ErrorView error={shape.error} onRetry={() => void shape.refetch()} />
      ) : shown === undefined || (kind !== null && shown.kind !== kind) ? (
        <Loading />
      ) : (
        <MappingForm
          key={`${path} ${shown.kind}`}
          shape={shown}
          source={source?.kind === shown.kind ? source : null}
          onClose={onClose}
        />
      )}
    </section>
  );
}

function MappingForm({
  shape,
  source,
  onClose,
}: {
  readonly shape: FileShape;
  readonly source: SourceReport | null;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['reading', 'common']);
  const { kind } = shape;
  const saved = useApiQuery('mappings.list', undefined, { keep: true });
  const [fields, setFields] = useState<FieldMapping>(source?.mapping?.fields ?? shape.proposed);
  const [name, setName] = useState(source?.mapping?.name ?? '');
  const [tried] = useDebouncedValue(fields, 250);
  const whole = Object.values(tried).every((path) => path.trim() !== '') && Object.keys(tried).length > 0;
  const preview = useApiQuery(
    'mappings.preview',
    { path: shape.path, kind, fields: tried },
    { keep: true, enabled: whole },
  );
  const read = useApiMutation('mappings.read', { invalidates: ['mappings'], onSuccess: onClose });
  const save = useApiMutation('mappings.save', { invalidates: ['mappings'] });
  const remove = useApiMutation('mappings.remove', { invalidates: ['mappings'] });
  const all: readonly NamedMapping[] = (saved.data ?? []).filter((one) => one.kind === kind);
  const chosen = all.find((one) => one.name === name) ?? null;
  const submit = async (): Promise<void> => {
    const given = name.trim() === '' ? null : name.trim();
    if (given !== null) await save.mutateAsync({ name: given, kind, fields });
    read.mutate({ path: shape.path, name: given, kind, fields });
  };
  const error = read.error ?? save.error ?? remove.error;
  return (
    <>
      {all.length === 0 ? null : (
        <div className={styles.line}>
          <Select
            className={styles.saved}
            aria-label={t('mapping.saved')}
            placeholder={t('mapping.chooseSaved')}
            value={chosen?.name ?? null}
            data={all.map((one) => ({
              value: one.name,
              label: shape.fitting.includes(one.name) ? t('mapping.fits', { name: one.name }) : one.name,
            }))}
            onChange={(next) => {
              const one = all.find((each) => each.name === next);
              if (one === undefined) return;
              setFields(one.fields);
              setName(one.name);
            }}
          />
          {chosen === null ? null : (
            <Button variant="subtle" onClick={() => remove.mutate({ name: chosen.name })}>
              {t('mapping.removeSaved', { name: chosen.name })}
            </Button>
          )}
        </div>
      )}
      <FieldRows shape={shape} fields={fields} onChange={setFields} />
      <div className={styles.line}>
        <TextInput
          className={styles.name}
          aria-label={t('mapping.name')}
          leftSection={<span className="muted small">{t('mapping.name')}</span>}
          leftSectionWidth={62}
          placeholder={t('mapping.nameHint')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button
          variant="filled"
          disabled={!whole}
          loading={read.isPending || save.isPending}
          // A failure is shown below; nothing waits for the promise.
          onClick={() => void submit().catch(() => undefined)}
        >
          {t('mapping.read')}
        </Button>
        {source?.mapping == null ? null : (
          <Button
            loading={read.isPending}
            onClick={() => read.mutate({ path: shape.path, name: null, kind, fields: null })}
          >
            {t('mapping.own')}
          </Button>
        )}
        <Button variant="subtle" onClick={() => setFields(shape.proposed)}>
          {t('mapping.clear')}
        </Button>
      </div>
      {error === null ? null : <ErrorView error={error} />}
      {!whole ? (
        <p className="muted">{t('mapping.previewWaits')}</p>
      ) : preview.error !== null ? (
        <ErrorView error={preview.error} />
      ) : preview.data === undefined ? (
        <Loading />
      ) : (
        <MappingPreviewTable preview={preview.data} kind={kind} fields={tried} />
      )}
    </>
  );
}

function FieldRows({
  shape,
  fields,
  onChange,
}: {
  readonly shape: FileShape;
  readonly fields: FieldMapping;
  readonly onChange: (fields: FieldMapping) => void;
}) {
  const { t } = useTranslation('reading');
  const figures = useFigures();
  const found = new Map(shape.found.map((one) => [one.path, one]));
  const paths = shape.found.map(({ path }) => path);
  const left = shape.fillable.filter((field) => !(field in fields));
  return (
    <div className={styles.scroll}>
      <table className={styles.fields}>
        <thead>
          <tr>
            <th scope="col">{t('mapping.field')}</th>
            <th scope="col">{t('mapping.path')}</th>
            <th scope="col" data-align="right">
              {t('mapping.share')}
            </th>
            <th scope="col">{t('mapping.example')}</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {Object.entries(fields).map(([field, path]) => {
            const one = found.get(path);
            return (
              <tr key={field}>
                <th scope="row">
                  <code>{field}</code>
                </th>
                <td>
                  <Autocomplete
                    className={styles.path}
                    aria-label={field}
                    value={path}
                    data={paths}
                    limit={60}
                    spellCheck={false}
                    onChange={(next) => onChange({ ...fields, [field]: next })}
                  />
                </td>
                <td data-align="right" className="muted">
                  {one === undefined ? figures.none : figures.percent(one.share, 0)}
                </td>
                <td className={styles.example}>
                  {one === undefined ? null : <code>{visibleText(one.examples.join('  '))}</code>}
                </td>
                <td>
                  <CloseButton
                    size="sm"
                    aria-label={t('mapping.remove', { field })}
                    onClick={() =>
                      onChange(Object.fromEntries(Object.entries(fields).filter(([name]) => name !== field)))
                    }
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {Object.keys(fields).length === 0 ? <p className="muted">{t('mapping.nothing')}</p> : null}
      <Select
        className={styles.add}
        aria-label={t('mapping.add')}
        placeholder={t('mapping.add')}
        searchable
        value={null}
        data={left}
        onChange={(field) => {
          if (field !== null) onChange({ ...fields, [field]: '' });
        }}
      />
    </div>
  );
}
