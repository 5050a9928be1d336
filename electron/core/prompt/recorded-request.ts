import type { SentMessages } from './chat-message.ts';
import { trainingMessages } from './training-messages.ts';

/**
 * What a person recorded of a training request: the JSON of the whole request or of its messages, or the text of the user
 * message alone. Null where there is nothing to read.
 */
export function recordedRequest(text: string): SentMessages | null {
  if (text.trim() === '') return null;
  const value = json(text);
  if (Array.isArray(value)) return trainingMessages({ messages: value }).messages;
  if (typeof value === 'object' && value !== null) {
    const body =
      'body' in value && typeof value.body === 'object' && value.body !== null ? value.body : value;
    return trainingMessages({ ...body }).messages;
  }
  return [{ role: 'user', content: text }];
}

function json(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text; // a prompt may well begin with a bracket
  }
}
