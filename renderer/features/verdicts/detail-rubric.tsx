import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VerdictDetail } from '../../../electron/api/types.ts';
import { useApiQuery } from '../../app/api.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import { Loading } from '../../ui/loading.tsx';
import { LogText } from '../../ui/log-text.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './detail.module.css';
import { DetailSection } from './detail-section.tsx';
import { Transcript } from './detail-transcript.tsx';

/**
 * The rubric as the judge saw it: the log's own text of it, or the whole question where the line holds that. Where it
 * holds neither, the library's text of that version and category, and said to be no more than that.
 */
export function DetailRubric({ detail }: { readonly detail: VerdictDetail }) {
  const { t } = useTranslation('verdicts');
  const figures = useFigures();
  return (
    <>
      {detail.rubric_hits.length + detail.fine_rubrics.length === 0 ? null : (
        <DetailSection title={t('detail.rubric')}>
          <RubricList title={t('columns.rubric_hits')} items={detail.rubric_hits} />
          <RubricList title={t('columns.fine_rubrics')} items={detail.fine_rubrics} />
        </DetailSection>
      )}
      {detail.rubric_text === null ? null : (
        <DetailSection title={t('detail.rubricText')} folded>
          <LogText text={detail.rubric_text} mono />
        </DetailSection>
      )}
      {detail.asked.length === 0 ? null : (
        <DetailSection
          title={t('detail.asked')}
          note={t('detail.turns', { n: figures.number(detail.asked.length) })}
          folded
        >
          <Transcript turns={detail.asked} marks={false} />
        </DetailSection>
      )}
      {detail.rubric_text === null && detail.asked.length === 0 && detail.verdict.rubric_version !== null ? (
        <RubricOfLibrary row={detail.verdict.row} />
      ) : null}
      {detail.reply === null ? null : (
        <DetailSection
          title={t('detail.reply')}
          note={t('detail.characters', { n: figures.number(detail.reply.length) })}
          folded
        >
          <LogText text={detail.reply} mono limit={6000} />
        </DetailSection>
      )}
    </>
  );
}

/** Asked of the engine once it is opened: the library is a folder of files. */
function RubricOfLibrary({ row }: { readonly row: string }) {
  const { t } = useTranslation('verdicts');
  const [opened, setOpened] = useState(false);
  const rubric = useApiQuery('rows.rubric', { row }, { enabled: opened });
  return (
    <details className={styles.section} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>{t('detail.rubricOfLibrary')}</summary>
      {rubric.data === undefined ? (
        rubric.error === null ? (
          <Loading />
        ) : (
          <ErrorView error={rubric.error} />
        )
      ) : rubric.data === null ? (
        <p className="muted">{t('detail.rubricUnknown')}</p>
      ) : (
        <>
          <p className="muted small">
            {t('detail.rubricOfLibraryNote', {
              version: visibleText(rubric.data.version ?? ''),
              category: visibleText(rubric.data.category),
            })}
            {rubric.data.fallback ? ` ${t('detail.rubricFallback')}` : ''}
          </p>
          <LogText text={rubric.data.text} mono limit={6000} />
        </>
      )}
    </details>
  );
}

/** A sentence of Chinese can be as short, so letters decide, not the length alone. */
const id = /^[\w.:/-]{1,8}$/;

function RubricList({ title, items }: { readonly title: string; readonly items: readonly string[] }) {
  if (items.length === 0) return null;
  // Ids of steps (S1, F2) stand side by side; sentences one below the other.
  if (items.every((item) => id.test(item)))
    return (
      <div className={styles.ids}>
        <span className="muted small">{title}</span>
        {items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same item may stand twice
          <bdi key={at} className={styles.id}>
            {visibleText(item)}
          </bdi>
        ))}
      </div>
    );
  return (
    <>
      <div className="muted small">{title}</div>
      <ul className={styles.bullets}>
        {items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same item may stand twice
          <li key={at}>
            <LogText text={item} limit={600} />
          </li>
        ))}
      </ul>
    </>
  );
}
