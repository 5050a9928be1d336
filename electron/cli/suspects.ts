import type { QueueItem } from '../api/contract.ts';
import { lineKey } from '../api/services/evidence-line.ts';
import type { EngineParts } from '../api/services/parts.ts';
import { RubricLibrary } from '../api/services/rubric-library.ts';
import { rankSuspects, type SuspectValidation, suspectValidation } from '../api/services/suspects.ts';
import type { Label } from '../core/model/record.ts';
import { thresholdsOf } from './arguments.ts';
import { type Command, type ExitStatus, parseArguments, wholeNumber } from './command.ts';
import { statusOf, withSession } from './session.ts';
import { sessionDetails, sessionOf, sessionOptions } from './session-options.ts';
import { count, counted, cut, figure, left, percent, right, table } from './text.ts';

const usage =
  'assay suspects FILES… [--trajectories F] [--rubrics DIR] [--truth F] [--where EXPR] [--threshold N] [--limit 100] [--workspace DIR] [--strict] [--json]';

/** `suspects --json` (CLI.md). */
export interface Suspects {
  /** Failed rows. */
  readonly total: number;
  /** Of them, those whose signals were computed; beyond 2,000 the index chooses which. */
  readonly looked_at: number;
  /** Whether looking at every failed row would have given the same items. */
  readonly complete: boolean;
  readonly items: readonly SuspectItem[];
  readonly not_computable: readonly string[];
  readonly validation: SuspectValidation | null;
}

export interface SuspectItem {
  readonly trajectory: string | null;
  readonly task_id: string | null;
  readonly source: string;
  readonly line: number;
  readonly rubric_version: string | null;
  readonly judge_model: string | null;
  readonly points: number;
  readonly signals: QueueItem['signals'];
}

/** `assay suspects`: failures that are probably none, by the signals of the log itself. */
export const suspectsCommand: Command = {
  name: 'suspects',
  summary: 'probable false negatives without truth, by signals that each show their evidence',
  usage,
  details: ['--limit N       list at most N rows (100); the counts speak of all', ...sessionDetails],
  async run(argv, output): Promise<ExitStatus> {
    const { values, positionals } = parseArguments(
      argv,
      { ...sessionOptions, limit: { type: 'string' } },
      usage,
    );
    const limit = wholeNumber(values.limit, 100, 'limit');
    const options = {
      ...sessionOf(values, positionals, usage),
      thresholds: thresholdsOf(values.threshold, usage),
    };
    return withSession(options, output, async (session) => {
      const found = await findSuspects(session.parts, values.where ?? '', limit);
      output.stdout(values.json === true ? `${JSON.stringify(found)}\n` : suspectsText(found));
      return statusOf(session, values.strict);
    });
  },
};

/** The ranking cut to `limit`, and how well it brings up what truth or the people's labels call a success. */
async function findSuspects(parts: EngineParts, filter: string, limit: number): Promise<Suspects> {
  const library = new RubricLibrary(parts.folder, parts.starterRubrics);
  const { items, total, not_computable, looked_at, complete } = await rankSuspects(parts, library, {
    filter,
    limit,
  });
  // the list may be cut, the ranking that is held against labels may not
  const ranked = looked_at > items.length ? (await rankSuspects(parts, library, { filter })).items : items;
  const labels = Map.groupBy(parts.record.labels.currentLabels(), ({ trajectory }) => trajectory);
  const validation = suspectValidation(
    ranked.map(({ verdict, points }) => ({
      points,
      verdict: {
        truth: verdict.truth ?? saidOf(labels.get(verdict.trajectory ?? lineKey(verdict.row)) ?? []),
      },
    })),
  );
  return {
    total,
    looked_at,
    complete,
    items: items.map(({ verdict, points, signals }) => ({
      trajectory: verdict.trajectory,
      task_id: verdict.task_id,
      source: verdict.source,
      line: verdict.line,
      rubric_version: verdict.rubric_version,
      judge_model: verdict.judge_model,
      points,
      signals,
    })),
    not_computable,
    // rows that were not looked at are below these, but nobody knows in which order
    validation: validation === null || looked_at === total ? validation : { ...validation, auroc: null },
  };
}

/** What people agree on; null where they are unsure, disagree or have said nothing. */
function saidOf(labels: readonly Label[]): boolean | null {
  const values = new Set(labels.map(({ value }) => value));
  const [value] = values;
  if (values.size !== 1 || value === undefined || value === 'unsure') return null;
  return value === 'success';
}

/** The list for a person. */
export function suspectsText(found: Suspects): string {
  const head = [
    `${counted(found.total, 'failed verdict')}, most suspicious first${found.complete ? '' : `; the signals of ${count(found.looked_at)} were computed, and others may belong among these`}.`,
    ...(found.not_computable.length === 0
      ? []
      : [`Not computable from these files: ${found.not_computable.join(', ')}.`]),
    ...(found.validation === null
      ? []
      : [
          `Held against ${counted(found.validation.labelled, 'label')}: AUROC ${figure(found.validation.auroc, 3)}, of the first 50 ${percent(found.validation.precision_at_50)} truly succeeded.`,
        ]),
  ].join('\n');
  if (found.items.length === 0) return `${head}\n`;
  const rows = found.items.map((item) => [
    String(item.points),
    `${cut(item.source, 30)}:${item.line}`,
    cut(item.trajectory ?? item.task_id ?? '–', 48),
    item.signals.map(({ name, points }) => `${name} ${points}`).join(', '),
  ]);
  const columns = [right('points'), left('where'), left('trajectory'), left('signals')];
  const rest = found.total - found.items.length;
  return `${head}\n\n${table(columns, rows)}${rest > 0 ? `… and ${count(rest)} more\n` : ''}`;
}
