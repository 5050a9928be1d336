import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fail } from '../core/model/failure.ts';
import { type LoggedMessage, picturesIn, type SentMessages, withPictures } from '../core/prompt/index.ts';

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

/** Where a picture lies that a stored prompt refers to. */
export interface PicturePlace {
  readonly path: string;
  readonly media_type: string;
}

/**
 * Stored messages with their pictures put in as data URLs, read from where they lie. A picture that is gone, or is another
 * one by now, is never left out or sent in its place.
 *
 * @throws FailureError `file_missing` where a picture cannot be sent as it was when the question was written down
 */
export async function messagesWithPictures(
  messages: SentMessages,
  placeOf: (sha256: string) => PicturePlace | null,
): Promise<SentMessages> {
  const hashes = picturesIn(messages);
  if (hashes.length === 0) return messages;
  const urls = new Map<string, string>();
  for (const sha256 of hashes) urls.set(sha256, await dataUrl(sha256, placeOf(sha256)));
  return withPictures(messages, (sha256) => urls.get(sha256) ?? '');
}

async function dataUrl(sha256: string, place: PicturePlace | null): Promise<string> {
  if (place === null)
    throw fail('file_missing', 'A picture of this question is unknown to the record; make the re-run anew.', {
      sha256,
    });
  const { path, media_type } = place;
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (cause) {
    throw fail(
      'file_missing',
      `The picture ${path} of a question cannot be read any more. Put it back and go on with the re-run; what was answered is kept.`,
      { path },
      { cause },
    );
  }
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw fail(
      'file_missing',
      `The picture ${path} is another one than when the question was written down. Put the old one back and go on with the re-run, or make it anew.`,
      { path },
    );
  return `data:${media_type};base64,${bytes.toString('base64')}`;
}
