import { Checkbox, useComputedColorScheme } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { RowId, TemplateHead, TemplateText } from '../../../electron/api/types.ts';
import { useApiQuery } from '../../app/api.ts';
import { hrefTo, useFilter } from '../../app/location.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { Loading } from '../../ui/loading.tsx';
import type { Place } from '../rubrics/monaco/code-editor.tsx';
import { ProblemList } from '../rubrics/problem-list.tsx';
import { SampleStepper } from './sample-stepper.tsx';
import { TemplateHeader } from './template-header.tsx';
import { frameKeys, statementExamples, valueNames } from './template-language.ts';
import styles from './templates.module.css';
import { TrainingCompare } from './training-compare.tsx';
import { useRendering } from './use-rendering.ts';
import { useTemplateDraft } from './use-template-draft.ts';

const CodeEditor = lazy(async () => ({
  default: (await import('../rubrics/monaco/code-editor.tsx')).CodeEditor,
}));

export interface TemplateWorkbenchProps {
  readonly workspace: string;
  readonly base: string;
  readonly saved: TemplateText;
  readonly heads: readonly TemplateHead[];
}

/** The editor at the left; at the right what it makes of one sample, beside what the training judge was sent. */
export function TemplateWorkbench({ workspace, base, saved, heads }: TemplateWorkbenchProps) {
  const { t } = useTranslation('templates');
  const scheme = useComputedColorScheme('light');
  const { filter } = useFilter();
  const draft = useTemplateDraft(workspace, base, saved.text);
  const [at, setAt] = useState(0);
  const [picked, setPicked] = useState<RowId | null>(null);
  const [images, setImages] = useState(false);
  const [recorded, setRecorded] = useState('');
  const [jumpTo, setJumpTo] = useState<Place | null>(null);
  const page = useApiQuery(
    'verdicts.page',
    { filter, search: '', sort: [], offset: at, limit: 1, extra: [] },
    { keep: true },
  );
  const shown = page.data?.rows[0] ?? null;
  const row = picked ?? shown?.row ?? null;
  const state = useRendering({ text: draft.text, row, images, recorded });
  const problems = (state.check?.problems ?? []).map((problem) => ({
    ...problem,
    end_line: problem.line,
    end_column: problem.column + 1,
    path: '',
  }));
  return (
    <>
      <TemplateHeader
        draft={draft}
        head={saved.head}
        heads={heads}
        valid={state.check?.ok === true && !state.pending}
        name={state.check?.name ?? null}
        images={images}
        onShow={(next) => {
          setPicked(next);
          setRecorded('');
        }}
      />
      <div className={styles.columns}>
        <section className={styles.panel} aria-label={t('editor')}>
          <div className={styles.editorHost}>
            <Suspense fallback={<Loading />}>
              <CodeEditor
                documentKey={`template:${base} ${draft.revision}`}
                initialText={draft.text}
                readOnly={false}
                problems={problems}
                jumpTo={jumpTo}
                scheme={scheme}
                label={t('editor')}
                onChange={draft.write}
                onSave={() => undefined}
              />
            </Suspense>
          </div>
          <ProblemList
            checked={{
              check: state.check === null ? null : { ok: state.check.ok, problems, content_hash: null },
              pending: state.pending,
              failure: null,
            }}
            onJump={setJumpTo}
          />
          <details className={styles.help}>
            <summary>{t('help.title')}</summary>
            <p>{t('help.values')}</p>
            <p className={styles.code}>{valueNames}</p>
            <p>{t('help.language')}</p>
            <p className={styles.code}>{statementExamples}</p>
            <p>{t('help.frames')}</p>
            <p className={styles.code}>{frameKeys}</p>
          </details>
        </section>
        <section className={styles.panel} aria-label={t('beside')}>
          <div className={styles.tools}>
            <SampleStepper
              at={at}
              total={page.data?.total ?? 0}
              row={row}
              verdict={picked === null ? shown : null}
              onStep={(next) => {
                setPicked(null);
                // it was of the sample before
                setRecorded('');
                setAt(next);
              }}
            />
            {row === null ? null : (
              <Link className={styles.back} href={hrefTo('variance', { fine: row })}>
                {t('fineOfSample')}
              </Link>
            )}
            <Checkbox
              label={t('images')}
              checked={images}
              onChange={(event) => setImages(event.currentTarget.checked)}
            />
          </div>
          {page.error === null ? null : <ErrorView error={page.error} />}
          {state.failure === null ? null : <ErrorView error={state.failure} />}
          {page.data?.total === 0 ? <p className="muted">{t('noRows')}</p> : null}
          {state.rendering === null ? null : (
            <TrainingCompare
              rendering={state.rendering}
              stale={state.pending || state.check?.ok === false}
              recorded={recorded}
              scheme={scheme}
              onRecorded={setRecorded}
            />
          )}
        </section>
      </div>
    </>
  );
}
