import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rowService } from '../../../electron/api/services/rows.ts';
import { verdictDetail } from '../../../electron/api/services/verdict-detail.ts';
import { viewService } from '../../../electron/api/services/views.ts';
import { addLog, addTrajectories, workspace } from './suspect-workspace.ts';

const line = {
  trajectory_id: 'a',
  task_id: 't',
  rubric_version: 'v1',
  category: 'mail',
  judge_model: 'j',
  success: 'FAIL',
  score: '8/10',
  reward: 0,
  step: '7',
  latency_ms: '950',
  usage: { prompt_tokens: '12', completion_tokens: 3, total_tokens: 15 },
  timestamp: 1793581200.5,
  reason: 'no',
  evidence: ['frame 1: Draft saved', 'bounced', '“never there”'],
  rubric_hits: ['S1'],
  fine_rubrics: ['To Bob'],
  components: { a: { score: 0.5, weight: 2 }, b: 0.25, c: { score: 'x' } },
  step_scores: [0.1, { step: 'open', score: 0.9 }, null],
  messages: [
    { role: 'system', content: 'You judge.' },
    { role: 'user', content: [{ type: 'text', text: 'Was it sent?' }] },
  ],
  raw_output: '{"success": "FAIL"}',
  odd_field: { b: 1.5, a: 1e3 },
};

describe('the detail of a verdict', () => {
  test('says what was not taken as written, and how it was written', async () => {
    const { parts } = await workspace();
    await addLog(parts, [line]);
    const { coerced } = await verdictDetail(parts.store, '1:1');
    expect(coerced).toEqual([
      { field: 'success', written: '"FAIL"', read: 'false' },
      { field: 'score', written: '"8/10"', read: '0.8' },
      { field: 'step', written: '"7"', read: '7' },
      { field: 'latency_ms', written: '"950"', read: '950' },
      { field: 'usage.prompt_tokens', written: '"12"', read: '12' },
    ]);
  });

  test('a plain line has nothing coerced, and its fields stand as they are written', async () => {
    const { parts } = await workspace();
    const plain =
      '{"task_id":"t","success":true,"reward":1.0,"step":3,"latency_ms":9.50,"timestamp":1793581200,"mine":1.50}';
    const path = join(parts.folder, 'plain.jsonl');
    writeFileSync(path, `${plain}\n`);
    const { importRewardLog } = await import('../../../electron/logs/reward-log/index.ts');
    await importRewardLog(parts.store, path, { now: 0 });
    const detail = await verdictDetail(parts.store, '1:1');
    expect(detail.coerced).toEqual([]);
    expect(detail.raw).toBe(plain);
    expect(detail.fields.map(({ name, value, known }) => [name, value, known])).toEqual([
      ['task_id', '"t"', true],
      ['success', 'true', true],
      ['reward', '1.0', true],
      ['step', '3', true],
      ['latency_ms', '9.50', true],
      ['timestamp', '1793581200', true],
      ['mine', '1.50', false],
    ]);
  });

  test('finds evidence to the letter: in a frame, in a turn, or nowhere', async () => {
    const { parts } = await workspace();
    await addLog(parts, [line]);
    await addTrajectories(parts, [
      {
        trajectory_id: 'a',
        instruction: 'Send it to Bob',
        frames: [
          { action: 'open', text: 'Open mail', state: 'Inbox' },
          { action: 'save', text: 'x', state: 'Now: Draft saved.' },
        ],
        messages: [
          { role: 'assistant', content: 'sending', trainable: true, tool_calls: [{ name: 'send' }] },
          { role: 'tool', content: 'the message bounced', trainable: false },
        ],
      },
    ]);
    const detail = await verdictDetail(parts.store, '1:1');
    const [inFrame, inTurn, nowhere] = detail.evidence_found;
    expect(inFrame).toMatchObject({ frame: 1, turn: null, field: 'state' });
    const { start = 0, end = 0 } = inFrame?.span ?? {};
    expect(detail.trajectory?.frames[1]?.state?.slice(start, end)).toBe('Draft saved');
    expect(inTurn).toMatchObject({ frame: null, turn: 1, field: 'message' });
    expect(nowhere).toMatchObject({ frame: null, turn: null, field: null, span: null });
    expect(detail.trajectory?.messages.map(({ trainable }) => trainable)).toEqual([true, false]);
    expect(detail.instruction).toBe('Send it to Bob');
  });

  test('has the judge’s question and answer, and the scores of components and steps', async () => {
    const { parts } = await workspace();
    await addLog(parts, [line]);
    const detail = await verdictDetail(parts.store, '1:1');
    expect(detail.asked.map(({ role, content }) => [role, content])).toEqual([
      ['system', 'You judge.'],
      ['user', 'Was it sent?'],
    ]);
    expect(detail.reply).toBe('{"success": "FAIL"}');
    expect(detail.components).toEqual([
      { name: 'a', score: 0.5, weight: 2 },
      { name: 'b', score: 0.25, weight: null },
      { name: 'c', score: null, weight: null },
    ]);
    expect(detail.step_scores).toEqual([
      { name: '0', score: 0.1 },
      { name: 'open', score: 0.9 },
      { name: '2', score: null },
    ]);
  });

  test('where the log holds no rubric, the library’s is given with its version, and none is guessed', async () => {
    const { parts, library } = await workspace();
    await addLog(parts, [
      line,
      { ...line, trajectory_id: 'b', rubric_version: 'v9' },
      { ...line, trajectory_id: 'c', category: null },
    ]);
    const rows = rowService(parts, library);
    const shown = await rows.rubric('1:1');
    expect(shown).toMatchObject({ version: 'v1', category: 'mail', fallback: false });
    expect(shown?.text).toContain('S2. The message is sent');
    expect(shown?.text).toContain('F1. To Bob');
    expect(await rows.rubric('1:2')).toBeNull();
    expect(await rows.rubric('1:3')).toBeNull();
  });
});

describe('saved views', () => {
  test('come back as they were saved; what another version wrote is read as far as it is understood', async () => {
    const { parts } = await workspace();
    mkdirSync(join(parts.folder, 'x'), { recursive: true });
    const views = viewService(parts);
    const view = {
      filter: 'not passed',
      search: 'sent',
      sort: [{ column: 'step', direction: 'desc' as const }],
      columns: ['step', '备注'],
      widths: { step: 90 },
    };
    const saved = views.save('verdicts', 'late', view);
    expect(views.list('verdicts')).toEqual([saved]);
    expect(saved.view).toEqual(view);
    parts.record.views.change(saved.view_id, {
      view: { filter: 3, columns: ['a', 4], sort: [{ column: 'x' }, 7] },
    });
    expect(views.list('verdicts')[0]?.view).toEqual({
      filter: '',
      search: '',
      sort: [{ column: 'x', direction: 'asc' }],
      columns: ['a'],
      widths: {},
    });
    expect(views.layout('verdicts')).toEqual({ columns: null, widths: {} });
    views.saveLayout('verdicts', { columns: ['step'], widths: { step: 50 } });
    expect(views.layout('verdicts')).toEqual({ columns: ['step'], widths: { step: 50 } });
  });
});
