import { type Ref, useImperativeHandle, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EvidenceView, Frame, RowId, Trajectory, TranscriptTurn } from '../../../electron/api/types.ts';
import { useFigures } from '../../ui/figures.ts';
import { LogText } from '../../ui/log-text.tsx';
import { pictureSource } from '../../ui/picture-source.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { pickFrames } from './pick-frames.ts';
import { frameFaults, framesMissing } from './signal-words.ts';
import styles from './triage.module.css';

export interface TrajectoryCardProps {
  readonly evidence: EvidenceView;
  readonly handle: Ref<{ show(frame: number): void }>;
}

/** What really happened: the frames in a strip, one of them opened below, and the transcript where there is one. */
export function TrajectoryCard({ evidence, handle }: TrajectoryCardProps) {
  const { t } = useTranslation('triage');
  const figures = useFigures();
  const { verdict, trajectory } = evidence.detail;
  const [open, setOpen] = useState<number | null>(null);
  const [all, setAll] = useState(false);
  useImperativeHandle(handle, () => ({ show: setOpen }), []);
  const withEvidence = useMemo(
    () =>
      new Set(evidence.detail.evidence_found.map((found) => found.frame).filter((frame) => frame !== null)),
    [evidence.detail.evidence_found],
  );
  const framesSignal = evidence.signals.find((signal) => signal.name === 'frame_problem');
  const missing = useMemo(
    () => new Set(framesSignal === undefined ? [] : framesMissing(framesSignal.evidence)),
    [framesSignal],
  );
  if (trajectory === null)
    return (
      <section className={styles.card} aria-label={t('trajectory.title')}>
        <h2>{t('trajectory.title')}</h2>
        <p className="muted">
          {verdict.frame_count === null
            ? t('trajectory.none')
            : t('trajectory.noneButShown', { count: verdict.frame_count })}
        </p>
      </section>
    );
  const shown = verdict.frame_count;
  const recorded = trajectory.frames.length;
  const notes = [
    recorded === 0
      ? null
      : shown === null
        ? t('trajectory.recorded', { count: recorded })
        : t('trajectory.shown', { shown: figures.number(shown), recorded: figures.number(recorded) }),
    ...(framesSignal === undefined ? [] : frameFaults(framesSignal.evidence, t)),
    trajectory.origin,
  ].filter((note) => note !== null);
  const few = pickFrames(trajectory.frames, new Set([...withEvidence, ...missing]), strip);
  const opened = trajectory.frames.find((frame) => frame.index === open) ?? null;
  return (
    <section className={styles.card} aria-label={t('trajectory.title')}>
      <div className={styles.cardHead}>
        <h2>{t('trajectory.title')}</h2>
        <span className={styles.cardNote}>{notes.map(visibleText).join(' · ')}</span>
      </div>
      {recorded === 0 ? null : (
        <div className={styles.frames}>
          {(all ? trajectory.frames : few).map((frame) => (
            <FrameButton
              key={frame.index}
              row={verdict.row}
              frame={frame}
              evidence={withEvidence.has(frame.index)}
              missing={missing.has(frame.index)}
              open={frame.index === open}
              onClick={() => setOpen(frame.index === open ? null : frame.index)}
            />
          ))}
        </div>
      )}
      {few.length === recorded ? null : (
        <button
          type="button"
          className="plain-button small muted"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? t('trajectory.fewerFrames') : t('trajectory.allFrames', { count: recorded })}
        </button>
      )}
      {opened === null ? null : <OpenFrame row={verdict.row} frame={opened} />}
      <Ending trajectory={trajectory} />
      {trajectory.messages.length === 0 ? null : <Transcript turns={trajectory.messages} />}
    </section>
  );
}

/** Frames the strip holds side by side without scrolling. */
const strip = 6;

function frameName(frame: Frame): string {
  return frame.action === null ? String(frame.index) : `${frame.index} · ${visibleText(frame.action)}`;
}

interface FrameButtonProps {
  readonly row: RowId;
  readonly frame: Frame;
  readonly evidence: boolean;
  /** The judge was not shown this frame. */
  readonly missing: boolean;
  readonly open: boolean;
  readonly onClick: () => void;
}

function FrameButton({ row, frame, evidence, missing, open, onClick }: FrameButtonProps) {
  const { t } = useTranslation('triage');
  const picture = pictureSource(frame.image, row, frame.index);
  const text = frame.text ?? frame.state ?? '';
  return (
    <button
      type="button"
      className={styles.frame}
      data-evidence={evidence}
      aria-expanded={open}
      title={evidence ? t('trajectory.holdsEvidence') : frameName(frame)}
      onClick={onClick}
    >
      <div className={styles.frameBox}>
        {picture === null ? (
          visibleText(text.slice(0, 160))
        ) : (
          <img
            className={styles.framePicture}
            src={picture}
            alt={t('trajectory.picture', { name: frameName(frame) })}
          />
        )}
      </div>
      <span className={styles.frameName}>
        {frameName(frame)}
        {evidence ? ' ●' : ''}
      </span>
      {missing ? <span className={styles.frameMissing}>{t('trajectory.notShown')}</span> : null}
    </button>
  );
}

function OpenFrame({ row, frame }: { readonly row: RowId; readonly frame: Frame }) {
  const { t } = useTranslation('triage');
  const picture = pictureSource(frame.image, row, frame.index);
  const fields = [
    ['action', frame.action],
    ['text', frame.text],
    ['state', frame.state],
    ['image', picture === null ? frame.image : null],
  ] as const;
  return (
    <dl className={styles.frameOpen} aria-label={t('trajectory.frame', { name: frameName(frame) })}>
      {picture === null ? null : (
        <img
          className={styles.bigPicture}
          src={picture}
          alt={t('trajectory.picture', { name: frameName(frame) })}
        />
      )}
      {fields.map(([name, value]) =>
        value === null ? null : (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{t(`trajectory.field.${name}`)}</dt>
            <dd>
              <LogText text={value} />
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

function Ending({ trajectory }: { readonly trajectory: Trajectory }) {
  const { t } = useTranslation('triage');
  const lines = [
    ['summary', trajectory.summary],
    ['final_state', trajectory.final_state],
  ] as const;
  return lines.map(([name, value]) =>
    value === null ? null : (
      <div key={name}>
        <span className={styles.subHead}>{t(`trajectory.${name}`)} </span>
        <LogText text={value} limit={600} />
      </div>
    ),
  );
}

/** Assistant turns are the policy's actions; everything else came from the environment or the task. */
function sideOf(role: string): 'action' | 'observation' | 'task' {
  if (role === 'assistant') return 'action';
  return role === 'system' || role === 'user' ? 'task' : 'observation';
}

function Transcript({ turns }: { readonly turns: readonly TranscriptTurn[] }) {
  const { t } = useTranslation('triage');
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="plain-button small"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {open ? '▾' : '▸'} {t('trajectory.transcript', { count: turns.length })}
      </button>
      {open ? (
        <div className={styles.turns}>
          {turns.map((turn, at) => {
            const side = sideOf(turn.role);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: turns have no other name than their place
              <div key={at} className={styles.turn} data-side={side}>
                <div className={styles.turnHead}>
                  {at + 1} · {visibleText(turn.role)} · {t(`trajectory.side.${side}`)}
                  {turn.trainable === null
                    ? ''
                    : ` · ${turn.trainable ? t('trajectory.trainable') : t('trajectory.notTrainable')}`}
                </div>
                <LogText text={turn.content} />
                {turn.tool_calls === null ? null : <LogText text={turn.tool_calls} mono />}
              </div>
            );
          })}
        </div>
      ) : null}
    </>
  );
}
