import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { SourceReport } from '../../../electron/api/types.ts';
import { useApiMutation } from '../../app/api.ts';
import { equals } from '../../app/filter-text.ts';
import { host } from '../../app/host.ts';
import { hrefTo } from '../../app/location.ts';
import { copyText } from '../../ui/copy.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { FollowSwitch } from './follow-switch.tsx';
import { mappedKinds } from './mapping-editor.tsx';
import { OddRecords } from './odd-records.tsx';
import { SourceCounts } from './source-counts.tsx';
import styles from './sources.module.css';

/** Kinds of file whose ambiguous records are listed one by one; those of a log are rows of their own. */
const listsAmbiguous: ReadonlySet<string> = new Set(['truth', 'trajectories']);

/** Kinds of file that can go by other names. */
const mappable: ReadonlySet<string> = new Set(mappedKinds);

/** One file: what was counted, how its rows are named, what was odd, and what can be done with it. */
export function SourceDetail({
  source,
  onMap,
}: {
  readonly source: SourceReport;
  /** Opens the editor of the file's mapping. */
  readonly onMap: (path: string) => void;
}) {
  const { t } = useTranslation(['sources', 'common', 'reading']);
  const figures = useFigures();
  const [ambiguous, setAmbiguous] = useState(false);
  const reread = useApiMutation('sources.reread', { invalidates: ['sources', 'workspace'] });
  const remove = useApiMutation('sources.remove', {
    invalidates: ['sources', 'following', 'workspace', 'overview', 'verdicts', 'triage', 'pairs'],
  });
  const reveal = host()?.reveal;
  const id = { source_id: source.source_id };
  const only = equals('source_id', String(source.source_id));
  const facts: readonly (readonly [string, string])[] = [
    ['bytes', figures.bytes(source.bytes)],
    ['compression', t(`compression.${source.compression}`)],
    ['lines', figures.number(source.lines)],
    ['blank', figures.number(source.blank)],
    ['glued', figures.number(source.glued_extra)],
    ['time', figures.date(source.imported_at)],
    ...(source.elapsed_ms > 0
      ? [
          [
            'speed',
            t('table.speed', {
              rows: figures.compact((source.records / source.elapsed_ms) * 1000),
              bytes: figures.bytes((source.bytes / source.elapsed_ms) * 1000),
            }),
          ] as const,
        ]
      : []),
  ];
  return (
    <section className={`panel ${styles.detail}`} aria-label={source.name}>
      <div className={styles.detailHead}>
        <code>{visibleText(source.path)}</code>
        <span className={styles.detailActions}>
          <Button onClick={() => void copyText(source.path)}>{t('detail.copyPath')}</Button>
          {reveal === undefined ? null : (
            <Button onClick={() => void reveal(source.path)}>{t('detail.reveal')}</Button>
          )}
          <Button loading={reread.isPending} disabled={source.missing} onClick={() => reread.mutate(id)}>
            {t('detail.reread')}
          </Button>
          {mappable.has(source.kind) && !source.missing ? (
            <Button onClick={() => onMap(source.path)}>
              {t(source.mapping === null ? 'reading:mapping.map' : 'reading:mapping.edit')}
            </Button>
          ) : null}
          <Button
            loading={remove.isPending}
            title={t('detail.removeTitle')}
            onClick={() => remove.mutate(id)}
          >
            {t('detail.remove')}
          </Button>
        </span>
      </div>
      {reread.error === null ? null : <ErrorView error={reread.error} />}
      {remove.error === null ? null : <ErrorView error={remove.error} />}
      {source.kind === 'reward_log' ? <FollowSwitch source={source} /> : null}
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`detail.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {source.mapping === null ? null : (
        <p>
          <strong>{t('reading:mapping.readBy')}</strong>
          {': '}
          {source.mapping.by === 'shape'
            ? t('reading:mapping.shape', { name: source.mapping.name ?? t('reading:mapping.unsaved') })
            : source.mapping.name === null
              ? t('reading:mapping.asked')
              : t('reading:mapping.named', { name: source.mapping.name })}
          {' · '}
          {Object.entries(source.mapping.fields).map(([field, path]) => (
            <code key={field} className={styles.mapped}>
              {`${field} = ${visibleText(path)}`}
            </code>
          ))}
        </p>
      )}
      {ambiguous ? (
        <OddRecords
          source={source}
          code="ambiguous"
          what={t('reading:odd.ambiguous')}
          onClose={() => setAmbiguous(false)}
        />
      ) : null}
      <div className={styles.columns}>
        <div>
          <h3>{t('detail.identity')}</h3>
          {source.identity === null ? (
            <p className="muted">{t('detail.noIdentity')}</p>
          ) : (
            <p>
              <strong>{t(`identity.${source.identity}`)}</strong> {t(`identityHelp.${source.identity}`)}
            </p>
          )}
          {source.matched === null ? null : (
            <p className="muted">
              {t('detail.matched', {
                n: figures.number(source.matched),
                ambiguous: figures.number(source.ambiguous),
              })}
              {source.ambiguous > 0 && source.kind === 'reward_log' ? (
                <>
                  {' '}
                  <Link href={hrefTo('verdicts', { where: `${only} and ambiguous` })}>
                    {t('detail.openAmbiguous')}
                  </Link>
                </>
              ) : null}
              {source.ambiguous > 0 && listsAmbiguous.has(source.kind) ? (
                <>
                  {' '}
                  <button type="button" className="plain-button" onClick={() => setAmbiguous(true)}>
                    {t('reading:odd.openAmbiguous', { n: figures.number(source.ambiguous) })}
                  </button>
                </>
              ) : null}
            </p>
          )}
        </div>
        <div>
          <h3>{t('detail.warnings')}</h3>
          <SourceCounts source={source} />
        </div>
        <div>
          <h3>{t('detail.unknown')}</h3>
          {source.unknown_fields.length === 0 ? (
            <p className="muted">{t('detail.noUnknown')}</p>
          ) : (
            <ul className={styles.fields}>
              {source.unknown_fields.map((field) => (
                <li key={field}>
                  <code>{visibleText(field)}</code>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </section>
  );
}
