/**
 * The index's tables. Everything here is derived from files: changed logic raises the derivation version and the index is
 * rebuilt, never migrated. Enumerations are stored as text so that SQL written by hand reads well.
 */
export const derivationVersion = 10;

/** Columns of `verdicts` that come straight from a field of the same name, as text or JSON text. */
export const textColumns = [
  'task_id',
  'instruction_hash',
  'category',
  'coarse_id',
  'rubric_version',
  'judge_model',
  'reason',
  'error',
  'trajectory_hash',
  'group_id',
  'attempt',
  'response_id',
  'finish_reason',
  'prompt_hash',
  'policy_version',
  'policy_model',
  'ref_version',
  'tool_schema_version',
  'env_version',
  'test_version',
  'user_simulator',
  'reward_source',
  'purpose',
] as const;

/** Columns of `verdicts` that hold JSON text exactly as the line has it (arrays and objects). */
export const jsonColumns = ['evidence', 'rubric_hits', 'fine_rubrics'] as const;

/** Unknown fields of the logs get a text column each: `x_` + the field's name. */
export const extraPrefix = 'x_';

/** What the reader noticed about a row beside the warnings of the summary; counted as remarks of the source. */
export const flagKinds = [
  /** The line is byte for byte an earlier one, but nothing in it says that it is the same call: kept as a repeat. */
  'identical_repeat',
  /** `reward` is there and is no number. */
  'reward_unreadable',
  /** `success` is there and says neither pass nor fail. */
  'verdict_unreadable',
  /** A step, time, latency, count or cost is there and could not be read. */
  'number_unreadable',
  /** All token counts are 0: a streaming client that was not asked for usage. */
  'zero_usage',
  /** Bytes that are no UTF-8, read as U+FFFD. */
  'invalid_utf8',
  /** An escaped half of a surrogate pair, read as U+FFFD. */
  'lone_surrogate',
  /** One of several objects in one line. */
  'glued',
  /** The line begins with a byte order mark. */
  'byte_order_mark',
  /** The score is written as a share of its scale (`8/10`, `80%`): a stated scale leaves it alone. */
  'score_as_share',
  /** The row's id stands under two categories of one rubric version: it names no trajectory. */
  'id_in_two_categories',
  /** The row's id stands in another file under the same rubric version and judge: it names no trajectory. */
  'id_in_two_files',
  /** Several rows of one rubric version and judge share the row's task key: it names no trajectory. */
  'shared_task_keys',
  /** One of several rows of a task key of which some carry no verdict: most likely judged again. */
  'rejudged',
  /** One of several rows of a task key that carry a verdict: votes, or different rollouts. */
  'repeated_votes',
] as const;
export type FlagKind = (typeof flagKinds)[number];

/** The bit of a kind in `verdicts.flags`. */
export function flagBit(kind: FlagKind): number {
  return 2 ** flagKinds.indexOf(kind);
}

/**
 * Long or unique texts are stored as they are: finding a compression for them costs a quarter of an import, and searching
 * compressed ones a third more.
 */
const asWritten = 'USING COMPRESSION uncompressed';

/**
 * Rows that are stored together. DuckDB's own 122,880 are more than it parses in one go, so that every group would be put
 * together by copying, which costs an import a tenth.
 */
export const rowGroupSize = 24_576;

/**
 * While a log is imported its rows stand in `verdicts` under the negative of their source id, where only the writer
 * sees them: readers are held at the commit before. Ids below 0 that are found at the next open are removed.
 */
export const tables = `
CREATE TABLE IF NOT EXISTS meta (key VARCHAR PRIMARY KEY, value VARCHAR NOT NULL);

CREATE TABLE IF NOT EXISTS sources (
  source_id INTEGER PRIMARY KEY, kind VARCHAR NOT NULL, path VARCHAR NOT NULL, name VARCHAR NOT NULL,
  bytes BIGINT NOT NULL, mtime_ms DOUBLE NOT NULL, compression VARCHAR NOT NULL,
  -- where raw lines are read from: the file itself, or the decompressed copy in the index's folder
  text_path VARCHAR NOT NULL,
  lines BIGINT NOT NULL, records BIGINT NOT NULL, imported BIGINT NOT NULL, duplicates BIGINT NOT NULL,
  quarantined BIGINT NOT NULL, blank BIGINT NOT NULL, glued_extra BIGINT NOT NULL,
  identity VARCHAR, ambiguous BIGINT NOT NULL, matched BIGINT,
  colliding BIGINT NOT NULL DEFAULT 0,   -- rows whose id stands in another file as well
  rescaled BIGINT NOT NULL DEFAULT 0,    -- rows whose score was divided by a stated scale
  unknown_fields VARCHAR NOT NULL,   -- JSON array
  mapping VARCHAR,                   -- JSON of the mapping the file was read by; null for its own names
  remarks VARCHAR NOT NULL,          -- JSON array of {code, count}
  -- lines that had their end, and a digest of them: whether a log that is longer now has only grown
  whole_lines BIGINT, digest VARCHAR,
  elapsed_ms DOUBLE NOT NULL, imported_at DOUBLE NOT NULL,
  complete BOOLEAN NOT NULL);        -- false while an import runs: such rows are removed at the next open

-- every 64th line's byte offset, so that a raw line is one short read away
CREATE TABLE IF NOT EXISTS line_offsets (source_id INTEGER NOT NULL, line BIGINT NOT NULL, byte_offset BIGINT NOT NULL);

CREATE TABLE IF NOT EXISTS verdicts (
  source_id INTEGER NOT NULL, line BIGINT NOT NULL, part INTEGER NOT NULL,
  task_id VARCHAR, step BIGINT, instruction_hash VARCHAR ${asWritten}, category VARCHAR, coarse_id VARCHAR,
  rubric_version VARCHAR, judge_model VARCHAR,
  timestamp DOUBLE,                  -- milliseconds since 1970
  reward DOUBLE, score DOUBLE,       -- reward as trained on; score as METHODS §1 reads it (score, else reward)
  unscaled_score DOUBLE,             -- the score before it was divided by a stated scale; null where it was not
  passed BOOLEAN,                    -- null: unjudged
  unjudged VARCHAR,                  -- error timeout parse truncated refused missing; null where judged
  by_threshold BOOLEAN NOT NULL DEFAULT false,   -- passed was decided by a stated threshold, not by the judge
  reason VARCHAR ${asWritten}, error VARCHAR,
  evidence VARCHAR ${asWritten}, rubric_hits VARCHAR, fine_rubrics VARCHAR ${asWritten},
  frame_count BIGINT, latency_ms DOUBLE, prompt_tokens DOUBLE, completion_tokens DOUBLE, total_tokens DOUBLE,
  explicit_id VARCHAR ${asWritten}, trajectory_hash VARCHAR, group_id VARCHAR, attempt VARCHAR, response_id VARCHAR,
  finish_reason VARCHAR, temperature DOUBLE, prompt_hash VARCHAR, cost DOUBLE, interrupted BOOLEAN,
  policy_version VARCHAR, policy_model VARCHAR, ref_version VARCHAR, tool_schema_version VARCHAR, env_version VARCHAR,
  test_version VARCHAR, user_simulator VARCHAR, reward_source VARCHAR, purpose VARCHAR,
  has_prompt BOOLEAN NOT NULL DEFAULT false,     -- the line carries messages or prompt
  warnings UINTEGER NOT NULL DEFAULT 0,          -- bit i = warningKinds[i]
  trajectory VARCHAR ${asWritten},                -- identity key (FORMATS §1); null where only the line names the row
  truth BOOLEAN,                     -- joined from truth; null where unknown, ambiguous or disputed
  ambiguous BOOLEAN NOT NULL DEFAULT false,      -- a truth row had this key, but not uniquely
  flags UINTEGER NOT NULL DEFAULT 0);            -- bit i = flagKinds[i]

CREATE TABLE IF NOT EXISTS quarantine (
  source_id INTEGER NOT NULL, line BIGINT NOT NULL, byte_offset BIGINT NOT NULL, byte_length BIGINT NOT NULL,
  cause VARCHAR NOT NULL, text VARCHAR NOT NULL);

CREATE TABLE IF NOT EXISTS duplicates (source_id INTEGER NOT NULL, line BIGINT NOT NULL, first_line BIGINT NOT NULL);

CREATE TABLE IF NOT EXISTS truth (
  source_id INTEGER NOT NULL, line BIGINT NOT NULL, trajectory_id VARCHAR, task_id VARCHAR, step BIGINT,
  instruction_hash VARCHAR, true_success BOOLEAN, written VARCHAR, source VARCHAR, annotator VARCHAR, note VARCHAR,
  task_type VARCHAR, test_version VARCHAR, env_version VARCHAR, nan BOOLEAN NOT NULL DEFAULT false);

-- labels and trajectories whose key is not unique on both sides, as the last join found them
CREATE TABLE IF NOT EXISTS ambiguous_lines (source_id INTEGER NOT NULL, line BIGINT NOT NULL);

CREATE TABLE IF NOT EXISTS trajectories (
  source_id INTEGER NOT NULL, line BIGINT NOT NULL, byte_offset BIGINT NOT NULL, byte_length BIGINT NOT NULL,
  trajectory_id VARCHAR, task_id VARCHAR, step BIGINT, instruction VARCHAR, instruction_hash VARCHAR,
  final_state VARCHAR, frame_count BIGINT, has_messages BOOLEAN NOT NULL,
  hash_differs BOOLEAN NOT NULL DEFAULT false, nan BOOLEAN NOT NULL DEFAULT false);

CREATE TABLE IF NOT EXISTS pairs (
  source_id INTEGER NOT NULL, pair_id VARCHAR NOT NULL, task_id VARCHAR, agent_a VARCHAR, agent_b VARCHAR,
  success_a BOOLEAN, success_b BOOLEAN, judge_pref_raw VARCHAR, judge_pref VARCHAR,
  judge_score_a DOUBLE, judge_score_b DOUBLE, reward_gap DOUBLE, external_gap DOUBLE, misselected_column BOOLEAN,
  misselected BOOLEAN,               -- recomputed: null where unreadable or truth is missing
  model VARCHAR, task_type VARCHAR, pair_group VARCHAR, created_at VARCHAR,
  len_a DOUBLE, len_b DOUBLE, fields VARCHAR NOT NULL,    -- the whole row as JSON
  nan BOOLEAN NOT NULL DEFAULT false);

CREATE TABLE IF NOT EXISTS judge_logs (
  source_id INTEGER NOT NULL, log_id VARCHAR, pair_id VARCHAR, role VARCHAR, model VARCHAR, prompt_hash VARCHAR,
  raw_output VARCHAR, parsed_json VARCHAR, created_at VARCHAR,
  double_encoded BOOLEAN NOT NULL DEFAULT false, nan BOOLEAN NOT NULL DEFAULT false);
`;
