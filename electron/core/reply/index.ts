/** Reading what judges say: single values and whole replies. */
export {
  type ReplyFault,
  type ReplyOptions,
  type ReplyOutcome,
  type ReplyRepair,
  type ReplyValue,
  readReply,
} from './read-reply.ts';
export { type JsonRepair, readTolerantJson, type TolerantJson } from './tolerant-json.ts';
export {
  FAIL_WORDS,
  PASS_WORDS,
  type PreferenceValue,
  readPreference,
  readScore,
  readVerdictValue,
  type ScoreValue,
  type VerdictValue,
} from './values.ts';
