import type { RowId, Trajectory, VerdictDetail, VerdictRow } from '../../core/model/verdict.ts';
import { readScore, readVerdictValue } from '../../core/reply/index.ts';
import { locateEvidence } from '../../core/suspicion/index.ts';
import type { LogStore } from '../../logs/log-store.ts';
import { othersOf, siblingsOf, truthLabelsOf, verdictRow } from '../../logs/query/row.ts';
import { rawLine } from '../../logs/raw-lines.ts';
import { isKnownField } from '../../logs/reward-log/fields.ts';
import { trajectoryOf } from '../../logs/trajectory.ts';
import { textsOf } from './run-prompts.ts';

/** Everything one line says, as written and as read, and what is known of the same trajectory elsewhere. */
export async function verdictDetail(store: LogStore, row: RowId): Promise<VerdictDetail> {
  const verdict = await verdictRow(store, row);
  const [line, trajectory, others, siblings, truth_labels] = await Promise.all([
    rawLine(store, row),
    trajectoryOf(store, row),
    othersOf(store, verdict),
    siblingsOf(store, verdict),
    truthLabelsOf(store, verdict),
  ]);
  const fields = line.fields;
  const evidence = textsOf(fields.evidence);
  return {
    verdict,
    raw: line.text,
    fields: Object.entries(fields).map(([name, value]) => ({
      name,
      value: JSON.stringify(value) ?? 'null',
      known: isKnownField(name),
    })),
    coerced: coercedOf(fields, verdict),
    evidence,
    rubric_hits: textsOf(fields.rubric_hits),
    fine_rubrics: textsOf(fields.fine_rubrics),
    components: componentsOf(fields.components),
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

/** Values that were not taken as written: verdict and score spellings, numbers written as text. */
function coercedOf(fields: Readonly<Record<string, unknown>>, verdict: VerdictRow): VerdictDetail['coerced'] {
  const coerced: { field: string; written: string; read: string }[] = [];
  const note = (field: string, read: unknown) =>
    coerced.push({
      field,
      written: JSON.stringify(fields[field]) ?? '',
      read: JSON.stringify(read) ?? 'null',
    });
  if (fields.success !== undefined && typeof fields.success !== 'boolean' && fields.success !== null)
    note('success', readVerdictValue(fields.success).passed);
  for (const field of ['reward', 'score'] as const)
    if (fields[field] !== undefined && fields[field] !== null && typeof fields[field] !== 'number')
      note(field, readScore(fields[field]).value);
  if (typeof fields.latency_ms === 'string') note('latency_ms', verdict.latency_ms);
  if (typeof fields.step === 'string') note('step', verdict.step);
  return coerced;
}

function componentsOf(value: unknown): VerdictDetail['components'] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).map(([name, part]: [string, unknown]) => {
    if (typeof part === 'number') return { name, score: part, weight: null };
    const fields: Readonly<Record<string, unknown>> =
      typeof part === 'object' && part !== null ? { ...part } : {};
    return {
      name,
      score: typeof fields.score === 'number' ? fields.score : null,
      weight: typeof fields.weight === 'number' ? fields.weight : null,
    };
  });
}

function evidenceFound(
  evidence: readonly string[],
  trajectory: Trajectory | null,
): VerdictDetail['evidence_found'] {
  if (trajectory === null) return evidence.map((text) => ({ text, frame: null, field: null }));
  return locateEvidence(evidence, trajectory).map(({ item, place }) => ({
    text: item,
    frame: place?.frame ?? null,
    field: place?.field ?? null,
  }));
}
