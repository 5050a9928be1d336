import { useTranslation } from 'react-i18next';
import type { Failure } from '../../electron/api/types.ts';

/** What happened, in the language of the page: by the sentence's key where it has one, else the engine's English. */
export function useFailureMessage({ message, sentence, details }: Failure): string {
  const { t, i18n } = useTranslation('failures');
  if (sentence === undefined || !i18n.exists(`failures:${sentence.key}`)) return message;
  const more = details?.more;
  const said = t(sentence.key, { ...sentence.parameters });
  return typeof more === 'number' ? `${said} ${t('and_more', { count: more })}` : said;
}
