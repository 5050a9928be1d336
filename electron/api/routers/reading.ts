import { z } from 'zod';
import { mappedKinds } from '../../core/model/mapping.ts';
import { limit, offset, procedure, trpc } from '../trpc.ts';

const path = z.string().min(1).max(4096);
const name = z.string().trim().min(1).max(100);
const kind = z.enum(mappedKinds);
const fields = z.record(z.string().min(1).max(200), z.string().min(1).max(2000));
const judge = z.object({
  rubric_version: z.string().max(2000).nullable(),
  judge_model: z.string().max(2000).nullable(),
});

/** Where files of other names keep their fields. */
export const mappingsRouter = trpc.router({
  look: procedure
    .input(z.object({ path, kind: kind.nullable().default(null) }))
    .query(({ ctx, input }) => ctx.services.mappings.look(input.path, input.kind)),
  preview: procedure
    .input(z.object({ path, kind, fields }))
    .query(({ ctx, input }) => ctx.services.mappings.preview(input.path, input.kind, input.fields)),
  list: procedure.query(({ ctx }) => ctx.services.mappings.list()),
  save: procedure
    .input(z.object({ name, kind, fields }))
    .mutation(({ ctx, input }) => ctx.services.mappings.save(input.name, input.kind, input.fields)),
  remove: procedure
    .input(z.object({ name }))
    .mutation(({ ctx, input }) => ctx.services.mappings.remove(input.name)),
  read: procedure
    .input(z.object({ path, name: name.nullable().default(null), kind, fields: fields.nullable() }))
    .mutation(({ ctx, input }) =>
      ctx.services.mappings.read(input.path, input.name, input.kind, input.fields),
    ),
});

/** What scores are out of. */
export const scalesRouter = trpc.router({
  questions: procedure.query(({ ctx }) => ctx.services.scales.questions()),
  answer: procedure
    .input(
      z.object({
        answers: z
          .array(judge.extend({ top: z.number().positive().nullable() }))
          .min(1)
          .max(10_000),
      }),
    )
    .mutation(({ ctx, input }) => ctx.services.scales.answer(input.answers)),
  forget: procedure.input(judge).mutation(({ ctx, input }) => ctx.services.scales.forget(input)),
});

/** Records behind the counts of a file, and its quarantine as a file. */
export const readingRouter = trpc.router({
  unchanged: procedure
    .input(z.object({ paths: z.array(path).max(1000) }))
    .query(({ ctx, input }) => ctx.services.reading.unchanged(input.paths)),
  odd: procedure
    .input(z.object({ source_id: z.int(), code: z.string().max(100), offset, limit }))
    .query(({ ctx, input }) =>
      ctx.services.reading.odd(input.source_id, input.code, input.offset, input.limit),
    ),
  exportQuarantine: procedure
    .input(z.object({ source_id: z.int().nullable() }))
    .mutation(({ ctx, input }) => ctx.services.reading.exportQuarantine(input.source_id)),
});
