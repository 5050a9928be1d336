import { parentPort } from 'node:worker_threads';
import { keysOfLines } from './keys-of-lines.ts';
import { indexLines, type LineIndex } from './line-index.ts';
import type { LineAnswer, LineOrder } from './line-thread.ts';
import { repairLines } from './repair.ts';
import { compareLines } from './same-lines.ts';
import { textsOfLines } from './sample-lines.ts';

/** The thread that walks a log's bytes while DuckDB parses it: one file, one order at a time. */
const port = parentPort;
if (port === null) throw new Error('this file runs as a thread');

let index: LineIndex | null = null;

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
  const { path } = order;
  const onProgress = (done: number) => port?.postMessage({ id: order.id, done } satisfies LineAnswer);
  if (order.task === 'index') {
    index = indexLines(path, onProgress);
    return index;
  }
  if (index === null) throw new Error('the file was not indexed');
  switch (order.task) {
    case 'keys':
      return keysOfLines(path, index, order.lines);
    case 'texts':
      return textsOfLines(path, index, order.lines);
    case 'repair':
      return repairLines(path, index, order.lines, order.output, onProgress);
    case 'same':
      return compareLines(path, index, order.candidates);
  }
}
