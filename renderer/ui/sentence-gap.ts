import { useTranslation } from 'react-i18next';

/** What stands between two sentences: a space, and nothing behind the full stop of Chinese, which is as wide as a letter. */
export function useSentenceGap(): '' | ' ' {
  const { i18n } = useTranslation();
  return i18n.language.startsWith('zh') ? '' : ' ';
}
