import { initTRPC, TRPCError } from '@trpc/server';
import { z } from 'zod';
import { type Failure, type FailureCode, FailureError } from '../core/model/failure.ts';
import type { Services } from './contract.ts';

export interface Context {
  readonly services: Services;
}

/** A defect crosses as `internal` with its message; a Failure crosses as it is. Stacks never leave the engine. */
function failureOf(error: TRPCError): Failure {
  if (error.cause instanceof FailureError) return error.cause.failure;
  if (error.code === 'BAD_REQUEST') return { code: 'bad_request', message: error.message, retryable: false };
  if (error.code === 'NOT_FOUND') return { code: 'not_found', message: error.message, retryable: false };
  return { code: 'internal', message: error.message, retryable: false };
}

/** What every router is made with. */
export const trpc = initTRPC.context<Context>().create({
  errorFormatter: ({ shape, error }) => ({
    ...shape,
    data: { code: shape.data.code, httpStatus: shape.data.httpStatus, failure: failureOf(error) },
  }),
});

/** What HTTP says of each failure: 4xx where the caller or the files can mend it, 502 where a judge did not answer. */
const httpCodes = {
  bad_request: 'BAD_REQUEST',
  not_found: 'NOT_FOUND',
  file_missing: 'NOT_FOUND',
  file_unreadable: 'UNPROCESSABLE_CONTENT',
  wrong_shape: 'UNPROCESSABLE_CONTENT',
  filter_syntax: 'BAD_REQUEST',
  rubric_invalid: 'UNPROCESSABLE_CONTENT',
  rubric_locked: 'CONFLICT',
  workspace_locked: 'CONFLICT',
  workspace_newer: 'CONFLICT',
  record_failed: 'INTERNAL_SERVER_ERROR',
  index_failed: 'INTERNAL_SERVER_ERROR',
  judge_unreachable: 'BAD_GATEWAY',
  judge_refused: 'BAD_GATEWAY',
  no_key: 'PRECONDITION_FAILED',
  cancelled: 'CLIENT_CLOSED_REQUEST',
  internal: 'INTERNAL_SERVER_ERROR',
} as const satisfies Readonly<Record<FailureCode, TRPCError['code']>>;

/** A thrown Failure would otherwise be a 500, whatever it says. */
export const procedure = trpc.procedure.use(async ({ next }) => {
  const result = await next();
  if (result.ok || !(result.error.cause instanceof FailureError)) return result;
  const { cause } = result.error;
  throw new TRPCError({ code: httpCodes[cause.failure.code], message: cause.message, cause });
});

/** Inputs that many calls share. */
export const filter = z.string().max(10_000).default('');
export const offset = z.int().min(0).default(0);
export const limit = z.int().min(1).max(1000).default(200);
export const rowId = z.string().regex(/^\d+:\d+(\.\d+)?$/, 'a row is written source:line');
export const sort = z
  .array(z.object({ column: z.string().max(200), direction: z.enum(['asc', 'desc']) }))
  .max(5)
  .default([]);
