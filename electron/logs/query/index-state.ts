import type { LogStore } from '../log-store.ts';
import { remembered } from './remembered.ts';

/**
 * A text that changes whenever what verdicts say may have: an import, a removal, a join with truth, ids that two
 * files share, a threshold, an answered scale. Which rows passed, what is true of which and how they were scored count, not only how many.
 */
export async function indexState(store: LogStore): Promise<string> {
  return await remembered(store, 'state of the index', async () => {
    const { state } = await store.one<{ state: string }>(
      `SELECT concat_ws(' ', count(*), sum(hash(source_id, line, passed, truth, ambiguous, score, warnings)),
                (SELECT string_agg(concat_ws(' ', source_id, kind, imported, imported_at, colliding), ',' ORDER BY source_id) FROM sources)) AS state
         FROM verdicts`,
    );
    return state;
  });
}
