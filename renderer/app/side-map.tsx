import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { WorkspaceInfo } from '../../electron/api/types.ts';
import { useFigures } from '../ui/figures.ts';
import { hrefTo, type Screen, useFilter } from './location.ts';
import styles from './shell.module.css';

interface Entry {
  readonly screen: Screen;
  readonly count?: number | null | undefined;
}

/** The map of the work: every screen that exists, with what waits in it. */
export function SideMap({
  screen,
  workspace,
}: {
  readonly screen: Screen | null;
  readonly workspace: WorkspaceInfo | undefined;
}) {
  const { t } = useTranslation('common');
  const figures = useFigures();
  // The links carry the filter of the address.
  useFilter();
  const counts = workspace?.counts;
  const groups: readonly { readonly name: string | null; readonly entries: readonly Entry[] }[] = [
    {
      name: null,
      entries: [{ screen: 'overview' }, { screen: 'verdicts', count: counts?.verdicts }],
    },
    {
      name: t('map.work'),
      entries: [
        { screen: 'triage', count: counts?.false_negatives },
        { screen: 'variance', count: counts?.runs },
        { screen: 'rubrics', count: counts?.rubrics },
        { screen: 'calibration', count: counts?.labels },
      ],
    },
    {
      name: t('map.audit'),
      entries: [
        { screen: 'pairs', count: counts?.pairs },
        { screen: 'sources', count: counts?.sources },
        { screen: 'settings' },
      ],
    },
  ];
  return (
    <nav className={styles.map} aria-label={t('map.label')}>
      {groups.map((group) => (
        <div key={group.name ?? ''}>
          {group.name === null ? null : <div className={styles.mapGroup}>{group.name}</div>}
          <ul>
            {group.entries.map((entry) => (
              <li key={entry.screen}>
                <Link
                  href={hrefTo(entry.screen)}
                  className={styles.mapEntry}
                  aria-current={entry.screen === screen ? 'page' : undefined}
                >
                  <span>{t(`screens.${entry.screen}`)}</span>
                  {entry.count === undefined || entry.count === null ? null : (
                    <span className={styles.mapCount}>{figures.number(entry.count)}</span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
