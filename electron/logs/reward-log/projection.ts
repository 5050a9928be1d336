import { type WarningKind, warningKinds } from '../../core/model/verdict.ts';
import type { Mapping } from '../mapping/compiled.ts';
import { mappedRead } from '../mapping/mapped-read.ts';
import { type FlagKind, flagKinds, jsonColumns, rowGroupSize, textColumns } from '../schema.ts';
import { attemptFields, idFields, plainFields, textFields, tokenFields, valueFields } from './fields.ts';
import { metaFields } from './repair.ts';
import { trajectorySql } from './trajectory-key.ts';
import {
  callFailedSql,
  causeSql,
  errorSql,
  finite,
  isString,
  numberSql,
  numberState,
  readAs,
  scoreSql,
  timeOfNumber,
  timeSql,
  timeState,
  verdictSql,
  wholeSql,
} from './value-sql.ts';

export interface ProjectionInput {
  readonly path: string;
  readonly sourceId: number;
  /** Fields of the log that the projection reads. */
  readonly fields: ReadonlySet<string>;
  /** Those of them whose values are plain in every line that is read this way (see `plainFields`). */
  readonly plain: ReadonlySet<string>;
  /** Fields without a meaning: name in the file, column of `verdicts`. */
  readonly extras: ReadonlyMap<string, string>;
  /** The file is one the reader wrote itself: its objects say where they stood. */
  readonly repaired: boolean;
  /** Bytes of the longest line, and of a usual one. */
  readonly longest: number;
  readonly lineBytes: number;
  /** Where the log keeps its fields, if it has other names for them; what the reader wrote itself has the right ones. */
  readonly mapping: Mapping | null;
  /** Some line ends between two tokens: the text is cut into lines first, and each line parsed for itself. */
  readonly lineByLine: boolean;
}

/** Columns that hold something in every row. */
const always: ReadonlySet<string> = new Set(['source_id', 'line', 'part', 'unjudged', 'has_prompt']);

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export function named(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function warning(kind: WarningKind): number {
  return 2 ** warningKinds.indexOf(kind);
}

function flag(kind: FlagKind): number {
  return 2 ** flagKinds.indexOf(kind);
}

const scores = ['reward', 'score'];
const numbers = ['step', 'frame_count', 'latency_ms', 'temperature', 'cost'];
const wholeNumbers: ReadonlySet<string> = new Set(['step', 'frame_count']);
/** Token counts are picked from `usage` by DuckDB's own reader; what is no object has none of them. */
const tokens = tokenFields;
/** A bit of `flags` that no kind has: the row holds nothing. DuckDB could not read its line, or there is nothing in it. */
export const nothingRead = 2 ** 30;
const absent = 'CAST(NULL AS VARCHAR)';
const absentBoolean = 'CAST(NULL AS BOOLEAN)';

/** `read_json` over one JSON Lines file with every column typed by us, so that no value is taken for what it is not. */
export function readJson(path: string, columns: ReadonlyMap<string, string>, size: number): string {
  const list = [...columns].map(([name, type]) => `${quoted(name)}: ${quoted(type)}`).join(', ');
  return `read_json(${quoted(path)}, format = 'newline_delimited', ignore_errors = true, maximum_object_size = ${size}, columns = {${list}})`;
}

/**
 * The same columns where a line may be open. `read_json` parses in place and past the end of such a line, which damages the
 * next; this way around costs a third more.
 */
function readJsonLineByLine(path: string, columns: ReadonlyMap<string, string>, size: number): string {
  const shape = JSON.stringify(Object.fromEntries(columns));
  return `(SELECT unnest(json_transform(json, ${quoted(shape)})) FROM read_ndjson_objects(${quoted(path)}, ignore_errors = true, maximum_object_size = ${size}))`;
}

const leastObject = 1 << 20;
const mostObject = 16 << 20;
/** DuckDB stores what it parsed in one go as it is where that makes nine tenths of a row group, and no more than one. */
const groupFilled = 0.95;

/**
 * Bytes of the longest object that DuckDB is to expect, half of what it then parses in one go: about a row group of the
 * index, within reason, and room for the longest line.
 *
 * @param lineBytes of a usual line
 */
function objectSize(longest: number, lineBytes: number): number {
  const group = Math.round((groupFilled * rowGroupSize * lineBytes) / 2);
  return Math.max(Math.min(Math.max(group, leastObject), mostObject), 2 * longest + 1024);
}

/**
 * The one statement that makes rows of `verdicts` from JSON lines: the log itself, or the lines the exact reader wrote.
 * `line` is filled in afterwards for the log itself: its rows stand in file order, and numbering them here would
 * take DuckDB to one thread.
 */
export function insertVerdicts(input: ProjectionInput): string {
  const has = (name: string) => input.fields.has(name);
  const plain = (name: string) => has(name) && input.plain.has(name);
  const spelt = (name: string) => has(name) && !input.plain.has(name);
  const columns = new Map<string, string>();
  for (const name of textFields) if (has(name)) columns.set(name, 'VARCHAR');
  for (const name of valueFields) if (has(name)) columns.set(name, typeOf(name, plain(name)));
  for (const name of input.extras.keys()) columns.set(name, 'VARCHAR');
  if (input.repaired)
    for (const name of [metaFields.line, metaFields.part, metaFields.warnings, metaFields.flags])
      columns.set(name, 'BIGINT');
  if (columns.size === 0) columns.set('task_id', 'VARCHAR');

  const text = (name: string) => (has(name) ? named(name) : absent);
  const json = (name: string) => (has(name) ? named(`${name}_json`) : absent);
  const value = (name: string) =>
    has(name) ? named(plain(name) && name !== 'timestamp' ? name : `${name}_value`) : 'CAST(NULL AS DOUBLE)';

  // First layer: JSON columns as their text.
  const first = ['*'];
  for (const name of valueFields)
    if (spelt(name) && name !== 'usage')
      first.push(`CAST(${named(name)} AS VARCHAR) AS ${named(`${name}_json`)}`);
  if (has('usage'))
    for (const name of tokens)
      first.push(
        plain('usage')
          ? `usage.${named(name)} AS ${named(`${name}_value`)}`
          : `CAST(usage.${named(name)} AS VARCHAR) AS ${named(`${name}_json`)}`,
      );

  // Second layer: values.
  const second = ['*'];
  for (const name of scores)
    if (spelt(name)) second.push(`${scoreSql(json(name))} AS ${named(`${name}_raw`)}`);
  for (const name of [...numbers, 'timestamp'])
    if (spelt(name)) second.push(`${numberSql(json(name))} AS ${named(`${name}_raw`)}`);
  if (spelt('success')) second.push(`${verdictSql(json('success'))} AS success_value`);
  if (spelt('error')) second.push(`${errorSql(json('error'))} AS error_value`);
  // Third layer: finite values, and what follows from several of them.
  const third = ['*'];
  for (const name of [...scores, ...numbers])
    if (spelt(name)) third.push(`${finite(named(`${name}_raw`))} AS ${named(`${name}_value`)}`);
  if (has('timestamp'))
    third.push(
      `${plain('timestamp') ? timeOfNumber('timestamp') : timeSql(json('timestamp'), 'timestamp_raw')} AS timestamp_value`,
    );
  if (spelt('usage'))
    for (const name of tokens) third.push(`${finiteTokens(name)} AS ${named(`${name}_value`)}`);
  third.push(`coalesce(${idFields.map((name) => `nullif(${text(name)}, '')`).join(', ')}) AS id`);

  const states: string[] = [];
  for (const name of [...numbers, 'timestamp'])
    if (spelt(name))
      states.push(
        name === 'timestamp'
          ? timeState(json(name), value(name))
          : numberState(json(name), wholeOrValue(name, value(name))),
      );
    else if (plain(name) && wholeNumbers.has(name)) states.push(plainState(name, wholeSql(named(name))));
    else if (plain(name) && name === 'timestamp') states.push(plainState(name, value(name)));
  const tokenStates = spelt('usage')
    ? tokens.map((name) => numberState(named(`${name}_json`), named(`${name}_value`)))
    : [];
  const rewardStates = scores.filter(spelt).map((name) => numberState(json(name), value(name)));
  const success = has('success') ? named(plain('success') ? 'success' : 'success_value') : absentBoolean;
  const error = has('error') ? named(plain('error') ? 'error' : 'error_value') : absent;
  const cause = {
    error,
    failed: has('error') ? `trim(${error}) <> ''` : 'false',
    reason: text('reason'),
    finishReason: text('finish_reason'),
    success: plain('success') ? success : json('success'),
    passed: success,
    unreadReply: has('raw_output')
      ? `(${text('raw_output')} <> '' AND coalesce(${value('score')}, ${value('reward')}) IS NULL)`
      : 'false',
  };
  // Fourth layer: the cause, which decides whether there is a verdict, and how each number was read.
  const fourth = [
    '*',
    `${causeSql(cause)} AS cause`,
    `${oneOf([...states, ...tokenStates])} AS number_states`,
    `${oneOf(rewardStates)} AS reward_states`,
  ];

  const prompt = has('usage') ? 'coalesce(prompt_tokens_value, input_tokens_value)' : null;
  const completion = has('usage') ? 'coalesce(completion_tokens_value, output_tokens_value)' : null;
  const allStates = [...states, ...tokenStates, ...rewardStates];
  const anyState = '(number_states | reward_states)';
  const coerced = [
    ...(allStates.length > 0 ? [`${anyState} & ${readAs.coerced} <> 0`] : []),
    ...(spelt('success') ? [`(${success} IS NOT NULL AND success_json NOT IN ('true', 'false'))`] : []),
  ];
  const warnings = [
    ...(allStates.length > 0 ? [bit(`${anyState} & ${readAs.notANumber} <> 0`, warning('nan'))] : []),
    ...(coerced.length > 0 ? [bit(coerced.join(' OR '), warning('coerced'))] : []),
    ...(prompt === null
      ? []
      : [bit(`total_tokens_value <> ${prompt} + ${completion}`, warning('total_mismatch'))]),
    ...(has('reward')
      ? [bit(`${value('reward')} > 0 AND ${callFailedSql(cause)}`, warning('error_with_reward'))]
      : []),
  ];
  const flags = [
    ...(spelt('reward')
      ? [
          bit(
            `${numberState(json('reward'), value('reward'))} = ${readAs.unreadable}`,
            flag('reward_unreadable'),
          ),
        ]
      : []),
    ...(spelt('success')
      ? [bit(`success_json IS NOT NULL AND ${success} IS NULL`, flag('verdict_unreadable'))]
      : []),
    ...(states.length + tokenStates.length > 0
      ? [bit(`number_states & ${readAs.unreadable} <> 0`, flag('number_unreadable'))]
      : []),
    ...shareOf(has, spelt, value),
    ...(prompt === null
      ? []
      : [
          bit(
            `${prompt} = 0 AND ${completion} = 0 AND coalesce(total_tokens_value, 0) = 0`,
            flag('zero_usage'),
          ),
        ]),
  ];

  const row = new Map<string, string>();
  row.set('source_id', String(input.sourceId));
  row.set('line', input.repaired ? metaFields.line : '0');
  row.set('part', input.repaired ? metaFields.part : '0');
  for (const name of textColumns)
    if (has(name) && name !== 'error' && name !== 'attempt') row.set(name, named(name));
  for (const name of jsonColumns) if (has(name)) row.set(name, named(`${name}_json`));
  for (const name of wholeNumbers) if (has(name)) row.set(name, wholeSql(value(name)));
  for (const name of ['reward', 'latency_ms', 'temperature', 'cost', 'timestamp'])
    if (has(name)) row.set(name, value(name));
  if (scores.some(has)) row.set('score', `coalesce(${value('score')}, ${value('reward')})`);
  if (has('success')) row.set('passed', `CASE WHEN cause IS NULL THEN ${success} END`);
  row.set('unjudged', 'cause');
  if (has('error')) row.set('error', error);
  if (prompt !== null && completion !== null) {
    row.set('prompt_tokens', prompt);
    row.set('completion_tokens', completion);
    row.set('total_tokens', `coalesce(total_tokens_value, ${prompt} + ${completion})`);
  }
  if (attemptFields.some(has)) row.set('attempt', `coalesce(${attemptFields.map(text).join(', ')})`);
  if (has('interrupted'))
    row.set('interrupted', plain('interrupted') ? 'interrupted' : verdictSql(json('interrupted')));
  if (has('messages') || has('prompt'))
    row.set('has_prompt', `(${text('messages')} IS NOT NULL OR ${text('prompt')} IS NOT NULL)`);
  if (idFields.some(has)) row.set('explicit_id', 'id');
  row.set(
    'trajectory',
    trajectorySql(text, has('step') ? wholeSql(value('step')) : 'CAST(NULL AS BIGINT)', 'id'),
  );
  for (const [field, column] of input.extras) row.set(column, named(field));
  // Looked at one after another, and nearly always the first is enough.
  const something = [...row]
    .filter(([name]) => !always.has(name))
    .map(([, expression]) => `WHEN (${expression}) IS NOT NULL THEN 0`);
  const nothing =
    input.repaired || something.length === 0 ? [] : [`CASE ${something.join(' ')} ELSE ${nothingRead} END`];
  row.set('warnings', sum([...warnings, ...(input.repaired ? [metaFields.warnings] : [])]));
  row.set('flags', sum([...flags, ...nothing, ...(input.repaired ? [metaFields.flags] : [])]));

  const layer = (list: readonly string[], from: string) => `(SELECT ${list.join(', ')} FROM ${from})`;
  const source = [first, second, third, fourth].reduce(
    (from, list) => layer(list, from),
    sourceOf(input, columns),
  );
  return `INSERT INTO verdicts (${[...row.keys()].map(named).join(', ')}) SELECT ${[...row.values()].join(', ')} FROM ${source}`;
}

/** Flags a score that is written as a share of its scale; a plain one is none. */
function shareOf(
  has: (name: string) => boolean,
  spelt: (name: string) => boolean,
  value: (name: string) => string,
): string[] {
  const names = ['score', 'reward'].filter(has);
  const cases = names.map((name) => {
    const written = named(`${name}_json`);
    const share = spelt(name) ? `${isString(written)} AND regexp_matches(${written}, '[/%]')` : 'false';
    return `WHEN ${value(name)} IS NOT NULL THEN ${share}`;
  });
  return !names.some(spelt) ? [] : [bit(`CASE ${cases.join(' ')} ELSE false END`, flag('score_as_share'))];
}

/** The columns as they stand in the file, by whichever names. */
function sourceOf(input: ProjectionInput, columns: ReadonlyMap<string, string>): string {
  const read = (wanted: ReadonlyMap<string, string>) =>
    (input.lineByLine ? readJsonLineByLine : readJson)(
      input.path,
      wanted,
      objectSize(input.longest, input.lineBytes),
    );
  return input.mapping === null ? read(columns) : mappedRead(columns, input.mapping, read);
}

/** JSON text of a token count to a finite DOUBLE; the layer above gave the text. */
function finiteTokens(name: string): string {
  const json = named(`${name}_json`);
  return `CASE WHEN isfinite(${numberSql(json)}) THEN ${numberSql(json)} END`;
}

function wholeOrValue(name: string, value: string): string {
  return wholeNumbers.has(name) ? wholeSql(value) : value;
}

/** Bits of `readAs` for a plain number, which may still be no whole one, or no time. */
function plainState(name: string, value: string): string {
  return `CASE WHEN ${named(name)} IS NOT NULL AND ${value} IS NULL THEN ${readAs.unreadable} ELSE 0 END`;
}

/** Type under which `read_json` reads a field. */
function typeOf(name: string, plain: boolean): string {
  const type = plain ? (plainFields.get(name) ?? 'number') : 'any';
  if (name === 'usage')
    return `STRUCT(${tokens.map((each) => `${each} ${plain ? 'DOUBLE' : 'JSON'}`).join(', ')})`;
  return { number: 'DOUBLE', truth: 'BOOLEAN', text: 'VARCHAR', object: 'JSON', any: 'JSON' }[type];
}

function bit(condition: string, weight: number): string {
  return `CASE WHEN ${condition} THEN ${weight} ELSE 0 END`;
}

function sum(parts: readonly string[]): string {
  return parts.length === 0 ? '0' : parts.join(' + ');
}

function oneOf(states: readonly string[]): string {
  return states.length === 0 ? '0' : `(${states.map((state) => `(${state})`).join(' | ')})`;
}
