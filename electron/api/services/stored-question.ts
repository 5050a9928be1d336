import { fail } from '../../core/model/failure.ts';
import type { SentMessages } from '../../core/prompt/index.ts';
import { messagesWithPictures, storedMessages } from '../../judge/index.ts';
import type { WorkspaceRecord } from '../../record/index.ts';

/**
 * A question as it is sent, its pictures read from where they lie.
 *
 * @throws FailureError `record_failed` where the record has lost it, `file_missing` where a picture cannot be sent as it was
 */
export async function storedQuestion(
  record: WorkspaceRecord,
  messages_sha256: string,
): Promise<SentMessages> {
  const prompt = record.prompts.get(messages_sha256);
  if (prompt === null)
    throw fail('record_failed', `The prompt ${messages_sha256} is missing from the record.`);
  return messagesWithPictures(storedMessages(prompt.messages), (sha256) => record.pictures.get(sha256));
}
