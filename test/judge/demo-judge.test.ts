import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Trajectory } from '../../electron/core/model/verdict.ts';
import { DEFAULT_TEMPLATE, renderPrompt, type SentMessages } from '../../electron/core/prompt/index.ts';
import { parseRubric } from '../../electron/core/rubric/index.ts';
import {
  type AttemptResult,
  demoJudge,
  demoOptions,
  demoProfile,
  JudgeClient,
  tryProfile,
} from '../../electron/judge/index.ts';

const judge = demoJudge({ latency_ms: 0 });
const client = new JudgeClient();
let baseUrl = '';

beforeAll(async () => {
  baseUrl = await judge.start();
});
afterAll(() => judge.stop());

function ask(messages: SentMessages, model = 'demo-judge:noise=0', drawId = '1.1'): Promise<AttemptResult> {
  return client.call({
    profile: demoProfile(baseUrl, model),
    key: null,
    messages,
    schema: null,
    signal: new AbortController().signal,
    requestId: 'test',
    drawId,
  });
}

function trajectory(
  instruction: string,
  frames: readonly [string, string, string][],
  final: string,
): Trajectory {
  return {
    trajectory: 't',
    task_id: 'task',
    step: null,
    instruction,
    frames: frames.map(([action, text, state], index) => ({ index, action, text, state, image: null })),
    final_state: final,
    messages: [],
    summary: null,
    origin: 'test',
    instruction_hash_matches: null,
  };
}

function prompt(version: string, run: Trajectory, fine: readonly string[] = []): SentMessages {
  const text = readFileSync(join(import.meta.dirname, '../../rubrics', `${version}.yaml`), 'utf8');
  const { rubric } = parseRubric(text);
  if (rubric === null) throw new Error(`${version} cannot be read`);
  return renderPrompt({
    template: DEFAULT_TEMPLATE,
    rubric,
    category: null,
    instruction: run.instruction,
    fine_rubrics: fine,
    trajectory: run,
  }).messages;
}

const sent = trajectory(
  'Send an email to Wang Lei about the "budget review" on Friday',
  [
    ['open mail', 'Inbox', 'compose opened'],
    ['input to', 'Wang Lei', 'recipient: Wang Lei'],
    ['input body', 'Hi, let us do the budget review on Friday at 10.', 'body filled'],
    ['click_submit send', '', 'Message sent'],
  ],
  'Message sent to Wang Lei: budget review on Friday',
);
const draft = trajectory(
  sent.instruction ?? '',
  sent.frames.slice(0, 3).map((f) => [f.action ?? '', f.text ?? '', f.state ?? '']),
  'Draft open, not sent',
);
const chinese = trajectory(
  '给李雷发送邮件,内容是“周五开会”',
  [
    ['打开邮箱', '收件箱', '写信'],
    ['input', '李雷', '收件人:李雷'],
    ['input', '周五开会', '正文已填写'],
    ['submit 发送', '', '已发送'],
  ],
  '邮件已发送给李雷:周五开会',
);

describe('the rules', () => {
  test('pass a run whose end shows what was asked, citing it literally', async () => {
    const result = await ask(prompt('baseline', sent));
    expect(result).toMatchObject({ outcome: 'ok', passed: true });
    expect(result.score).toBeGreaterThanOrEqual(0.5);
    expect(result.evidence.length).toBeGreaterThan(0);
    const shown = JSON.stringify(prompt('baseline', sent));
    for (const quote of result.evidence) expect(shown).toContain(JSON.stringify(quote).slice(1, -1));
    expect(result.rubric_hits).toEqual(['S1', 'S2', 'S3']);
  });

  test('fail a run that ends in a draft, naming the step', async () => {
    const result = await ask(prompt('baseline', draft));
    expect(result.passed).toBe(false);
    expect(result.score).toBeLessThan(0.5);
    expect(result.reason).toContain('S3');
    expect(result.rubric_hits).not.toContain('S3');
  });

  test('a rubric with a pedantic step fails what the one without it passes', async () => {
    expect((await ask(prompt('adapt_v1', sent))).passed).toBe(false);
    expect((await ask(prompt('adapt_v2', sent))).passed).toBe(true);
  });

  test('a criterion the run shows nothing of fails it', async () => {
    const result = await ask(
      prompt('baseline', sent, ['The attachment quarterly.xlsx is shown with a preview']),
    );
    expect(result.passed).toBe(false);
    expect(result.reason).toContain('F1');
  });

  test('answer a Chinese instruction in Chinese', async () => {
    const result = await ask(prompt('baseline', chinese));
    expect(result.passed).toBe(true);
    expect(result.reason).toMatch(/\p{Script=Han}/u);
    expect(result.evidence.join()).toContain('周五开会');
  });

  test('strict fails and lenient passes more than fair', async () => {
    const half = trajectory(
      'Set the "alarm" to 07:30 and name it "gym"',
      [['input', '07:30', 'alarm edited']],
      'Alarm saved at 07:30',
    );
    const verdicts = async (run: Trajectory) =>
      Promise.all(
        ['strict', 'noise=0', 'lenient'].map(
          async (option) => (await ask(prompt('baseline', run), `demo-judge:${option}:noise=0`)).passed,
        ),
      );
    expect(await verdicts(half)).toEqual([false, true, true]);
    const lost = trajectory('Send "hello" to Ada', [['click_submit send', 'hello Ada', 'sending']], 'Error');
    expect((await verdicts(lost)).slice(0, 2)).toEqual([false, false]);
  });

  test.each([
    ['no headings at all', 'Send "hello" to Ada\n\nmessage sent to Ada: hello'],
    ['an empty prompt', ''],
  ])('%s still get a verdict', async (_name, content) => {
    expect((await ask([{ role: 'user', content }])).outcome).toBe('ok');
  });

  test('a prompt in somebody else’s words is read', async () => {
    const content = [
      '## 任务',
      '把“灯”打开',
      '## 评分步骤',
      '1. 最后的状态显示灯已打开',
      '## 轨迹',
      '第1帧: 点击开关',
      '灯 已打开',
      '## 输出格式',
      'JSON',
    ].join('\n');
    const result = await ask([{ role: 'user', content }]);
    expect(result).toMatchObject({ passed: true, rubric_hits: ['1'] });
  });
});

describe('noise', () => {
  const many = Array.from({ length: 400 }, (_, n) => [
    {
      role: 'user' as const,
      content: `Instruction:\nSend "note ${n}" to Ada\n\nFinal state:\nnote ${n} sent to Ada`,
    },
  ]);

  test('flips each call at the stated rate, independently of the others', async () => {
    const model = 'demo-judge:noise=0.2:seed=11';
    let flips = 0;
    let split = 0;
    for (const messages of many) {
      const votes = await Promise.all(['1.1', '2.1', '3.1'].map((draw) => ask(messages, model, draw)));
      const fails = votes.filter((vote) => vote.passed === false).length;
      flips += fails;
      if (fails > 0 && fails < 3) split += 1;
    }
    // 1,200 calls: .2 ± .046 is four standard errors; splits: 1 − .8³ − .2³ = .48 ± .1.
    expect(flips / 1200).toBeGreaterThan(0.154);
    expect(flips / 1200).toBeLessThan(0.246);
    expect(split / 400).toBeGreaterThan(0.38);
    expect(split / 400).toBeLessThan(0.58);
  });

  test('is the same for the same prompt and draw, on another server too, and another for another seed', async () => {
    const verdicts = async (url: string, model: string) =>
      Promise.all(
        many.slice(0, 60).map(async (messages, n) => {
          const result = await new JudgeClient().call({
            profile: demoProfile(url, model),
            key: null,
            messages,
            schema: null,
            signal: new AbortController().signal,
            requestId: `r${n}`,
            drawId: '2.1',
          });
          return result.raw_reply;
        }),
      );
    const other = demoJudge({ latency_ms: 0 });
    const url = await other.start();
    const first = await verdicts(baseUrl, 'demo-judge:noise=0.4');
    expect(await verdicts(url, 'demo-judge:noise=0.4')).toEqual(first);
    expect(await verdicts(url, 'demo-judge:noise=0.4:seed=2')).not.toEqual(first);
    await other.stop();
  });

  test('calls without a named draw are counted per prompt', async () => {
    const messages = [
      { role: 'user', content: 'Instruction:\nSend "counted" to Ada\n\nFinal state:\ncounted sent' },
    ];
    const body = JSON.stringify({ model: 'demo-judge:noise=0.5', messages });
    const replies: string[] = [];
    for (let n = 0; n < 12; n += 1) {
      const response = await fetch(`${baseUrl}/chat/completions`, { method: 'POST', body });
      replies.push(await response.text());
    }
    expect(new Set(replies.map((reply) => reply.includes('\\"success\\":true'))).size).toBe(2);
  });
});

describe('planted faults', () => {
  const many = Array.from({ length: 300 }, (_, n) => [
    {
      role: 'user' as const,
      content: `Instruction:\nSend "note ${n}" to Ada\n\nFinal state:\nnote ${n} sent to Ada`,
    },
  ]);

  test('strict=x fails that share in every call alike', async () => {
    const fails = await Promise.all(
      many.map(async (messages) => {
        const votes = await Promise.all(
          ['1.1', '2.1'].map((draw) => ask(messages, 'demo-judge:noise=0:strict=0.1', draw)),
        );
        expect(votes[0]?.passed).toBe(votes[1]?.passed);
        return votes[0]?.passed === false;
      }),
    );
    const share = fails.filter(Boolean).length / many.length;
    expect(share).toBeGreaterThan(0.04);
    expect(share).toBeLessThan(0.17);
  });

  test('broken=x spoils that share of the calls, in ways that have names and are not retried', async () => {
    const results = await Promise.all(many.map((messages) => ask(messages, 'demo-judge:noise=0:broken=0.3')));
    const spoilt = results.filter((result) => result.outcome !== 'ok');
    expect(spoilt.length / many.length).toBeGreaterThan(0.2);
    expect(spoilt.length / many.length).toBeLessThan(0.4);
    expect(new Set(spoilt.map((result) => result.outcome))).toEqual(
      new Set(['parse', 'truncated', 'missing']),
    );
    expect(spoilt.some((result) => result.retryable)).toBe(false);
  });
});

describe('the server', () => {
  test('speaks the protocol: unique response ids, usage, models, errors', async () => {
    const results = await Promise.all(Array.from({ length: 20 }, () => ask(prompt('baseline', sent))));
    expect(new Set(results.map((result) => result.response_id)).size).toBe(20);
    expect(results[0]?.prompt_tokens).toBeGreaterThan(200);
    expect(results[0]?.total_tokens).toBe(
      (results[0]?.prompt_tokens ?? 0) + (results[0]?.completion_tokens ?? 0),
    );
    const models: unknown = await (await fetch(`${baseUrl}/models`)).json();
    expect(models).toMatchObject({ object: 'list', data: [{ id: 'demo-judge' }, {}, {}, {}, {}] });
    expect(await ask([{ role: 'user', content: 'x' }], 'gpt-9')).toMatchObject({
      outcome: 'http',
      http_status: 404,
    });
    expect((await fetch(`${baseUrl}/chat/completions`, { method: 'POST', body: 'nonsense' })).status).toBe(
      400,
    );
    expect((await fetch(`${baseUrl}/elsewhere`)).status).toBe(404);
    expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
  });

  test('takes the time it is told to', async () => {
    const result = await ask([{ role: 'user', content: 'x' }], 'demo-judge:latency=90');
    expect(result.latency_ms).toBeGreaterThan(58);
  });

  test('passes the test of a profile', async () => {
    const trial = await tryProfile(client, demoProfile(baseUrl), null, new AbortController().signal);
    expect(trial).toMatchObject({ ok: true, model: 'demo-judge', failure: null });
    const wrong = await tryProfile(client, demoProfile(baseUrl, 'gpt-9'), null, new AbortController().signal);
    expect(wrong.failure).toMatchObject({ code: 'judge_refused' });
    const gone = demoProfile(baseUrl.replace(/:\d+/, ':1'));
    const unreachable = await tryProfile(client, gone, null, new AbortController().signal);
    expect(unreachable.failure?.code).toBe('judge_unreachable');
  });

  test('stops, and starts again elsewhere', async () => {
    const other = demoJudge();
    const first = await other.start();
    expect(await other.start()).toBe(first);
    await other.stop();
    await other.stop();
    expect(other.base_url).toBeNull();
    await expect(fetch(`${first}/models`)).rejects.toThrow();
  });
});

describe('options', () => {
  test.each([
    ['demo-judge:noise=0.2', { noise: 0.2 }],
    ['demo-judge:strict', { rules: 'strict' }],
    ['demo-judge:lenient=0.1:seed=9', { lenient: 0.1, seed: 9 }],
    ['demo-judge:broken', { broken: 0.3 }],
    ['demo-judge,latency=5', { latency_ms: 5 }],
  ])('%s', (model, expected) => {
    expect(demoOptions(model)).toMatchObject(expected);
  });

  test.each(['gpt-4', 'demo-judge:noise=2', 'demo-judge:wrong', 'demo-judge:seed=x', 'demo-judge:noise='])(
    '%s is none of ours',
    (model) => {
      expect(demoOptions(model)).toBeNull();
    },
  );
});
