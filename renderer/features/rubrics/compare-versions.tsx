import { Button, Select, useComputedColorScheme } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RubricDiff, RubricHead } from '../../../electron/api/types.ts';
import { useApiQuery } from '../../app/api.ts';
import { useGoTo } from '../../app/location.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { Loading } from '../../ui/loading.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './rubrics.module.css';
import { SameSamples } from './same-samples.tsx';

const CodeDiff = lazy(async () => ({ default: (await import('./monaco/code-diff.tsx')).CodeDiff }));

type Change = RubricDiff['changed'][number];

export interface CompareVersionsProps {
  readonly before: string;
  readonly after: string;
  readonly heads: readonly RubricHead[];
  readonly side: ReactNode;
}

/** Two versions: the lines that differ, what they mean, and which verdicts they flipped. */
export function CompareVersions({ before, after, heads, side }: CompareVersionsProps) {
  const { t } = useTranslation('rubrics');
  const goTo = useGoTo();
  const diff = useApiQuery('rubrics.diff', { a: before, b: after });
  const scheme = useComputedColorScheme('light');
  const [chosen, choose] = useState<number | null>(null);
  const reveal = chosen === null ? null : (diff.data?.changed[chosen] ?? null);
  const names = heads.map((head) => head.version);
  const compare = (a: string, b: string): void => goTo('rubrics', { version: b, against: a });
  const categories = new Set(diff.data?.changed.map((change) => change.category)).size;
  return (
    <>
      <header className={styles.head}>
        <h1>
          {visibleText(before)} → {visibleText(after)}
        </h1>
        <span className={`muted ${styles.facts}`}>
          {diff.data === undefined
            ? ''
            : diff.data.changed.length === 0
              ? t('compare.nothing')
              : `${t('compare.changes', { count: diff.data.changed.length })} · ${t('compare.parts', { count: categories })}`}
        </span>
        <div className={styles.actions}>
          <Select
            aria-label={t('compare.before')}
            data={names}
            value={before}
            allowDeselect={false}
            w={150}
            onChange={(next) => {
              if (next !== null) compare(next, after);
            }}
          />
          <Button
            onClick={() => compare(after, before)}
            aria-label={t('compare.swap')}
            title={t('compare.swap')}
          >
            ⇄
          </Button>
          <Select
            aria-label={t('compare.after')}
            data={names}
            value={after}
            allowDeselect={false}
            w={150}
            onChange={(next) => {
              if (next !== null) compare(before, next);
            }}
          />
          <Button onClick={() => goTo('rubrics', { version: after })}>{t('compare.edit')}</Button>
          <Button variant="filled" onClick={() => goTo('variance', { under: after })}>
            {t('compare.judge', { version: after })}
          </Button>
        </div>
      </header>
      <div className={`${styles.columns} ${styles.columnsWithAside}`}>
        {side}
        {diff.error !== null ? (
          <ErrorView error={diff.error} onRetry={() => void diff.refetch()} />
        ) : diff.data === undefined ? (
          <Loading />
        ) : (
          <>
            <section className={styles.editorPanel} aria-label={t('compare.label')}>
              <div className={styles.diffNames}>
                <Side head={diff.data.a.head} />
                <Side head={diff.data.b.head} />
              </div>
              <div className={styles.editorHost}>
                <Suspense fallback={<Loading />}>
                  <CodeDiff
                    before={diff.data.a.text}
                    after={diff.data.b.text}
                    scheme={scheme}
                    label={t('compare.label')}
                    reveal={reveal}
                  />
                </Suspense>
              </div>
              <ChangeList changes={diff.data.changed} chosen={chosen} onChoose={choose} />
            </section>
            <SameSamples diff={diff.data} />
          </>
        )}
      </div>
    </>
  );
}

function Side({ head }: { readonly head: RubricHead }) {
  return (
    <span>
      {visibleText(head.version)} <span className="muted">· {head.content_hash.slice(0, 8)}</span>
    </span>
  );
}

interface ChangeListProps {
  readonly changes: readonly Change[];
  readonly chosen: number | null;
  readonly onChoose: (index: number) => void;
}

/** The differences by what they mean; comments and the order of categories are in the lines above alone. */
function ChangeList({ changes, chosen, onChoose }: ChangeListProps) {
  const { t } = useTranslation('rubrics');
  return (
    <div className={styles.changes}>
      <h2>{t('changes.title')}</h2>
      {changes.length === 0 ? <p className="muted">{t('changes.none')}</p> : null}
      <ul>
        {changes.map((change, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the changes of one diff keep their order
          <li key={at}>
            <button
              type="button"
              className={styles.change}
              aria-pressed={at === chosen}
              onClick={() => onChoose(at)}
            >
              <span className={styles.changePart}>{visibleText(change.category)}</span>
              <span>
                {t(`changes.kind.${change.kind}`, {
                  field: t(`changes.field.${change.field}`, { defaultValue: visibleText(change.field) }),
                })}
              </span>
              <ChangedText change={change} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function ChangedText({ change }: { readonly change: Change }) {
  const before = change.before === null ? null : visibleText(change.before);
  const after = change.after === null ? null : visibleText(change.after);
  return (
    <span className={styles.changeText}>
      {change.kind === 'moved' || before === null ? null : <del>{before}</del>}
      {before !== null && after !== null && change.kind !== 'moved' ? ' → ' : ''}
      {after === null ? null : change.kind === 'moved' ? after : <ins>{after}</ins>}
    </span>
  );
}
