import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { type SaidSentences, saidIn } from './said-in.ts';

/**
 * Says a sentence of the engine in the language of the page. The engine writes English with values put in; as in gettext
 * the English itself is the key. What the catalogue does not have stays English.
 */
export function useEngineSentence(): (english: string) => string {
  const { i18n } = useTranslation();
  const { language } = i18n;
  return useCallback(
    (english) => {
      const catalogue: SaidSentences | undefined = i18n.getResourceBundle(language, sentenceNamespace);
      return catalogue === undefined ? english : saidIn(catalogue, english);
    },
    [i18n, language],
  );
}

/** Where the texts of a language keep the catalogue; English has none. */
export const sentenceNamespace = 'engine-sentences';
