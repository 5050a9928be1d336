import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import OpenAI from 'openai';
import { openEngine } from '../../electron/api/engine.ts';
import type { Profile } from '../../electron/core/model/record.ts';
import { judgeFetch } from '../../electron/judge/http.ts';
import { openRecord } from '../../electron/record/index.ts';
import { MemoryMarks } from './memory-marks.ts';

/**
 * One way of making the same calls, once, in a process of its own: prints calls a second, processor time and, of the re-run, memory.
 * `node [--expose-gc] rerun-once.ts rerun|bare|bare_same_http BASE_URL SAMPLES REPEATS CONCURRENCY FOLDER`
 *
 * `rerun` is the engine's own way: a run whose samples are in the record, gone on with as the screen does it, each
 * attempt on the disk before its slot is free. `bare` is a loop over the `openai` package as it comes;
 * `bare_same_http` the same loop over the HTTP client that the re-run uses.
 */
const [way = '', baseUrl = '', ...rest] = process.argv.slice(2);
const [samples = 0, repeats = 0, concurrency = 0] = rest.slice(0, 3).map(Number);
const folder = rest[3] ?? '';

/** About 3,000 characters: a rubric, an instruction and a few frames. */
const messagesOf = (sample: number) => [
  { role: 'system' as const, content: 'You judge whether a task was done. Reply with one JSON object.' },
  { role: 'user' as const, content: `Sample ${sample}. ${'Frame: the message list is shown. '.repeat(90)}` },
];

interface Measured {
  readonly ms: number;
  readonly calls: number;
  /** Of the calls alone: what is prepared before them is not in it. */
  readonly cpu_ms: number;
}

/** Starts a watch over time and processor time. */
function watch(): (calls: number) => Measured {
  const begun = performance.now();
  const cpu = process.cpuUsage();
  return (calls) => {
    const { user, system } = process.cpuUsage(cpu);
    return { ms: performance.now() - begun, calls, cpu_ms: (user + system) / 1000 };
  };
}

const memory = new MemoryMarks(samples * repeats);
const ways: Readonly<Record<string, () => Promise<Measured>>> = {
  rerun,
  bare: () => bare({}),
  bare_same_http: () => bare({ fetch: judgeFetch() }),
};
const run = ways[way];
if (run === undefined) throw new Error(`no such way: ${way}`);
const { ms, calls, cpu_ms } = await run();
console.log(JSON.stringify({ per_second: (calls * 1000) / ms, calls, ms, cpu_ms, memory: memory.marks }));
process.exit(0);

async function bare(options: { readonly fetch?: ReturnType<typeof judgeFetch> }): Promise<Measured> {
  const client = new OpenAI({ baseURL: baseUrl, apiKey: 'none', maxRetries: 0, logLevel: 'off', ...options });
  const total = samples * repeats;
  let next = 0;
  const slot = async () => {
    while (next < total) {
      const sample = Math.floor(next / repeats);
      next += 1;
      await client.chat.completions.create({
        model: 'judge-a',
        messages: messagesOf(sample),
        max_tokens: 1024,
        temperature: 0,
      });
    }
  };
  const measure = watch();
  await Promise.all(Array.from({ length: concurrency }, slot));
  return measure(total);
}

async function rerun(): Promise<Measured> {
  const workspace = join(folder, 'workspace');
  rmSync(workspace, { recursive: true, force: true });
  mkdirSync(workspace, { recursive: true });
  const runId = writeRun(workspace);
  const engine = await openEngine({
    workspace,
    rendererFolder: folder,
    rubricsFolder: join(folder, 'rubrics'),
    version: 'bench',
    demo: false,
    capabilities: { host: 'serve', open_dialog: false, reveal: false, upload: false },
    env: {},
    onDefect: (error) => {
      throw error;
    },
  });
  const measure = watch();
  const { job_id } = await engine.services.variance.resume(runId);
  for (;;) {
    const job = engine.parts.jobs.list().find((each) => each.job_id === job_id);
    if (job === undefined || job.state === 'failed')
      throw new Error(`the run failed: ${job?.failure?.message}`);
    await memory.at(job.done);
    if (job.ended_at !== null) break;
    await wait(20);
  }
  const measured = measure(samples * repeats);
  const stored = engine.parts.record.runs.get(runId);
  if (stored?.attempts_done !== samples * repeats) throw new Error('not every attempt was stored');
  await engine.close();
  return measured;
}

/** Makes a run that has its samples and lacks every attempt. */
function writeRun(workspace: string): string {
  const record = openRecord(workspace);
  const profile: Profile = {
    profile_id: 'bench',
    name: 'bench',
    base_url: baseUrl,
    model: 'judge-a',
    key_env: null,
    temperature: 0,
    response_format: 'json_schema',
    max_tokens: 1024,
    timeout_ms: 60_000,
    concurrency,
    requests_per_minute: null,
    tokens_per_minute: null,
    price_prompt_per_million: null,
    price_completion_per_million: null,
    images: false,
    demo: false,
  };
  const { run_id } = record.runs.create({
    purpose: 'repeat',
    profile,
    rubric_version: null,
    repeats,
    filter: '',
    seed: 1,
  });
  for (let at = 0; at < samples; at += 500)
    record.items.add(
      run_id,
      Array.from({ length: Math.min(500, samples - at) }, (_, n) => ({
        row: `1:${at + n + 1}`,
        trajectory: `t${at + n}`,
        task_id: `task${(at + n) % 997}`,
        category: 'communication',
        step: at + n,
        original_passed: false,
        original_unjudged: null,
        truth: null,
        rubric_version: 'v1',
        judge_model: 'judge-a',
        prompt: { prompt_hash: `h${at + n}`, messages: messagesOf(at + n) },
        prompt_origin: 'log' as const,
        same_prompt: 'yes' as const,
        evidence: null,
      })),
    );
  record.runs.seal(run_id);
  record.runs.setState(run_id, 'interrupted');
  record.close();
  return run_id;
}
