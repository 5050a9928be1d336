import { useDebouncedValue } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../app/api.ts';
import { useEngineSentence } from '../../app/engine-sentence.ts';
import styles from './verdicts.module.css';

export interface Fault {
  readonly message: string;
  readonly position: number | null;
}

/** What the engine says about a filter as it is typed; null while it is fine or not yet known. */
export function useFilterCheck(text: string): { readonly fault: Fault | null } {
  const [settled] = useDebouncedValue(text, 150);
  const check = useApiQuery('verdicts.check', { filter: settled }, { enabled: settled.trim() !== '' });
  if (settled !== text || settled.trim() === '' || check.data === undefined || check.data.ok)
    return { fault: null };
  return { fault: { message: check.data.message ?? '', position: check.data.position } };
}

/** The filter with the place at fault marked, and what was expected there. */
export function FilterFault({ text, fault }: { readonly text: string; readonly fault: Fault }) {
  const { t } = useTranslation('verdicts');
  const say = useEngineSentence();
  const at = fault.position === null ? null : Math.min(fault.position, text.length);
  const end = at === null ? 0 : at + (/^[^\s()]+/.exec(text.slice(at))?.[0].length ?? 1);
  return (
    <div className={styles.fault} role="alert">
      {at === null ? null : (
        <code className={styles.faultText}>
          {text.slice(0, at)}
          <mark title={t('filter.here')}>{text.slice(at, end) || '␣'}</mark>
          {text.slice(end)}
        </code>
      )}
      <span>{say(fault.message)}</span>
    </div>
  );
}
