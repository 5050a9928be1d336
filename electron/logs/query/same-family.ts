import type { LogStore } from '../log-store.ts';
import { modelFamily } from './model-family.ts';
import { select } from './selection.ts';

/**
 * Judges that share a family with a policy they judged: such a judge tends to like its own kind (METHODS §7). Only
 * where the log names both models and the family of both is known.
 */
export async function sameFamily(
  store: LogStore,
  filter: string,
): Promise<readonly { readonly judge_model: string; readonly policy_model: string }[]> {
  const { where } = await select(store, filter);
  const pairs = await store.all<{ judge_model: string; policy_model: string }>(
    `SELECT DISTINCT judge_model, policy_model FROM verdicts
      WHERE judge_model IS NOT NULL AND policy_model IS NOT NULL AND (${where.sql})
      ORDER BY judge_model, policy_model`,
    where.params,
  );
  return pairs.filter(({ judge_model, policy_model }) => {
    const family = modelFamily(judge_model);
    return family !== null && family === modelFamily(policy_model);
  });
}
