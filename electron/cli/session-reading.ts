import type { EngineParts } from '../api/services/parts.ts';
import { fail, failSaying } from '../core/model/failure.ts';
import type { AppliedMapping } from '../core/model/mapping.ts';
import type { ScaleAnswer, ScoringJudge } from '../core/model/score-scale.ts';
import type { SourceReport } from '../core/model/source.ts';
import { applyScales, highestScores } from '../logs/scales.ts';
import type { StatedMapping, StatedScale } from './reading-options.ts';

/** The mapping a command asks for. @throws FailureError `not_found` for a name the workspace does not have */
export function askedMapping(
  { record }: EngineParts,
  stated: StatedMapping | null,
): AppliedMapping | undefined {
  if (stated === null) return undefined;
  const { name } = stated;
  const saved = name === null ? null : record.mappings.get(name);
  if (name !== null && saved === null)
    throw failSaying('not_found', 'no_mapping', { name }, { mapping: name });
  const extended = Object.keys(stated.fields).length > 0;
  return { name: extended ? null : name, by: 'asked', fields: { ...saved?.fields, ...stated.fields } };
}

/** Whether a file was read by exactly this mapping. */
export function isReadBy(source: SourceReport, mapping: AppliedMapping | undefined): boolean {
  if (mapping === undefined) return true;
  const pairs = (fields: AppliedMapping['fields']) => JSON.stringify(Object.entries(fields).toSorted());
  return source.mapping !== null && pairs(source.mapping.fields) === pairs(mapping.fields);
}

/**
 * Applies scales for this session alone, on top of those the workspace keeps.
 *
 * @throws FailureError `bad_request` for one that names no judge, or that some score exceeds
 */
export async function stateScales(
  { store, record }: EngineParts,
  stated: readonly StatedScale[],
): Promise<void> {
  const groups = await highestScores(store);
  const named = ({ rubric_version, judge_model }: ScoringJudge) => [
    judge_model,
    `${rubric_version ?? ''}/${judge_model ?? ''}`,
  ];
  const answers: ScaleAnswer[] = [];
  for (const { target, top } of stated) {
    const meant = groups.filter((group) => target === null || named(group).includes(target));
    if (meant.length === 0 && target !== null)
      throw fail('bad_request', `No judge is named ${target}.`, { target });
    for (const { rubric_version, judge_model, high } of meant) {
      if (high !== null && high > top)
        throw fail(
          'bad_request',
          `Scores of ${judge_model ?? 'the judge'} reach ${high}, beyond the stated scale of ${top}.`,
          { judge: judge_model, high, top },
        );
      answers.push({ rubric_version, judge_model, top });
    }
  }
  const stands = record.scales
    .list()
    .filter(
      (kept) =>
        !answers.some(
          (one) => one.rubric_version === kept.rubric_version && one.judge_model === kept.judge_model,
        ),
    );
  // Of two that are stated for one judge the last counts.
  await applyScales(store, [...answers.toReversed(), ...stands]);
}
