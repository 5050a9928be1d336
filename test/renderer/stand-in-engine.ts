import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { build } from 'vite';
import type { ColumnInfo, Services, Settings } from '../../electron/api/contract.ts';
import { createHandler } from '../../electron/api/handler.ts';
import { parseFilter } from '../../electron/core/filter/index.ts';
import { FailureError, fail } from '../../electron/core/model/failure.ts';
import type { VerdictRow } from '../../electron/core/model/verdict.ts';

/**
 * The built screens over the app's own handler and contract, with rows made by a formula in place of the stores: a log
 * of 10,000,000 rows that no test could wait for. Everything the screens themselves do is real.
 */
export interface StandIn {
  readonly url: string;
  /** Offsets of the pages asked for, in order. */
  readonly offsets: number[];
  /** Makes the next pages fail as the engine would say it. */
  failPages(fails: boolean): void;
  close(): Promise<void>;
}

export interface BuiltScreens {
  readonly folder: string;
  remove(): Promise<void>;
}

/** Builds the renderer as `npm run build` does, into a folder of its own. */
export async function buildScreens(): Promise<BuiltScreens> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-screens-'));
  const before = process.env.NODE_ENV;
  // The test runner's own value would give React's development build.
  process.env.NODE_ENV = 'production';
  await build({
    configFile: resolve(import.meta.dirname, '..', '..', 'renderer', 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true },
  }).finally(() => {
    process.env.NODE_ENV = before;
  });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

const categories = ['communication', 'create_modify', '数据录入'] as const;

/** Row `index` of the log, always the same. */
export function rowAt(index: number): VerdictRow {
  const passed = index % 5 === 0 ? null : index % 2 === 0;
  return {
    row: `1:${index + 1}`,
    source_id: 1,
    source: 'reward_log.jsonl',
    line: index + 1,
    trajectory: `t-${index}`,
    task_id: `task-${index}`,
    step: Math.floor(index / 1000),
    category: categories[index % 3] ?? null,
    rubric_version: 'adapt_v1',
    judge_model: 'judge-a',
    timestamp: null,
    passed,
    unjudged: passed === null ? 'timeout' : null,
    reward: passed === true ? 1 : 0,
    score: passed === null ? null : 0.5,
    reason: index === 2 ? hostile : `reason ${index}`,
    error: null,
    latency_ms: 1000 + (index % 700),
    prompt_tokens: null,
    completion_tokens: null,
    total_tokens: 2000,
    frame_count: null,
    group_id: null,
    attempt: null,
    truth: null,
    warnings: [],
    extra: {},
  };
}

/** What a log may hold to attack the page that shows it. */
export const hostile =
  '<img src=x onerror="window.hacked=1"><script>window.hacked=2</script> \u202Etxt.exe\u202C {{constructor}} 已发送';

const settings: Settings = { language: 'en', theme: 'light', annotator: 'lin', default_profile: null };
const columns: readonly ColumnInfo[] = [
  ...['line', 'step', 'score', 'reward', 'latency_ms', 'total_tokens'].map(
    (name) => ({ name, type: 'number', known: true }) as const,
  ),
  ...['task_id', 'category', 'rubric_version', 'judge_model', 'reason'].map(
    (name) => ({ name, type: 'text', known: true }) as const,
  ),
  { name: 'passed', type: 'boolean', known: true },
];

export async function startStandIn(rendererFolder: string, rows: number): Promise<StandIn> {
  const offsets: number[] = [];
  let failing = false;
  const services = {
    workspace: {
      info: async () => ({
        name: 'run',
        path: '/run',
        version: '0.0.0',
        demo: false,
        capabilities: { host: 'serve', open_dialog: false, reveal: false, upload: true },
        annotator: 'lin',
        counts: {
          verdicts: rows,
          quarantined: 0,
          duplicates: 0,
          pairs: 0,
          false_negatives: null,
          labels: 0,
          runs: 0,
          rubrics: 0,
          sources: 1,
        },
        has_truth: false,
        sources: [],
      }),
      settings: () => settings,
      saveSettings: () => settings,
    },
    jobs: {
      list: () => [],
      watch: async function* (signal: AbortSignal) {
        await new Promise((done) => signal.addEventListener('abort', done, { once: true }));
      },
    },
    verdicts: {
      columns: async () => columns,
      page: async (query) => {
        offsets.push(query.offset);
        if (failing) throw fail('index_failed', 'the index is closed', undefined, { retryable: true });
        const total = query.filter === '' ? rows : 3;
        const down = query.sort[0]?.direction === 'desc';
        const count = Math.max(0, Math.min(query.limit, total - query.offset));
        return {
          total,
          rows: Array.from({ length: count }, (_, at) =>
            rowAt(down ? total - 1 - query.offset - at : query.offset + at),
          ),
        };
      },
      detail: async (row) => {
        const verdict = rowAt(Number(row.split(':')[1]) - 1);
        return {
          verdict,
          raw: JSON.stringify({ reason: verdict.reason }),
          fields: [{ name: 'reason', value: JSON.stringify(verdict.reason), known: true }],
          coerced: [],
          evidence: [],
          rubric_hits: [],
          fine_rubrics: [],
          components: [],
          step_scores: [],
          asked: [],
          reply: null,
          instruction: verdict.reason,
          rubric_text: null,
          trajectory: null,
          evidence_found: [],
          others: [],
          siblings: [],
          truth_labels: [],
        };
      },
      check: async (filter) => {
        const parsed = parseFilter(filter);
        return parsed.ok
          ? { ok: true, message: null, position: null }
          : { ok: false, message: parsed.message, position: parsed.position };
      },
      values: async () => [],
    },
    rows: {
      stretch: async (query) => {
        const down = query.sort[0]?.direction === 'desc';
        return Array.from({ length: Math.min(query.last, rows - 1) - query.first + 1 }, (_, at) => {
          const index = query.first + at;
          return `1:${down ? rows - index : index + 1}`;
        });
      },
      place: async ({ row, sort }) => {
        const index = Number(row.split(':')[1]) - 1;
        return sort[0]?.direction === 'desc' ? rows - 1 - index : index;
      },
    },
    views: {
      list: () => [],
      layout: () => ({ columns: null, widths: {} }),
      saveLayout: (_screen, layout) => layout,
    },
    following: { list: () => [] },
  } satisfies {
    readonly following: Partial<Services['following']>;
    readonly rows: Partial<Services['rows']>;
    readonly views: Partial<Services['views']>;
    readonly workspace: Partial<Services['workspace']>;
    readonly jobs: Partial<Services['jobs']>;
    readonly verdicts: Services['verdicts'];
  };
  const handler = createHandler({
    // The screens under test call nothing else; a call to anything else fails the test by its error.
    services: services as unknown as Services,
    rendererFolder,
    uploadsFolder: join(rendererFolder, 'uploads'),
    exportsFolder: join(rendererFolder, 'exports'),
    frame: async () => null,
    // A page that is made to fail is no defect.
    onDefect: (error, where) => {
      if (!(error instanceof FailureError)) console.error('defect', where, error);
    },
  });
  const server = createServer(getRequestListener(handler));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo; // a TCP server's address is never a path
  return {
    url: `http://127.0.0.1:${port}`,
    offsets,
    failPages: (fails) => {
      failing = fails;
    },
    close: () =>
      new Promise((closed, failed) => {
        server.closeAllConnections();
        server.close((error) => (error === undefined ? closed() : failed(error)));
      }),
  };
}
