import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { plain, securityHeaders } from './static.ts';

/**
 * `PUT /api/upload?name=reward_log.jsonl`, the file as the body; answers `{path}` to hand to sources.open. The same file
 * again, or the same one grown, keeps its place; another file of that name gets a name of its own, because every training
 * writes a `reward_log.jsonl` and one must not take the place of the other.
 */
export async function upload(request: Request, url: URL, folder: string): Promise<Response> {
  if (request.method !== 'PUT' || request.body === null)
    return plain(405, 'send the file as the body of a PUT');
  const name = basename(url.searchParams.get('name') ?? '').replace(/[^\p{L}\p{N}._ -]/gu, '_');
  if (name === '' || name.startsWith('.'))
    return plain(400, 'name the file: /api/upload?name=reward_log.jsonl');
  await mkdir(folder, { recursive: true });
  const partial = join(folder, `.${randomUUID()}.part`);
  let path: string;
  try {
    const body = request.body as unknown as NodeReadableStream<Uint8Array>; // the same stream class, declared twice by the DOM's and Node's types
    await pipeline(Readable.fromWeb(body), createWriteStream(partial, { flags: 'wx' }));
    path = await placeFor(partial, folder, name);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    return plain(
      500,
      `the upload of ${name} broke off: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  return Response.json({ path }, { headers: securityHeaders });
}

/** The first of `log.jsonl`, `log-2.jsonl`, … that is free, or holds what the new file begins with. */
async function placeFor(partial: string, folder: string, name: string): Promise<string> {
  const ending = extname(name);
  for (let n = 1; ; n += 1) {
    const path = join(folder, n === 1 ? name : `${basename(name, ending)}-${n}${ending}`);
    if (!existsSync(path) || (await beginsWith(partial, path))) return path;
  }
}

const block = 1 << 20;

/** Whether a file begins with the whole of another. */
async function beginsWith(whole: string, start: string): Promise<boolean> {
  await using long = await open(whole);
  await using short = await open(start);
  if ((await long.stat()).size < (await short.stat()).size) return false;
  for (let position = 0; ; position += block) {
    const expected = await readAt(short, position);
    if (expected.length === 0) return true;
    const given = await readAt(long, position);
    if (!expected.equals(given.subarray(0, expected.length))) return false;
  }
}

/** A block of a file, shorter only at its end. */
async function readAt(file: FileHandle, position: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(block);
  let held = 0;
  while (held < block) {
    const { bytesRead } = await file.read(buffer, held, block - held, position + held);
    if (bytesRead === 0) break;
    held += bytesRead;
  }
  return buffer.subarray(0, held);
}
