import { parentPort, workerData } from 'node:worker_threads';
import { suspicionOf } from '../../core/suspicion/index.ts';
import { withRubric } from './suspect-input.ts';
import type { SuspectAnswer, SuspectOrder, SuspectThreadData } from './suspect-thread.ts';

const { rubrics, weights }: SuspectThreadData = workerData;

parentPort?.on('message', ({ index, input }: SuspectOrder) => {
  const suspicion = suspicionOf(withRubric(input, rubrics), weights);
  parentPort?.postMessage({ index, suspicion } satisfies SuspectAnswer);
});
