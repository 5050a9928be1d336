import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TranscriptTurn } from '../../../electron/api/types.ts';
import { useFigures } from '../../ui/figures.ts';
import { LogText } from '../../ui/log-text.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './detail.module.css';
import type { FoundEvidence } from './evidence-places.ts';
import { MarkedText } from './marked-text.tsx';

const firstShown = 60;

/** Whose turn it is: the model acts, the environment answers, the task is set. */
function sideOf({ role }: TranscriptTurn): 'action' | 'observation' | 'task' {
  if (role === 'assistant') return 'action';
  return role === 'system' || role === 'user' || role === 'developer' ? 'task' : 'observation';
}

/**
 * Chat turns one after another: action (the model), observation (the environment), and what of it is trained on.
 *
 * @param everything shows all of them, however many there are
 */
export function Transcript({
  turns,
  found = [],
  marks = true,
  everything = false,
}: {
  readonly turns: readonly TranscriptTurn[];
  readonly found?: readonly FoundEvidence[];
  /** Action and observation are told apart; a judge's question has neither. */
  readonly marks?: boolean;
  readonly everything?: boolean;
}) {
  const { t } = useTranslation('verdicts');
  const figures = useFigures();
  const [all, setAll] = useState(false);
  const shown = all || everything ? turns : turns.slice(0, firstShown);
  return (
    <>
      <ol className={styles.turns}>
        {shown.map((turn, at) => {
          const side = sideOf(turn);
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: turns have no other name than their place
              key={at}
              className={styles.turn}
              data-side={marks ? side : undefined}
              data-place={marks ? `turn-${at}` : undefined}
              tabIndex={-1}
            >
              <div className="muted small">
                {[
                  visibleText(turn.role),
                  ...(marks ? [t(`detail.side.${side}`)] : []),
                  ...(turn.trainable === null
                    ? []
                    : [turn.trainable ? t('detail.trainable') : t('detail.notTrainable')]),
                ].join(' · ')}
              </div>
              <MarkedText
                text={turn.content}
                found={found}
                place={`turn-${at}`}
                field="message"
                limit={1500}
              />
              {turn.tool_calls === null ? null : (
                <div>
                  <LogText text={turn.tool_calls} mono limit={1000} />
                </div>
              )}
            </li>
          );
        })}
      </ol>
      {shown.length < turns.length ? (
        <button type="button" className="plain-button small" onClick={() => setAll(true)}>
          {t('detail.allTurns', { n: figures.number(turns.length) })}
        </button>
      ) : null}
    </>
  );
}
