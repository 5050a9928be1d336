import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { evidenceLine } from '../api/services/evidence-line.ts';
import type { EngineParts } from '../api/services/parts.ts';
import { spelled } from '../core/filter/index.ts';
import { fail } from '../core/model/failure.ts';
import type { VerdictRow } from '../core/model/verdict.ts';
import {
  type ImportedLabel,
  type LabelConflict,
  type LabelProblem,
  mergeLabels,
  readLabels,
} from '../exchange/export/index.ts';
import { page } from '../logs/query/page.ts';
import { verdictRows } from '../logs/query/row.ts';
import { type LabelDraft, RECORD_FILE } from '../record/index.ts';
import { onePath } from './arguments.ts';
import { type Command, type ExitStatus, parseArguments, usageFailure } from './command.ts';
import { withSession } from './session.ts';
import { count, counted, cut, left, printable, table } from './text.ts';

const usage = 'assay import-labels FILE --workspace DIR [--strict] [--json]';

const options = {
  workspace: { type: 'string' },
  strict: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

/** `import-labels --json` (CLI.md). */
export interface ImportedLabels {
  readonly read: number;
  readonly merged: number;
  /** Already in the record, saying the same. */
  readonly same: number;
  readonly conflicts: readonly {
    readonly line: number;
    readonly trajectory: string;
    readonly annotator: string;
    readonly against: LabelConflict['against'];
    readonly differs: LabelConflict['differs'];
    readonly kept: string;
    readonly refused: string;
  }[];
  readonly unmatched: number;
  readonly unmatched_labels: readonly Pick<ImportedLabel, 'line' | 'trajectory' | 'annotator'>[];
  readonly problems: readonly LabelProblem[];
}

/** `assay import-labels`: labels of an exported file merged into the record; nothing is overwritten. */
export const importLabelsCommand: Command = {
  name: 'import-labels',
  summary:
    'merge the labels of an exported file into a workspace; conflicts are listed, nothing is overwritten',
  usage,
  details: [
    'FILE             an export of samples, JSONL or CSV, as Assay writes it',
    '--workspace DIR  the workspace whose labels they are',
    '--strict         exit status 3 where a line could not be read as a label',
    '--json           one JSON document on stdout',
  ],
  async run(argv, output): Promise<ExitStatus> {
    const { values, positionals } = parseArguments(argv, options, usage);
    const path = onePath(positionals, usage);
    if (values.workspace === undefined)
      throw usageFailure('labels go into a workspace: --workspace DIR', usage);
    // a mistyped folder would become an empty workspace that swallows the labels
    if (!existsSync(join(values.workspace, RECORD_FILE)))
      throw fail('file_missing', `${values.workspace} is no workspace: it has no ${RECORD_FILE}.`, {
        path: values.workspace,
      });
    const file = await readLabels(resolve(path));
    return withSession({ workspace: values.workspace, files: [] }, output, async ({ parts }) => {
      const result = await mergeInto(parts, file.labels, file.problems);
      output.stdout(values.json === true ? `${JSON.stringify(result)}\n` : importedText(result));
      return values.strict === true && result.problems.length > 0 ? 3 : 0;
    });
  },
};

async function mergeInto(
  parts: EngineParts,
  labels: readonly ImportedLabel[],
  problems: readonly LabelProblem[],
): Promise<ImportedLabels> {
  const { store, record, now } = parts;
  const { verdicts } = await store.one<{ verdicts: number }>('SELECT count(*) AS verdicts FROM verdicts');
  const rows = verdicts === 0 ? null : await rowsOf(parts, labels);
  const existing = record.labels.currentLabels();
  const merged = mergeLabels(existing, labels, rows === null ? undefined : (name) => rows.has(name));
  const drafts: LabelDraft[] = [];
  for (const { label_id: _id, line: _line, created_at, identity, ...label } of merged.added) {
    const row = rowFor(label, rows?.get(label.trajectory) ?? []);
    drafts.push({
      ...label,
      // a row's address is that of the workspace it was labelled in; here the row is another one
      row: row?.row ?? null,
      identity: identity ?? (label.trajectory.startsWith('line:') ? 'line' : 'explicit'),
      created_at: created_at ?? now(),
      evidence: row === null ? null : (await evidenceLine(store, row)).evidence,
    });
  }
  record.labels.setLabels(drafts);
  return {
    read: merged.read,
    merged: drafts.length,
    same: merged.same,
    conflicts: merged.conflicts.map(({ trajectory, annotator, against, kept, refused, differs }) => ({
      line: refused.line,
      trajectory,
      annotator,
      against,
      differs,
      kept: kept.value,
      refused: refused.value,
    })),
    unmatched: merged.unmatched.length,
    unmatched_labels: merged.unmatched.map(({ line, trajectory, annotator }) => ({
      line,
      trajectory,
      annotator,
    })),
    problems,
  };
}

const batch = 500;

/** The rows of each labelled trajectory that an opened log has. */
async function rowsOf(
  { store }: EngineParts,
  labels: readonly ImportedLabel[],
): Promise<ReadonlyMap<string, readonly VerdictRow[]>> {
  const keys = [...new Set(labels.map(({ trajectory }) => trajectory))];
  const found = new Map<string, VerdictRow[]>();
  const add = (key: string, row: VerdictRow) => found.set(key, [...(found.get(key) ?? []), row]);
  const named = keys.filter((key) => !key.startsWith('line:'));
  for (let at = 0; at < named.length; at += batch) {
    const filter = `trajectory in (${named
      .slice(at, at + batch)
      .map(spelled)
      .join(', ')})`;
    const query = { filter, search: '', sort: [], offset: 0, limit: Number.MAX_SAFE_INTEGER, extra: [] };
    for (const row of (await page(store, query)).rows) if (row.trajectory !== null) add(row.trajectory, row);
  }
  const lines = keys.filter((key) => /^line:\d{1,9}:\d{1,15}(\.\d{1,9})?$/.test(key));
  for (const row of await verdictRows(
    store,
    lines.map((key) => key.slice('line:'.length)),
  ))
    add(`line:${row.row}`, row);
  // a line is only a place: the label must be of what stands there
  for (const { trajectory, rubric_version, judge_model } of labels) {
    const [row] = trajectory.startsWith('line:') ? (found.get(trajectory) ?? []) : [];
    const other =
      (rubric_version !== null && row?.rubric_version !== rubric_version) ||
      (judge_model !== null && row?.judge_model !== judge_model);
    if (row !== undefined && other) found.delete(trajectory);
  }
  return found;
}

/** The row a label was given on: of the same version and judge where the label names them, else the first. */
function rowFor(
  label: Pick<ImportedLabel, 'rubric_version' | 'judge_model'>,
  rows: readonly VerdictRow[],
): VerdictRow | null {
  const same = rows.find(
    (row) =>
      (label.rubric_version === null || row.rubric_version === label.rubric_version) &&
      (label.judge_model === null || row.judge_model === label.judge_model),
  );
  return same ?? rows[0] ?? null;
}

/** What became of the labels, for a person. */
export function importedText(result: ImportedLabels): string {
  const head = `${counted(result.read, 'label')} read: ${count(result.merged)} merged, ${count(result.same)} already there, ${count(result.conflicts.length)} in conflict, ${count(result.unmatched)} on trajectories that no opened log has.\n`;
  const conflicts = result.conflicts.map(
    ({ line, trajectory, annotator, against, differs, kept, refused }) => [
      String(line),
      cut(trajectory, 40),
      printable(annotator),
      against === 'record' ? 'the record' : 'an earlier line',
      differs.join(', '),
      kept,
      refused,
    ],
  );
  const columns = ['line', 'trajectory', 'annotator', 'conflicts with', 'differs in', 'kept', 'refused'];
  return [
    head,
    ...(conflicts.length === 0 ? [] : [`\n${table(columns.map(left), conflicts)}`]),
    ...result.unmatched_labels
      .slice(0, 20)
      .map(({ line, trajectory }) => `line ${line}: no opened log has ${cut(trajectory, 60)}\n`),
    ...(result.unmatched > 20 ? [`… and ${count(result.unmatched - 20)} more\n`] : []),
    ...result.problems.map(({ line, message }) => `line ${line}: ${printable(message)}\n`),
  ].join('');
}
