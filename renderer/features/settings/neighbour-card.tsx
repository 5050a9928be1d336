import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NeighbourFound, NeighbourTool } from '../../../electron/api/types.ts';
import { useApiMutation } from '../../app/api.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './settings.module.css';

/** One gateway of another tool's settings: what it says, what is mixed up in it, and a judge made of it. */
export function NeighbourCard({
  tool,
  path,
  found,
}: {
  readonly tool: NeighbourTool;
  readonly path: string;
  readonly found: NeighbourFound;
}) {
  const { t } = useTranslation('judges');
  const [model, setModel] = useState('');
  const adopt = useApiMutation('neighbours.adopt', { invalidates: ['profiles'] });
  // An alias may do, another name may do better; without any a judge cannot be asked.
  const open = found.warnings.some(({ code }) => code === 'model_alias' || code === 'model_missing');
  const lacking = found.model === null && model.trim() === '';
  return (
    <article className={styles.card}>
      <header className={styles.cardHead}>
        <strong>{visibleText(found.name)}</strong>
        {found.current ? <span className={styles.inUse}>{t('neighbours.inUse')}</span> : null}
      </header>
      <dl className={styles.facts}>
        <dt>{t('neighbours.address')}</dt>
        <dd>{found.base_url === null ? '–' : visibleText(found.base_url)}</dd>
        <dt>{t('neighbours.model')}</dt>
        <dd>{found.model === null ? '–' : visibleText(found.model)}</dd>
        <dt>{t('neighbours.key')}</dt>
        <dd>
          <KeyPlace found={found} />
        </dd>
      </dl>
      {found.warnings.length === 0 ? null : (
        <ul className={styles.warnings}>
          {found.warnings.map(({ code, field, detail }) => (
            <li key={`${code} ${field} ${detail}`}>
              {t(`warning.${code}`, { field: visibleText(field ?? ''), detail: visibleText(detail ?? '') })}
            </li>
          ))}
        </ul>
      )}
      {found.base_url === null ? null : (
        <div className={styles.neighbourRow}>
          {open ? (
            <TextInput
              className={styles.neighbourPath}
              aria-label={t('neighbours.model')}
              placeholder={t('neighbours.modelNeeded')}
              value={model}
              spellCheck={false}
              maxLength={200}
              onChange={(event) => setModel(event.currentTarget.value)}
            />
          ) : null}
          <Button
            disabled={lacking}
            loading={adopt.isPending}
            onClick={() =>
              adopt.mutate({
                tool,
                path,
                entry: found.entry,
                model: model.trim() === '' ? null : model.trim(),
              })
            }
          >
            {t('neighbours.make')}
          </Button>
          {adopt.data === undefined ? null : (
            <span className={styles.present}>
              ✓ {t('neighbours.made', { name: visibleText(adopt.data.name) })}
            </span>
          )}
        </div>
      )}
      {adopt.error === null ? null : <ErrorView error={adopt.error} />}
    </article>
  );
}

function KeyPlace({ found: { key } }: { readonly found: NeighbourFound }) {
  const { t } = useTranslation(['judges', 'settings']);
  if (key.from === 'none') return <span className="muted">{t('neighbours.keyNone')}</span>;
  if (key.from === 'file')
    return (
      <span>{t('neighbours.keyFile', { field: visibleText(key.field), path: visibleText(key.path) })}</span>
    );
  return (
    <span>
      {t('neighbours.keyVariable', { variable: key.variable })}{' '}
      {key.present ? (
        <span className={styles.present}>✓ {t('settings:profiles.present')}</span>
      ) : (
        <span className={styles.absent}>✗ {t('settings:profiles.absent')}</span>
      )}
    </span>
  );
}
