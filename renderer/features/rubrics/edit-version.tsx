import { Button, useComputedColorScheme } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RubricHead, RubricText } from '../../../electron/api/types.ts';
import { useApiMutation, useApiQuery } from '../../app/api.ts';
import { useGoTo } from '../../app/location.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { Loading } from '../../ui/loading.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import type { Place } from './monaco/code-editor.tsx';
import { ProblemList } from './problem-list.tsx';
import styles from './rubrics.module.css';
import { SaveChild } from './save-child.tsx';
import { useDraft } from './use-draft.ts';
import { useRubricCheck } from './use-rubric-check.ts';

const CodeEditor = lazy(async () => ({ default: (await import('./monaco/code-editor.tsx')).CodeEditor }));

export interface EditVersionProps {
  readonly version: string;
  readonly heads: readonly RubricHead[];
  readonly workspace: string;
  readonly side: ReactNode;
}

/** One version in the editor; what is typed is a draft until it is saved, in place or as a child. */
export function EditVersion(props: EditVersionProps) {
  const text = useApiQuery('rubrics.text', { version: props.version });
  if (text.data === undefined)
    return (
      <div className={styles.columns}>
        {props.side}
        {text.error === null ? (
          <Loading />
        ) : (
          <ErrorView error={text.error} onRetry={() => void text.refetch()} />
        )}
      </div>
    );
  return <Editor {...props} saved={text.data} />;
}

function Editor({ saved, heads, workspace, side }: EditVersionProps & { readonly saved: RubricText }) {
  const { t } = useTranslation('rubrics');
  const goTo = useGoTo();
  const { head } = saved;
  const draft = useDraft(workspace, saved);
  const checked = useRubricCheck(draft.text);
  const scheme = useComputedColorScheme('light');
  const [jumpTo, setJumpTo] = useState<Place | null>(null);
  const [naming, setNaming] = useState(false);
  const save = useApiMutation('rubrics.saveInPlace', {
    invalidates: ['rubrics', 'workspace'],
    onSuccess: draft.settle,
  });
  const saveInPlace = (): void => save.mutate({ version: head.version, text: draft.text });
  const canSave = draft.edited && !checked.pending && checked.check?.ok === true;
  return (
    <>
      <EditHead
        head={head}
        heads={heads}
        edited={draft.edited}
        saving={save.isPending}
        canSave={canSave}
        onSave={saveInPlace}
        onSaveChild={() => setNaming(true)}
        onDiscard={draft.discard}
      />
      {save.error === null ? null : <ErrorView error={save.error} onRetry={saveInPlace} />}
      {draft.outdated ? <p className={styles.notice}>{t('edit.outdated')}</p> : null}
      <div className={styles.columns}>
        {side}
        <section className={styles.editorPanel} aria-label={t('edit.label', { version: head.version })}>
          <div className={styles.editorHost}>
            <Suspense fallback={<Loading />}>
              <CodeEditor
                documentKey={`${head.version} ${draft.revision}`}
                initialText={draft.text}
                readOnly={false}
                problems={checked.check?.problems ?? []}
                jumpTo={jumpTo}
                scheme={scheme}
                label={t('edit.label', { version: head.version })}
                onChange={draft.write}
                onSave={() => {
                  if (head.locked) setNaming(true);
                  else if (canSave) saveInPlace();
                }}
              />
            </Suspense>
          </div>
          <ProblemList checked={checked} onJump={setJumpTo} />
        </section>
      </div>
      {naming ? (
        <SaveChild
          parent={head.version}
          taken={heads.map((each) => each.version)}
          text={draft.text}
          valid={checked.check?.ok === true && !checked.pending}
          onClose={() => setNaming(false)}
          onSaved={(child) => {
            draft.discard();
            setNaming(false);
            goTo('rubrics', { version: child });
          }}
        />
      ) : null}
    </>
  );
}

interface EditHeadProps {
  readonly head: RubricHead;
  readonly heads: readonly RubricHead[];
  readonly edited: boolean;
  readonly saving: boolean;
  readonly canSave: boolean;
  readonly onSave: () => void;
  readonly onSaveChild: () => void;
  readonly onDiscard: () => void;
}

function EditHead({ head, heads, edited, saving, canSave, onSave, onSaveChild, onDiscard }: EditHeadProps) {
  const { t } = useTranslation('rubrics');
  const figures = useFigures();
  const goTo = useGoTo();
  const base =
    heads.find((each) => each.version === head.parent) ?? heads.find((each) => each.version !== head.version);
  const facts = [
    head.parent === null ? null : t('edit.childOf', { parent: visibleText(head.parent) }),
    head.content_hash === '' ? null : t('edit.content', { hash: head.content_hash.slice(0, 8) }),
    head.locked ? t('edit.locked', { verdicts: figures.number(head.verdicts) }) : t('edit.unlocked'),
    head.note === null ? null : visibleText(head.note),
  ].filter((fact) => fact !== null);
  return (
    <header className={styles.head}>
      <h1>{visibleText(head.version)}</h1>
      <span className={`muted ${styles.facts}`} title={facts.join(' · ')}>
        {facts.join(' · ')}
      </span>
      {edited ? <span className={styles.edited}>{t('edit.draftKept')}</span> : null}
      <div className={styles.actions}>
        {edited ? <Button onClick={onDiscard}>{t('edit.discard')}</Button> : null}
        {base === undefined ? null : (
          <Button onClick={() => goTo('rubrics', { version: head.version, against: base.version })}>
            {t('edit.compare', { version: base.version })}
          </Button>
        )}
        <Button onClick={() => goTo('variance', { under: head.version })}>{t('edit.judge')}</Button>
        {head.locked ? null : (
          <Button
            disabled={!canSave}
            loading={saving}
            onClick={onSave}
            rightSection={<KeyHint keys="mod+s" />}
          >
            {t('common:save')}
          </Button>
        )}
        <Button variant="filled" onClick={onSaveChild}>
          {t('edit.saveChild')}
        </Button>
      </div>
    </header>
  );
}
