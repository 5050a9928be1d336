import { z } from 'zod';
import { procedure, trpc } from '../trpc.ts';

const id = z.string().min(1).max(100);

/** Frozen sets of samples, judged again on demand. */
export const canariesRouter = trpc.router({
  list: procedure.query(({ ctx }) => ctx.services.canaries.list()),
  pairs: procedure.query(({ ctx }) => ctx.services.canaries.pairs()),
  freeze: procedure
    .input(
      z.object({
        name: z.string().trim().min(1).max(100),
        note: z.string().max(2000).default(''),
        run_id: id,
      }),
    )
    .mutation(({ ctx, input }) => ctx.services.canaries.freeze(input)),
  run: procedure
    .input(
      z.object({
        canary_id: id,
        questions: z.enum(['frozen', 'now']).default('frozen'),
        profile_id: z.string().nullable().default(null),
        repeats: z.int().min(1).max(20).nullable().default(null),
        rubric_version: z.string().min(1).max(200).nullable().default(null),
      }),
    )
    .mutation(({ ctx, input }) => ctx.services.canaries.run(input)),
  compare: procedure
    .input(z.object({ canary_id: id, a: id.nullable().default(null), b: id.nullable().default(null) }))
    .query(({ ctx, input }) => ctx.services.canaries.compare(input)),
});
