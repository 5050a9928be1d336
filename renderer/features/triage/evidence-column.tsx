import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { EvidenceView } from '../../../electron/api/types.ts';
import { hrefTo } from '../../app/location.ts';
import { useFigures } from '../../ui/figures.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { CriteriaCard } from './criteria-card.tsx';
import { markWords } from './mark-words.ts';
import { SiblingsCard } from './siblings-card.tsx';
import { SuspicionCard } from './suspicion-card.tsx';
import { TrajectoryCard } from './trajectory-card.tsx';
import styles from './triage.module.css';
import { VerdictCard } from './verdict-card.tsx';

export interface EvidenceColumnProps {
  readonly evidence: EvidenceView;
  readonly onOpenRow: (row: string) => void;
}

/** Everything there is to decide by: what was asked, what happened, what the judge said, how its siblings fared. */
export function EvidenceColumn({ evidence, onOpenRow }: EvidenceColumnProps) {
  const { t } = useTranslation('triage');
  const figures = useFigures();
  const { detail, criteria } = evidence;
  const { verdict } = detail;
  const frames = useRef<{ show(frame: number): void }>(null);
  const words = useMemo(() => criteria.flatMap((criterion) => criterion.spans), [criteria]);
  const instruction = detail.instruction ?? detail.trajectory?.instruction ?? null;
  const place = [
    verdict.task_id,
    verdict.step === null ? null : t('step', { step: figures.number(verdict.step) }),
    verdict.category,
    verdict.rubric_version,
    verdict.judge_model,
  ].filter((part) => part !== null);
  return (
    <>
      <header>
        <div className={styles.place}>
          {place.map((part) => `${visibleText(part)} · `)}
          <Link href={hrefTo('verdicts', { row: verdict.row })} title={t('openLine')}>
            {visibleText(verdict.source)}:{figures.number(verdict.line)}
          </Link>
        </div>
        {instruction === null ? (
          <p className="muted">{t('noInstruction')}</p>
        ) : (
          <h1 className={styles.instruction} dir="auto">
            <Marked text={instruction} words={words} />
          </h1>
        )}
        {detail.trajectory?.instruction_hash_matches === false ? (
          <p className={styles.ungrounded}>{t('hashMismatch')}</p>
        ) : null}
      </header>
      <CriteriaCard evidence={evidence} />
      <TrajectoryCard evidence={evidence} handle={frames} />
      <VerdictCard detail={detail} onShowFrame={(frame) => frames.current?.show(frame)} />
      <SiblingsCard detail={detail} onOpenRow={onOpenRow} />
      <SuspicionCard evidence={evidence} />
    </>
  );
}

/** A text of the log with the grounding words of its criteria marked. */
export function Marked({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  const pieces = useMemo(() => markWords(text, words), [text, words]);
  return pieces.map((piece, at) =>
    piece.marked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other name
      <mark key={at} className={styles.mark}>
        {visibleText(piece.text)}
      </mark>
    ) : (
      visibleText(piece.text)
    ),
  );
}
