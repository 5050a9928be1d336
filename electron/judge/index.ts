export type { AttemptResult, JudgeCall, ReplySchema } from './attempt-result.ts';
export {
  type BatchId,
  type BatchLine,
  batchRequestLine,
  batchResult,
  beginsAsBatchRequest,
  readBatchLine,
} from './batch-file.ts';
export { callJudge, JudgeClient } from './client.ts';
export { type DemoJudge, demoJudge } from './demo-judge.ts';
export { DEMO_DEFAULTS, type DemoOptions, demoOptions } from './demo-options.ts';
export type { DialectStore } from './dialect.ts';
export type { Hopeless } from './early-stop.ts';
export { cleanBaseUrl } from './endpoint.ts';
export * from './neighbours/index.ts';
export {
  DEMO_MODEL,
  DEMO_PROFILE_ID,
  demoProfile,
  type Environment,
  keyPresent,
  type PresetName,
  type ProfilePreset,
  presetNames,
  presetOf,
  profileFromEnvironment,
  profilePresets,
  resolveKey,
} from './profiles.ts';
export { type AttemptEnd, type Queue, type QueueReport, startQueue } from './queue.ts';
export { redact } from './redact.ts';
export {
  type Rerun,
  type RerunOptions,
  type RerunOutcome,
  type RerunPorts,
  type RerunReport,
  type RerunTask,
  startRerun,
} from './rerun.ts';
export { messagesWithPictures, type PicturePlace, storedMessages } from './stored-messages.ts';
export { type ProfileTrial, tryProfile } from './try-profile.ts';
