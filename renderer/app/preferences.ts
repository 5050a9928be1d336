import { useMantineColorScheme } from '@mantine/core';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Settings } from '../../electron/api/types.ts';
import { useApiMutation } from './api.ts';
import { type Language, languageOf, showLanguage } from './i18n.ts';
import { useSettings } from './workspace.ts';

export interface Preferences {
  readonly settings: Settings | undefined;
  readonly language: Language;
  readonly save: (settings: Partial<Settings>) => void;
  readonly error: Error | null;
  toggleTheme(): void;
  toggleLanguage(): void;
}

/** Language and theme as the engine keeps them; the page shows them at once and remembers the last for its next start. */
export function usePreferences(): Preferences {
  const { i18n } = useTranslation();
  const settings = useSettings();
  const { setColorScheme, colorScheme } = useMantineColorScheme();
  const saving = useApiMutation('workspace.saveSettings', { invalidates: ['workspace'] });
  const { mutate } = saving;
  const theme = settings.data?.theme;
  const language = settings.data?.language;

  useEffect(() => {
    if (theme !== undefined) setColorScheme(theme === 'system' ? 'auto' : theme);
  }, [theme, setColorScheme]);
  useEffect(() => {
    if (language !== undefined) showLanguage(languageOf(language));
  }, [language]);

  const save = useCallback(
    (next: Partial<Settings>) => {
      if (next.theme !== undefined) setColorScheme(next.theme === 'system' ? 'auto' : next.theme);
      if (next.language !== undefined) showLanguage(languageOf(next.language));
      mutate(next);
    },
    [mutate, setColorScheme],
  );

  const dark =
    colorScheme === 'dark' ||
    (colorScheme === 'auto' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  const shown: Language = i18n.language === 'zh-CN' ? 'zh-CN' : 'en';
  return {
    settings: settings.data,
    language: shown,
    save,
    error: saving.error,
    toggleTheme: () => save({ theme: dark ? 'light' : 'dark' }),
    toggleLanguage: () => save({ language: shown === 'en' ? 'zh-CN' : 'en' }),
  };
}
