import { createHash } from 'node:crypto';
import type { DemoOptions } from './demo-options.ts';
import type { DemoPrompt } from './demo-prompt.ts';
import type { DemoFinding, DemoVerdict } from './demo-rules.ts';

export interface DemoReply {
  readonly text: string;
  readonly finish_reason: 'stop' | 'length';
}

/** A number in [0, 1) that depends on nothing but its arguments. */
export function draw(seed: number, ...about: readonly string[]): number {
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, ...about]))
    .digest();
  return digest.readUIntBE(0, 6) / 2 ** 48;
}

/** Without a stated noise: rare flips where the case is clear, one in four where one criterion decides by little. */
function flipRate(options: DemoOptions, verdict: DemoVerdict): number {
  if (options.noise !== null) return options.noise;
  return Math.abs(verdict.margin) < 0.25 ? 0.25 : 0.02;
}

/**
 * What the demo judge says to a prompt in one call. The same prompt and the same draw give the same reply; another draw
 * of the same prompt flips the verdict with the stated probability, independently of all others.
 *
 * @param promptKey names the prompt
 * @param drawKey names the call among the calls with that prompt
 */
export function demoReply(
  prompt: DemoPrompt,
  verdict: DemoVerdict,
  options: DemoOptions,
  promptKey: string,
  drawKey: string,
): DemoReply {
  const { seed } = options;
  let passed = verdict.passed;
  if (passed && draw(seed, 'strict', promptKey) < options.strict) passed = false;
  else if (!passed && draw(seed, 'lenient', promptKey) < options.lenient) passed = true;
  if (draw(seed, 'flip', promptKey, drawKey) < flipRate(options, verdict)) passed = !passed;
  const reply = JSON.stringify(replyFields(prompt, verdict, passed, draw(seed, 'words', promptKey, drawKey)));
  if (draw(seed, 'broken', promptKey, drawKey) >= options.broken)
    return { text: reply, finish_reason: 'stop' };
  return breakReply(reply, draw(seed, 'how', promptKey, drawKey));
}

/** Ends no retry of ours repairs: prose without an object, a reply cut by the token limit, an object without a verdict. */
function breakReply(reply: string, how: number): DemoReply {
  if (how < 0.4)
    return {
      text: 'The agent seems to have done most of what was asked, but it is hard to say.',
      finish_reason: 'stop',
    };
  if (how < 0.8) return { text: reply.slice(0, Math.ceil(reply.length / 2)), finish_reason: 'length' };
  return { text: '{"analysis": "The frames were looked at one by one."}', finish_reason: 'stop' };
}

function replyFields(prompt: DemoPrompt, verdict: DemoVerdict, passed: boolean, words: number) {
  const asRuled = passed === verdict.passed;
  const weakest = verdict.findings.toSorted((a, b) => a.margin - b.margin)[0];
  const hits = verdict.findings
    // A verdict against the rules must read as if it followed from what it cites.
    .filter((finding) => (asRuled ? finding.met : passed || finding !== weakest))
    .map((finding) => finding.criterion.id);
  const wobble = (words - 0.5) * 0.06;
  const score = asRuled ? verdict.score : passed ? 0.55 + words * 0.1 : 0.35 + words * 0.1;
  const bounded = passed
    ? Math.min(0.99, Math.max(0.5, score + wobble))
    : Math.min(0.49, Math.max(0.01, score + wobble));
  return {
    success: passed,
    score: Math.round(bounded * 100) / 100,
    reason: reasonText(prompt, verdict, passed, weakest ?? null, words),
    evidence: verdict.quotes,
    rubric_hits: hits,
  };
}

function reasonText(
  prompt: DemoPrompt,
  verdict: DemoVerdict,
  passed: boolean,
  weakest: DemoFinding | null,
  words: number,
): string {
  const chinese = /\p{Script=Han}/u.test(prompt.instruction);
  const end = verdict.quotes[0];
  const id = weakest?.criterion.id ?? '';
  const criterion = weakest?.criterion.text ?? '';
  const pick = (choices: readonly string[]) => choices[Math.floor(words * choices.length)] ?? '';
  if (passed) {
    if (end === undefined) return chinese ? '每一步都满足。' : 'Every step is met.';
    return chinese
      ? pick([
          `每一步都满足，最后的状态是“${end}”。`,
          `要求的结果已经出现：“${end}”。`,
          `记录显示“${end}”，任务已达成。`,
        ])
      : pick([
          `Every step is met; the run ends with "${end}".`,
          `The outcome that was asked for is there: "${end}".`,
          `The record shows "${end}", which is what the instruction asks for.`,
        ]);
  }
  return chinese
    ? pick([
        `${id} 未满足：${criterion}。`,
        `记录中看不到“${criterion}”（${id}）。`,
        `${id} 的证据不足：${criterion}。`,
      ])
    : pick([
        `${id} is not met: ${criterion}.`,
        `No frame shows that ${lowerFirst(criterion)} (${id}).`,
        `The evidence for ${id} is too thin: ${criterion}.`,
      ]);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
