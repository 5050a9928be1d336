import { parentPort } from 'node:worker_threads';
import { runFigures } from '../../core/run/run-figures.ts';
import { readFigureInput } from '../../record/run-reading.ts';
import type { FiguresAnswer, FiguresOrder } from './run-figures-thread.ts';

parentPort?.on('message', ({ index, path, run, truth, said }: FiguresOrder) => {
  try {
    const input = readFigureInput(path, run);
    const items =
      truth === null
        ? input.items
        : input.items.map((item) => ({ ...item, truth: truth.get(item.row) ?? null }));
    const figures = runFigures({ ...input, ...said, items });
    parentPort?.postMessage({ index, figures } satisfies FiguresAnswer);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    parentPort?.postMessage({ index, message } satisfies FiguresAnswer);
  }
});
