import { parentPort } from 'node:worker_threads';
import { runFigures } from '../../core/run/run-figures.ts';
import type { FiguresAnswer, FiguresOrder } from './run-figures-thread.ts';

parentPort?.on('message', ({ index, input }: FiguresOrder) => {
  parentPort?.postMessage({ index, figures: runFigures(input) } satisfies FiguresAnswer);
});
