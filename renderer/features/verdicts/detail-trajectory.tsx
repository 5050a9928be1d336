import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Frame, RowId, TranscriptTurn, VerdictDetail } from '../../../electron/api/types.ts';
import { useFigures } from '../../ui/figures.ts';
import { LogText } from '../../ui/log-text.tsx';
import { pictureSource } from '../../ui/picture-source.ts';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './detail.module.css';
import { DetailSection } from './detail-section.tsx';

const firstShown = 40;

/** What happened: frames as pictures or text, the final state, the transcript. */
export function DetailTrajectory({ detail }: { readonly detail: VerdictDetail }) {
  const { t } = useTranslation('verdicts');
  const figures = useFigures();
  const [all, setAll] = useState(false);
  const trajectory = detail.trajectory;
  if (trajectory === null)
    return (
      <DetailSection title={t('detail.trajectory')}>
        <p className="muted">{t('detail.noTrajectory')}</p>
      </DetailSection>
    );
  const cited = new Set(detail.evidence_found.map((found) => found.frame));
  const shown = detail.verdict.frame_count;
  const frames = all ? trajectory.frames : trajectory.frames.slice(0, firstShown);
  return (
    <>
      <DetailSection
        title={t('detail.trajectory')}
        note={
          shown === null
            ? t('detail.frames', { n: figures.number(trajectory.frames.length) })
            : t('detail.framesShown', {
                shown: figures.number(shown),
                n: figures.number(trajectory.frames.length),
              })
        }
      >
        <ol className={styles.frames}>
          {frames.map((frame) => (
            <FrameLine
              key={frame.index}
              row={detail.verdict.row}
              frame={frame}
              cited={cited.has(frame.index)}
            />
          ))}
        </ol>
        {frames.length < trajectory.frames.length ? (
          <button type="button" className="plain-button small" onClick={() => setAll(true)}>
            {t('detail.allFrames', { n: figures.number(trajectory.frames.length) })}
          </button>
        ) : null}
        {trajectory.final_state === null ? null : (
          <div>
            <div className="muted small">{t('detail.finalState')}</div>
            <LogText text={trajectory.final_state} mono limit={1000} />
          </div>
        )}
        {trajectory.summary === null ? null : (
          <div>
            <div className="muted small">{t('detail.summary')}</div>
            <LogText text={trajectory.summary} limit={1000} />
          </div>
        )}
        <p className="muted small">{visibleText(trajectory.origin)}</p>
      </DetailSection>
      {trajectory.messages.length === 0 ? null : (
        <DetailSection
          title={t('detail.transcript')}
          note={t('detail.turns', { n: figures.number(trajectory.messages.length) })}
          folded
        >
          <Transcript turns={trajectory.messages} />
        </DetailSection>
      )}
    </>
  );
}

function FrameLine({
  row,
  frame,
  cited,
}: {
  readonly row: RowId;
  readonly frame: Frame;
  readonly cited: boolean;
}) {
  const { t } = useTranslation('verdicts');
  const picture = pictureSource(frame.image, row, frame.index);
  return (
    <li className={styles.frame} data-cited={cited || undefined}>
      <span className={styles.frameIndex} title={cited ? t('detail.citedFrame') : undefined}>
        {frame.index}
      </span>
      <div>
        {frame.action === null ? null : <strong>{visibleText(frame.action)} </strong>}
        {frame.text === null ? null : <LogText text={frame.text} limit={500} />}
        {frame.state === null ? null : (
          <div className="muted">
            <LogText text={frame.state} limit={500} />
          </div>
        )}
        {picture !== null ? (
          <img className={styles.picture} src={picture} alt={t('detail.frame', { index: frame.index })} />
        ) : frame.image === null ? null : (
          <div className="muted small">{visibleText(frame.image.slice(0, 200))}</div>
        )}
      </div>
    </li>
  );
}

function Transcript({ turns }: { readonly turns: readonly TranscriptTurn[] }) {
  const { t } = useTranslation('verdicts');
  return (
    <ol className={styles.turns}>
      {turns.map((turn, at) => {
        const side =
          turn.role === 'assistant'
            ? 'action'
            : ['system', 'user'].includes(turn.role)
              ? 'task'
              : 'observation';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: turns have no other name than their place
          <li key={at} className={styles.turn} data-side={side}>
            <div className="muted small">
              {visibleText(turn.role)} · {t(`detail.side.${side}`)}
              {turn.trainable === null
                ? null
                : ` · ${turn.trainable ? t('detail.trainable') : t('detail.notTrainable')}`}
            </div>
            <LogText text={turn.content} limit={1500} />
            {turn.tool_calls === null ? null : (
              <div>
                <LogText text={turn.tool_calls} mono limit={1000} />
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}
