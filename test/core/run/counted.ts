import type { RunItem } from '../../../electron/core/model/record.ts';
import type { CountedItem } from '../../../electron/core/run/counted-item.ts';

/** A run item as its figures take it: picked, not drawn, unless told otherwise. */
export function counted(item: RunItem, change: Partial<CountedItem> = {}): CountedItem {
  const {
    attempts,
    original_unjudged: _cause,
    reused: _reused,
    split: _split,
    score_sd: _sd,
    ...rest
  } = item;
  return {
    ...rest,
    rubric_version: null,
    judge_model: 'judge-a',
    same_prompt: 'yes',
    prompt_hash: '',
    made: attempts.length,
    scores: attempts.flatMap(({ score }) => (score === null ? [] : [score])),
    stratum: null,
    inclusion: null,
    ...change,
  };
}
