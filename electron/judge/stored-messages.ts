import { fail } from '../core/model/failure.ts';
import type { LoggedMessage, SentMessages } from '../core/prompt/index.ts';

function isMessage(value: unknown): value is LoggedMessage {
  return typeof value === 'object' && value !== null && 'role' in value && typeof value.role === 'string';
}

/**
 * Messages that were stored as JSON, as something that can be sent again.
 *
 * @throws FailureError `internal` where the value is no list of messages
 */
export function storedMessages(value: unknown): SentMessages {
  if (Array.isArray(value) && value.length > 0 && value.every(isMessage)) return value;
  throw fail('internal', 'A stored prompt is no list of messages; make the re-run anew.');
}
