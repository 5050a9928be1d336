import type { RubricVersion } from '../../core/rubric/index.ts';
import type { SuspicionInput } from '../../core/suspicion/index.ts';

/** The input of one row's suspicion; the rubric is named, as many rows share it. */
export type SuspectInput = Omit<SuspicionInput, 'rubric'> & { readonly rubric_version: string | null };

/** The input as the pure function takes it; a version the library does not have is unknown. */
export function withRubric(
  { rubric_version, ...input }: SuspectInput,
  rubrics: ReadonlyMap<string, RubricVersion>,
): SuspicionInput {
  return { ...input, rubric: rubric_version === null ? null : (rubrics.get(rubric_version) ?? null) };
}
