import type { EngineParts } from '../api/services/parts.ts';
import { fail, failSaying } from '../core/model/failure.ts';
import { type AppliedMapping, type MappedKind, mappedKinds } from '../core/model/mapping.ts';
import type { ScaleAnswer, ScoringJudge } from '../core/model/score-scale.ts';
import type { SourceKind, SourceReport } from '../core/model/source.ts';
import { applyScales, highestScores } from '../logs/scales.ts';
import type { StatedMapping, StatedScale } from './reading-options.ts';

/** The mapping a command asks for of each kind of file. */
export type AskedMappings = ReadonlyMap<MappedKind, AppliedMapping>;

/**
 * The mappings a command asks for: those saved under a name, and on top of them the fields it states itself.
 *
 * @throws FailureError `not_found` for a name the workspace does not have
 */
export function askedMappings({ record }: EngineParts, stated: readonly StatedMapping[]): AskedMappings {
  const asked = new Map<MappedKind, AppliedMapping>();
  for (const { name } of stated) {
    if (name === null) continue;
    const saved = record.mappings.get(name);
    if (saved === null) throw failSaying('not_found', 'no_mapping', { name }, { mapping: name });
    asked.set(saved.kind, { name, kind: saved.kind, by: 'asked', fields: saved.fields });
  }
  for (const { kind, fields } of stated)
    if (kind !== null)
      asked.set(kind, { name: null, kind, by: 'asked', fields: { ...asked.get(kind)?.fields, ...fields } });
  return asked;
}

/** The mapping of a kind; nothing where the command states none. */
export function mappingOfKind(asked: AskedMappings, kind: SourceKind | 'auto'): AppliedMapping | undefined {
  const mapped = mappedKinds.find((one) => one === kind);
  return mapped === undefined ? undefined : asked.get(mapped);
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
