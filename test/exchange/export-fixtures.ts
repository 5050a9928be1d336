import type { Label } from '../../electron/core/model/record.ts';
import type { VerdictRow } from '../../electron/core/model/verdict.ts';
import type { ExportSample, ManifestInput } from '../../electron/exchange/export/index.ts';

export const manifest: ManifestInput = {
  app_version: '0.1.0',
  created_at: Date.UTC(2026, 10, 24, 14, 2, 3),
  what: 'annotated',
  filter: 'rubric_version = adapt_v1 and not passed',
  sources: [{ name: 'reward_log.jsonl', path: '/runs/reward_log.jsonl', bytes: 12, sha256: 'ab'.repeat(32) }],
  rubric_versions: [{ version: 'adapt_v1', content_hash: 'cd'.repeat(32) }],
};

export function verdict(over: Partial<VerdictRow> = {}): VerdictRow {
  return {
    row: '1:7',
    source_id: 1,
    source: 'reward_log.jsonl',
    line: 7,
    trajectory: 't-7',
    task_id: 'task-1042',
    step: 812,
    category: 'communication',
    rubric_version: 'adapt_v1',
    judge_model: 'qwen-vl-judge',
    timestamp: 1_793_689_556_739,
    passed: false,
    unjudged: null,
    reward: -0.5,
    score: 0.14,
    reason: '主题行没有“报销申请”四个字',
    error: null,
    latency_ms: 4100,
    prompt_tokens: 2000,
    completion_tokens: 204,
    total_tokens: 2204,
    frame_count: 10,
    group_id: 's0812-g03',
    attempt: null,
    truth: true,
    warnings: [],
    extra: {},
    ...over,
  };
}

export function label(over: Partial<Label> = {}): Label {
  return {
    label_id: 'l-1',
    trajectory: 't-7',
    identity: 'explicit',
    annotator: 'lin',
    value: 'success',
    mistake: 'ungrounded_criterion',
    note: '',
    row: '1:7',
    rubric_version: 'adapt_v1',
    judge_model: 'qwen-vl-judge',
    inclusion_probability: 0.05,
    created_at: 1_793_700_000_123,
    ...over,
  };
}

export function sample(over: Partial<ExportSample> = {}): ExportSample {
  return {
    verdict: verdict(),
    trajectory: 't-7',
    rubric_content_hash: 'cd'.repeat(32),
    instruction: '把 350 元的报销单发给财务群，并抄送王敏',
    evidence: ['已发送 · 财务群', '报销单_350.pdf'],
    other_verdicts: [
      {
        rubric_version: 'adapt_v2',
        judge_model: 'qwen-vl-judge',
        attempt: null,
        passed: true,
        unjudged: null,
        score: 0.9,
        reason: 'sent',
      },
    ],
    labels: [],
    trajectory_content: null,
    ...over,
  };
}
