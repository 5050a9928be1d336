import type { EngineParts } from '../api/services/parts.ts';
import { fail, failSaying } from '../core/model/failure.ts';
import type { AppliedMapping } from '../core/model/mapping.ts';
import type { ScaleAnswer } from '../core/model/score-scale.ts';
import type { SourceReport } from '../core/model/source.ts';
import { applyScales } from '../logs/scales.ts';
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
  const groups = await store.all<{ version: string | null; judge: string | null; high: number | null }>(
    `SELECT rubric_version AS version, judge_model AS judge, max(coalesce(unscaled_score, score)) AS high
       FROM verdicts GROUP BY ALL ORDER BY version, judge`,
  );
  const named = (group: (typeof groups)[number]) => [
    group.judge,
    `${group.version ?? ''}/${group.judge ?? ''}`,
  ];
  const answers: ScaleAnswer[] = [];
  for (const { target, top } of stated) {
    const meant = groups.filter((group) => target === null || named(group).includes(target));
    if (meant.length === 0 && target !== null)
      throw fail('bad_request', `No judge is named ${target}.`, { target });
    for (const { version, judge, high } of meant) {
      if (high !== null && high > top)
        throw fail(
          'bad_request',
          `Scores of ${judge ?? 'the judge'} reach ${high}, beyond the stated scale of ${top}.`,
          { judge, high, top },
        );
      answers.push({ rubric_version: version, judge_model: judge, top });
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
