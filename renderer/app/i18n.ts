import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Settings } from '../../electron/api/types.ts';

export const languages = ['en', 'zh-CN'] as const;
export type Language = (typeof languages)[number];

type Files = Readonly<Record<string, Record<string, unknown>>>;

/** Every namespace is one file per language: `locales/<language>/<namespace>.json`. */
const loaders: Readonly<Record<Language, () => Promise<{ readonly texts: Files }>>> = {
  en: () => import('./texts-en.ts'),
  'zh-CN': () => import('./texts-zh-cn.ts'),
};
const loaded = new Set<Language>();

async function load(language: Language): Promise<void> {
  if (loaded.has(language)) return;
  const { texts } = await loaders[language]();
  for (const [path, content] of Object.entries(texts)) {
    const namespace = /([^/]+)\.json$/.exec(path)?.[1];
    if (namespace !== undefined) i18next.addResourceBundle(language, namespace, content);
  }
  loaded.add(language);
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
  if (i18next.language === language) return;
  load(language)
    .then(() => i18next.changeLanguage(language))
    .catch((error: unknown) => console.error('language:', error));
}

/** Must be awaited before the first render. */
export async function startTranslations(): Promise<void> {
  const language = firstLanguage();
  document.documentElement.lang = language;
  await i18next.use(initReactI18next).init({
    lng: language,
    // A text missing in one language would be a fault; a test holds them equal.
    fallbackLng: false,
    supportedLngs: [...languages],
    defaultNS: 'common',
    resources: {},
    // React escapes on its own; escaping twice would show entities.
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  await load(language);
}
