import { type FailureSentence, type SentenceParameters, sentenceOf } from './failure-sentences.ts';

/** The closed list of codes an error crosses the border with. */
export const failureCodes = [
  'bad_request',
  'not_found',
  'file_missing',
  'file_unreadable',
  'wrong_shape',
  'filter_syntax',
  'rubric_invalid',
  'rubric_locked',
  'workspace_locked',
  'workspace_newer',
  'record_failed',
  'index_failed',
  'judge_unreachable',
  'judge_refused',
  'no_key',
  'cancelled',
  'internal',
] as const;
export type FailureCode = (typeof failureCodes)[number];

/** An error as a value: what happened, where, and whether trying again can help. */
export interface Failure {
  readonly code: FailureCode;
  /** One English sentence: what happened, where (file, line), what to do next. */
  readonly message: string;
  /** The same sentence by its key, for a screen in another language; absent where there is none. */
  readonly sentence?: {
    readonly key: FailureSentence;
    readonly parameters: Readonly<Record<string, string | number>>;
  };
  readonly details?: Readonly<Record<string, string | number | boolean | null>>;
  readonly retryable: boolean;
}

/** The one exception that carries a Failure; anything else that is thrown is a defect and crosses as `internal`. */
export class FailureError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure, options?: { readonly cause?: unknown }) {
    super(failure.message, options);
    this.name = 'FailureError';
    this.failure = failure;
  }
}

/** Shorthand for throwing a Failure. */
export function fail(
  code: FailureCode,
  message: string,
  details?: Failure['details'],
  options?: { readonly cause?: unknown; readonly retryable?: boolean },
): FailureError {
  const failure: Failure = {
    code,
    message,
    retryable: options?.retryable ?? false,
    ...(details === undefined ? {} : { details }),
  };
  return new FailureError(failure, options?.cause === undefined ? undefined : { cause: options.cause });
}

/** The same with a sentence of the catalogue, which screens say in their own language. */
export function failSaying<Key extends FailureSentence>(
  code: FailureCode,
  key: Key,
  parameters: SentenceParameters<Key>,
  details?: Failure['details'],
  options?: { readonly cause?: unknown; readonly retryable?: boolean },
): FailureError {
  const { failure, cause } = fail(code, sentenceOf(key, parameters), details, options);
  return new FailureError(
    { ...failure, sentence: { key, parameters } },
    cause === undefined ? undefined : { cause },
  );
}

/** Closes a union: the compiler complains where a case is missing. */
export function assertNever(value: never): never {
  throw new Error(`unexpected case: ${JSON.stringify(value)}`);
}
