import type { BatchFile, BatchRead } from '../api/contract.ts';
import type { RunCap, RunHead } from '../core/model/record.ts';
import { usageFailure } from './command.ts';
import { count, counted } from './text.ts';

/** Options of `rerun` for batch files and caps. */
export const batchOptions = {
  'batch-out': { type: 'string' },
  'batch-in': { type: 'string', multiple: true },
  'max-tokens': { type: 'string' },
  'max-cost': { type: 'string' },
} as const;

export const batchDetails: readonly string[] = [
  '--batch-out F   make no call: write the requests as OpenAI batch files (F, F-2, …); --resume RUN writes what it lacks',
  '--batch-in F    read a result or error file back as attempts of its run; may be repeated',
  '--max-tokens N --max-cost C   stop before a call would pass it; what came back is kept, --resume goes on',
];

export interface BatchValues {
  readonly 'batch-out'?: string | undefined;
  readonly 'batch-in'?: readonly string[] | undefined;
  readonly 'max-tokens'?: string | undefined;
  readonly 'max-cost'?: string | undefined;
  readonly workspace?: string | undefined;
  readonly resume?: string | undefined;
  readonly demo?: boolean | undefined;
}

/** What was asked of batch files makes sense. @throws FailureError bad usage */
export function checkBatch(values: BatchValues, usage: string): void {
  const out = values['batch-out'] !== undefined;
  const back = values['batch-in'] !== undefined;
  if (!out && !back) return;
  if (out && back) throw usageFailure('choose one of --batch-out and --batch-in', usage);
  if (values.workspace === undefined)
    throw usageFailure(
      'batch files need the --workspace that keeps the run until its results are back',
      usage,
    );
  if (values.demo === true) throw usageFailure('the demo judge reads no batch files', usage);
  if (back && values.resume !== undefined)
    throw usageFailure('--batch-in finds its run by itself; --resume is not needed', usage);
}

/** Null where neither bound is stated. @throws FailureError bad usage */
export function capOf(values: BatchValues, usage: string): RunCap | null {
  const tokens = positive(values['max-tokens'], 'max-tokens', usage);
  const cost = positive(values['max-cost'], 'max-cost', usage);
  if (tokens !== null && !Number.isSafeInteger(tokens))
    throw usageFailure('--max-tokens takes a whole number', usage);
  return tokens === null && cost === null ? null : { tokens, cost };
}

function positive(written: string | undefined, name: string, usage: string): number | null {
  if (written === undefined) return null;
  const value = Number(written);
  if (written.trim() === '' || !Number.isFinite(value) || value <= 0)
    throw usageFailure(`--${name} takes a number above 0, not ${JSON.stringify(written)}`, usage);
  return value;
}

/** `rerun --batch-out --json`. */
export interface BatchOutReport {
  readonly run: Pick<RunHead, 'run_id' | 'number' | 'model' | 'repeats' | 'samples'>;
  readonly files: readonly Omit<BatchFile, 'download'>[];
}

/** What was written, for `--json`: no address to download from. */
export function batchOutReport(head: RunHead, files: readonly BatchFile[]): BatchOutReport {
  const { run_id, number, model, repeats, samples } = head;
  return {
    run: { run_id, number, model, repeats, samples },
    files: files.map(({ path, requests, bytes }) => ({ path, requests, bytes })),
  };
}

/** The same for a person, and what to do next. */
export function batchOutText({ run, files }: BatchOutReport): string {
  return [
    `Run #${run.number} is written down and waits for its results.`,
    ...files.map(
      ({ path, requests, bytes }) => `${path}  ${counted(requests, 'request')}, ${count(bytes)} bytes`,
    ),
    'Read what comes back, and the error file beside it, with --batch-in.',
    '',
  ].join('\n');
}

/** What reading brought, for stderr. */
export function batchInText(read: BatchRead): string {
  const more = [
    read.already > 0 ? `${count(read.already)} had an answer already` : null,
    read.not_run > 0 ? `${count(read.not_run)} never ran` : null,
    read.foreign > 0 ? `${count(read.foreign)} of other runs or programs` : null,
    read.unreadable > 0 ? `${count(read.unreadable)} unreadable` : null,
  ].filter((part) => part !== null);
  const left =
    read.missing === 0
      ? 'Nothing is missing.'
      : `${counted(read.missing, 'attempt')} still missing: write them out again with --resume and --batch-out, or call them with --resume.`;
  return `${counted(read.lines, 'line')}: ${counted(read.stored, 'answer')} stored${more.map((part) => `, ${part}`).join('')}. ${left}\n`;
}
