import type Database from 'better-sqlite3';
import type { Attempt, AttemptOutcome, RunItem, SamePrompt } from '../core/model/record.ts';
import type { UnjudgedCause } from '../core/model/verdict.ts';
import { sampleSd } from '../core/statistics/moments.ts';
import type { LineEvidence, Lines } from './lines.ts';
import type { Prompts, StoredPrompt } from './prompts.ts';
import { guarded } from './record-error.ts';

/** A sample of a run with the prompt it will be judged by; items are numbered from 1 in the order they are added. */
export interface RunItemDraft
  extends Omit<RunItem, 'item' | 'attempts' | 'fails' | 'judged' | 'reused' | 'split' | 'score_sd'> {
  /** The version this item is judged under. */
  readonly rubric_version: string | null;
  /** The judge of the original verdict. */
  readonly judge_model: string | null;
  readonly prompt: StoredPrompt;
  /** Taken from the log as it was sent in training, or rendered from the template. */
  readonly prompt_origin: 'log' | 'template';
  readonly same_prompt: SamePrompt;
  readonly evidence: LineEvidence | null;
  /** What an earlier answer is found by; null: by nothing. */
  readonly answer_key?: string | null;
  /** Whether one may stand in for a call: a re-judging alone may, and only where it was asked for. */
  readonly may_reuse?: boolean;
}

/** A run item as stored: what the contract shows and what statistics group by. */
export interface StoredRunItem extends RunItem {
  readonly run_id: string;
  readonly rubric_version: string | null;
  readonly judge_model: string | null;
  readonly messages_sha256: string;
  readonly prompt_hash: string;
  readonly prompt_origin: 'log' | 'template';
  readonly same_prompt: SamePrompt;
}

export const itemSelections = [
  'all',
  'split',
  'steady_fail',
  'steady_pass',
  'failed',
  'steady_false_negative',
  'flickering_false_negative',
  'steady_false_positive',
  'flickering_false_positive',
  'log_false_negative',
  'log_false_positive',
] as const;
export type ItemSelection = (typeof itemSelections)[number];

/** The items of one category, version or range of steps; null stands for those without one. */
export type ItemGroup =
  | { readonly by: 'category' | 'rubric_version'; readonly value: string | null }
  | { readonly by: 'step'; readonly from: number; readonly to: number };

export interface RunItems {
  /** Adds a batch in one transaction, prompts and evidence included. */
  add(runId: string, drafts: readonly RunItemDraft[]): void;
  /** Items with their attempts in force, by item number. `total` counts the whole selection. */
  page(
    runId: string,
    selection: ItemSelection,
    offset: number,
    limit: number,
    group?: ItemGroup | null,
  ): { readonly total: number; readonly rows: StoredRunItem[] };
  get(runId: string, item: number): StoredRunItem | null;
  /** The judges of the verdicts that are put again, by name; null where the log does not say. */
  judges(runId: string): readonly (string | null)[];
  /** Every re-run of one row, newest run first. */
  ofRow(row: string): StoredRunItem[];
  /** Every item of a run in order, read in batches: for statistics over many items without holding them all. */
  each(runId: string): Generator<StoredRunItem>;
}

interface ItemRow {
  readonly run_id: string;
  readonly item: number;
  readonly row_id: string;
  readonly trajectory: string | null;
  readonly task_id: string | null;
  readonly category: string | null;
  readonly step: number | null;
  readonly rubric_version: string | null;
  readonly judge_model: string | null;
  readonly original_passed: 0 | 1 | null;
  readonly original_unjudged: UnjudgedCause | null;
  readonly truth: 0 | 1 | null;
  readonly messages_sha256: string;
  readonly prompt_hash: string;
  readonly prompt_origin: 'log' | 'template';
  readonly same_prompt: SamePrompt;
}

interface AttemptRow extends Omit<Attempt, 'passed' | 'repaired' | 'reused'> {
  readonly item: number;
  readonly reused: 0 | 1;
  readonly outcome: AttemptOutcome;
  readonly passed: 0 | 1 | null;
  readonly repaired: 0 | 1;
}

/** Per item: f failing, p passing and u unjudged calls in force; answers from the record are no repeats. An item without a verdict is in no steady group. */
const SELECTIONS: Record<ItemSelection, string> = {
  all: '1',
  split: 'v.f > 0 AND v.p > 0',
  steady_fail: 'v.f > 0 AND v.p = 0 AND v.u = 0',
  steady_pass: 'v.p > 0 AND v.f = 0 AND v.u = 0',
  failed: 'v.u > 0',
  // as the figures count them: over the attempts that gave a verdict, two of them at least
  steady_false_negative: 'i.truth = 1 AND v.f > 1 AND v.p = 0',
  flickering_false_negative: 'i.truth = 1 AND v.f > 0 AND v.p > 0',
  steady_false_positive: 'i.truth = 0 AND v.p > 1 AND v.f = 0',
  flickering_false_positive: 'i.truth = 0 AND v.f > 0 AND v.p > 0',
  log_false_negative: 'i.truth = 1 AND i.original_passed = 0',
  log_false_positive: 'i.truth = 0 AND i.original_passed = 1',
};

interface GroupValues {
  readonly value: string | null;
  readonly from: number;
  readonly to: number;
}

function groupSql(group: ItemGroup | null): { readonly sql: string; readonly values: GroupValues } {
  const none = { value: null, from: 0, to: 0 };
  if (group === null) return { sql: '1', values: none };
  return group.by === 'step'
    ? { sql: 'i.step BETWEEN @from AND @to', values: { ...none, from: group.from, to: group.to } }
    : { sql: `i.${group.by} IS @value`, values: { ...none, value: group.value } };
}

const IN_FORCE = 'final = 1 AND superseded = 0';
const BATCH = 500;

export function toBoolean(value: 0 | 1 | null): boolean | null {
  return value === null ? null : value === 1;
}

export function toInteger(value: boolean | null): 0 | 1 | null {
  if (value === null) return null;
  return value ? 1 : 0;
}

function toItem(row: ItemRow, attempts: readonly Attempt[]): StoredRunItem {
  const judged = attempts.filter((attempt) => attempt.passed !== null && !attempt.reused);
  const fails = judged.filter((attempt) => attempt.passed === false).length;
  const { row_id, original_passed, truth, ...rest } = row;
  return {
    ...rest,
    row: row_id,
    original_passed: toBoolean(original_passed),
    truth: toBoolean(truth),
    attempts,
    fails,
    judged: judged.length,
    reused: attempts.filter(({ reused }) => reused).length,
    split: fails > 0 && fails < judged.length,
    score_sd: sampleSd(judged.flatMap((attempt) => (attempt.score === null ? [] : [attempt.score]))),
  };
}

export function runItemRepository(db: Database.Database, lines: Lines, prompts: Prompts): RunItems {
  const insert = db.prepare(`
    INSERT INTO run_items (run_id, item, row_id, trajectory, task_id, category, step, rubric_version, judge_model,
      original_passed, original_unjudged, truth, messages_sha256, prompt_hash, prompt_origin, same_prompt, source_name, source_line, line_sha256,
      answer_key, may_reuse)
    VALUES (@run_id, (SELECT coalesce(max(item), 0) + 1 FROM run_items WHERE run_id = @run_id), @row, @trajectory,
      @task_id, @category, @step, @rubric_version, @judge_model, @original_passed, @original_unjudged, @truth,
      @messages_sha256, @prompt_hash, @prompt_origin, @same_prompt, @source_name, @source_line, @line_sha256,
      @answer_key, @may_reuse)`);
  const attemptColumns = `item, attempt, outcome, passed, score, reason, latency_ms, error, response_id, repaired,
    prompt_tokens, completion_tokens, total_tokens, reused_from IS NOT NULL AS reused`;
  const attemptsBetween = db.prepare<[string, number, number], AttemptRow>(`
    SELECT ${attemptColumns} FROM attempts WHERE run_id = ? AND item BETWEEN ? AND ? AND ${IN_FORCE}
    ORDER BY item, attempt`);
  const one = db.prepare<[string, number], ItemRow>('SELECT * FROM run_items WHERE run_id = ? AND item = ?');
  const after = db.prepare<[string, number, number], ItemRow>(
    'SELECT * FROM run_items WHERE run_id = ? AND item > ? ORDER BY item LIMIT ?',
  );
  const byRow = db.prepare<[string], ItemRow>(`
    SELECT i.* FROM run_items i JOIN runs r ON r.run_id = i.run_id WHERE i.row_id = ?
    ORDER BY r.number DESC, i.item`);
  const selected = (what: string, selection: ItemSelection, group: string) =>
    selection === 'all'
      ? `SELECT ${what} FROM run_items i WHERE i.run_id = @run_id AND ${group}`
      : `
    WITH v AS (
      SELECT item, sum(passed IS 0 AND reused_from IS NULL) AS f,
        sum(passed IS 1 AND reused_from IS NULL) AS p, sum(outcome <> 'ok') AS u
      FROM attempts WHERE run_id = @run_id AND final = 1 AND superseded = 0 GROUP BY item)
    SELECT ${what} FROM run_items i LEFT JOIN v ON v.item = i.item
    WHERE i.run_id = @run_id AND ${SELECTIONS[selection]} AND ${group}`;

  function withAttempts(rows: readonly ItemRow[]): StoredRunItem[] {
    const first = rows[0];
    const last = rows.at(-1);
    if (first === undefined || last === undefined) return [];
    const found = new Map<number, Attempt[]>(rows.map((row) => [row.item, []]));
    for (const { item, ...attempt } of attemptsBetween.iterate(first.run_id, first.item, last.item))
      found.get(item)?.push({
        ...attempt,
        passed: toBoolean(attempt.passed),
        repaired: attempt.repaired === 1,
        reused: attempt.reused === 1,
      });
    return rows.map((row) => toItem(row, found.get(row.item) ?? []));
  }

  const addAll = db.transaction((runId: string, drafts: readonly RunItemDraft[]) => {
    for (const draft of drafts) {
      const { evidence, prompt, original_passed, truth, ...rest } = draft;
      insert.run({
        ...rest,
        run_id: runId,
        original_passed: toInteger(original_passed),
        truth: toInteger(truth),
        answer_key: rest.answer_key ?? null,
        may_reuse: rest.may_reuse === true ? 1 : 0,
        messages_sha256: prompts.keep(prompt),
        prompt_hash: prompt.prompt_hash,
        source_name: evidence?.source_name ?? null,
        source_line: evidence?.source_line ?? null,
        line_sha256: evidence === null ? null : lines.keep(evidence.text),
      });
    }
  });

  const distinctJudges = db.prepare<[string], { judge_model: string | null }>(
    'SELECT DISTINCT judge_model FROM run_items WHERE run_id = ? ORDER BY judge_model',
  );
  return {
    judges: (runId) =>
      guarded('read the judges of a re-run', () =>
        distinctJudges.all(runId).map(({ judge_model }) => judge_model),
      ),
    add: (runId, drafts) => guarded('save the samples of the re-run', () => addAll.immediate(runId, drafts)),
    page: (runId, selection, offset, limit, group = null) =>
      guarded('read the re-run', () => {
        const { sql, values } = groupSql(group);
        const asked = { run_id: runId, ...values };
        const count = db.prepare<[typeof asked], { n: number }>(selected('count(*) AS n', selection, sql));
        const rows = db.prepare<[typeof asked & { limit: number; offset: number }], ItemRow>(
          `${selected('i.*', selection, sql)} ORDER BY i.item LIMIT @limit OFFSET @offset`,
        );
        return {
          total: count.get(asked)?.n ?? 0,
          rows: withAttempts(rows.all({ ...asked, limit, offset })),
        };
      }),
    get: (runId, item) =>
      guarded('read the re-run', () => {
        const row = one.get(runId, item);
        return row === undefined ? null : (withAttempts([row])[0] ?? null);
      }),
    ofRow: (row) => guarded('read the re-runs', () => byRow.all(row).flatMap((item) => withAttempts([item]))),
    *each(runId) {
      for (let last = 0; ; ) {
        const batch = guarded('read the re-run', () => withAttempts(after.all(runId, last, BATCH)));
        yield* batch;
        const end = batch.at(-1);
        if (end === undefined) return;
        last = end.item;
      }
    },
  };
}
