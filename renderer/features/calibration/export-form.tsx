import { Button, Radio, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExportRequest, WorkspaceInfo } from '../../../electron/api/types.ts';
import { useApiMutation, useApiQuery } from '../../app/api.ts';
import { useFilter } from '../../app/location.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './calibration.module.css';
import { ExportResultView } from './export-result.tsx';

const kinds = ['annotated', 'false_negatives', 'filter', 'summary'] as const;
const formats = ['jsonl', 'csv'] as const;

export interface ExportFormProps {
  readonly workspace: WorkspaceInfo;
  readonly labels: number;
}

/** What to write, in which format, where; how many rows it will be stands on the button before it is pressed. */
export function ExportForm({ workspace, labels }: ExportFormProps) {
  const { t } = useTranslation('calibration');
  const figures = useFigures();
  const { filter } = useFilter();
  const [what, setWhat] = useState<ExportRequest['what']>('annotated');
  const [format, setFormat] = useState<ExportRequest['format']>('jsonl');
  const [path, setPath] = useState('');
  const request: ExportRequest = {
    what,
    format,
    filter,
    rows: [],
    path: path.trim() === '' ? null : path.trim(),
  };
  const count = useApiQuery('exports.count', { ...request, path: null }, { keep: true });
  const run = useApiMutation('exports.run', { invalidates: ['exports'] });
  const missing: Readonly<Partial<Record<ExportRequest['what'], string>>> = {
    ...(labels === 0 ? { annotated: t('export.noLabels') } : {}),
    ...(workspace.has_truth ? {} : { false_negatives: t('export.noTruth') }),
    ...(workspace.counts.verdicts > 0 ? {} : { filter: t('export.noLog'), summary: t('export.noLog') }),
  };
  const blocked = missing[what] ?? null;
  const rows = count.isPlaceholderData || blocked !== null ? undefined : count.data;
  return (
    <section className={styles.card} aria-label={t('export.title')}>
      <h2>{t('export.title')}</h2>
      <Radio.Group
        value={what}
        onChange={(next) => setWhat(kinds.find((kind) => kind === next) ?? 'annotated')}
        aria-label={t('export.what')}
      >
        <div className={styles.kinds}>
          {kinds.map((kind) => (
            <Radio
              key={kind}
              size="xs"
              value={kind}
              label={t(`kind.${kind}.name`)}
              description={missing[kind] ?? t(`kind.${kind}.what`)}
            />
          ))}
        </div>
      </Radio.Group>
      {what === 'annotated' ? (
        <p className="muted small">{t('export.anyFilter')}</p>
      ) : filter === '' ? (
        <p className="muted small">{t('export.noFilter')}</p>
      ) : (
        <p className="small">
          {t('export.filter')} <code>{visibleText(filter)}</code>
        </p>
      )}
      <div className={styles.row}>
        <SegmentedControl
          aria-label={t('export.format')}
          value={format}
          onChange={(next) => setFormat(formats.find((each) => each === next) ?? 'jsonl')}
          data={formats.map((each) => ({ value: each, label: each.toUpperCase() }))}
        />
        <TextInput
          className={styles.path}
          aria-label={t('export.path')}
          placeholder={t('export.pathDefault', { folder: `${workspace.path}/exports` })}
          value={path}
          onChange={(event) => setPath(event.currentTarget.value)}
        />
        <Button
          variant="filled"
          disabled={blocked !== null || rows === undefined || rows === 0}
          loading={run.isPending}
          onClick={() => run.mutate(request)}
        >
          {rows === undefined ? t('export.run') : t('export.runCount', { count: rows })}
        </Button>
      </div>
      <p className="muted small">{format === 'csv' ? t('export.csvInert') : t('export.manifest')}</p>
      {rows === 0 ? <p className={styles.warn}>{t('export.nothing')}</p> : null}
      {count.error === null ? null : <ErrorView error={count.error} onRetry={() => void count.refetch()} />}
      {run.error === null ? null : <ErrorView error={run.error} onRetry={() => run.mutate(request)} />}
      {run.data === undefined ? null : (
        <div className={styles.result} role="status">
          <strong className={styles.done}>
            ✓{' '}
            {t('result.done', {
              rows: figures.number(run.data.written.reduce((sum, file) => sum + file.rows, 0)),
            })}
          </strong>
          <ExportResultView result={run.data} />
        </div>
      )}
    </section>
  );
}
