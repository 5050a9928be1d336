import { useEffect, useRef, useState } from 'react';
import type { Failure, TemplateCheck, TemplateRendering } from '../../../electron/api/types.ts';
import { failureOf, mutate } from '../../app/api.ts';

export interface RenderingState {
  readonly check: TemplateCheck | null;
  /** The last rendering; belongs to an earlier text while `pending` or while the text has an error. */
  readonly rendering: TemplateRendering | null;
  readonly pending: boolean;
  readonly failure: Failure | null;
}

export interface RenderingOf {
  readonly text: string;
  readonly row: string | null;
  readonly images: boolean;
  readonly recorded: string;
}

const waitMs = 250;

/** Checks the text and renders it for the sample, once typing pauses; answers to older texts are dropped. */
export function useRendering({ text, row, images, recorded }: RenderingOf): RenderingState {
  const [state, setState] = useState<RenderingState>({
    check: null,
    rendering: null,
    pending: true,
    failure: null,
  });
  const latest = useRef(0);
  useEffect(() => {
    latest.current += 1;
    const mine = latest.current;
    const current = (): boolean => latest.current === mine;
    setState((last) => ({ ...last, pending: true }));
    const work = async (): Promise<void> => {
      const check = await mutate('templates.check', { text });
      if (!current()) return;
      setState((last) => ({ ...last, check, failure: null }));
      if (!check.ok || row === null) {
        setState((last) => ({ ...last, pending: false }));
        return;
      }
      const rendering = await mutate('templates.render', { text, row, images, recorded });
      if (current()) setState({ check, rendering, pending: false, failure: null });
    };
    const timer = setTimeout(() => {
      work().catch((error: unknown) => {
        if (current()) setState((last) => ({ ...last, pending: false, failure: failureOf(error) }));
      });
    }, waitMs);
    return () => clearTimeout(timer);
  }, [text, row, images, recorded]);
  return state;
}
