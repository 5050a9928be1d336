import { usageFailure } from './command.ts';
import {
  mappingsOf,
  type ReadingValues,
  readingDetails,
  readingOptions,
  scalesOf,
} from './reading-options.ts';
import type { SessionOptions } from './session.ts';

/** Options of every command that reads files into a session. */
export const sessionOptions = {
  truth: { type: 'string', multiple: true },
  trajectories: { type: 'string', multiple: true },
  rubrics: { type: 'string' },
  threshold: { type: 'string', multiple: true },
  ...readingOptions,
  where: { type: 'string' },
  workspace: { type: 'string' },
  strict: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

export const sessionDetails: readonly string[] = [
  '--truth F       labels: CSV, JSONL or a table in SQLite; may be repeated',
  '--trajectories F  trajectories, JSONL; may be repeated',
  '--rubrics DIR   a folder of rubric files',
  '--where EXPR    a filter: rubric_version = adapt_v1 and not passed and step >= 400',
  '--threshold N   reward ≥ N is a success where a row has no verdict; JUDGE=N or VERSION/JUDGE=N; may be repeated',
  ...readingDetails,
  '--workspace DIR  work in this workspace and keep what was read; without it nothing is kept',
  '--strict        exit status 3 where lines could not be read',
  '--json          one JSON document on stdout',
];

interface SessionValues extends ReadingValues {
  readonly truth?: readonly string[] | undefined;
  readonly trajectories?: readonly string[] | undefined;
  readonly rubrics?: string | undefined;
  readonly workspace?: string | undefined;
}

/** The session a command's arguments ask for. @throws FailureError bad usage where there is nothing to read */
export function sessionOf(
  values: SessionValues,
  positionals: readonly string[],
  usage: string,
): Omit<SessionOptions, 'thresholds'> {
  if (positionals.length === 0 && values.workspace === undefined)
    throw usageFailure('name the reward logs to read, or a workspace that holds them', usage);
  return {
    workspace: values.workspace,
    rubrics: values.rubrics,
    mappings: mappingsOf(values, usage),
    scales: scalesOf(values, usage),
    files: [
      ...(values.truth ?? []).map((path) => ({ path, kind: 'truth' as const })),
      ...(values.trajectories ?? []).map((path) => ({ path, kind: 'trajectories' as const })),
      ...positionals.map((path) => ({ path, kind: 'auto' as const })),
    ],
  };
}
