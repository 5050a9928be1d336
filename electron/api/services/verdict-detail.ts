import type { RowId, Trajectory, VerdictDetail } from '../../core/model/verdict.ts';
import { trainingMessages } from '../../core/prompt/index.ts';
import { locateEvidence } from '../../core/suspicion/index.ts';
import type { LogStore } from '../../logs/log-store.ts';
import { othersOf, siblingsOf, truthLabelsOf, verdictAndKey } from '../../logs/query/row.ts';
import { rawLine } from '../../logs/raw-lines.ts';
import { isKnownField } from '../../logs/reward-log/fields.ts';
import { readStored, storedTrajectory, trajectoryInLine } from '../../logs/trajectory.ts';
import { turnsOf } from '../../logs/trajectory-shape.ts';
import { coercedOf } from './coerced-values.ts';
import { textsOf } from './run-prompts.ts';

/** Everything one line says, as written and as read, and what is known of the same trajectory elsewhere. */
export async function verdictDetail(store: LogStore, row: RowId): Promise<VerdictDetail> {
  const { verdict, key } = await verdictAndKey(store, row);
  const [line, stored, others, siblings, truth_labels] = await Promise.all([
    rawLine(store, row),
    storedTrajectory(store, key),
    othersOf(store, verdict, key),
    siblingsOf(store, verdict),
    truthLabelsOf(store, verdict),
  ]);
  const fields = line.fields;
  const trajectory = stored === null ? trajectoryInLine(fields, key) : await readStored(stored, key);
  const evidence = textsOf(fields.evidence);
  return {
    verdict,
    raw: line.text,
    fields: [...line.members].map(([name, value]) => ({ name, value, known: isKnownField(name) })),
    coerced: coercedOf(line.members, fields, verdict),
    evidence,
    rubric_hits: textsOf(fields.rubric_hits),
    fine_rubrics: textsOf(fields.fine_rubrics),
    components: componentsOf(fields.components),
    step_scores: stepScoresOf(fields.step_scores),
    asked: turnsOf(trainingMessages(fields).messages),
    reply: textOf(fields.raw_output),
    instruction: trajectory?.instruction ?? textOf(fields.instruction),
    rubric_text: textOf(fields.rubric_text),
    trajectory,
    evidence_found: evidenceFound(evidence, trajectory),
    others,
    siblings,
    truth_labels,
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function componentsOf(value: unknown): VerdictDetail['components'] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).map(([name, part]: [string, unknown]) => {
    if (typeof part === 'number') return { name, score: part, weight: null };
    const fields: Readonly<Record<string, unknown>> =
      typeof part === 'object' && part !== null ? { ...part } : {};
    return {
      name,
      score: numberOf(fields.score),
      weight: numberOf(fields.weight),
    };
  });
}

/** A list of scores, of objects with one, or scores by name. A score that is no number is there and unknown. */
function stepScoresOf(value: unknown): VerdictDetail['step_scores'] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([place, step]: [string, unknown]) => {
    if (typeof step !== 'object' || step === null) return { name: place, score: numberOf(step) };
    const named: Readonly<Record<string, unknown>> = { ...step };
    const name = named.step ?? named.name ?? place;
    return { name: String(name), score: numberOf(named.score ?? named.reward ?? named.value) };
  });
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function evidenceFound(
  evidence: readonly string[],
  trajectory: Trajectory | null,
): VerdictDetail['evidence_found'] {
  const nowhere = { frame: null, turn: null, field: null, span: null };
  if (trajectory === null) return evidence.map((text) => ({ text, ...nowhere }));
  return locateEvidence(evidence, trajectory).map(({ item, place }) => ({
    text: item,
    ...(place === null
      ? nowhere
      : { frame: place.frame, turn: place.turn, field: place.field, span: place.span }),
  }));
}
