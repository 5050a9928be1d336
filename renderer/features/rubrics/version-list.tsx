import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useFigures } from '../../ui/figures.ts';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './rubrics.module.css';
import { drafts } from './use-draft.ts';
import type { TreeRow } from './version-tree.ts';

export interface VersionListProps {
  readonly tree: readonly TreeRow[];
  readonly selected: string;
  readonly workspace: string;
  readonly onSelect: (version: string) => void;
}

/** The versions with their parents, how many verdicts each judged, which are locked and which hold unsaved text. */
export function VersionList({ tree, selected, workspace, onSelect }: VersionListProps) {
  const { t } = useTranslation('rubrics');
  const figures = useFigures();
  useSyncExternalStore(drafts.subscribe, drafts.version);
  return (
    <nav className={styles.versions} aria-label={t('versions.title')}>
      <h2>{t('versions.title')}</h2>
      <ul>
        {tree.map(({ head, depth, orphan }) => {
          const notes = [
            head.locked ? t('versions.locked') : t('versions.open'),
            orphan ? t('versions.orphan', { parent: head.parent ?? '' }) : null,
            head.problems > 0 ? t('versions.problems', { count: head.problems }) : null,
            head.note,
          ].filter((note) => note !== null);
          return (
            <li key={head.version}>
              <button
                type="button"
                className={styles.version}
                aria-current={head.version === selected}
                style={{ paddingLeft: 8 + depth * 14 }}
                title={notes.map(visibleText).join(' · ')}
                onClick={() => onSelect(head.version)}
              >
                {depth > 0 ? (
                  <span className={styles.branch} aria-hidden="true">
                    └
                  </span>
                ) : null}
                <span className={styles.versionName}>{visibleText(head.version)}</span>
                {drafts.get(workspace, head.version) === null ? null : (
                  <span className={styles.edited}>{t('versions.edited')}</span>
                )}
                {head.problems > 0 ? <span className={styles.problemCount}>✗ {head.problems}</span> : null}
                <span className={styles.versionCount}>
                  {head.locked ? <LockSign label={t('versions.locked')} /> : null}
                  {head.verdicts === 0
                    ? head.locked
                      ? ''
                      : t('versions.draft')
                    : figures.compact(head.verdicts)}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      <p className="muted small">{t('versions.rule')}</p>
    </nav>
  );
}

function LockSign({ label }: { readonly label: string }) {
  return (
    <svg width="10" height="12" viewBox="0 0 10 12" role="img" aria-label={label} className={styles.lock}>
      <rect x="1" y="5" width="8" height="6" rx="1" fill="none" stroke="currentColor" />
      <path d="M3 5V3.4a2 2 0 0 1 4 0V5" fill="none" stroke="currentColor" />
    </svg>
  );
}
