import { z } from 'zod';
import { fineSources } from '../../record/index.ts';
import { filter, limit, offset, procedure, rowId, trpc } from '../trpc.ts';

const choice = {
  rows: z.array(rowId).max(100_000).default([]),
  filter,
  limit: z.int().min(1).max(100_000).default(1000),
};
const text = z.string().max(1_000_000);
const how = {
  text,
  rubric_version: z.string().min(1).max(200).nullable().default(null),
  fine: z.enum(fineSources).default('log'),
  images: z.boolean().default(false),
};
const templateId = z.string().max(100);

/** Prompt templates: what a judge is asked where the log does not hold it. */
export const templatesRouter = trpc.router({
  list: procedure.query(({ ctx }) => ctx.services.templates.list()),
  text: procedure
    .input(z.object({ template_id: templateId.nullable() }))
    .query(({ ctx, input }) => ctx.services.templates.text(input.template_id)),
  check: procedure
    .input(z.object({ text }))
    .mutation(({ ctx, input }) => ctx.services.templates.check(input.text)),
  save: procedure
    .input(z.object({ text }))
    .mutation(({ ctx, input }) => ctx.services.templates.save(input.text)),
  remove: procedure
    .input(z.object({ template_id: templateId }))
    .mutation(({ ctx, input }) => ctx.services.templates.remove(input.template_id)),
  // long texts go in, so these are posted
  render: procedure
    .input(z.object({ ...how, row: rowId, recorded: z.string().max(8_000_000).default('') }))
    .mutation(({ ctx, input }) => ctx.services.templates.render(input)),
  reproduce: procedure
    .input(z.object({ ...how, ...choice }))
    .mutation(({ ctx, input }) => ctx.services.templates.reproduce(input)),
});

/** Fine rubrics that a judge model generates from instructions. */
export const fineRouter = trpc.router({
  plan: procedure.input(z.object(choice)).query(({ ctx, input }) => ctx.services.fine.plan(input)),
  generate: procedure
    .input(
      z.object({
        ...choice,
        profile_id: z.string().nullable().default(null),
        again: z.boolean().default(false),
      }),
    )
    .mutation(({ ctx, input }) => ctx.services.fine.generate(input)),
  list: procedure
    .input(z.object({ offset, limit }))
    .query(({ ctx, input }) => ctx.services.fine.list(input.offset, input.limit)),
  ofRow: procedure
    .input(z.object({ row: rowId }))
    .query(({ ctx, input }) => ctx.services.fine.ofRow(input.row)),
});
