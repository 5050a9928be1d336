import type { OverviewView, SummaryGroup } from '../../../electron/api/types.ts';
import { equals } from '../../app/filter-text.ts';

type Pairs = OverviewView['same_family'];

/** The pairs of one family that a group's rows may hold: its judge with the policies it judged, or the one it names. */
export function familyOf(key: SummaryGroup['key'], pairs: Pairs): Pairs {
  return pairs.filter(
    (pair) =>
      pair.judge_model === key.judge_model &&
      (key.policy_model === undefined || key.policy_model === pair.policy_model),
  );
}

/** The condition that picks the rows a judge gave to policies of its own family. */
export function familyClauses(pairs: Pairs): readonly string[] {
  const [first, ...others] = pairs;
  if (first === undefined) return [];
  const one = (pair: Pairs[number]): string =>
    `${equals('judge_model', pair.judge_model)} and ${equals('policy_model', pair.policy_model)}`;
  if (others.length === 0)
    return [equals('judge_model', first.judge_model), equals('policy_model', first.policy_model)];
  return [pairs.map((pair) => `(${one(pair)})`).join(' or ')];
}
