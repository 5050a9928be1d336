import type { Migration } from './migration.ts';

/**
 * What the figures of a run look at, in one index: the attempts themselves carry whole replies, and reading thirty thousand
 * of those takes half a second.
 */
export const figuresOfRuns: Migration = {
  version: 9,
  name: 'figures of runs',
  up(db) {
    db.exec(`
      CREATE INDEX attempts_for_figures ON attempts
        (run_id, item, attempt, outcome, passed, score, latency_ms, prompt_tokens, completion_tokens, total_tokens,
         reused_from, response_id)
        WHERE final = 1 AND superseded = 0;
    `);
  },
};
