/**
 * The sentences of failures that a screen may have to say in another language: English here, by key, with `{{parameters}}`.
 * The renderer has the same keys in its translations; a failure carries key and parameters beside its English message.
 */
export const failureSentences = {
  no_file: 'There is no file {{path}}.',
  gone: '{{name}} is no longer at {{path}}.',
  no_plain_file: '{{path}} is no file.',
  unreadable: '{{name}} cannot be read ({{cause}}).',
  changed: '{{name}} was changed after it was read; read it again to see its lines.',
  no_line: '{{name}} has no line {{line}}.',
  not_open: 'This file is not open any more.',
  not_decompressed: '{{name}} cannot be decompressed: {{cause}}.',
  archive_cut: '{{name}} cannot be decompressed ({{cause}}): it may be cut. Nothing of it was read.',
  no_database: '{{name}} cannot be read as an SQLite database: {{cause}}.',
  busy_database: '{{name}} is being written to all the time; open it again when the writer pauses.',
  folder_without_rubrics: 'The folder {{path}} holds no rubric files (.yaml); open the files in it instead.',
  import_cancelled: 'The import was cancelled; nothing of it was kept.',
  not_indexed: '{{name}} could not be read into the index: {{cause}}',
  utf16: '{{name}} cannot be opened: it is UTF-16 text; save it as UTF-8.',
  binary: '{{name}} cannot be opened: it is neither text nor an SQLite database.',
  json_list: '{{name}} cannot be opened: it is one JSON list; write one JSON object per line.',
  json_over_lines:
    '{{name}} cannot be opened: it is JSON over several lines; write one JSON object per line.',
  empty: '{{name}} cannot be opened: it is empty.',
  no_tables: '{{name}} cannot be opened: the database has no tables.',
  other_tables:
    '{{name}} cannot be opened: the database has the tables {{tables}}, but no audit_pairs, judge_logs or reward_log.',
  foreign_fields:
    '{{name}} cannot be opened: its lines have the fields {{fields}}, none of which a judge log, pairs, trajectories or truth have.',
  foreign_columns:
    '{{name}} cannot be opened: its first line, {{columns}}, names no column of a judge log, pairs, trajectories or truth.',
  no_rubrics:
    '{{name}} cannot be opened: it is YAML, but no rubric library: it has no categories with steps.',
  no_objects: '{{name}} is no judge log: no line of it is a JSON object.',
  no_judge_fields:
    '{{name}} is no judge log: its lines have {{fields}}, but no verdict, reward, judge or task.',
  no_log_table: '{{name}} is no judge log: it has no table reward_log.',
  no_header: '{{name}} is empty: it has no header line.',
  open_quote:
    '{{name}}, line {{line}}: a quoted field is opened and never closed. Close it and open the file again.',
  no_audit: '{{name}} is no audit database: it has no table audit_pairs. Its tables are {{tables}}.',
  no_judge_logs: '{{name}} has no table judge_logs. Its tables are {{tables}}.',
  columns_missing: '{{name}} cannot be read: it lacks {{missing}}. The columns found are {{columns}}.',
  table_columns_missing:
    '{{name}} cannot be read: the table {{table}} lacks {{missing}}. The columns found are {{columns}}.',
  no_trajectories:
    '{{name}} holds no trajectories: none of its {{lines}} lines has an instruction, frames or messages.',
  no_truth: '{{name}} is no truth file: it has no column true_success. Its columns are {{columns}}.',
  truth_of_nothing:
    '{{name}} does not say what its labels are of: it needs trajectory_id or task_id. Its columns are {{columns}}.',
  mapped_column_missing:
    '{{name}} has no column "{{column}}" to read {{field}} from. Its columns are {{columns}}.',
  no_such_field: 'A reward log has no field {{field}} that a mapping could fill.',
  no_such_field_of_kind: 'A file of the kind {{kind}} has no field {{field}} that a mapping could fill.',
  which_table:
    '{{name}} cannot be read: the database has no table {{table}}, and nothing says which of its tables is meant: {{tables}}.',
  empty_mapping: 'The mapping names no field.',
  usage_twice: 'The mapping gives usage as a whole and a count of it as well; one of the two is enough.',
  no_path: '{{path}} is no path: write keys joined by dots, as in judge.output.score.',
  no_mapping: 'There is no mapping named {{name}}.',
} as const;

export type FailureSentence = keyof typeof failureSentences;

type Names<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Names<Rest>
  : never;

/** What a sentence needs to be told. */
export type SentenceParameters<Key extends FailureSentence> = Readonly<
  Record<Names<(typeof failureSentences)[Key]>, string | number>
>;

/** The English sentence. */
export function sentenceOf<Key extends FailureSentence>(
  key: Key,
  parameters: SentenceParameters<Key>,
): string {
  const values: Readonly<Record<string, string | number>> = parameters;
  return failureSentences[key].replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    String(values[name] ?? whole),
  );
}
