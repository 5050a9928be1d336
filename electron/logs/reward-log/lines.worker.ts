import { devNull } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { copyFrom } from './copy-tail.ts';
import type { LineAnswer, LineOrder, ScanResult } from './line-thread.ts';
import { repairLines } from './repair.ts';
import { candidatesOf, compareLines, digestOf, Prints } from './same-lines.ts';
import { textsOfLines } from './sample-lines.ts';
import { noKind, type Scanned, scanLines } from './scan-lines.ts';

/** The thread that walks a log's bytes while DuckDB parses it: one file, one order at a time. */
const port = parentPort;
if (port === null) throw new Error('this file runs as a thread');

const nowhere = { records: devNull, quarantine: devNull, renamed: new Map<string, string>() };

let scanned: Scanned | null = null;
/** Made while DuckDB is at work anyway, and let go once they were asked for: nearly always that is once. */
let prints: Prints | null = null;

port.on('message', (order: LineOrder) => {
  let answer: LineAnswer;
  try {
    answer = { id: order.id, ok: true, result: carryOut(order) };
  } catch (error) {
    answer = { id: order.id, ok: false, error: error instanceof Error ? error.message : String(error) };
  }
  port.postMessage(answer);
});

function carryOut(order: LineOrder): unknown {
  const { path, mapping } = order;
  const onProgress = (done: number) => port?.postMessage({ id: order.id, done } satisfies LineAnswer);
  if (order.task === 'scan') {
    const found = scanLines(path, order.plain, onProgress);
    scanned = found;
    prints = new Prints(found.fingerprint);
    return { index: found.index, kinds: found.kinds } satisfies ScanResult;
  }
  if (scanned === null) throw new Error('the file was not looked at');
  const { kindOfLine, fingerprint, lengths } = scanned;
  switch (order.task) {
    case 'digest':
      return digestOf(fingerprint, lengths, order.lines);
    case 'tail':
      return copyFrom(path, scanned, order.line, order.output);
    case 'linesOfKinds':
      return linesOfKinds(kindOfLine, new Set(order.kinds));
    case 'texts':
      return textsOfLines(path, scanned, order.lines, mapping);
    case 'repair':
      return repairLines(path, scanned, order.lines, order.output, onProgress, mapping);
    case 'parts':
      return repairLines(path, scanned, order.lines, nowhere, onProgress, mapping).parts;
    case 'same': {
      const candidates = candidatesOf(fingerprint, prints ?? new Prints(fingerprint), order.parts);
      prints = null;
      return compareLines(path, scanned, candidates, mapping);
    }
  }
}

/** Numbers of the lines of some kinds, ascending. */
function linesOfKinds(kindOfLine: Uint16Array, kinds: ReadonlySet<number>): Float64Array {
  const lines: number[] = [];
  for (let at = 0; at < kindOfLine.length; at += 1)
    if (kinds.has(kindOfLine[at] ?? noKind)) lines.push(at + 1);
  return Float64Array.from(lines);
}
