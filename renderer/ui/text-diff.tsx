import { diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './text.module.css';
import { visibleText } from './visible-text.ts';

export interface TextDiffProps {
  readonly before: string;
  readonly after: string;
  /** `after` shows the later text with what it added; `both` shows what was taken away as well. */
  readonly show?: 'after' | 'both';
}

const longest = 20_000;

/** What changed between two texts, word by word; Chinese is cut into words by the browser's own segmenter. */
export function TextDiff({ before, after, show = 'both' }: TextDiffProps) {
  const { t, i18n } = useTranslation('common');
  const parts = useMemo(() => {
    if (before.length + after.length > longest) return null;
    const segmenter = new Intl.Segmenter(i18n.language, { granularity: 'word' });
    return diffWordsWithSpace(before, after, { intlSegmenter: segmenter });
  }, [before, after, i18n.language]);
  if (parts === null)
    return (
      <span className={styles.log} dir="auto">
        {visibleText(after)}
      </span>
    );
  return (
    <span className={styles.log} dir="auto">
      {parts.map((part, at) => {
        const text = visibleText(part.value);
        // biome-ignore-start lint/suspicious/noArrayIndexKey: the parts of one diff have no other name
        if (part.added)
          return (
            <ins key={at} className={styles.added}>
              <span className="visually-hidden">{t('diff.added')}</span>
              {text}
            </ins>
          );
        if (part.removed)
          return show === 'after' ? null : (
            <del key={at} className={styles.removed}>
              <span className="visually-hidden">{t('diff.removed')}</span>
              {text}
            </del>
          );
        return <span key={at}>{text}</span>;
        // biome-ignore-end lint/suspicious/noArrayIndexKey: the parts of one diff have no other name
      })}
    </span>
  );
}
