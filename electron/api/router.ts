import { z } from 'zod';
import { pairOutcomes } from '../core/model/pair.ts';
import { labelValues, mistakeReasons } from '../core/model/record.ts';
import { sourceKinds } from '../core/model/source.ts';
import { allocations } from '../core/statistics/index.ts';
import { stratumFields } from '../logs/query/sample-draw.ts';
import { fineSources, itemSelections } from '../record/index.ts';
import { canariesRouter } from './routers/canaries.ts';
import { followingRouter } from './routers/following.ts';
import { batchesRouter, judgeCallsRouter, neighboursRouter, runCap } from './routers/judges.ts';
import { fineRouter, templatesRouter } from './routers/questions.ts';
import { mappingsRouter, readingRouter, scalesRouter } from './routers/reading.ts';
import { rowsRouter } from './routers/rows.ts';
import { viewsRouter } from './routers/views.ts';
import { filter, limit, offset, procedure, rowId, sort, trpc } from './trpc.ts';

const version = z.string().min(1).max(200);
const edges = z.array(z.number()).min(2).max(12).nullable().default(null);

const statedThreshold = z.object({
  rubric_version: z.string().max(2000).nullable(),
  judge_model: z.string().max(2000).nullable(),
  threshold: z.number(),
});

const runStart = z.object({
  prepare_only: z.boolean().default(false),
  rows: z.array(rowId).max(100_000).default([]),
  filter,
  limit: z.int().min(1).max(100_000).default(1000),
  repeats: z.int().min(1).max(20).default(3),
  profile_id: z.string().nullable().default(null),
  rubric_version: version.nullable().default(null),
  draw: z
    .object({ by: z.array(z.enum(stratumFields)).max(3).readonly(), allocation: z.enum(allocations) })
    .nullable()
    .default(null),
  template_id: z.string().nullable().default(null),
  fine: z.enum(fineSources).default('log'),
  reuse: z.boolean().default(false),
  cap: runCap.nullable().default(null),
});

const exportRequest = z.object({
  format: z.enum(['jsonl', 'csv']),
  what: z.enum(['annotated', 'false_negatives', 'filter', 'summary']),
  filter,
  rows: z.array(rowId).max(20_000).readonly().default([]),
  path: z.string().max(4096).nullable().default(null),
});

const profileInput = z.object({
  profile_id: z.string().nullable(),
  name: z.string().trim().min(1).max(100),
  base_url: z.url({ protocol: /^https?$/ }),
  model: z.string().trim().min(1).max(200),
  key_env: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'the name of an environment variable, never the key itself')
    .nullable(),
  temperature: z.number().min(0).max(2).nullable(),
  response_format: z.enum(['json_schema', 'json_object', 'none']),
  max_tokens: z.int().min(1).max(200_000),
  timeout_ms: z.int().min(100).max(3_600_000),
  concurrency: z.int().min(1).max(256),
  requests_per_minute: z.number().positive().nullable(),
  tokens_per_minute: z.number().positive().nullable(),
  price_prompt_per_million: z.number().min(0).nullable(),
  price_completion_per_million: z.number().min(0).nullable(),
  images: z.boolean().default(false),
});

/** The contract: every query, mutation and subscription of the app, input checked here, work done by the services. */
export const router = trpc.router({
  workspace: trpc.router({
    info: procedure.query(({ ctx }) => ctx.services.workspace.info()),
    settings: procedure.query(({ ctx }) => ctx.services.workspace.settings()),
    saveSettings: procedure
      .input(
        z.object({
          language: z.enum(['en', 'zh-CN', 'system']).exactOptional(),
          theme: z.enum(['light', 'dark', 'system']).exactOptional(),
          annotator: z.string().trim().min(1).max(100).exactOptional(),
          default_profile: z.string().nullable().exactOptional(),
        }),
      )
      .mutation(({ ctx, input }) => ctx.services.workspace.saveSettings(input)),
    openSample: procedure.mutation(({ ctx }) => ctx.services.workspace.openSample()),
  }),
  sources: trpc.router({
    list: procedure.query(({ ctx }) => ctx.services.sources.list()),
    open: procedure
      .input(
        z.object({
          paths: z.array(z.string().min(1).max(4096)).min(1).max(1000),
          kind: z.enum(['auto', ...sourceKinds]).default('auto'),
        }),
      )
      .mutation(({ ctx, input }) => ctx.services.sources.open(input.paths, input.kind)),
    reread: procedure
      .input(z.object({ source_id: z.int() }))
      .mutation(({ ctx, input }) => ctx.services.sources.reread(input.source_id)),
    remove: procedure
      .input(z.object({ source_id: z.int() }))
      .mutation(({ ctx, input }) => ctx.services.sources.remove(input.source_id)),
    quarantine: procedure
      .input(z.object({ source_id: z.int().nullable(), offset, limit }))
      .query(({ ctx, input }) => ctx.services.sources.quarantine(input.source_id, input.offset, input.limit)),
    complete: procedure
      .input(z.object({ prefix: z.string().max(4096) }))
      .query(({ ctx, input }) => ctx.services.sources.complete(input.prefix)),
    thresholds: procedure.query(({ ctx }) => ctx.services.sources.thresholds()),
    saveThresholds: procedure
      .input(z.object({ thresholds: z.array(statedThreshold).max(10_000) }))
      .mutation(({ ctx, input }) => ctx.services.sources.saveThresholds(input.thresholds)),
  }),
  jobs: trpc.router({
    list: procedure.query(({ ctx }) => ctx.services.jobs.list()),
    watch: procedure.subscription(async function* ({ ctx, signal }) {
      yield* ctx.services.jobs.watch(signal ?? new AbortController().signal);
    }),
    cancel: procedure
      .input(z.object({ job_id: z.string() }))
      .mutation(({ ctx, input }) => ctx.services.jobs.cancel(input.job_id)),
    pause: procedure
      .input(z.object({ job_id: z.string() }))
      .mutation(({ ctx, input }) => ctx.services.jobs.pause(input.job_id)),
    resume: procedure
      .input(z.object({ job_id: z.string() }))
      .mutation(({ ctx, input }) => ctx.services.jobs.resume(input.job_id)),
  }),
  overview: trpc.router({
    view: procedure
      .input(
        z.object({
          filter,
          by: z.array(z.string().min(1).max(200)).max(2).default(['rubric_version', 'judge_model']),
        }),
      )
      .query(({ ctx, input }) => ctx.services.overview.view(input.filter, input.by)),
    fields: procedure.query(({ ctx }) => ctx.services.overview.fields()),
    csv: procedure
      .input(z.object({ filter, by: z.array(z.string().min(1).max(200)).max(2).default([]) }))
      .query(({ ctx, input }) => ctx.services.overview.csv(input.filter, input.by)),
    series: procedure
      .input(z.object({ filter, bins: z.int().min(1).max(500).default(80) }))
      .query(({ ctx, input }) => ctx.services.overview.series(input.filter, input.bins)),
    histogram: procedure
      .input(
        z.object({
          filter,
          field: z.enum(['latency_ms', 'total_tokens', 'score']),
          bins: z.int().min(1).max(200).default(40),
        }),
      )
      .query(({ ctx, input }) => ctx.services.overview.histogram(input.filter, input.field, input.bins)),
  }),
  verdicts: trpc.router({
    columns: procedure.query(({ ctx }) => ctx.services.verdicts.columns()),
    page: procedure
      .input(
        z.object({
          filter,
          search: z.string().max(1000).default(''),
          sort,
          offset,
          limit,
          extra: z.array(z.string().max(200)).max(200).default([]),
        }),
      )
      .query(({ ctx, input }) => ctx.services.verdicts.page(input)),
    detail: procedure
      .input(z.object({ row: rowId }))
      .query(({ ctx, input }) => ctx.services.verdicts.detail(input.row)),
    check: procedure
      .input(z.object({ filter }))
      .query(({ ctx, input }) => ctx.services.verdicts.check(input.filter)),
    values: procedure
      .input(z.object({ column: z.string().max(200), filter, limit: z.int().min(1).max(200).default(50) }))
      .query(({ ctx, input }) => ctx.services.verdicts.values(input.column, input.filter, input.limit)),
  }),
  canaries: canariesRouter,
  rows: rowsRouter,
  views: viewsRouter,
  mappings: mappingsRouter,
  scales: scalesRouter,
  reading: readingRouter,
  following: followingRouter,
  triage: trpc.router({
    queue: procedure
      .input(
        z.object({
          mode: z.enum(['false_negatives', 'suspects', 'false_positives', 'unjudged']),
          filter,
          show: z.enum(['all', 'unlabelled', 'mine', 'unsure']).default('all'),
          offset,
          limit,
        }),
      )
      .query(({ ctx, input }) => ctx.services.triage.queue(input)),
    evidence: procedure
      .input(z.object({ row: rowId }))
      .query(({ ctx, input }) => ctx.services.triage.evidence(input.row)),
    label: procedure
      .input(
        z.object({
          row: rowId,
          value: z.enum(labelValues),
          mistake: z.enum(mistakeReasons).nullable().default(null),
          note: z.string().max(20_000).default(''),
        }),
      )
      .mutation(({ ctx, input }) => ctx.services.triage.label(input)),
    undo: procedure.mutation(({ ctx }) => ctx.services.triage.undo()),
    labels: procedure.query(({ ctx }) => ctx.services.triage.labels()),
  }),
  variance: trpc.router({
    preview: procedure.input(runStart).query(({ ctx, input }) => ctx.services.variance.preview(input)),
    start: procedure.input(runStart).mutation(({ ctx, input }) => ctx.services.variance.start(input)),
    runs: procedure.query(({ ctx }) => ctx.services.variance.runs()),
    run: procedure
      .input(
        z.object({
          run_id: z.string(),
          show: z.enum(itemSelections).default('all'),
          group: z
            .union([
              z.object({
                by: z.enum(['category', 'rubric_version']),
                value: z.string().max(2000).nullable(),
              }),
              z.object({ by: z.literal('step'), from: z.int(), to: z.int() }),
            ])
            .nullable()
            .default(null),
          offset,
          limit,
        }),
      )
      .query(({ ctx, input }) => ctx.services.variance.run(input.run_id, input)),
    retryFailed: procedure
      .input(z.object({ run_id: z.string() }))
      .mutation(({ ctx, input }) => ctx.services.variance.retryFailed(input.run_id)),
    resume: procedure
      .input(z.object({ run_id: z.string() }))
      .mutation(({ ctx, input }) => ctx.services.variance.resume(input.run_id)),
    truthToday: procedure
      .input(z.object({ run_id: z.string() }))
      .query(({ ctx, input }) => ctx.services.variance.truthToday(input.run_id)),
    noiseBand: procedure
      .input(z.object({ filter, bins: z.int().min(1).max(500).default(80) }))
      .query(({ ctx, input }) => ctx.services.variance.noiseBand(input.filter, input.bins)),
  }),
  templates: templatesRouter,
  fine: fineRouter,
  rubrics: trpc.router({
    list: procedure.query(({ ctx }) => ctx.services.rubrics.list()),
    text: procedure
      .input(z.object({ version }))
      .query(({ ctx, input }) => ctx.services.rubrics.text(input.version)),
    check: procedure
      .input(z.object({ text: z.string().max(2_000_000) }))
      .mutation(({ ctx, input }) => ctx.services.rubrics.check(input.text)),
    saveChild: procedure
      .input(
        z.object({
          parent: version,
          version: version.regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u, 'letters, digits, dot, dash, underscore'),
          note: z.string().max(2000),
          text: z.string().max(2_000_000),
        }),
      )
      .mutation(({ ctx, input }) => ctx.services.rubrics.saveChild(input)),
    saveInPlace: procedure
      .input(z.object({ version, text: z.string().max(2_000_000) }))
      .mutation(({ ctx, input }) => ctx.services.rubrics.saveInPlace(input.version, input.text)),
    diff: procedure
      .input(z.object({ a: version, b: version }))
      .query(({ ctx, input }) => ctx.services.rubrics.diff(input.a, input.b)),
  }),
  pairs: trpc.router({
    summary: procedure
      .input(z.object({ edges }))
      .query(({ ctx, input }) => ctx.services.pairs.summary(input.edges)),
    page: procedure
      .input(
        z.object({
          selection: z.object({
            bucket: z.string().exactOptional(),
            model: z.string().exactOptional(),
            outcome: z.enum(pairOutcomes).exactOptional(),
          }),
          edges,
          offset,
          limit,
        }),
      )
      .query(({ ctx, input }) =>
        ctx.services.pairs.page(input.selection, input.edges, input.offset, input.limit),
      ),
    detail: procedure
      .input(z.object({ source_id: z.int(), pair_id: z.string() }))
      .query(({ ctx, input }) => ctx.services.pairs.detail(input.source_id, input.pair_id)),
  }),
  exports: trpc.router({
    run: procedure.input(exportRequest).mutation(({ ctx, input }) => ctx.services.exports.run(input)),
    count: procedure.input(exportRequest).query(({ ctx, input }) => ctx.services.exports.count(input)),
    list: procedure.query(({ ctx }) => ctx.services.exports.list()),
  }),
  neighbours: neighboursRouter,
  batches: batchesRouter,
  judgeCalls: judgeCallsRouter,
  profiles: trpc.router({
    list: procedure.query(({ ctx }) => ctx.services.profiles.list()),
    save: procedure.input(profileInput).mutation(({ ctx, input }) => ctx.services.profiles.save(input)),
    remove: procedure
      .input(z.object({ profile_id: z.string() }))
      .mutation(({ ctx, input }) => ctx.services.profiles.remove(input.profile_id)),
    test: procedure
      .input(z.object({ profile_id: z.string() }))
      .mutation(({ ctx, input }) => ctx.services.profiles.test(input.profile_id)),
  }),
});

/** The client's types derive from this one; nothing else of the engine reaches the renderer. */
export type AppRouter = typeof router;
