import { z } from 'zod';
import { neighbourTools } from '../../core/model/record.ts';
import { procedure, trpc } from '../trpc.ts';

const id = z.string().min(1).max(200);
const path = z.string().min(1).max(4096);
const tool = z.enum(neighbourTools);

/** What a run may spend. */
export const runCap = z.object({
  tokens: z.int().positive().nullable(),
  cost: z.number().positive().nullable(),
});

/** Settings of tools beside this one. Reading is a mutation: it opens a file, and only because somebody asked. */
export const neighboursRouter = trpc.router({
  places: procedure.query(({ ctx }) => ctx.services.neighbours.places()),
  read: procedure
    .input(z.object({ tool, path }))
    .mutation(({ ctx, input }) => ctx.services.neighbours.read(input.tool, input.path)),
  adopt: procedure
    .input(
      z.object({
        tool,
        path,
        entry: z.string().max(1000),
        model: z.string().trim().max(200).nullable().default(null),
      }),
    )
    .mutation(({ ctx, input }) => ctx.services.neighbours.adopt(input)),
  snippet: procedure
    .input(z.object({ profile_id: id, tool }))
    .query(({ ctx, input }) => ctx.services.neighbours.snippet(input.profile_id, input.tool)),
});

/** Batch files of a run. */
export const batchesRouter = trpc.router({
  write: procedure
    .input(z.object({ run_id: id, path: path.nullable().default(null) }))
    .mutation(({ ctx, input }) => ctx.services.batches.write(input.run_id, input.path)),
  read: procedure
    .input(z.object({ run_id: id.nullable().default(null), paths: z.array(path).min(1).max(100) }))
    .mutation(({ ctx, input }) => ctx.services.batches.read(input.run_id, input.paths)),
});

/** What a run may spend; what gateways were found to take. */
export const judgeCallsRouter = trpc.router({
  cap: procedure
    .input(z.object({ run_id: id }))
    .query(({ ctx, input }) => ctx.services.judgeCalls.cap(input.run_id)),
  setCap: procedure
    .input(
      z.object({
        run_id: id,
        cap: runCap.nullable(),
      }),
    )
    .mutation(({ ctx, input }) => ctx.services.judgeCalls.setCap(input.run_id, input.cap)),
  learned: procedure.query(({ ctx }) => ctx.services.judgeCalls.learned()),
  forget: procedure
    .input(z.object({ profile_id: id }))
    .mutation(({ ctx, input }) => ctx.services.judgeCalls.forget(input.profile_id)),
});
