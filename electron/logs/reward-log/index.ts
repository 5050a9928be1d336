/** Importing reward logs into the index. */
export { type ImportRewardLogOptions, importRewardLog } from './import-reward-log.ts';
export type { ImportProgress } from './progress.ts';
