import type { CanaryPairsView, PairsAsked } from '../api/contract.ts';
import { fail } from '../core/model/failure.ts';
import { pairOutcomes } from '../core/model/pair.ts';
import { namesOf } from './arguments.ts';
import { pairsText } from './canary-output.ts';
import { usageFailure, wholeNumber } from './command.ts';

/** Options of `rerun` and `canary pairs` that choose judged pairs; `--where` and `--limit` narrow them. */
export const pairOptions = {
  pairs: { type: 'string' },
  bucket: { type: 'string' },
} as const;

export const pairDetails: readonly string[] = [
  '--pairs WHICH   both sides of judged pairs: all, misselected, tie, correct, unreadable, conflict, score_rule,',
  '                position_first, position_second, or ids of pairs separated by commas',
  '--bucket LABEL  with --pairs: those of one gap, as assay audit names it (near, small, medium, wide, beyond, missing)',
  '                with --pairs, --where holds for both sides and --limit counts pairs (200, spread over the files)',
];

interface PairValues {
  readonly pairs?: string | undefined;
  readonly bucket?: string | undefined;
  readonly where?: string | undefined;
  readonly limit?: string | undefined;
}

/** Whether pairs are chosen, and which; null where samples are. @throws FailureError bad usage */
export function pairsAsked(values: PairValues, usage: string): PairsAsked | null {
  const { pairs, bucket, where, limit } = values;
  if (pairs === undefined) {
    if (bucket !== undefined) throw usageFailure('--bucket goes with --pairs', usage);
    return null;
  }
  const outcome = pairOutcomes.find((each) => each === pairs);
  const ids = pairs === 'all' || outcome !== undefined ? undefined : (namesOf(pairs) ?? []);
  if (ids?.length === 0) throw usageFailure('--pairs takes all, an outcome, or ids of pairs', usage);
  return {
    outcome,
    ids,
    bucket,
    filter: where,
    limit: limit === undefined ? undefined : wholeNumber(limit, 0, 'limit', 1),
  };
}

/** @throws FailureError `bad_request`, with why, where none is left to ask */
export function mustHavePairs(found: CanaryPairsView): void {
  if (found.both_sides === 0) throw fail('bad_request', pairsText(found).trim());
  if (found.chosen === 0)
    throw fail(
      'bad_request',
      `None of the ${found.both_sides} pairs that can be asked is among those chosen.`,
    );
}
