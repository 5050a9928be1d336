import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueueItem } from '../../../electron/api/types.ts';
import { type Figures, useFigures } from '../../ui/figures.ts';
import { visibleText } from '../../ui/visible-text.ts';

type Signal = QueueItem['signals'][number];

export interface SignalWords {
  /** Two or three words for a chip. */
  chip(signal: Pick<Signal, 'name'>): string;
  /** The whole of it with its evidence: what was seen, where. */
  sentence(signal: Signal): string;
}

/** Signals in words: each has a short name and a sentence that carries its evidence. */
export function useSignalWords(): SignalWords {
  const { t, i18n } = useTranslation('triage');
  const figures = useFigures();
  return useMemo(
    () => ({
      chip: (signal) => t(`signal.${signal.name}.chip`, { defaultValue: signal.name.replaceAll('_', ' ') }),
      sentence: (signal) => sentenceOf(signal, t, figures, i18n.exists(`triage:signal.${signal.name}.chip`)),
    }),
    [t, i18n, figures],
  );
}

function sentenceOf(signal: Signal, t: TFunction, figures: Figures, known: boolean): string {
  const said = known ? t(`signal.${signal.name}.what`) : signal.name.replaceAll('_', ' ');
  const evidence = Object.entries(signal.evidence)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) =>
      t('signal.evidence', { name: name.replaceAll('_', ' '), value: written(value, figures) }),
    );
  return evidence.length === 0 ? said : `${said} · ${evidence.join(' · ')}`;
}

/** Evidence is data from the log: numbers as figures, texts as they stand, lists joined. */
function written(value: unknown, figures: Figures): string {
  if (typeof value === 'number') return figures.number(value, 3);
  if (typeof value === 'string') return `“${visibleText(value)}”`;
  if (Array.isArray(value)) return value.map((each) => written(each, figures)).join(', ');
  return visibleText(JSON.stringify(value) ?? '');
}
