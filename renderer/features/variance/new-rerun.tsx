import { Button, Modal, NumberInput, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DrawAsked, FineSource, RowId, RunCap, RunStart } from '../../../electron/api/types.ts';
import { useApiMutation, useApiQuery } from '../../app/api.ts';
import { useSettings } from '../../app/workspace.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { boundsOf } from './cap-fields.tsx';
import { DrawChoice } from './draw-choice.tsx';
import { DrawPreview } from './draw-preview.tsx';
import { PromptPreviewView } from './prompt-preview.tsx';
import { QuestionChoice } from './question-choice.tsx';
import { RunBounds } from './run-bounds.tsx';
import styles from './variance.module.css';

export interface NewRerunProps {
  /** Rows chosen by hand; empty for everything the filter matches. */
  readonly rows: readonly RowId[];
  readonly filter: string;
  /** The rubric version chosen at first; null for each row's own. */
  readonly under: string | null;
  readonly onClose: () => void;
  readonly onStarted: (runId: string) => void;
}

const own = '';

/** What will be asked, of whom, how often and at what price: all of it is on the screen before anything is sent. */
export function NewRerun({ rows, filter, under, onClose, onStarted }: NewRerunProps) {
  const { t } = useTranslation(['variance', 'judges']);
  const figures = useFigures();
  const settings = useSettings();
  const profiles = useApiQuery('profiles.list', undefined);
  const rubrics = useApiQuery('rubrics.list', undefined);
  const [limit, setLimit] = useState(240);
  const [draw, setDraw] = useState<DrawAsked | null>(null);
  const [repeats, setRepeats] = useState(3);
  const [judge, setJudge] = useState<string | null>(null);
  const [version, setVersion] = useState(under ?? own);
  const [template, setTemplate] = useState<string | null>(null);
  const [fine, setFine] = useState<FineSource>('log');
  const [reuse, setReuse] = useState(false);
  const [cap, setCap] = useState<RunCap>({ tokens: null, cost: null });
  const demo = profiles.data?.find((each) => each.demo)?.profile_id ?? null;
  const chosenJudge = judge ?? settings.data?.default_profile ?? demo;
  // repeats of the training's own question measure noise: they are always asked anew
  const rejudges = version !== own || template !== null || fine !== 'log';
  const start: RunStart = {
    rows,
    filter: rows.length > 0 ? '' : filter,
    limit: rows.length > 0 ? rows.length : limit,
    repeats,
    profile_id: chosenJudge,
    rubric_version: version === own ? null : version,
    draw: rows.length > 0 ? null : draw,
    template_id: template,
    fine,
    reuse: rejudges && reuse,
  };
  const [settled] = useDebouncedValue(JSON.stringify(start), 250);
  const current = settled === JSON.stringify(start);
  const input = { ...start, rows: [...start.rows] };
  const preview = useApiQuery('variance.preview', input, {
    enabled: current && chosenJudge !== null,
    keep: true,
  });
  const withCap = { ...input, cap: boundsOf(cap) };
  const begin = useApiMutation('variance.start', {
    invalidates: ['variance', 'workspace'],
    onSuccess: (begun) => onStarted(begun.run_id),
  });
  const profile = profiles.data?.find((each) => each.profile_id === chosenJudge);
  const ready =
    current &&
    preview.data !== undefined &&
    !preview.isPlaceholderData &&
    (preview.data.calls > 0 || (rejudges && reuse && preview.data.samples > 0));
  return (
    <Modal
      opened
      onClose={onClose}
      size={980}
      title={t('new.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={styles.form}>
        <div className={styles.fields}>
          <div>
            <div className={styles.fieldTitle}>{t('new.samples')}</div>
            <div className="muted small">
              {rows.length > 0 ? (
                t('new.chosenRows', { count: rows.length })
              ) : filter === '' ? (
                t('new.allRows')
              ) : (
                <>
                  {t('new.filtered')} <span className={styles.code}>{visibleText(filter)}</span>
                </>
              )}
            </div>
          </div>
          {rows.length > 0 ? null : (
            <NumberInput
              data-autofocus
              label={t('new.limit')}
              description={t('new.limitWhat')}
              value={limit}
              min={1}
              max={100_000}
              allowDecimal={false}
              onChange={(value) => setLimit(bounded(value, 1, 100_000, limit))}
            />
          )}
          {rows.length > 0 ? null : <DrawChoice draw={draw} onChange={setDraw} />}
          <NumberInput
            data-autofocus={rows.length > 0}
            label={t('new.repeats')}
            description={t('new.repeatsWhat')}
            value={repeats}
            min={1}
            max={20}
            allowDecimal={false}
            onChange={(value) => setRepeats(bounded(value, 1, 20, repeats))}
          />
          <Select
            label={t('new.judge')}
            description={t('new.judgeWhat')}
            allowDeselect={false}
            value={chosenJudge}
            onChange={setJudge}
            data={(profiles.data ?? []).map((each) => ({
              value: each.profile_id,
              label: each.demo ? t('new.demo') : `${each.name} · ${each.model}`,
            }))}
          />
          {profile === undefined || profile.key_present ? null : (
            <p className={styles.skipped}>{t('new.noKey', { name: profile.key_env ?? '' })}</p>
          )}
          {profiles.error === null ? null : <ErrorView error={profiles.error} />}
          <Select
            label={t('new.rubric')}
            description={t('new.rubricWhat')}
            allowDeselect={false}
            value={version}
            onChange={(value) => setVersion(value ?? own)}
            data={[
              { value: own, label: t('new.ownRubric') },
              ...(rubrics.data ?? []).map((each) => ({ value: each.version, label: each.version })),
            ]}
          />
          <QuestionChoice
            rows={rows}
            template={template}
            fine={fine}
            onTemplate={setTemplate}
            onFine={setFine}
          />
        </div>
        <div className={styles.preview}>
          {preview.error !== null ? (
            <ErrorView error={preview.error} onRetry={() => void preview.refetch()} />
          ) : preview.data === undefined ? (
            <p className="muted">{t('new.reckoning')}</p>
          ) : (
            <>
              <DrawPreview preview={preview.data} picked={rows.length > 0} repeats={repeats} />
              <PromptPreviewView
                preview={preview.data}
                stale={!ready && preview.data.calls > 0}
                repeats={repeats}
              />
            </>
          )}
          <RunBounds
            preview={preview.data}
            rejudges={rejudges}
            reuse={reuse}
            cap={cap}
            onReuse={setReuse}
            onCap={setCap}
          />
        </div>
      </div>
      {begin.error === null ? null : <ErrorView error={begin.error} onRetry={() => begin.mutate(withCap)} />}
      <div className={styles.dialogActions}>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        {profile?.demo === false ? (
          <Button disabled={!ready} onClick={() => begin.mutate({ ...withCap, prepare_only: true })}>
            {t('judges:batch.prepare')}
          </Button>
        ) : null}
        <Button
          variant="filled"
          disabled={!ready}
          loading={begin.isPending}
          onClick={() => begin.mutate(withCap)}
        >
          {ready ? t('new.start', { calls: figures.number(preview.data.calls) }) : t('new.startIdle')}
        </Button>
      </div>
    </Modal>
  );
}

/** A number field gives text while someone types; what is no number in range leaves the value as it was. */
function bounded(value: number | string, low: number, high: number, last: number): number {
  const number = typeof value === 'number' ? value : Number(value);
  return Number.isInteger(number) && number >= low && number <= high ? number : last;
}
