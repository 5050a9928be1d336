import type { Gathered } from './gathered.ts';
import { modelFamily } from './model-family.ts';

/**
 * Judges that share a family with a policy they judged: such a judge tends to like its own kind (METHODS §7). Only
 * where the log names both models and the family of both is known.
 */
export function sameFamilyOf({
  whole,
}: Pick<Gathered, 'whole'>): readonly { readonly judge_model: string; readonly policy_model: string }[] {
  const pairs = new Map<string, { judge_model: string; policy_model: string }>();
  for (const { judge, policy } of whole)
    if (judge !== null && policy !== null)
      pairs.set(JSON.stringify([judge, policy]), { judge_model: judge, policy_model: policy });
  return [...pairs.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, pair]) => pair)
    .filter(({ judge_model, policy_model }) => {
      const family = modelFamily(judge_model);
      return family !== null && family === modelFamily(policy_model);
    });
}
