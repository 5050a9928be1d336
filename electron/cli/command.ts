import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Failure, type FailureCode, FailureError, fail } from '../core/model/failure.ts';
import { printableLines } from './text.ts';

/** Exit statuses scripts rely on: 0 fine, 1 the command failed, 2 bad usage, 3 lines were quarantined under --strict. */
export type ExitStatus = 0 | 1 | 2 | 3;

/** Where a command writes: one document on stdout, progress and messages on stderr. */
export interface Output {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  readonly env: NodeJS.ProcessEnv;
  /** Aborted on Ctrl C; a command leaves nothing half-done behind it. */
  readonly signal: AbortSignal;
}

export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  readonly usage: string;
  /** What the options mean, a line each, for `assay COMMAND --help`. */
  readonly details?: readonly string[];
  run(argv: readonly string[], output: Output): Promise<ExitStatus>;
}

type Options = NonNullable<ParseArgsConfig['options']>;

/** parseArgs with its complaint turned into a usage failure that shows the right usage. */
export function parseArguments<const T extends Options>(argv: readonly string[], options: T, usage: string) {
  try {
    return parseArgs({ args: joinedValues(argv, options), options, allowPositionals: true, strict: true });
  } catch (error) {
    throw usageFailure(error instanceof Error ? error.message : String(error), usage);
  }
}

/** `--buckets -0.01,0.2` reads as two options to parseArgs; a value that begins with a minus and a digit is a value. */
function joinedValues(argv: readonly string[], options: Options): string[] {
  const joined: string[] = [];
  for (let at = 0; at < argv.length; at += 1) {
    const argument = argv[at] ?? '';
    if (argument === '--') return [...joined, ...argv.slice(at)];
    const next = argv[at + 1];
    const takesValue = argument.startsWith('--') && options[argument.slice(2)]?.type === 'string';
    if (takesValue && next !== undefined && /^-\.?\d/.test(next)) {
      joined.push(`${argument}=${next}`);
      at += 1;
    } else joined.push(argument);
  }
  return joined;
}

/** A whole number option, or its default; anything else is bad usage. */
export function wholeNumber(written: string | undefined, fallback: number, name: string, low = 0): number {
  if (written === undefined) return fallback;
  const value = Number(written);
  if (!Number.isSafeInteger(value) || value < low || written.trim() === '')
    throw usageFailure(
      `--${name} takes a whole number of at least ${low}, not ${JSON.stringify(written)}`,
      '',
    );
  return value;
}

/** Bad usage: exit status 2. */
export function usageFailure(message: string, usage: string): FailureError {
  return fail('bad_request', usage === '' ? message : `${message}\nusage: ${usage}`, { usage: true });
}

/** Writes a failure as scripts expect it (`{error}` on stdout with --json, one sentence on stderr without). */
export function reportFailure(error: unknown, json: boolean, output: Output): ExitStatus {
  const failure: Failure =
    error instanceof FailureError
      ? error.failure
      : {
          code: 'internal' satisfies FailureCode,
          message: error instanceof Error ? error.message : String(error),
          retryable: false,
        };
  if (json) {
    const { code, message, details } = failure;
    output.stdout(
      `${JSON.stringify({ error: { code, message, ...(details === undefined ? {} : { details }) } })}\n`,
    );
  } else output.stderr(`assay: ${printableLines(failure.message)}\n`);
  return failure.details?.usage === true ? 2 : 1;
}
