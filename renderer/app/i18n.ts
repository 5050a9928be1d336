import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Settings } from '../../electron/api/types.ts';

export const languages = ['en', 'zh-CN'] as const;
export type Language = (typeof languages)[number];

type Texts = Record<string, Record<string, unknown>>;

/** Every namespace is one file per language: `locales/<language>/<namespace>.json`. */
const files = import.meta.glob<Record<string, unknown>>('./locales/*/*.json', {
  eager: true,
  import: 'default',
});

function textsOf(language: Language): Texts {
  const texts: Texts = {};
  for (const [path, content] of Object.entries(files)) {
    const found = /locales\/([^/]+)\/([^/]+)\.json$/.exec(path);
    if (found?.[1] === language && found[2] !== undefined) texts[found[2]] = content;
  }
  return texts;
}

/** The language a setting stands for on this machine. */
export function languageOf(setting: Settings['language']): Language {
  if (setting !== 'system') return setting;
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en';
}

const remembered = 'assay.language';

function firstLanguage(): Language {
  const last = localStorage.getItem(remembered);
  return languages.find((language) => language === last) ?? languageOf('system');
}

/** Changes the language of the page; the setting itself is kept by the engine. */
export function showLanguage(language: Language): void {
  localStorage.setItem(remembered, language);
  document.documentElement.lang = language;
  if (i18next.language !== language)
    i18next.changeLanguage(language).catch((error: unknown) => console.error('language:', error));
}

/** Must be awaited before the first render. */
export async function startTranslations(): Promise<void> {
  const language = firstLanguage();
  document.documentElement.lang = language;
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    supportedLngs: [...languages],
    defaultNS: 'common',
    resources: { en: textsOf('en'), 'zh-CN': textsOf('zh-CN') },
    // React escapes on its own; escaping twice would show entities.
    interpolation: { escapeValue: false },
    returnNull: false,
  });
}
