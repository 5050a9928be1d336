import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { ErrorView } from '../ui/error-view.tsx';
import { Loading } from '../ui/loading.tsx';
import { CommandPalette } from './command-palette.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { host } from './host.ts';
import { dataChanged } from './jobs.ts';
import { KeyList } from './key-list.tsx';
import { useKeys } from './keys.ts';
import { hrefTo, screenOf } from './location.ts';
import { usePreferences } from './preferences.ts';
import { routes } from './routes.tsx';
import { screenKeys } from './screen-keys.ts';
import styles from './shell.module.css';
import { SideMap } from './side-map.tsx';
import { StatusLine } from './status-line.tsx';
import { TopBar } from './top-bar.tsx';
import { useWorkspace } from './workspace.ts';

/** The frame around every screen: the map at the left, workspace and filter on top, what goes on at the bottom. */
export function Shell() {
  const { t } = useTranslation('common');
  const [path, navigate] = useLocation();
  const [palette, paletteActions] = useDisclosure(false);
  const [keyList, keyListActions] = useDisclosure(false);
  const workspace = useWorkspace();
  const preferences = usePreferences();
  const screen = screenOf(path);
  const main = useRef<HTMLElement | null>(null);

  useKeys([
    ...Object.entries(screenKeys).map(([name, key]) => ({
      keys: `g ${key}`,
      label: t('keys.goTo', { screen: t(`screens.${name}`) }),
      group: t('keys.screens'),
      run: () => navigate(hrefTo(screenOf(name) ?? 'overview')),
    })),
    {
      keys: 'mod+k',
      label: t('keys.commands'),
      group: t('keys.everywhere'),
      run: paletteActions.open,
      whileTyping: true,
    },
    { keys: '?', label: t('keys.list'), group: t('keys.everywhere'), run: keyListActions.open },
    { keys: 'mod+j', label: t('keys.theme'), group: t('keys.everywhere'), run: preferences.toggleTheme },
  ]);

  const title = screen === null ? t('app') : `${t(`screens.${screen}`)} · ${t('app')}`;
  useEffect(() => {
    document.title = title;
  }, [title]);

  useEffect(() => {
    host()?.onEngineRestart?.(() => {
      notifications.show({ message: i18next.t('common:engineRestarted'), color: 'yellow', autoClose: false });
      dataChanged();
    });
  }, []);

  // A new screen starts at its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the screen changes
  useEffect(() => {
    main.current?.scrollTo(0, 0);
  }, [screen]);

  const Screen = screen === null ? null : routes[screen];
  return (
    <div className={styles.shell}>
      <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
        {t('skipToContent')}
      </button>
      <TopBar workspace={workspace.data} preferences={preferences} onPalette={paletteActions.open} />
      <SideMap screen={screen} workspace={workspace.data} />
      <main ref={main} id="main" className={styles.main} tabIndex={-1}>
        {workspace.data === undefined && workspace.error !== null ? (
          <ErrorView error={workspace.error} onRetry={() => void workspace.refetch()} />
        ) : Screen === null ? (
          <div className="screen">{t('noSuchScreen')}</div>
        ) : (
          <ErrorBoundary key={screen}>
            <Suspense fallback={<Loading />}>
              <Screen />
            </Suspense>
          </ErrorBoundary>
        )}
      </main>
      <StatusLine workspace={workspace.data} />
      <CommandPalette
        opened={palette}
        onClose={paletteActions.close}
        onKeys={keyListActions.open}
        preferences={preferences}
      />
      <KeyList opened={keyList} onClose={keyListActions.close} />
    </div>
  );
}
