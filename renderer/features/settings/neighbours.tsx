import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NeighbourPlace } from '../../../electron/api/types.ts';
import { useApiMutation, useApiQuery } from '../../app/api.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { NeighbourCard } from './neighbour-card.tsx';
import styles from './settings.module.css';

/** Gateways that tools beside this one are set up with, read on demand and made into judges. */
export function Neighbours() {
  const { t } = useTranslation('judges');
  const places = useApiQuery('neighbours.places', undefined);
  return (
    <section className={`panel ${styles.section}`}>
      <div className={styles.sectionHead}>
        <h2>{t('neighbours.title')}</h2>
        <span className="muted">{t('neighbours.help')}</span>
      </div>
      {places.error === null ? null : <ErrorView error={places.error} />}
      {(places.data ?? []).map((place) => (
        <Neighbour key={place.tool} place={place} />
      ))}
    </section>
  );
}

function Neighbour({ place }: { readonly place: NeighbourPlace }) {
  const { t } = useTranslation('judges');
  const [path, setPath] = useState(place.path);
  const read = useApiMutation('neighbours.read');
  const tool = t(`neighbours.tools.${place.tool}`);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (path.trim() !== '') read.mutate({ tool: place.tool, path: path.trim() });
  };
  const asked = read.variables?.path ?? '';
  return (
    <div className={styles.neighbour}>
      <form className={styles.neighbourRow} onSubmit={submit}>
        <strong className={styles.neighbourName}>{tool}</strong>
        <TextInput
          className={styles.neighbourPath}
          aria-label={t('neighbours.path', { tool })}
          value={path}
          spellCheck={false}
          onChange={(event) => setPath(event.currentTarget.value)}
        />
        <span className="muted small">
          {path === place.path ? t(place.exists ? 'neighbours.there' : 'neighbours.notThere') : null}
        </span>
        <Button type="submit" loading={read.isPending} aria-label={`${t('neighbours.read')}: ${tool}`}>
          {t('neighbours.read')}
        </Button>
      </form>
      {read.error === null ? null : <ErrorView error={read.error} />}
      {read.data === undefined ? null : read.data.length === 0 ? (
        <p className="muted">{t('neighbours.none', { path: visibleText(asked) })}</p>
      ) : (
        <div className={styles.found} role="status">
          {read.data.map((entry) => (
            <NeighbourCard key={entry.entry} tool={place.tool} path={asked} found={entry} />
          ))}
        </div>
      )}
    </div>
  );
}
