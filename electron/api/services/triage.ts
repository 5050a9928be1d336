import { spelled } from '../../core/filter/index.ts';
import { assertNever, FailureError } from '../../core/model/failure.ts';
import type { Label } from '../../core/model/record.ts';
import type { VerdictRow } from '../../core/model/verdict.ts';
import { page } from '../../logs/query/page.ts';
import { verdictRow } from '../../logs/query/row.ts';
import { listSources } from '../../logs/sources.ts';
import type { StoredLabel } from '../../record/index.ts';
import type { QueueItem, QueueMode, Services } from '../contract.ts';
import { criteriaOf } from './criteria.ts';
import { evidenceLine, isOfLine, labelKey, lineKey } from './evidence-line.ts';
import type { EngineParts } from './parts.ts';
import { keepReferred, type RubricLibrary } from './rubric-library.ts';
import { rankSuspects, signalsOf, signalsOfRows } from './suspects.ts';
import { verdictDetail } from './verdict-detail.ts';
import { annotatorOf } from './workspace.ts';

/** The queue of probable mistakes, the evidence on one, and what people say of them. */
export function triageService(parts: EngineParts, library: RubricLibrary): Services['triage'] {
  const { store, record } = parts;

  const labelsByKey = (annotator: string): ReadonlyMap<string, StoredLabel> =>
    new Map(record.labels.currentLabels({ annotator }).map((label) => [label.trajectory, label]));

  const labelOf = async (
    labels: ReadonlyMap<string, StoredLabel>,
    verdict: VerdictRow,
  ): Promise<Label | null> => {
    const label = labels.get(verdict.trajectory ?? lineKey(verdict.row)) ?? null;
    if (label === null || label.identity !== 'line') return label;
    const line = await evidenceLine(store, verdict).catch((error: unknown) => {
      // what cannot be read now cannot be said to be another line
      if (error instanceof FailureError) return null;
      throw error;
    });
    return line === null || isOfLine(label, line.evidence.text) ? label : null;
  };

  return {
    async queue({ mode, filter, show, offset, limit }) {
      const labels = labelsByKey(annotatorOf(parts));
      const wanted = (label: Label | null): boolean => {
        switch (show) {
          case 'all':
            return true;
          case 'unlabelled':
            return label === null;
          case 'mine':
            return label !== null;
          case 'unsure':
            return label?.value === 'unsure';
          default:
            return assertNever(show);
        }
      };
      if (mode === 'suspects') {
        const ranked = await rankSuspects(parts, library, { filter });
        const items = await Promise.all(
          ranked.items.map(async (item) => ({ ...item, label: await labelOf(labels, item.verdict) })),
        );
        const chosen = items.filter(({ label }) => wanted(label));
        return {
          mode,
          // the rows that were looked at in full; the rest is ranked below all of them
          total: chosen.length,
          labelled: items.filter(({ label }) => label !== null).length,
          unsure: items.filter(({ label }) => label?.value === 'unsure').length,
          items: chosen.slice(offset, offset + limit),
          not_computable: ranked.not_computable,
        };
      }
      const base = modeFilter(mode, filter);
      const count = async (text: string) =>
        (await page(store, { filter: text, search: '', sort: [], offset: 0, limit: 1, extra: [] })).total;
      const keys = [...labels.values()];
      const unsure = keys.filter(({ value }) => value === 'unsure');
      const text = {
        all: base,
        unlabelled: without(base, keys),
        mine: within(base, keys),
        unsure: within(base, unsure),
      }[show];
      const [found, labelled, unsureCount] = await Promise.all([
        page(store, { filter: text, search: '', sort: [], offset, limit, extra: [] }),
        keys.length === 0 ? 0 : count(within(base, keys)),
        unsure.length === 0 ? 0 : count(within(base, unsure)),
      ]);
      // only a failed verdict can be suspected of being wrong in this way
      const signals = mode === 'false_negatives' ? await signalsOfRows(parts, library, found.rows) : [];
      const items = await Promise.all(
        found.rows.map(async (verdict, index): Promise<QueueItem> => {
          const { points, signals: shown } = signals[index] ?? { points: 0, signals: [] };
          return { verdict, points, signals: shown, label: await labelOf(labels, verdict) };
        }),
      );
      return { mode, total: found.total, labelled, unsure: unsureCount, items, not_computable: [] };
    },
    async evidence(row) {
      const detail = await verdictDetail(store, row);
      const { signals, not_computable } = await signalsOf(parts, library, detail.verdict);
      const version = detail.verdict.rubric_version;
      const runs = new Map(record.runs.list().map((run) => [run.run_id, run]));
      return {
        detail,
        criteria: criteriaOf(detail, version === null ? null : (library.find(version)?.rubric ?? null)),
        signals,
        not_computable,
        labels: record.labels
          .labelsOf(detail.verdict.trajectory ?? lineKey(row))
          .filter((label) => isOfLine(label, detail.raw)),
        reruns: record.items.ofRow(row).flatMap((item) => {
          const run = runs.get(item.run_id);
          if (run === undefined) return [];
          return [
            { run_id: run.run_id, number: run.number, model: run.model, same_prompt: item.same_prompt, item },
          ];
        }),
      };
    },
    async label({ row, value, mistake, note }) {
      const verdict = await verdictRow(store, row);
      const [line, sources] = await Promise.all([evidenceLine(store, verdict), listSources(store)]);
      const identity = sources.find(({ source_id }) => source_id === verdict.source_id)?.identity ?? null;
      keepReferred(record, library, verdict.rubric_version);
      return record.labels.setLabel({
        ...labelKey(verdict, identity),
        annotator: annotatorOf(parts),
        value,
        mistake,
        note,
        row,
        rubric_version: verdict.rubric_version,
        judge_model: verdict.judge_model,
        // picked by hand: it has no inclusion probability and stays out of rates
        inclusion_probability: null,
        evidence: line.evidence,
      });
    },
    async undo() {
      const undone = record.labels.undoLast(annotatorOf(parts));
      if (undone === null) return null;
      return { row: undone.removed.row, trajectory: undone.removed.trajectory, restored: undone.restored };
    },
    labels: async () => record.labels.currentLabels(),
  };
}

function modeFilter(mode: Exclude<QueueMode, 'suspects'>, filter: string): string {
  const condition = {
    false_negatives: 'false_negative',
    false_positives: 'false_positive',
    unjudged: 'unjudged',
  }[mode];
  return filter.trim() === '' ? condition : `(${filter}) and ${condition}`;
}

/** The filter narrowed to labelled trajectories; line keys name their row. */
function within(base: string, labels: readonly StoredLabel[]): string {
  const condition = keyCondition(labels);
  return condition === null ? `(${base}) and not has(source_id)` : `(${base}) and (${condition})`;
}

function without(base: string, labels: readonly StoredLabel[]): string {
  const condition = keyCondition(labels);
  return condition === null ? base : `(${base}) and not (${condition})`;
}

/** By the kind of key, not by its look: a log may name its trajectories `line:7`. */
function keyCondition(labels: readonly StoredLabel[]): string | null {
  const lines = new Map<string, string[]>();
  const trajectories: string[] = [];
  for (const { trajectory, identity } of labels) {
    const [, source, line] = /^line:(\d{1,9}):(\d{1,15})(?:\.\d{1,9})?$/.exec(trajectory) ?? [];
    if (identity !== 'line') trajectories.push(trajectory);
    else if (source !== undefined && line !== undefined)
      lines.set(source, [...(lines.get(source) ?? []), line]);
  }
  const parts = [...lines].map(
    ([source, numbers]) =>
      `(not has(trajectory) and source_id = ${source} and line in (${numbers.join(', ')}))`,
  );
  if (trajectories.length > 0) parts.push(`trajectory in (${trajectories.map(spelled).join(', ')})`);
  return parts.length === 0 ? null : parts.join(' or ');
}
