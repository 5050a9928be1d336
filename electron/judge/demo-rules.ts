import { comparisonTokens, folded } from '../core/rubric/index.ts';
import type { DemoOptions } from './demo-options.ts';
import type { DemoCriterion, DemoPrompt } from './demo-prompt.ts';

export interface DemoFinding {
  readonly criterion: DemoCriterion;
  readonly met: boolean;
  /** How far beyond its threshold, from −1 to 1; near 0 another reading might decide otherwise. */
  readonly margin: number;
}

export interface DemoVerdict {
  readonly passed: boolean;
  /** From 0 to 1, 0.5 or more exactly when passed. */
  readonly score: number;
  readonly findings: readonly DemoFinding[];
  /** Literal lines of the run, best first. */
  readonly quotes: readonly string[];
  /** How clear the case is: the smallest margin that decides it. */
  readonly margin: number;
}

const doneWords =
  /\b(?:sent|saved|submitted|confirmed|confirmation|success(?:ful|fully)?|completed?|done|created|updated|deleted|removed|added|booked|ordered|placed|enabled|disabled|delivered|published|uploaded|downloaded|moved|renamed|applied|turned (?:on|off)|is (?:on|off)|answer)\b|已|成功|完成|答案/i;
const failedWords =
  /\b(?:error|failed|failure|draft|unsaved|unsent|not (?:sent|saved|submitted|found|changed|completed)|could not|cannot|denied|timeout|timed out|cancell?ed|spinner|login wall|incomplete|never)\b|失败|错误|草稿|未(?:发送|保存|提交|完成|找到)|无法|取消|超时|出错/i;
const closingAction =
  /\b(?:click_?submit|submit|send|save|confirm|finish|done|answer|checkout|apply)\b|提交|发送|保存|确认|完成/i;

const aboutEnd =
  /\b(?:last|final|sent|saved|submitted|confirmed|shows?|loaded|state)\b|最后|最终|已|状态|显示/i;
const aboutInstruction = /\binstruction\b|\basks?\b|\bnames?\b|\bstate[sd]?\b|指令|要求|指定/i;
/** Criteria that want words, not outcomes: where these stand, a different wording fails. */
const pedantic =
  /\b(?:exactly|verbatim|literally|word for word|subject line|keyword|must contain|contains? the|in the same order|formatted|capitali[sz]ed|phrase)\b|逐字|一字不差|完全一致|严格|必须包含|关键词|主题行|格式/i;

const stopWords = new Set(
  'the a an and or of to in on at for with by from is are was be it its this that as one which not no any each every all into must has have does do than then them they their there where when what who you your me my i please can will'.split(
    ' ',
  ),
);

const thresholds = {
  fair: { specifics: 0.5, overlap: 0.2 },
  strict: { specifics: 0.9, overlap: 0.45 },
  lenient: { specifics: 0.2, overlap: 0.05 },
} as const;

/** Judges a prompt by rule: each criterion against what the frames and the final state show. Deterministic. */
export function judgeByRule(prompt: DemoPrompt, rules: DemoOptions['rules']): DemoVerdict {
  const limit = thresholds[rules];
  const lines = [...prompt.frames.flat(), ...prompt.final];
  const seen = folded(lines.join('\n'));
  const seenTokens = new Set(comparisonTokens(lines.join('\n')).map(stem));
  const named = coverage(prompt.instruction, seen, seenTokens);
  const ended = reachedEnd(prompt);
  const criteria =
    prompt.criteria.length > 0
      ? prompt.criteria
      : [{ id: 'outcome', text: 'The last state shows what the instruction asks for' }];
  const findings = criteria.map((criterion): DemoFinding => {
    const margins: number[] = [];
    const { text } = criterion;
    if (aboutEnd.test(text)) margins.push(ended);
    if (aboutInstruction.test(text)) margins.push(named - limit.specifics);
    if (pedantic.test(text) && rules !== 'lenient')
      margins.push(Math.min(named - 0.95, overlap(text, seenTokens) - 0.6));
    // What a criterion itself names must be there, whoever asked for it: that is how invented criteria fail good runs.
    const own = literals(text);
    if (own.length > 0)
      margins.push(own.filter((thing) => seen.includes(folded(thing))).length / own.length - 0.99);
    if (margins.length === 0) margins.push(overlap(text, seenTokens) - limit.overlap);
    const margin = Math.max(-1, Math.min(1, ...margins));
    return { criterion, met: margin >= 0, margin };
  });
  const unmet = findings.filter((finding) => !finding.met);
  // The lenient judge looks at the sum, not at each.
  const passed = rules === 'lenient' ? unmet.length * 2 <= findings.length : unmet.length === 0;
  const share = (findings.length - unmet.length) / findings.length;
  const raw = 0.5 * share + 0.25 * named + 0.25 * (ended >= 0 ? 1 : 0);
  const deciding = passed
    ? Math.min(...findings.map((finding) => finding.margin))
    : unmet.length === 1
      ? (unmet[0]?.margin ?? -1)
      : -1;
  return {
    passed,
    score: Math.round((passed ? 0.5 + raw / 2 : raw / 2.05) * 100) / 100,
    findings,
    quotes: quotesOf(prompt, lines),
    margin: deciding,
  };
}

/** Share of what the instruction names (quotes, numbers, addresses, names; else its words) that the run shows. */
function coverage(instruction: string, seen: string, seenTokens: ReadonlySet<string>): number {
  const named = namedThings(instruction);
  if (named.length > 0) return named.filter((thing) => seen.includes(folded(thing))).length / named.length;
  return overlap(instruction, seenTokens);
}

const quotedText = /["“「『《'‘]([^"”」』》'’]{2,80})["”」』》'’]/g;

/** Quoted texts, addresses, file names and numbers: what can only be shown as it is. */
function literals(text: string): string[] {
  const quoted = [...text.matchAll(quotedText)].map((match) => match[1] ?? '');
  const rest = text.replaceAll(quotedText, ' ');
  const addresses =
    rest.match(
      /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|https?:\/\/\S+|\b[\w-]+\.(?:pdf|docx?|xlsx?|csv|txt|zip|png|jpe?g|md)\b/gi,
    ) ?? [];
  const numbers = rest.match(/\d+(?:[.:/-]\d+)*/g) ?? [];
  return [...quoted, ...addresses, ...numbers].map((thing) => thing.trim()).filter((thing) => thing !== '');
}

/** The literals of an instruction and the names in it: a capital inside a sentence; its first word has one anyway. */
function namedThings(instruction: string): string[] {
  const names = [...instruction.replaceAll(quotedText, ' ').matchAll(/(?<=[\p{L}\d,;)] )\p{Lu}[\p{L}\d-]+/gu)]
    .map((match) => match[0])
    .filter((name) => !stopWords.has(name.toLowerCase()));
  return [...new Set([...literals(instruction), ...names])];
}

function overlap(text: string, seenTokens: ReadonlySet<string>): number {
  const tokens = comparisonTokens(text).filter((token) => !stopWords.has(token));
  if (tokens.length === 0) return 0;
  return tokens.filter((token) => seenTokens.has(stem(token))).length / tokens.length;
}

/** `sends`, `sending`, `sended` and `send` are one word here. */
function stem(token: string): string {
  return /^[a-z]{5,}$/.test(token) ? token.replace(/(?:ing|ed|es|s)$/, '') : token;
}

/** 1: the end says it was done; 0.1: only an action says so; −1: the end says it was not, or nothing does. */
function reachedEnd(prompt: DemoPrompt): number {
  const last = prompt.frames.at(-1) ?? [];
  const end = (prompt.final.length > 0 ? prompt.final : last).join(' ');
  if (failedWords.test(end)) return -1;
  if (doneWords.test(end) || doneWords.test(last.join(' '))) return 1;
  const tail = prompt.frames.slice(-Math.max(2, Math.ceil(prompt.frames.length / 3)));
  return tail.some((frame) => frame.some((line) => closingAction.test(line))) ? 0.1 : -1;
}

/** Up to three lines: the end first, then those that name what the instruction names. */
function quotesOf(prompt: DemoPrompt, lines: readonly string[]): string[] {
  const things = namedThings(prompt.instruction).map(folded);
  const wanted = new Set(comparisonTokens(prompt.instruction).filter((token) => !stopWords.has(token)));
  const end = prompt.final.at(-1) ?? prompt.frames.at(-1)?.at(-1);
  const ranked = lines
    .map((line) => {
      const plain = folded(line);
      const hits = things.filter((thing) => plain.includes(thing)).length * 3;
      return { line, points: hits + comparisonTokens(line).filter((token) => wanted.has(token)).length };
    })
    .filter((entry) => entry.points > 0)
    .toSorted((a, b) => b.points - a.points)
    .map((entry) => entry.line);
  return [...new Set([...(end === undefined ? [] : [end]), ...ranked])].slice(0, 3).map(quote);
}

/** A field name in front is the prompt's, not the run's. */
function quote(line: string): string {
  return line.replace(/^(?:action|text|state|动作|文本|状态)\s*[:：]\s*/i, '').slice(0, 160);
}
