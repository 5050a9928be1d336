import { initTRPC, type TRPCError } from '@trpc/server';
import { z } from 'zod';
import { type Failure, FailureError } from '../core/model/failure.ts';
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
export const procedure = trpc.procedure;

/** Inputs that many calls share. */
export const filter = z.string().max(10_000).default('');
export const offset = z.int().min(0).default(0);
export const limit = z.int().min(1).max(1000).default(200);
export const rowId = z.string().regex(/^\d+:\d+(\.\d+)?$/, 'a row is written source:line');
export const sort = z
  .array(z.object({ column: z.string().max(200), direction: z.enum(['asc', 'desc']) }))
  .max(5)
  .default([]);
