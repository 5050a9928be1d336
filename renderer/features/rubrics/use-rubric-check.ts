import { useEffect, useState } from 'react';
import type { Failure, RubricCheck } from '../../../electron/api/types.ts';
import { failureOf, mutate } from '../../app/api.ts';

export interface CheckState {
  /** The last answer; belongs to an earlier text while `pending`. */
  readonly check: RubricCheck | null;
  readonly pending: boolean;
  readonly failure: Failure | null;
}

const waitMs = 300;

/** The engine's own check of a text, asked once the typing pauses; answers to older texts are dropped. */
export function useRubricCheck(text: string | null): CheckState {
  const [state, setState] = useState<CheckState>({ check: null, pending: text !== null, failure: null });
  useEffect(() => {
    if (text === null) return undefined;
    let current = true;
    setState((last) => ({ ...last, pending: true }));
    const timer = setTimeout(() => {
      mutate('rubrics.check', { text }).then(
        (check) => {
          if (current) setState({ check, pending: false, failure: null });
        },
        (error: unknown) => {
          if (current) setState((last) => ({ ...last, pending: false, failure: failureOf(error) }));
        },
      );
    }, waitMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text]);
  return state;
}
