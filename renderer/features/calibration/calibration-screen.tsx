import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Label } from '../../../electron/api/types.ts';
import { useApiQuery } from '../../app/api.ts';
import { hrefTo } from '../../app/location.ts';
import { useWorkspace } from '../../app/workspace.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import { Headline } from '../../ui/headline.tsx';
import { Loading } from '../../ui/loading.tsx';
import { useSentenceGap } from '../../ui/sentence-gap.ts';
import styles from './calibration.module.css';
import { EarlierExports } from './earlier-exports.tsx';
import { ExportForm } from './export-form.tsx';
import { LabelTable } from './label-table.tsx';

/** What people said about samples, and the way out of Assay for it. */
export function CalibrationScreen() {
  const workspace = useWorkspace();
  const labels = useApiQuery('triage.labels', undefined, { keep: true });
  if (labels.data === undefined || workspace.data === undefined) {
    const error = labels.error ?? workspace.error;
    return error === null ? (
      <Loading />
    ) : (
      <ErrorView
        error={error}
        onRetry={() => {
          // Each shows its own error again if it fails again.
          void labels.refetch();
          void workspace.refetch();
        }}
      />
    );
  }
  return (
    <div className={`screen ${styles.screen}`}>
      <LabelsHeadline labels={labels.data} />
      <div className={styles.columns}>
        <ExportForm workspace={workspace.data} labels={labels.data.length} />
        <EarlierExports />
      </div>
      <LabelTable labels={labels.data} />
    </div>
  );
}

function LabelsHeadline({ labels }: { readonly labels: readonly Label[] }) {
  const { t } = useTranslation('calibration');
  const figures = useFigures();
  const gap = useSentenceGap();
  const triage = (
    <Button component={Link} href={hrefTo('triage')} variant="filled">
      {t(labels.length === 0 ? 'headline.start' : 'headline.triage')}
    </Button>
  );
  if (labels.length === 0)
    return (
      <Headline title={t('headline.none')} tone="muted" actions={triage}>
        {t('headline.noneNext')}
      </Headline>
    );
  const count = (value: Label['value']): number => labels.filter((label) => label.value === value).length;
  const annotators = new Set(labels.map((label) => label.annotator)).size;
  const purposive = labels.filter((label) => label.inclusion_probability === null).length;
  return (
    <Headline title={t('headline.labels', { count: labels.length })} actions={triage}>
      {t('headline.values', {
        success: figures.number(count('success')),
        failure: figures.number(count('failure')),
        unsure: figures.number(count('unsure')),
      })}
      {gap}
      {t('headline.annotators', { count: annotators })}
      {gap}
      {purposive === 0
        ? t('headline.allDrawn')
        : t(purposive === labels.length ? 'headline.allPurposive' : 'headline.purposive', {
            count: purposive,
          })}
    </Headline>
  );
}
