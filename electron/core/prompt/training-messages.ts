import { contentText, type LoggedMessage } from './chat-message.ts';

/** What the judge was sent in training, where the log holds it, or why it cannot be sent again. */
export type TrainingMessages =
  | { readonly messages: readonly LoggedMessage[]; readonly from: 'messages' | 'prompt' }
  | { readonly messages: null; readonly why: 'absent' | 'unreadable' | 'agent_transcript' };

/** JSON where a text is JSON of a list, else the text itself. */
function listOrText(value: unknown): unknown {
  if (typeof value !== 'string' || !value.trimStart().startsWith('[')) return value;
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? parsed : value;
  } catch {
    // A prompt may well begin with a bracket.
    return value;
  }
}

function isMessage(value: unknown): value is LoggedMessage {
  return (
    typeof value === 'object' &&
    value !== null &&
    'role' in value &&
    typeof value.role === 'string' &&
    'content' in value &&
    (typeof value.content === 'string' || Array.isArray(value.content))
  );
}

/** Turns with tools belong to the agent that was judged, not to its judge. */
function isAgentTurn(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const tools = 'tool_calls' in value ? value.tool_calls : null;
  return ('role' in value && value.role === 'tool') || (Array.isArray(tools) && tools.length > 0);
}

function readMessages(
  list: readonly unknown[],
  from: 'messages' | 'prompt',
  reply: unknown,
): TrainingMessages {
  if (list.some(isAgentTurn)) return { messages: null, why: 'agent_transcript' };
  const messages = list.filter(isMessage);
  if (messages.length === 0 || messages.length !== list.length) return { messages: null, why: 'unreadable' };
  const last = messages.at(-1);
  const replied =
    last?.role === 'assistant' &&
    typeof reply === 'string' &&
    contentText(last.content).trim() === reply.trim();
  return { messages: replied ? messages.slice(0, -1) : messages, from };
}

/**
 * The messages of a reward log row's `messages` or `prompt`, to be sent exactly as they are: a list of turns, the JSON
 * of one, or a text (one user message). A last turn that is the logged `raw_output` is the judge's answer, not a part
 * of the question, and is left out. Turns with tool calls are the agent's own transcript: not usable.
 */
export function trainingMessages(row: Readonly<Record<string, unknown>>): TrainingMessages {
  let unreadable: TrainingMessages = { messages: null, why: 'absent' };
  for (const from of ['messages', 'prompt'] as const) {
    const value = listOrText(row[from]);
    if (value === undefined || value === null || value === '') continue;
    if (Array.isArray(value)) {
      const read = readMessages(value, from, row.raw_output);
      if (read.messages !== null) return read;
      unreadable = read;
    } else if (typeof value === 'string') return { messages: [{ role: 'user', content: value }], from };
    else unreadable = { messages: null, why: 'unreadable' };
  }
  return unreadable;
}
