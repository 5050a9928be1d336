import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { fail } from '../core/model/failure.ts';
import { compressionOf } from './reward-log/log-text.ts';

/** So much of a text is looked at. */
const lookedAt = 1 << 20;

/**
 * The first bytes of a text, decompressed where it is an archive; a cut archive gives what it has. `whole` where the text
 * ends within them.
 *
 * @throws FailureError `file_unreadable` where nothing comes out
 */
export async function textHead(path: string): Promise<{ readonly bytes: Buffer; readonly whole: boolean }> {
  const compression = compressionOf(path);
  const file = createReadStream(path, { end: 4 * lookedAt });
  const input =
    compression === 'none'
      ? file
      : file.pipe(compression === 'gzip' ? createGunzip() : createZstdDecompress());
  const chunks: Buffer[] = [];
  let size = 0;
  let ended = true;
  try {
    for await (const chunk of input) {
      const bytes = Buffer.from(chunk);
      chunks.push(bytes);
      size += bytes.length;
      if (size > lookedAt) {
        ended = false;
        break;
      }
    }
  } catch (cause) {
    ended = false;
    if (size === 0)
      throw fail(
        'file_unreadable',
        `${basename(path)} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}.`,
        { path },
        { cause },
      );
  } finally {
    file.destroy();
  }
  return { bytes: Buffer.concat(chunks).subarray(0, lookedAt), whole: ended };
}
