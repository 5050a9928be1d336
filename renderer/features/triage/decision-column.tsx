import { Switch, Textarea } from '@mantine/core';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { EvidenceView, Label, LabelValue, MistakeReason } from '../../../electron/api/types.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { OutcomeBadge, TruthBadge } from '../../ui/outcome.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { RerunPanel } from './rerun-panel.tsx';
import styles from './triage.module.css';
import type { Labelling } from './use-labelling.ts';
import type { QuickRerun } from './use-rerun.ts';

export const answers: readonly { readonly value: LabelValue; readonly key: string }[] = [
  { value: 'success', key: 's' },
  { value: 'failure', key: 'f' },
  { value: 'unsure', key: 'u' },
];

export const mistakes: readonly MistakeReason[] = [
  'ungrounded_criterion',
  'missed_frame',
  'wrong_category',
  'wording_pedantry',
  'invented_evidence',
  'pipeline',
  'judge_was_right',
];

export interface DecisionColumnProps {
  readonly evidence: EvidenceView | null;
  readonly label: Label | null;
  readonly labelling: Labelling;
  readonly rerun: QuickRerun;
  readonly judge: string;
  readonly annotator: string;
  readonly canLabel: boolean;
  readonly advance: boolean;
  readonly left: number | null;
  readonly pace: number | null;
  readonly finished: boolean;
  readonly noteField: RefObject<HTMLTextAreaElement | null>;
  readonly onAdvance: (advance: boolean) => void;
  readonly onAnswer: (value: LabelValue) => void;
  readonly onMistake: (mistake: MistakeReason) => void;
  readonly onSaveNote: () => void;
  readonly onOpenRow: (row: string) => void;
}

/** The person's side: did it really succeed, why was the judge wrong, three more calls, a note. */
export function DecisionColumn(props: DecisionColumnProps) {
  const { evidence, label, labelling, canLabel } = props;
  const { t } = useTranslation('triage');
  const { draft, refused } = labelling;
  const others = (evidence?.labels ?? []).filter((each) => each.annotator !== props.annotator);
  return (
    <section className={styles.decision} aria-label={t('decision.name')}>
      <div className={styles.section}>
        <h2>{t('decision.question')}</h2>
        {answers.map((answer) => (
          <button
            key={answer.value}
            type="button"
            className={styles.answer}
            data-value={answer.value}
            aria-pressed={label?.value === answer.value}
            disabled={!canLabel || labelling.saving}
            onClick={() => props.onAnswer(answer.value)}
          >
            {t(`answer.${answer.value}`)}
            <KeyHint keys={answer.key} />
          </button>
        ))}
        {refused === null || refused.row !== evidence?.detail.verdict.row ? null : (
          <div data-testid="label-refused">
            <strong className={styles.ungrounded}>{t('decision.notSaved')}</strong>
            <ErrorView error={refused.failure} onRetry={() => props.onAnswer(refused.value)} />
          </div>
        )}
        {labelling.undoFailure === null ? null : <ErrorView error={labelling.undoFailure} />}
        {props.finished ? <p className={styles.saved}>{t('decision.finished')}</p> : null}
      </div>
      <div className={styles.section}>
        <h2>{t('decision.why')}</h2>
        <div className={styles.chips}>
          {mistakes.map((mistake, at) => (
            <button
              key={mistake}
              type="button"
              className={styles.chip}
              aria-pressed={draft.mistake === mistake}
              disabled={!canLabel}
              onClick={() => props.onMistake(mistake)}
            >
              {at + 1} {t(`mistake.${mistake}`)}
            </button>
          ))}
        </div>
      </div>
      <div className={styles.section}>
        <h2>
          {t('decision.note')} <KeyHint keys="n" />
        </h2>
        <Textarea
          ref={props.noteField}
          aria-label={t('decision.note')}
          placeholder={t('decision.notePlaceholder')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={20_000}
          disabled={evidence === null}
          value={draft.note}
          onChange={(event) => labelling.write({ note: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur();
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.currentTarget.blur();
            props.onSaveNote();
          }}
        />
        {labelling.edited ? (
          <span className="muted small">
            {label === null ? t('decision.noteWithLabel') : t('decision.noteUnsaved')}{' '}
            {label === null ? null : <KeyHint keys="mod+Enter" />}
          </span>
        ) : null}
      </div>
      <RerunPanel rerun={props.rerun} judge={props.judge} evidence={evidence} disabled={evidence === null} />
      {evidence === null ? null : <OtherVerdicts evidence={evidence} onOpenRow={props.onOpenRow} />}
      {others.length === 0 ? null : (
        <div className={styles.section}>
          <h2>{t('decision.otherLabels')}</h2>
          {others.map((each) => (
            <div key={each.label_id} className="small">
              <strong>{visibleText(each.annotator)}</strong> · {t(`answer.${each.value}`)}
              {each.note === '' ? '' : ` · ${visibleText(each.note)}`}
            </div>
          ))}
        </div>
      )}
      <Foot {...props} />
    </section>
  );
}

function OtherVerdicts({
  evidence,
  onOpenRow,
}: {
  readonly evidence: EvidenceView;
  readonly onOpenRow: (row: string) => void;
}) {
  const { t } = useTranslation('triage');
  const { others, truth_labels: truths, verdict } = evidence.detail;
  return (
    <div className={styles.section}>
      <h2>{t('decision.otherVerdicts')}</h2>
      {others.length === 0 ? <span className="muted small">{t('decision.noOtherVerdicts')}</span> : null}
      <div className={styles.others}>
        {others.map((other) => (
          <button
            key={other.row}
            type="button"
            className="plain-button"
            title={visibleText(other.reason ?? '')}
            onClick={() => onOpenRow(other.row)}
          >
            <OutcomeBadge
              passed={other.passed}
              unjudged={other.unjudged}
              score={other.passed === null ? null : (other.score ?? other.reward)}
              prefix={visibleText(nameOf(other, verdict.judge_model))}
            />
          </button>
        ))}
      </div>
      {truths.length === 0 ? null : (
        <div className="small">
          {t('decision.truth')} <TruthBadge truth={verdict.truth} />{' '}
          <span className="muted">
            {truths
              .map((each) =>
                [each.source, each.annotator, each.note].filter((part) => part !== null).join(' '),
              )
              .filter((text) => text !== '')
              .map(visibleText)
              .join(' · ')}
            {truths.length > 1 && verdict.truth === null ? t('decision.truthDisputed') : ''}
          </span>
        </div>
      )}
    </div>
  );
}

function nameOf(other: EvidenceView['detail']['others'][number], judge: string | null): string {
  const parts = [
    other.rubric_version,
    other.judge_model === judge ? null : other.judge_model,
    other.attempt === null ? null : `#${other.attempt}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? other.row : parts.join(' ');
}

function Foot({ left, pace, advance, onAdvance, annotator }: DecisionColumnProps) {
  const { t } = useTranslation('triage');
  const figures = useFigures();
  const parts = [
    left === null ? null : t('foot.left', { left: figures.number(left) }),
    pace === null ? null : t('foot.pace', { pace: figures.number(pace, pace < 10 ? 1 : 0) }),
    t('foot.annotator', { annotator: visibleText(annotator) }),
  ].filter((part) => part !== null);
  return (
    <div className={styles.foot}>
      <div data-testid="triage-pace">{parts.join(' · ')}</div>
      <Switch
        size="xs"
        checked={advance}
        onChange={(event) => onAdvance(event.currentTarget.checked)}
        label={t('foot.advance')}
      />
      <div className={styles.keysLine}>
        <span>
          <KeyHint keys="j" /> <KeyHint keys="k" /> {t('foot.move')}
        </span>
        <span>
          <KeyHint keys="mod+z" /> {t('foot.undo')}
        </span>
        <span>
          <KeyHint keys="?" /> {t('foot.keys')}
        </span>
      </div>
    </div>
  );
}
