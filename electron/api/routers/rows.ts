import { z } from 'zod';
import { filter, procedure, rowId, sort, trpc } from '../trpc.ts';

const longestStretch = 100_000;

/** Rows by name: what a selection across pages is made of. */
export const rowsRouter = trpc.router({
  stretch: procedure
    .input(
      z
        .object({
          filter,
          search: z.string().max(1000).default(''),
          sort,
          first: z.int().min(0),
          last: z.int().min(0),
        })
        .refine(({ first, last }) => last >= first && last - first < longestStretch, {
          error: `a stretch of at most ${longestStretch} rows`,
        }),
    )
    .query(({ ctx, input }) => ctx.services.rows.stretch(input)),
  place: procedure
    .input(z.object({ row: rowId, filter, search: z.string().max(1000).default(''), sort }))
    .query(({ ctx, input }) => ctx.services.rows.place(input)),
  inOrder: procedure
    .input(z.object({ rows: z.array(rowId).max(longestStretch), sort }))
    .query(({ ctx, input }) => ctx.services.rows.inOrder(input.rows, input.sort)),
  named: procedure
    .input(
      z.object({
        rows: z.array(rowId).max(1000),
        extra: z.array(z.string().max(200)).max(200).default([]),
      }),
    )
    .query(({ ctx, input }) => ctx.services.rows.named(input.rows, input.extra)),
  rubric: procedure
    .input(z.object({ row: rowId }))
    .query(({ ctx, input }) => ctx.services.rows.rubric(input.row)),
});
