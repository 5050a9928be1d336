import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../app/api.ts';
import { useParam } from '../../app/location.ts';
import { useWorkspace } from '../../app/workspace.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import { Headline } from '../../ui/headline.tsx';
import { Loading } from '../../ui/loading.tsx';
import { AlreadyOpen } from './already-open.tsx';
import { DropTarget } from './drop-target.tsx';
import { ImportJobs } from './import-jobs.tsx';
import { MappingEditor, mappedKinds } from './mapping-editor.tsx';
import { OpenFiles } from './open-files.tsx';
import { QuarantineList } from './quarantine-list.tsx';
import { ScalePanel } from './scale-panel.tsx';
import { SourceDetail } from './source-detail.tsx';
import { SourceTable } from './source-table.tsx';
import styles from './sources.module.css';
import { useOpening } from './use-opening.ts';

/** What was read, from where, how exactly, and what could not be read. */
export function SourcesScreen() {
  const { t } = useTranslation('sources');
  const figures = useFigures();
  const workspace = useWorkspace();
  const sources = useApiQuery('sources.list', undefined, { keep: true });
  const opening = useOpening();
  const [chosen, setChosen] = useParam('source');
  const [show, setShow] = useParam('show');
  const [mapping, setMapping] = useParam('map');
  const [mappedAs, setMappedAs] = useParam('as');
  const map = (path: string, kind = ''): void => {
    setMapping(path);
    setMappedAs(kind);
  };

  if (workspace.data === undefined || sources.data === undefined)
    return sources.error === null ? (
      <Loading />
    ) : (
      <ErrorView error={sources.error} onRetry={() => void sources.refetch()} />
    );
  const list = sources.data;
  const source = list.find((one) => String(one.source_id) === chosen) ?? null;
  const sum = (read: (one: (typeof list)[number]) => number): number =>
    list.reduce((total, one) => total + read(one), 0);
  const quarantined = sum((one) => one.quarantined);
  const changed = list.filter((one) => one.changed || one.missing).length;
  return (
    <DropTarget onFiles={opening.openFiles}>
      <div className={`screen ${styles.screen}`}>
        {list.length === 0 ? null : (
          <Headline
            tone={changed > 0 || quarantined > 0 ? 'warn' : 'pass'}
            title={t('headline', {
              count: list.length,
              imported: figures.number(sum((one) => one.imported)),
              records: figures.number(sum((one) => one.records)),
            })}
          >
            {[
              t('headlineDuplicates', { count: sum((one) => one.duplicates) }),
              quarantined === 0
                ? t('headlineNoneQuarantined')
                : t('headlineQuarantined', { n: figures.number(quarantined) }),
              changed === 0 ? null : t('headlineChanged', { count: changed }),
            ]
              .filter((part) => part !== null)
              .join(' · ')}
          </Headline>
        )}
        <OpenFiles opening={opening} capabilities={workspace.data.capabilities} />
        <AlreadyOpen opening={opening} />
        <ImportJobs onMap={map} />
        {mapping === '' ? null : (
          <MappingEditor
            path={mapping}
            source={list.find(({ path }) => path === mapping) ?? null}
            asked={mappedKinds.find((one) => one === mappedAs) ?? null}
            onClose={() => map('')}
          />
        )}
        <ScalePanel />
        {list.length === 0 ? (
          <EmptyState title={t('empty.title')} offerSources={false} sample>
            <p>{t('empty.text')}</p>
            <ul className={styles.kinds}>
              {(['reward_log', 'truth', 'trajectories', 'audit', 'rubrics'] as const).map((kind) => (
                <li key={kind}>
                  <strong>{t(`kind.${kind}`)}</strong> <span className="muted">{t(`kindHelp.${kind}`)}</span>
                </li>
              ))}
            </ul>
          </EmptyState>
        ) : (
          <>
            <SourceTable
              sources={list}
              chosen={source?.source_id ?? null}
              onChoose={(id) => setChosen(id === null ? '' : String(id))}
            />
            {source === null ? null : <SourceDetail source={source} onMap={map} />}
            {quarantined === 0 ? null : (
              <QuarantineList
                sources={list}
                source={source}
                emphasised={show === 'quarantine'}
                onSeen={() => setShow('')}
              />
            )}
          </>
        )}
      </div>
    </DropTarget>
  );
}
