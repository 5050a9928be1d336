import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { FailureError } from '../../electron/core/model/failure.ts';
import type { Profile } from '../../electron/core/model/record.ts';
import {
  type LabelDraft,
  openRecord,
  type RecordOptions,
  type RunItemDraft,
  type WorkspaceRecord,
} from '../../electron/record/index.ts';

/** A folder of its own that goes when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-record-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function openTemporary(
  folder: string = temporaryFolder(),
  options: RecordOptions = {},
): WorkspaceRecord {
  const record = openRecord(folder, options);
  onTestFinished(() => record.close());
  return record;
}

/** The failure a call ends with; fails the test where it does not end with one. */
export function failureOf(work: () => unknown): FailureError['failure'] {
  try {
    work();
  } catch (error) {
    if (error instanceof FailureError) return error.failure;
    throw error;
  }
  throw new Error('nothing was thrown');
}

/** The same of work that is under way. */
export async function refusalOf(work: Promise<unknown>): Promise<FailureError['failure']> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof FailureError) return error.failure;
  throw new Error(`not refused: ${String(error)}`);
}

export function labelDraft(trajectory: string, change: Partial<LabelDraft> = {}): LabelDraft {
  return {
    trajectory,
    identity: 'explicit',
    annotator: 'ada',
    value: 'success',
    mistake: null,
    note: '',
    row: `1:${trajectory}`,
    rubric_version: 'baseline',
    judge_model: 'judge-a',
    inclusion_probability: null,
    evidence: null,
    ...change,
  };
}

export const profile: Profile = {
  profile_id: 'p1',
  name: 'Local judge',
  base_url: 'http://127.0.0.1:8000/v1',
  model: 'judge-a',
  key_env: null,
  temperature: 0,
  response_format: 'json_schema',
  max_tokens: 800,
  timeout_ms: 60_000,
  concurrency: 4,
  requests_per_minute: null,
  tokens_per_minute: null,
  price_prompt_per_million: null,
  price_completion_per_million: null,
  images: false,
  demo: false,
};

export function itemDraft(n: number, change: Partial<RunItemDraft> = {}): RunItemDraft {
  return {
    row: `1:${n}`,
    trajectory: `t${n}`,
    task_id: `task-${n % 7}`,
    category: 'communication',
    step: n,
    original_passed: false,
    original_unjudged: null,
    truth: true,
    rubric_version: 'baseline',
    judge_model: 'judge-a',
    prompt: {
      prompt_hash: `hash-${n}`,
      messages: [{ role: 'user', content: `judge ${n}` }],
    },
    prompt_origin: 'template',
    same_prompt: 'unknown',
    evidence: { source_name: 'reward_log.jsonl', source_line: n, text: `{"n":${n}}` },
    ...change,
  };
}

/** A run that waits for its calls: so many samples, none asked yet. */
export function newRun(record: WorkspaceRecord, judge: Profile, samples: number, repeats = 3): string {
  const { run_id } = record.runs.create({
    purpose: 'repeat',
    profile: judge,
    rubric_version: null,
    repeats,
    filter: '',
    seed: 1,
  });
  record.items.add(
    run_id,
    Array.from({ length: samples }, (_, n) => itemDraft(n + 1)),
  );
  record.runs.seal(run_id);
  return run_id;
}
