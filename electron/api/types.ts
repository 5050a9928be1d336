/** Everything the renderer may know of the engine: types, re-exported here so that it imports from electron/api alone. */
export type { Diagnosis } from '../core/diagnosis/index.ts';
export type * from '../core/model/failure.ts';
export type * from '../core/model/job.ts';
export type * from '../core/model/mapping.ts';
export type * from '../core/model/pair.ts';
export type * from '../core/model/record.ts';
export type * from '../core/model/score-scale.ts';
export type * from '../core/model/source.ts';
export type * from '../core/model/summary.ts';
export type * from '../core/model/verdict.ts';
export type * from '../core/run/run-figures.ts';
export type * from './contract.ts';
export type { AppRouter } from './router.ts';
