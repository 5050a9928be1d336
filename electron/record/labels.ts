import { randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import type { Label, LabelValue, MistakeReason } from '../core/model/record.ts';
import type { IdentityKind } from '../core/model/verdict.ts';
import type { LineEvidence, Lines } from './lines.ts';
import { guarded } from './record-error.ts';

/** A label about to be set. `evidence` is the judged line, copied into the record with it. */
export interface LabelDraft extends Omit<Label, 'label_id' | 'created_at'> {
  readonly evidence: LineEvidence | null;
  /** When it was said, where that is known (an imported label); the clock's time otherwise. */
  readonly created_at?: number;
}

/** A stored label with the address of its evidence. */
export interface StoredLabel extends Label {
  readonly source_name: string | null;
  readonly source_line: number | null;
  /** Key of the copied line; null where there was no line to copy. */
  readonly line_sha256: string | null;
}

export interface LabelEvent {
  readonly event: 'set' | 'undone';
  /** The label that was set, or taken back. */
  readonly label: StoredLabel;
  /** Milliseconds since 1970 at which the event happened. */
  readonly at: number;
}

export interface Undone {
  readonly removed: StoredLabel;
  /** The label of the same annotator on the same trajectory that is in force again, null where there was none. */
  readonly restored: StoredLabel | null;
}

export interface LabelCounts {
  readonly labels: number;
  readonly unsure: number;
  readonly trajectories: number;
}

/** What people said about trajectories: events are only added, the labels in force are derived from them. */
export interface Labels {
  /** Durable when it returns. A second label by the same annotator on the same trajectory replaces the first. */
  setLabel(draft: LabelDraft): StoredLabel;
  /** All or none, in the order given. */
  setLabels(drafts: Iterable<LabelDraft>): StoredLabel[];
  /** Takes back the annotator's last label that was not taken back yet; null where there is none. */
  undoLast(annotator: string): Undone | null;
  /** The labels in force, oldest first. */
  currentLabels(filter?: { readonly annotator?: string }): StoredLabel[];
  /** The label in force of one annotator on one trajectory. */
  currentLabel(trajectory: string, annotator: string): StoredLabel | null;
  /** The labels in force on one trajectory, one per annotator. */
  labelsOf(trajectory: string): StoredLabel[];
  /** Everything that was ever said about a trajectory, oldest first. */
  history(trajectory: string): LabelEvent[];
  counts(filter?: { readonly annotator?: string }): LabelCounts;
}

interface LabelRow {
  readonly event_id: number;
  readonly label_id: string;
  readonly trajectory: string;
  readonly identity: IdentityKind;
  readonly annotator: string;
  readonly value: LabelValue;
  readonly mistake: MistakeReason | null;
  readonly note: string;
  readonly row_id: string | null;
  readonly source_name: string | null;
  readonly source_line: number | null;
  readonly line_sha256: string | null;
  readonly rubric_version: string | null;
  readonly judge_model: string | null;
  readonly inclusion_probability: number | null;
  readonly created_at: number;
}

function toLabel(row: LabelRow): StoredLabel {
  const { event_id: _event, row_id, ...rest } = row;
  return { ...rest, row: row_id };
}

const COLUMNS = `event_id, label_id, trajectory, identity, annotator, value, mistake, note, row_id, source_name,
  source_line, line_sha256, rubric_version, judge_model, inclusion_probability, created_at`;

export function labelRepository(db: Database.Database, lines: Lines, now: () => number): Labels {
  const insert = db.prepare(`
    INSERT INTO label_events (label_id, event, trajectory, identity, annotator, value, mistake, note, row_id,
      source_name, source_line, line_sha256, rubric_version, judge_model, inclusion_probability, created_at)
    VALUES (@label_id, 'set', @trajectory, @identity, @annotator, @value, @mistake, @note, @row,
      @source_name, @source_line, @line_sha256, @rubric_version, @judge_model, @inclusion_probability, @created_at)`);
  const insertUndo = db.prepare<[string, number, string, string, string, number]>(`
    INSERT INTO label_events (label_id, event, undoes, trajectory, identity, annotator, note, created_at)
    VALUES (?, 'undone', ?, ?, ?, ?, '', ?)`);
  const last = db.prepare<[string], LabelRow>(`
    SELECT ${COLUMNS} FROM label_events e WHERE annotator = ? AND event = 'set'
      AND NOT EXISTS (SELECT 1 FROM label_events u WHERE u.undoes = e.event_id)
    ORDER BY event_id DESC LIMIT 1`);
  const currentAll = db.prepare<[], LabelRow>(`SELECT ${COLUMNS} FROM current_labels ORDER BY event_id`);
  const currentOf = db.prepare<[string], LabelRow>(
    `SELECT ${COLUMNS} FROM current_labels WHERE annotator = ? ORDER BY event_id`,
  );
  const currentOn = db.prepare<[string], LabelRow>(
    `SELECT ${COLUMNS} FROM current_labels WHERE trajectory = ? ORDER BY event_id`,
  );
  const currentOne = db.prepare<[string, string], LabelRow>(
    `SELECT ${COLUMNS} FROM current_labels WHERE trajectory = ? AND annotator = ?`,
  );
  const events = db.prepare<[string], LabelRow & { event: 'set' | 'undone'; at: number }>(`
    SELECT s.event_id, s.label_id, s.trajectory, s.identity, s.annotator, s.value, s.mistake, s.note, s.row_id,
      s.source_name, s.source_line, s.line_sha256, s.rubric_version, s.judge_model, s.inclusion_probability,
      s.created_at, e.event, e.created_at AS at
    FROM label_events e JOIN label_events s ON s.event_id = coalesce(e.undoes, e.event_id)
    WHERE e.trajectory = ? ORDER BY e.event_id`);
  const count = db.prepare<[{ annotator: string | null }], LabelCounts>(`
    SELECT count(*) AS labels, count(*) FILTER (WHERE value = 'unsure') AS unsure,
      count(DISTINCT trajectory) AS trajectories
    FROM current_labels WHERE @annotator IS NULL OR annotator = @annotator`);

  function add(draft: LabelDraft): StoredLabel {
    const { evidence, created_at, ...rest } = draft;
    const label: StoredLabel = {
      ...rest,
      label_id: randomUUID(),
      source_name: evidence?.source_name ?? null,
      source_line: evidence?.source_line ?? null,
      line_sha256: evidence === null ? null : lines.keep(evidence.text),
      created_at: created_at ?? now(),
    };
    insert.run(label);
    return label;
  }
  const addOne = db.transaction(add);
  const addAll = db.transaction((drafts: Iterable<LabelDraft>) => Array.from(drafts, add));
  const undo = db.transaction((annotator: string): Undone | null => {
    const row = last.get(annotator);
    if (row === undefined) return null;
    insertUndo.run(randomUUID(), row.event_id, row.trajectory, row.identity, annotator, now());
    const restored = currentOne.get(row.trajectory, annotator);
    return { removed: toLabel(row), restored: restored === undefined ? null : toLabel(restored) };
  });

  return {
    setLabel: (draft) => guarded('save the label', () => addOne.immediate(draft)),
    setLabels: (drafts) => guarded('save the labels', () => addAll.immediate(drafts)),
    undoLast: (annotator) => guarded('take back the label', () => undo.immediate(annotator)),
    currentLabels: (filter) =>
      guarded('read the labels', () =>
        (filter?.annotator === undefined ? currentAll.all() : currentOf.all(filter.annotator)).map(toLabel),
      ),
    currentLabel: (trajectory, annotator) =>
      guarded('read the labels', () => {
        const row = currentOne.get(trajectory, annotator);
        return row === undefined ? null : toLabel(row);
      }),
    labelsOf: (trajectory) => guarded('read the labels', () => currentOn.all(trajectory).map(toLabel)),
    history: (trajectory) =>
      guarded('read the labels', () =>
        events.all(trajectory).map(({ event, at, ...row }) => ({ event, at, label: toLabel(row) })),
      ),
    counts: (filter) =>
      guarded('count the labels', () => {
        const row = count.get({ annotator: filter?.annotator ?? null });
        return row ?? { labels: 0, unsure: 0, trajectories: 0 };
      }),
  };
}
