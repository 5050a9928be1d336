/** The sample workspace: a seeded training run with known faults, and the figures that were planted. */
export { frozenStep, type Plan, planOf, trajectoryCap } from './plan.ts';
export type { GroupTally, PairedTally, Planted, RateTally } from './tally.ts';
export type { Progress } from './training-run.ts';
export { defaultRows, type SampleOptions, type WrittenSample, writeSample } from './write-sample.ts';
