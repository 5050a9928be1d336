import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Frame, RowId, VerdictDetail } from '../../../electron/api/types.ts';
import { useFigures } from '../../ui/figures.ts';
import { pictureSource } from '../../ui/picture-source.ts';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './detail.module.css';
import { DetailSection } from './detail-section.tsx';
import { Transcript } from './detail-transcript.tsx';
import type { FoundEvidence } from './evidence-places.ts';
import { MarkedText } from './marked-text.tsx';

const firstShown = 40;

/** A place to go to; the same one again is another wish. */
export interface PlaceWanted {
  readonly place: string;
}

/** What happened: frames as pictures or text, the final state, the transcript, each with the evidence it holds marked. */
export function DetailTrajectory({
  detail,
  wanted,
}: {
  readonly detail: VerdictDetail;
  readonly wanted: PlaceWanted | null;
}) {
  const { t } = useTranslation('verdicts');
  const figures = useFigures();
  const [all, setAll] = useState(false);
  const ref = useRef<HTMLDivElement | null>(null);
  const everything = all || wanted !== null;

  useEffect(() => {
    if (wanted === null) return;
    const element = ref.current?.querySelector<HTMLElement>(`[data-place="${CSS.escape(wanted.place)}"]`);
    if (element === null || element === undefined) return;
    for (let around = element.closest('details'); around !== null; ) {
      around.open = true;
      around = around.parentElement?.closest('details') ?? null;
    }
    element.scrollIntoView({ block: 'center' });
    element.focus({ preventScroll: true });
  }, [wanted]);

  const trajectory = detail.trajectory;
  if (trajectory === null)
    return (
      <DetailSection title={t('detail.trajectory')}>
        <p className="muted">{t('detail.noTrajectory')}</p>
      </DetailSection>
    );
  const found = detail.evidence_found;
  const cited = new Set(found.map((one) => one.frame));
  const shown = detail.verdict.frame_count;
  const frames = everything ? trajectory.frames : trajectory.frames.slice(0, firstShown);
  const text = (field: 'final_state' | 'summary', content: string, mono: boolean) => (
    <div data-place={field} tabIndex={-1}>
      <div className="muted small">{t(field === 'summary' ? 'detail.summary' : 'detail.finalState')}</div>
      <MarkedText text={content} found={found} place={field} field={field} limit={1000} mono={mono} />
    </div>
  );
  return (
    <div ref={ref} className={styles.trajectory}>
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
              found={found}
            />
          ))}
        </ol>
        {frames.length < trajectory.frames.length ? (
          <button type="button" className="plain-button small" onClick={() => setAll(true)}>
            {t('detail.allFrames', { n: figures.number(trajectory.frames.length) })}
          </button>
        ) : null}
        {trajectory.final_state === null ? null : text('final_state', trajectory.final_state, true)}
        {trajectory.summary === null ? null : text('summary', trajectory.summary, false)}
        <p className="muted small">{visibleText(trajectory.origin)}</p>
      </DetailSection>
      {trajectory.messages.length === 0 ? null : (
        <DetailSection
          title={t('detail.transcript')}
          note={t('detail.turns', { n: figures.number(trajectory.messages.length) })}
          folded
        >
          <Transcript turns={trajectory.messages} found={found} everything={wanted !== null} />
        </DetailSection>
      )}
    </div>
  );
}

function FrameLine({
  row,
  frame,
  cited,
  found,
}: {
  readonly row: RowId;
  readonly frame: Frame;
  readonly cited: boolean;
  readonly found: readonly FoundEvidence[];
}) {
  const { t } = useTranslation('verdicts');
  const picture = pictureSource(frame.image, row, frame.index);
  const place = `frame-${frame.index}`;
  const part = (field: 'action' | 'text' | 'state', text: string) => (
    <MarkedText text={text} found={found} place={place} field={field} limit={500} />
  );
  return (
    <li className={styles.frame} data-cited={cited || undefined} data-place={place} tabIndex={-1}>
      <span className={styles.frameIndex} title={cited ? t('detail.citedFrame') : undefined}>
        {frame.index}
      </span>
      <div>
        {frame.action === null ? null : <strong>{part('action', frame.action)} </strong>}
        {frame.text === null ? null : part('text', frame.text)}
        {frame.state === null ? null : <div className="muted">{part('state', frame.state)}</div>}
        {picture !== null ? (
          <img className={styles.picture} src={picture} alt={t('detail.frame', { index: frame.index })} />
        ) : frame.image === null ? null : (
          <div className="muted small">{visibleText(frame.image.slice(0, 200))}</div>
        )}
      </div>
    </li>
  );
}
