import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../app/api.ts';
import { useParam } from '../../app/location.ts';
import { useWorkspace } from '../../app/workspace.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorView } from '../../ui/error-view.tsx';
import { Loading } from '../../ui/loading.tsx';
import { CompareVersions } from './compare-versions.tsx';
import { EditVersion } from './edit-version.tsx';
import styles from './rubrics.module.css';
import { VersionList } from './version-list.tsx';
import { versionTree } from './version-tree.ts';

/** The rubric library: its versions, one of them in the editor, or two of them side by side. */
export function RubricsScreen() {
  const { t } = useTranslation('rubrics');
  const workspace = useWorkspace();
  const list = useApiQuery('rubrics.list', undefined, { keep: true });
  const [chosen, choose] = useParam('version');
  const [against] = useParam('against');
  if (list.data === undefined || workspace.data === undefined) {
    const error = list.error ?? workspace.error;
    return error === null ? <Loading /> : <ErrorView error={error} onRetry={() => void list.refetch()} />;
  }
  if (list.data.length === 0) return <EmptyState title={t('empty.title')}>{t('empty.next')}</EmptyState>;
  const tree = versionTree(list.data);
  const head = list.data.find((each) => each.version === chosen) ?? tree.at(-1)?.head;
  const base = list.data.find((each) => each.version === against);
  if (head === undefined) return <EmptyState title={t('empty.title')}>{t('empty.next')}</EmptyState>;
  return (
    <div className={`screen screen-fixed ${styles.screen}`}>
      {chosen !== '' && head.version !== chosen ? (
        <p className={styles.notice}>{t('notInLibrary', { version: chosen })}</p>
      ) : null}
      {base === undefined ? (
        <EditVersion
          key={head.version}
          version={head.version}
          heads={list.data}
          workspace={workspace.data.path}
          side={
            <VersionList
              tree={tree}
              selected={head.version}
              workspace={workspace.data.path}
              onSelect={choose}
            />
          }
        />
      ) : (
        <CompareVersions
          key={`${base.version} ${head.version}`}
          before={base.version}
          after={head.version}
          heads={list.data}
          side={
            <VersionList
              tree={tree}
              selected={head.version}
              workspace={workspace.data.path}
              onSelect={choose}
            />
          }
        />
      )}
    </div>
  );
}
