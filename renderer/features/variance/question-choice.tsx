import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { FineSource, RowId } from '../../../electron/api/types.ts';
import { useApiQuery } from '../../app/api.ts';
import { hrefTo } from '../../app/location.ts';
import { useSentenceGap } from '../../ui/sentence-gap.ts';
import { visibleText } from '../../ui/visible-text.ts';

export interface QuestionChoiceProps {
  /** Null for the app's own. */
  readonly template: string | null;
  readonly fine: FineSource;
  /** Rows chosen by hand; empty for what the filter matches. */
  readonly rows: readonly RowId[];
  readonly onTemplate: (template: string | null) => void;
  readonly onFine: (fine: FineSource) => void;
}

const own = 'default';
const sources: readonly FineSource[] = ['log', 'generated', 'none'];

/** By which template a question is rendered where the log does not hold it, and with whose fine rubrics. */
export function QuestionChoice({ template, fine, rows, onTemplate, onFine }: QuestionChoiceProps) {
  const { t } = useTranslation('variance');
  const gap = useSentenceGap();
  const templates = useApiQuery('templates.list', undefined);
  return (
    <>
      <Select
        label={t('new.template')}
        description={
          <>
            {t('new.templateWhat')}
            {gap}
            <Link href={hrefTo('variance', { template: template ?? own })}>{t('new.edit')}</Link>
          </>
        }
        allowDeselect={false}
        value={template ?? own}
        onChange={(value) => onTemplate(value === own ? null : value)}
        data={[
          { value: own, label: t('new.ownTemplate') },
          ...(templates.data ?? []).map((each) => ({
            value: each.template_id,
            label: `${visibleText(each.name)} · ${each.version}`,
          })),
        ]}
      />
      <Select
        label={t('new.fine')}
        description={
          <>
            {t('new.fineWhat')}
            {gap}
            <Link href={hrefTo('variance', { fine: rows.length > 0 ? rows.slice(0, 50).join(',') : 'all' })}>
              {t('new.generate')}
            </Link>
          </>
        }
        allowDeselect={false}
        value={fine}
        onChange={(value) => onFine(sources.find((one) => one === value) ?? 'log')}
        data={sources.map((one) => ({ value: one, label: t(`new.fines.${one}`) }))}
      />
    </>
  );
}
