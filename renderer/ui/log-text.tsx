import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFigures } from './figures.ts';
import styles from './text.module.css';
import { visibleParts } from './visible-text.ts';

export interface LogTextProps {
  readonly text: string;
  /** Characters shown before “show all”. */
  readonly limit?: number;
  /** In the fixed-width font, spaces and line ends kept. */
  readonly mono?: boolean;
}

/** A text from a log: as text, hidden characters made visible, a long one cut with “show all”. */
export function LogText({ text, limit = 2000, mono = false }: LogTextProps) {
  const { t } = useTranslation('common');
  const figures = useFigures();
  const [all, setAll] = useState(false);
  const cut = !all && text.length > limit;
  const parts = visibleParts(cut ? safeSlice(text, limit) : text);
  return (
    <span className={mono ? styles.mono : styles.log} dir="auto">
      {parts.map((part, at) =>
        part.hidden ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other name
          <span key={at} className={styles.hidden} title={t('hiddenCharacter')}>
            {part.text}
          </span>
        ) : (
          part.text
        ),
      )}
      {cut ? (
        <>
          {'… '}
          <button type="button" className={styles.more} onClick={() => setAll(true)}>
            {t('showAll', { length: figures.number(text.length) })}
          </button>
        </>
      ) : null}
    </span>
  );
}

/** The first `length` units of a text, never half of a surrogate pair. */
function safeSlice(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}
