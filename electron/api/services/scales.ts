import { applyScales, scaleQuestions } from '../../logs/scales.ts';
import type { EngineParts } from './parts.ts';
import type { ReadingServices } from './reading-views.ts';

/** What the scores of each judge and version are out of: asked once, kept in the record, applied whenever a file is read. */
export function scaleService({ store, record }: EngineParts): ReadingServices['scales'] {
  const apply = async () => ({ divided: await applyScales(store, record.scales.list()) });
  return {
    questions: () => scaleQuestions(store, record.scales.list()),
    answer(answers) {
      record.scales.answer(answers);
      return apply();
    },
    forget(judge) {
      record.scales.forget(judge);
      return apply();
    },
  };
}
