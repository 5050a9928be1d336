import { Button, Select } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Reproduction, RowId, TemplateHead } from '../../../electron/api/types.ts';
import { useApiMutation } from '../../app/api.ts';
import { hrefTo, useFilter, useGoTo } from '../../app/location.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import { fileNameOf, saveFile } from '../../ui/save-file.ts';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './templates.module.css';
import { ownTemplate } from './templates-screen.tsx';
import type { TemplateDraft } from './use-template-draft.ts';

export interface TemplateHeaderProps {
  readonly draft: TemplateDraft;
  /** Null for the app's own. */
  readonly head: TemplateHead | null;
  readonly heads: readonly TemplateHead[];
  readonly valid: boolean;
  readonly name: string | null;
  readonly images: boolean;
  readonly onShow: (row: RowId) => void;
}

/** Which template, what can be done with it, and how many samples it reproduces. */
export function TemplateHeader(props: TemplateHeaderProps) {
  const { draft, head, heads, valid, name, images, onShow } = props;
  const { t } = useTranslation('templates');
  const goTo = useGoTo();
  const { filter } = useFilter();
  const file = useRef<HTMLInputElement>(null);
  const [tried, setTried] = useState<{ readonly text: string; readonly result: Reproduction } | null>(null);
  const save = useApiMutation('templates.save', {
    invalidates: ['templates'],
    onSuccess: (made) => {
      draft.discard();
      goTo('variance', { template: made.template_id });
    },
  });
  const { text } = draft;
  const attempt = useApiMutation('templates.reproduce', {
    onSuccess: (result) => setTried({ text, result }),
  });
  const importFile = async (chosen: File | undefined): Promise<void> => {
    if (chosen !== undefined) draft.replace(await chosen.text());
  };
  const title = head === null ? t('own') : `${head.name} · ${t('version', { version: head.version })}`;
  const standing = draft.edited
    ? t('edited')
    : head === null
      ? t('ownWhat')
      : head.runs === 0
        ? t('noRuns')
        : t('runs', { count: head.runs });
  return (
    <>
      <header className={styles.head}>
        <Link className={styles.back} href={hrefTo('variance')}>
          ← {t('back')}
        </Link>
        <h1>{t('title')}</h1>
        <Select
          aria-label={t('choose')}
          allowDeselect={false}
          searchable
          w={280}
          value={head?.template_id ?? ownTemplate}
          onChange={(next) => goTo('variance', { template: next ?? ownTemplate })}
          data={[
            { value: ownTemplate, label: t('own') },
            ...heads.map((each) => ({
              value: each.template_id,
              label: `${visibleText(each.name)} · ${t('version', { version: each.version })}`,
            })),
          ]}
        />
        <span className={`muted ${styles.standing}`} title={standing}>
          {standing}
        </span>
        {draft.edited ? <Button onClick={draft.discard}>{t('discard')}</Button> : null}
        <input
          ref={file}
          type="file"
          accept=".yaml,.yml,text/yaml"
          hidden
          aria-label={t('import')}
          onChange={(event) => {
            const [chosen] = event.currentTarget.files ?? [];
            event.currentTarget.value = '';
            void importFile(chosen);
          }}
        />
        <Button onClick={() => file.current?.click()}>{t('import')}</Button>
        <Button
          onClick={() => saveFile(new Blob([text], { type: 'text/yaml' }), fileNameOf(name ?? title, 'yaml'))}
        >
          {t('export')}
        </Button>
        <Button
          disabled={!valid}
          loading={attempt.isPending}
          onClick={() => attempt.mutate({ text, images, filter, limit: 500 })}
        >
          {t('try')}
        </Button>
        <Button
          variant="filled"
          disabled={!valid || name === null || (!draft.edited && head !== null)}
          title={name === null ? t('needsName') : undefined}
          loading={save.isPending}
          onClick={() => save.mutate({ text })}
        >
          {t('save')}
        </Button>
      </header>
      {save.error === null ? null : <ErrorView error={save.error} />}
      {attempt.error === null ? null : <ErrorView error={attempt.error} />}
      {tried === null ? null : (
        <TriedOut result={tried.result} outdated={tried.text !== text} onShow={onShow} />
      )}
    </>
  );
}

function TriedOut({
  result,
  outdated,
  onShow,
}: {
  readonly result: Reproduction;
  readonly outdated: boolean;
  readonly onShow: (row: RowId) => void;
}) {
  const { t } = useTranslation(['templates', 'variance']);
  const figures = useFigures();
  const { first_no } = result;
  return (
    <p className={styles.tried} data-testid="reproduced" style={{ opacity: outdated ? 0.55 : 1 }}>
      <strong>
        {t('reproduces', { yes: figures.number(result.yes), of: figures.number(result.looked_at) })}
      </strong>
      <span>{t('reproducesNo', { no: figures.number(result.no) })}</span>
      <span>{t('reproducesUnknown', { unknown: figures.number(result.unknown) })}</span>
      {result.skipped.map(({ reason, count, why }) => (
        <span key={reason} className={styles.warn} title={why ?? undefined}>
          {figures.number(count)} ·{' '}
          {t(`variance:skipped.${reason}`, { defaultValue: reason.replaceAll('_', ' ') })}
        </span>
      ))}
      {first_no === null ? null : <Button onClick={() => onShow(first_no)}>{t('showFirst')}</Button>}
      {outdated ? <span className="muted">{t('outdated')}</span> : null}
    </p>
  );
}
