import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Attempt, AttemptOutcome, RunItem } from '../../electron/core/model/record.ts';
import {
  contentText,
  DEFAULT_TEMPLATE,
  renderPrompt,
  type SentMessages,
} from '../../electron/core/prompt/index.ts';
import { readReply } from '../../electron/core/reply/index.ts';
import { parseRubric } from '../../electron/core/rubric/index.ts';
import { type RunFigures, runFigures } from '../../electron/core/run/run-figures.ts';
import { DEMO_DEFAULTS, type DemoOptions } from '../../electron/judge/demo-options.ts';
import { type DemoPrompt, readDemoPrompt } from '../../electron/judge/demo-prompt.ts';
import { demoReply } from '../../electron/judge/demo-reply.ts';
import { type DemoVerdict, judgeByRule } from '../../electron/judge/demo-rules.ts';
import { counted } from '../core/run/counted.ts';

/** A question the demo judge is asked, and what its fair rules say of it: that counts as the truth here. */
export interface Asked {
  readonly messages: SentMessages;
  readonly prompt: DemoPrompt;
  readonly ruled: DemoVerdict;
  readonly key: string;
  readonly task_id: string;
}

const things = ['invoice 4471', 'budget review', 'site plan', 'travel note', 'lease draft', 'menu', 'roster'];
const people = ['Wang Lei', 'Marek Novak', 'Aiko Mori', 'Sara Lind', 'Tom Okafor'];

/**
 * `count` runs of mail tasks, about half of them sent, rollouts of one task together. What the demo judge's fair rules say
 * is the truth, so a judge without a planted fault makes no error, and one with a fault errs by its dose alone.
 */
export function population(count: number, rolloutsPerTask: number): readonly Asked[] {
  const file = join(import.meta.dirname, '../../rubrics/adapt_v2.yaml');
  const { rubric } = parseRubric(readFileSync(file, 'utf8'));
  if (rubric === null) throw new Error('adapt_v2 cannot be read');
  return Array.from({ length: count }, (_, at) => {
    const task = Math.floor(at / rolloutsPerTask);
    const thing = things[task % things.length] ?? '';
    const person = people[task % people.length] ?? '';
    const sent = at % 2 === 0;
    const frame = (index: number, action: string, text: string, state: string) => ({
      index,
      action,
      text,
      state,
      image: null,
    });
    const { messages } = renderPrompt({
      template: DEFAULT_TEMPLATE,
      rubric,
      category: 'communication',
      instruction: `Send an email to ${person} about the "${thing}"`,
      fine_rubrics: [],
      trajectory: {
        trajectory: `t${at}`,
        task_id: `task${task}`,
        step: null,
        instruction: null,
        frames: [
          frame(0, 'open mail', `Inbox ${at}`, 'compose opened'),
          frame(1, 'input to', person, `recipient: ${person}`),
          frame(2, 'input body', `About the ${thing}`, 'body filled'),
          ...(sent ? [frame(3, 'click_submit send', '', 'Message sent')] : []),
        ],
        final_state: sent ? `Message sent to ${person}: ${thing}` : 'Draft open, not sent',
        messages: [],
        summary: null,
        origin: 'test',
        instruction_hash_matches: null,
      },
    });
    const text = messages.filter(({ role }) => role !== 'system').map(({ content }) => contentText(content));
    const prompt = readDemoPrompt(text.join('\n\n'));
    const key = createHash('sha256').update(JSON.stringify(messages)).digest('hex');
    return { messages, prompt, ruled: judgeByRule(prompt, 'fair'), key, task_id: `task${task}` };
  });
}

/** What the app makes of `repeats` calls on each question, by the code that answers and reads real ones. */
export function runOf(asked: readonly Asked[], repeats: number, faults: Partial<DemoOptions>): RunFigures {
  const options = { ...DEMO_DEFAULTS, noise: 0, ...faults };
  const outcomes: Record<AttemptOutcome, number> = {
    ok: 0,
    timeout: 0,
    http: 0,
    rate_limited: 0,
    parse: 0,
    truncated: 0,
    refused: 0,
    missing: 0,
  };
  const items = asked.map(({ prompt, ruled, key, task_id }, at): RunItem => {
    const attempts = Array.from({ length: repeats }, (_, round): Attempt => {
      const reply = demoReply(prompt, ruled, options, key, `${round + 1}.1`);
      const read = readReply(reply.text, { finishReason: reply.finish_reason });
      const value = read.outcome === 'verdict' ? read.value : null;
      const outcome = read.outcome === 'verdict' ? 'ok' : read.outcome;
      outcomes[outcome] += 1;
      return {
        attempt: round + 1,
        outcome,
        passed: value?.success ?? null,
        score: value?.score ?? null,
        reason: value?.reason ?? null,
        latency_ms: null,
        error: null,
        response_id: null,
        repaired: false,
        reused: false,
        prompt_tokens: null,
        completion_tokens: null,
        total_tokens: null,
      };
    });
    const judged = attempts.filter(({ passed }) => passed !== null);
    const fails = judged.filter(({ passed }) => passed === false).length;
    return {
      item: at + 1,
      row: `1:${at + 1}`,
      trajectory: `t${at}`,
      task_id,
      category: null,
      step: null,
      // the log was written by the same judge, with a draw of its own
      original_passed: readVerdict(prompt, ruled, options, key),
      original_unjudged: null,
      truth: ruled.passed,
      attempts,
      fails,
      judged: judged.length,
      reused: 0,
      split: fails > 0 && fails < judged.length,
      score_sd: null,
    };
  });
  return runFigures({
    items: items.map((item) => counted(item)),
    outcomes,
    usage: [],
    reused: 0,
    duplicate_response_ids: 0,
    same_prompt: 'yes',
    representative: true,
    own: { judge: 'judge-a' },
    profile: { price_prompt_per_million: null, price_completion_per_million: null },
  });
}

function readVerdict(
  prompt: DemoPrompt,
  ruled: DemoVerdict,
  options: DemoOptions,
  key: string,
): boolean | null {
  const reply = demoReply(prompt, ruled, options, key, 'log');
  const read = readReply(reply.text, { finishReason: reply.finish_reason });
  return read.outcome === 'verdict' ? read.value.success : null;
}
