import { z } from 'zod';
import { procedure, trpc } from '../trpc.ts';

/** Reading on what is written to open reward logs. */
export const followingRouter = trpc.router({
  list: procedure.query(({ ctx }) => ctx.services.following.list()),
  follow: procedure
    .input(z.object({ source_id: z.int(), on: z.boolean() }))
    .mutation(({ ctx, input }) => ctx.services.following.follow(input.source_id, input.on)),
});
