import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { WorkspaceInfo } from '../../electron/api/types.ts';
import { KeyHint } from '../ui/key-hint.tsx';
import { FilterChips } from './filter-chips.tsx';
import { hrefTo } from './location.ts';
import type { Preferences } from './preferences.ts';
import styles from './shell.module.css';

/** Workspace, the filter that holds on every screen, search and commands, language, theme. */
export function TopBar({
  workspace,
  preferences,
  onPalette,
}: {
  readonly workspace: WorkspaceInfo | undefined;
  readonly preferences: Preferences;
  readonly onPalette: () => void;
}) {
  const { t } = useTranslation('common');
  return (
    <header className={styles.top}>
      <Link href={hrefTo('overview')} className={styles.brand}>
        {t('app')}
      </Link>
      <Menu position="bottom-start" width={320}>
        <Menu.Target>
          <button type="button" className={styles.chipButton} aria-label={t('workspaceMenu')}>
            {workspace?.name ?? '…'} <span aria-hidden="true">▾</span>
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label className={styles.path}>{workspace?.path}</Menu.Label>
          <Menu.Item component={Link} href={hrefTo('sources')}>
            {t('openMore')}
          </Menu.Item>
          <Menu.Item component={Link} href={hrefTo('settings')}>
            {t('screens.settings')}
          </Menu.Item>
          <Menu.Label>{t('version', { version: workspace?.version ?? '–' })}</Menu.Label>
        </Menu.Dropdown>
      </Menu>
      <FilterChips />
      <button type="button" className={styles.search} onClick={onPalette}>
        <span>{t('searchOrJump')}</span>
        <KeyHint keys="mod+k" />
      </button>
      <button
        type="button"
        className={styles.chipButton}
        onClick={preferences.toggleLanguage}
        title={t('switchLanguage')}
        aria-label={t('switchLanguage')}
      >
        {preferences.language === 'en' ? 'EN' : '中'}
      </button>
      <button
        type="button"
        className={styles.chipButton}
        onClick={preferences.toggleTheme}
        title={t('switchTheme')}
        aria-label={t('switchTheme')}
      >
        <svg width="13" height="13" viewBox="0 0 16 16" aria-hidden="true">
          <circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
          <path d="M8 1.5a6.5 6.5 0 0 1 0 13z" fill="currentColor" />
        </svg>
      </button>
    </header>
  );
}
