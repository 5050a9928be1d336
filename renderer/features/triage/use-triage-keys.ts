import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { type KeyBinding, useKeys } from '../../app/keys.ts';
import { answers, mistakes } from './decision-column.tsx';
import type { QuickRerun } from './use-rerun.ts';
import type { Triage } from './use-triage.ts';

export interface TriageKeysTargets {
  readonly triage: Triage;
  readonly rerun: QuickRerun;
  readonly noteField: RefObject<HTMLTextAreaElement | null>;
  readonly evidence: RefObject<HTMLElement | null>;
}

/** All of triage by keys: nothing on the screen needs the mouse. */
export function useTriageKeys({ triage, rerun, noteField, evidence }: TriageKeysTargets): void {
  const { t } = useTranslation('triage');
  const group = t('keys.group');
  const scroll = (pages: number): void => {
    const column = evidence.current;
    column?.scrollBy({ top: column.clientHeight * pages });
  };
  const bind = (keys: string, label: string, run: () => void, whileTyping = false): KeyBinding => ({
    keys,
    label,
    group,
    run,
    whileTyping,
  });
  useKeys([
    ...answers.map((answer) =>
      bind(answer.key, t(`answer.${answer.value}`), () => void triage.answer(answer.value)),
    ),
    ...mistakes.map((mistake, at) =>
      bind(String(at + 1), t(`mistake.${mistake}`), () => void triage.blame(mistake)),
    ),
    bind('n', t('keys.note'), () => noteField.current?.focus()),
    bind('r', t('keys.rerun'), () => {
      if (!rerun.running && triage.canLabel) void rerun.start();
    }),
    bind('j', t('keys.next'), () => triage.move(1)),
    bind('k', t('keys.previous'), () => triage.move(-1)),
    bind('ArrowDown', t('keys.down'), () => scroll(0.15)),
    bind('ArrowUp', t('keys.up'), () => scroll(-0.15)),
    bind('PageDown', t('keys.pageDown'), () => scroll(0.85)),
    bind('PageUp', t('keys.pageUp'), () => scroll(-0.85)),
    bind('mod+z', t('keys.undo'), () => void triage.undo()),
  ]);
}
