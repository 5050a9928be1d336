import { z } from 'zod';
import { filter, procedure, sort, trpc } from '../trpc.ts';

const screen = z.enum(['verdicts']);
const name = z.string().trim().min(1).max(100);
const columnName = z.string().min(1).max(200);
const widths = z.record(columnName, z.int().min(20).max(4000));

const view = z.object({
  filter,
  search: z.string().max(1000).default(''),
  sort,
  columns: z.array(columnName).max(200).nullable().default(null),
  widths: widths.default({}),
});

/** Saved views of the tables, and the columns a table was left with. */
export const viewsRouter = trpc.router({
  list: procedure
    .input(z.object({ screen }))
    .query(({ ctx, input }) => ctx.services.views.list(input.screen)),
  save: procedure
    .input(z.object({ screen, name, view }))
    .mutation(({ ctx, input }) => ctx.services.views.save(input.screen, input.name, input.view)),
  overwrite: procedure
    .input(z.object({ view_id: z.string(), view }))
    .mutation(({ ctx, input }) => ctx.services.views.overwrite(input.view_id, input.view)),
  rename: procedure
    .input(z.object({ view_id: z.string(), name }))
    .mutation(({ ctx, input }) => ctx.services.views.rename(input.view_id, input.name)),
  remove: procedure
    .input(z.object({ view_id: z.string() }))
    .mutation(({ ctx, input }) => ctx.services.views.remove(input.view_id)),
  layout: procedure
    .input(z.object({ screen }))
    .query(({ ctx, input }) => ctx.services.views.layout(input.screen)),
  saveLayout: procedure
    .input(
      z.object({
        screen,
        layout: z.object({ columns: z.array(columnName).max(200).nullable(), widths }),
      }),
    )
    .mutation(({ ctx, input }) => ctx.services.views.saveLayout(input.screen, input.layout)),
});
