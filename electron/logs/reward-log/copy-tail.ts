import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { type LinePlaces, LineReader } from './line-reader.ts';

const blockBytes = 1 << 22;

/**
 * Copies a log from a line on into a file of its own, up to where the log was looked at.
 *
 * @returns bytes written; 0 where the log has no such line
 */
export function copyFrom(path: string, places: LinePlaces, line: number, output: string): number {
  const { index } = places;
  const from = line > index.lines ? index.bytes : offsetOf(path, places, line);
  const source = openSync(path, 'r');
  const target = openSync(output, 'w');
  try {
    const block = Buffer.allocUnsafe(Math.min(blockBytes, Math.max(1, index.bytes - from)));
    for (let at = from; at < index.bytes; ) {
      const read = readSync(source, block, 0, Math.min(block.length, index.bytes - at), at);
      if (read === 0) throw new Error('it is shorter than a moment ago');
      for (let written = 0; written < read; ) written += writeSync(target, block, written, read - written);
      at += read;
    }
    return index.bytes - from;
  } finally {
    closeSync(source);
    closeSync(target);
  }
}

function offsetOf(path: string, places: LinePlaces, line: number): number {
  const reader = new LineReader(path, places);
  try {
    return reader.read(line).offset;
  } finally {
    reader.close();
  }
}
