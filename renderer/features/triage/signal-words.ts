import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueueItem } from '../../../electron/api/types.ts';
import { type Figures, useFigures } from '../../ui/figures.ts';
import { visibleText } from '../../ui/visible-text.ts';

type Signal = QueueItem['signals'][number];
type Evidence = Signal['evidence'];

export interface SignalWords {
  /** The signal in two or three words. */
  name(signal: string): string;
  /** The same for a chip, with the one figure or name that tells most. */
  chip(signal: Signal): string;
  /** The whole of it with its evidence: what was seen, where. */
  sentence(signal: Signal): string;
}

/** Signals in words: each has a short name and a sentence that carries its evidence. */
export function useSignalWords(): SignalWords {
  const { t } = useTranslation('triage');
  const figures = useFigures();
  return useMemo(() => {
    const name = (signal: string): string =>
      t(`signal.${signal}.chip`, { defaultValue: signal.replaceAll('_', ' ') });
    return {
      name,
      chip: (signal) => chipOf(signal, t) ?? name(signal.name),
      sentence: (signal) => sentenceOf(signal, t, figures) ?? name(signal.name),
    };
  }, [t, figures]);
}

function chipOf({ name, evidence }: Signal, t: TFunction<'triage'>): string | null {
  if (name === 'passes_elsewhere') {
    const other = list(evidence, 'verdicts')[0];
    const where = text(other, 'rubric_version') ?? text(other, 'judge_model');
    return where === null ? null : t('signal.passes_elsewhere.chipIn', { where });
  }
  if (name === 'says_completed') {
    const word = text(list(evidence, 'words')[0], 'text');
    return word === null ? null : t('signal.says_completed.chipWord', { word });
  }
  if (name === 'ungrounded_fine' && field(evidence, 'cited') !== true)
    return t('signal.ungrounded_fine.chipUncited');
  return null;
}

function sentenceOf({ name, evidence }: Signal, t: TFunction<'triage'>, figures: Figures): string | null {
  const count = (key: string): string => figures.number(number(evidence, key), 3);
  const quoted = (each: string | null): string => t('quoted', { text: each ?? '' });
  const join = (parts: readonly string[]): string => parts.join(t('listComma'));
  switch (name) {
    case 'passes_elsewhere':
      return t('signal.passes_elsewhere.what', {
        where: join(
          list(evidence, 'verdicts').map((each) =>
            [text(each, 'rubric_version'), text(each, 'judge_model')]
              .filter((part) => part !== null)
              .join(' × '),
          ),
        ),
        passes: figures.number(list(evidence, 'verdicts').length),
        judged: count('judged'),
      });
    case 'repeats_split':
      return t('signal.repeats_split.what', { passes: count('passes'), fails: count('fails') });
    case 'contradiction':
      return t('signal.contradiction.what', {
        score: count('score'),
        half: count('half'),
        max: count('max'),
      });
    case 'ungrounded_fine':
      return t(`signal.ungrounded_fine.${field(evidence, 'cited') === true ? 'what' : 'whatUncited'}`, {
        criteria: list(evidence, 'criteria')
          .map((each) => text(each, 'text') ?? '')
          .join(' / '),
      });
    case 'all_steps_hit':
      return t('signal.all_steps_hit.what', {
        steps: figures.number(list(evidence, 'steps').length),
        category: text(evidence, 'category') ?? '',
      });
    case 'evidence_found':
      return t('signal.evidence_found.what', {
        found: figures.number(list(evidence, 'found').length),
        items: count('items'),
        quotes: join(list(evidence, 'found').map((each) => quoted(text(each, 'item')))),
      });
    case 'frame_problem':
      return join(frameFaults(evidence, t));
    case 'sibling_passed':
      return t('signal.sibling_passed.what', {
        count: list(evidence, 'siblings').length,
        similarity: figures.percent(number(list(evidence, 'siblings')[0], 'similarity'), 0),
      });
    case 'group_failed':
      return t('signal.group_failed.what', {
        group: count('group'),
        passed: count('passed'),
        judged: count('judged'),
      });
    case 'says_completed':
      return t('signal.says_completed.what', {
        words: join(list(evidence, 'words').map((each) => quoted(text(each, 'text')))),
      });
    default:
      return null;
  }
}

/** What is wrong with the frames the judge was shown, each fault in words. */
export function frameFaults(evidence: Evidence, t: TFunction<'triage'>): readonly string[] {
  return list(evidence, 'faults').map((fault) =>
    t(`signal.frame_problem.fault.${String(fault)}`, {
      cap: number(evidence, 'cap'),
      shown: number(evidence, 'shown'),
      recorded: number(evidence, 'recorded'),
      frames: framesMissing(evidence).join(', '),
    }),
  );
}

/** Indices of key-action frames that the judge was not shown. */
export function framesMissing(evidence: Evidence): readonly number[] {
  return list(evidence, 'missing').filter((each) => typeof each === 'number');
}

function field(from: unknown, key: string): unknown {
  return typeof from === 'object' && from !== null ? Reflect.get(from, key) : undefined;
}

function number(from: unknown, key: string): number | null {
  const value = field(from, key);
  return typeof value === 'number' ? value : null;
}

/** A text of the log, made safe to show. */
function text(from: unknown, key: string): string | null {
  const value = field(from, key);
  return typeof value === 'string' ? visibleText(value) : null;
}

function list(from: unknown, key: string): readonly unknown[] {
  const value = field(from, key);
  return Array.isArray(value) ? value : [];
}
