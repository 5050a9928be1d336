import { parentPort } from 'node:worker_threads';
import { readFigureInput } from '../../record/run-reading.ts';
import { figuresWithTruth } from './figures-with-truth.ts';
import type { FiguresAnswer, FiguresOrder } from './run-figures-thread.ts';

parentPort?.on('message', ({ index, path, run, truth, said }: FiguresOrder) => {
  try {
    const figures = figuresWithTruth(readFigureInput(path, run), said, truth);
    parentPort?.postMessage({ index, figures } satisfies FiguresAnswer);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    parentPort?.postMessage({ index, message } satisfies FiguresAnswer);
  }
});
