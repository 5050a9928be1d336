import { notifications } from '@mantine/notifications';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../electron/api/types.ts';
import { failureOf } from './api.ts';
import { useEngineSentence } from './engine-sentence.ts';

/** Says what happened in the language of the page: by the sentence's key where it has one, else by the engine's English. */
export function useSayFailure(): (failure: Failure) => string {
  const { t, i18n } = useTranslation('failures');
  const say = useEngineSentence();
  return useCallback(
    ({ message, sentence, details }) => {
      if (sentence === undefined || !i18n.exists(`failures:${sentence.key}`)) return say(message);
      const more = details?.more;
      const said = t(sentence.key, { ...sentence.parameters });
      return typeof more === 'number' ? `${said} ${t('and_more', { count: more })}` : said;
    },
    [t, i18n, say],
  );
}

/** What happened, in the language of the page. */
export function useFailureMessage(failure: Failure): string {
  return useSayFailure()(failure);
}

/** Shows whatever was thrown for a moment, in the language of the page: for what was asked in passing. */
export function useShowFailure(): (error: unknown) => void {
  const say = useSayFailure();
  return useCallback(
    (error) => {
      notifications.show({ message: say(failureOf(error)), color: 'red' });
    },
    [say],
  );
}
