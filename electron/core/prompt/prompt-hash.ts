import { createHash } from 'node:crypto';
import type { SamePrompt } from '../model/record.ts';
import { contentText, type SentMessages } from './chat-message.ts';
import { pythonJson } from './python-json.ts';

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** JSON with keys sorted by code unit and no white space; keys whose value is null or undefined are left out. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
      .filter(([, item]) => item !== null && item !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** A content of one text part is the same as that text. */
function canonicalContent(content: unknown): unknown {
  if (!Array.isArray(content) || content.length !== 1) return content;
  const part: unknown = content[0];
  const plain =
    typeof part === 'object' &&
    part !== null &&
    Object.keys(part).every((key) => key === 'type' || key === 'text');
  return plain ? contentText(content) : content;
}

/**
 * The text that `promptHash` is taken of: the messages as JSON in UTF-8, keys sorted, no white space, null fields left
 * out, a content of one plain text part written as that text. Two requests with the same text ask the same question.
 */
export function canonicalMessages(messages: SentMessages): string {
  return canonicalJson(
    messages.map((message) => ({
      ...message,
      content: canonicalContent('content' in message ? message.content : null),
    })),
  );
}

/** First 16 hex digits of sha256 of the canonical messages. */
export function promptHash(messages: SentMessages): string {
  return sha256(canonicalMessages(messages)).slice(0, 16);
}

/** First 16 hex digits of sha256 of the instruction in UTF-8 (FORMATS §1). */
export function instructionHash(instruction: string): string {
  return sha256(instruction).slice(0, 16);
}

/** The hashes under which a training pipeline may have logged these messages: ours and the usual recipes. */
function loggedHashes(messages: SentMessages): string[] {
  const texts = messages.map((message) => contentText('content' in message ? message.content : null));
  const user = messages.flatMap((message, at) => (message.role === 'user' ? [texts[at] ?? ''] : []));
  return [
    canonicalMessages(messages),
    JSON.stringify(messages),
    pythonJson(messages, { ascii: true, indent: null, sortKeys: false }),
    pythonJson(messages, { ascii: false, indent: null, sortKeys: false }),
    ...['', '\n', '\n\n'].map((joint) => texts.join(joint)),
    user.at(-1) ?? '',
  ].map(sha256);
}

/** What a log says of the prompt a verdict came from. */
export interface TrainingPrompt {
  readonly messages: SentMessages | null;
  readonly prompt_hash: string | null;
}

/**
 * Whether `sent` is the prompt the training judge was sent. Logged messages decide by content; else the logged
 * `prompt_hash`, under our recipe or a usual one, `no` where it is a sha256 (whole, or its first 16 digits) of something
 * else. A hash of any other shape cannot be compared, and a log with neither says nothing: `unknown`.
 */
export function samePrompt(training: TrainingPrompt, sent: SentMessages): SamePrompt {
  if (training.messages !== null)
    return canonicalMessages(training.messages) === canonicalMessages(sent) ? 'yes' : 'no';
  const logged =
    training.prompt_hash
      ?.trim()
      .toLowerCase()
      .replace(/^sha256:/, '') ?? '';
  if (!/^[0-9a-f]{8,64}$/.test(logged)) return 'unknown';
  if (loggedHashes(sent).some((hash) => hash.startsWith(logged))) return 'yes';
  return logged.length === 16 || logged.length === 64 ? 'no' : 'unknown';
}

/** The answer for a whole run: `no` where any sample says so, `yes` where all do, else (or with no sample) `unknown`. */
export function samePromptOverall(each: readonly SamePrompt[]): SamePrompt {
  const first = each[0];
  if (first === undefined) return 'unknown';
  if (each.includes('no')) return 'no';
  return each.every((one) => one === first) ? first : 'unknown';
}
