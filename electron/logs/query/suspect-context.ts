import type { RowId } from '../../core/model/verdict.ts';
import type { LogStore } from '../log-store.ts';
import { addressList } from './addresses.ts';
import { fieldsOf } from './selection.ts';
import { groupColumns } from './suspect-candidates.ts';
import { rowId } from './verdict-row.ts';

/** Another rollout, named by its row, so that its final state can be read. */
export interface SiblingRow {
  readonly row: RowId;
  readonly trajectory: string | null;
  readonly passed: boolean;
}

/** What the index knows around one failed row: the lists it carries, and the other verdicts its suspicion rests on. */
export interface SuspectContext {
  readonly row: RowId;
  readonly by_threshold: boolean;
  readonly evidence: readonly string[] | null;
  readonly rubric_hits: readonly string[] | null;
  readonly fine_rubrics: readonly string[] | null;
  readonly frames_shown: readonly number[] | null;
  /** Judged rows of the same trajectory by judge and version, the row itself left out; null without an identity. */
  readonly verdicts:
    | readonly {
        readonly rubric_version: string | null;
        readonly judge_model: string | null;
        /** The row's own judge under its own version. */
        readonly own: boolean;
        readonly passes: number;
        readonly fails: number;
      }[]
    | null;
  /** Judged rows of other trajectories of the group under the same judge and version; null where the log has no group. */
  readonly group: { readonly judged: number; readonly passed: number } | null;
  /** Some of the group's rows, passed ones first; of the task's nearest in step where the row has no group to itself. */
  readonly siblings: readonly SiblingRow[];
  readonly siblings_of: 'group' | 'task';
  /** Judged rows of the task in other groups, whatever the judge; null where there are none. */
  readonly history: { readonly judged: number; readonly passed: number } | null;
}

/** Siblings whose final states are compared with one row's: passed ones, and failed ones that show there was one. */
const compared = { passed: 24, failed: 3 } as const;

interface Address {
  readonly source_id: number;
  readonly line: number;
  readonly part: number;
}

/** The context of rows by address. A fixed number of queries, whatever the number of rows. */
export async function suspectContexts(
  store: LogStore,
  rows: readonly RowId[],
): Promise<ReadonlyMap<RowId, SuspectContext>> {
  if (rows.length === 0) return new Map();
  const picked = pickedRows(rows, `${keyColumns}, ${groupColumns}`);
  const [own, verdicts, { groups, histories }] = await Promise.all([
    ownFields(store, rows),
    verdictsOfTrajectories(store, picked),
    aroundRows(store, picked),
  ]);
  const alone = own.flatMap(({ row, task_id }) =>
    task_id !== null && (groups.get(row)?.judged ?? 0) === 0 ? [row] : [],
  );
  const near = await nearInTask(store, alone);
  return new Map(
    own.map(({ task_id: _task, has_group, trajectory, ...fields }) => {
      const { row } = fields;
      const group = groups.get(row);
      return [
        row,
        {
          ...fields,
          verdicts: trajectory === null ? null : (verdicts.get(row) ?? []),
          group: has_group ? { judged: group?.judged ?? 0, passed: group?.passed ?? 0 } : null,
          siblings: group?.siblings ?? near.get(row) ?? [],
          siblings_of: group === undefined ? 'task' : 'group',
          history: histories.get(row) ?? null,
        },
      ];
    }),
  );
}

const keyColumns = 'source_id, line, part, trajectory, task_id, step, rubric_version, judge_model, passed';

/** Named rows of the index as `picked`. A join finds them several times sooner than a list of addresses to compare with. */
function pickedRows(rows: readonly RowId[], columns: string): string {
  return `picked AS MATERIALIZED (
    SELECT ${columns} FROM verdicts
      SEMI JOIN (VALUES ${addressList(rows)}) AS wanted(source_id, line, part) USING (source_id, line, part))`;
}

async function ownFields(store: LogStore, rows: readonly RowId[]) {
  const framesShown = (await fieldsOf(store)).find('frames_shown');
  const found = await store.all<
    Address & {
      by_threshold: boolean;
      trajectory: string | null;
      task_id: string | null;
      has_group: boolean;
      evidence: string | null;
      rubric_hits: string | null;
      fine_rubrics: string | null;
      frames_shown: string | null;
    }
  >(
    `WITH ${pickedRows(
      rows,
      `source_id, line, part, by_threshold, trajectory, task_id, evidence, rubric_hits, fine_rubrics,
       ${framesShown?.sql ?? 'NULL'} AS frames_shown, ${groupColumns}`,
    )}
     SELECT * EXCLUDE (g, s), task_id IS NOT NULL AND (g IS NOT NULL OR s IS NOT NULL) AS has_group FROM picked`,
  );
  return found.map(
    ({ source_id, line, part, evidence, rubric_hits, fine_rubrics, frames_shown, ...rest }) => ({
      ...rest,
      row: rowId({ source_id, line, part }),
      evidence: textsIn(evidence),
      rubric_hits: textsIn(rubric_hits),
      fine_rubrics: textsIn(fine_rubrics),
      frames_shown: indicesIn(frames_shown),
    }),
  );
}

type VerdictCount = NonNullable<SuspectContext['verdicts']>[number];

async function verdictsOfTrajectories(
  store: LogStore,
  picked: string,
): Promise<ReadonlyMap<RowId, readonly VerdictCount[]>> {
  const found = await store.all<Address & VerdictCount>(
    `WITH ${picked}, counts AS (
       SELECT trajectory, rubric_version, judge_model, count(*) FILTER (passed) AS passes, count(*) FILTER (NOT passed) AS fails
         FROM verdicts WHERE passed IS NOT NULL AND trajectory IN (SELECT trajectory FROM picked) GROUP BY ALL)
     SELECT * FROM (
       SELECT p.source_id, p.line, p.part, c.rubric_version, c.judge_model, ${same('p', 'c')} AS own, c.passes,
              c.fails - CASE WHEN ${same('p', 'c')} AND NOT coalesce(p.passed, true) THEN 1 ELSE 0 END AS fails
         FROM picked p JOIN counts c ON c.trajectory = p.trajectory)
      WHERE passes + fails > 0 ORDER BY source_id, line, part, rubric_version, judge_model`,
  );
  return byRow(found);
}

interface GroupCounts {
  readonly judged: number;
  readonly passed: number;
  readonly siblings: readonly SiblingRow[];
}

/** Groups and tasks of the rows, from one pass over the rows of those tasks. */
async function aroundRows(
  store: LogStore,
  picked: string,
): Promise<{
  readonly groups: ReadonlyMap<RowId, GroupCounts>;
  readonly histories: ReadonlyMap<RowId, { readonly judged: number; readonly passed: number }>;
}> {
  const found = await store.all<
    Address & {
      judged: number | null;
      passed: number | null;
      siblings: readonly StoredSibling[] | null;
      before_judged: number | null;
      before_passed: number | null;
    }
  >(
    `WITH ${picked}, members AS MATERIALIZED (
       SELECT ${keyColumns}, ${groupColumns} FROM verdicts WHERE passed IS NOT NULL AND task_id IN (SELECT task_id FROM picked)),
     near AS (
       SELECT p.source_id, p.line, p.part, count(*) AS judged, count(*) FILTER (m.passed) AS passed,
              list_concat(${first('m.passed', compared.passed)}, ${first('NOT m.passed', compared.failed)}) AS siblings
         FROM picked p JOIN members m
           ON m.task_id = p.task_id AND m.g IS NOT DISTINCT FROM p.g AND m.s IS NOT DISTINCT FROM p.s AND ${same('p', 'm')}
          AND (m.trajectory IS NULL OR m.trajectory IS DISTINCT FROM p.trajectory)
          AND (m.source_id, m.line, m.part) IS DISTINCT FROM (p.source_id, p.line, p.part)
        WHERE p.g IS NOT NULL OR p.s IS NOT NULL GROUP BY ALL),
     counts AS MATERIALIZED (
       SELECT task_id, g, s, count(*) AS judged, count(*) FILTER (passed) AS passed FROM members
        WHERE g IS NOT NULL OR s IS NOT NULL GROUP BY ALL),
     tasks AS (SELECT task_id, sum(judged) AS judged, sum(passed) AS passed FROM counts GROUP BY ALL),
     before AS (
       SELECT p.source_id, p.line, p.part, t.judged - coalesce(c.judged, 0) AS before_judged,
              t.passed - coalesce(c.passed, 0) AS before_passed
         FROM picked p JOIN tasks t ON t.task_id = p.task_id
         LEFT JOIN counts c ON c.task_id = p.task_id AND c.g IS NOT DISTINCT FROM p.g AND c.s IS NOT DISTINCT FROM p.s
        WHERE (p.g IS NOT NULL OR p.s IS NOT NULL) AND t.judged > coalesce(c.judged, 0))
     SELECT source_id, line, part, judged, passed, siblings, before_judged, before_passed
       FROM near FULL JOIN before USING (source_id, line, part)`,
  );
  const groups = new Map<RowId, GroupCounts>();
  const histories = new Map<RowId, { readonly judged: number; readonly passed: number }>();
  for (const { judged, passed, siblings, before_judged, before_passed, ...address } of found) {
    const row = rowId(address);
    if (judged !== null)
      groups.set(row, { judged, passed: passed ?? 0, siblings: (siblings ?? []).map(siblingOf) });
    if (before_judged !== null) histories.set(row, { judged: before_judged, passed: before_passed ?? 0 });
  }
  return { groups, histories };
}

interface StoredSibling extends Address {
  readonly trajectory: string | null;
  readonly passed: boolean;
}

function siblingOf({ trajectory, passed, ...address }: StoredSibling): SiblingRow {
  return { row: rowId(address), trajectory, passed };
}

const sibling =
  '{source_id: m.source_id, line: m.line, part: m.part, trajectory: m.trajectory, passed: m.passed}';

/** The first members that hold, in the order of the files. */
function first(condition: string, count: number): string {
  return `coalesce(min_by(${sibling}, (m.source_id, m.line, m.part), ${count}) FILTER (${condition}), [])`;
}

async function nearInTask(
  store: LogStore,
  rows: readonly RowId[],
): Promise<ReadonlyMap<RowId, readonly SiblingRow[]>> {
  if (rows.length === 0) return new Map();
  const nearest = (condition: string, count: number): string =>
    `coalesce(min_by(${sibling}, (coalesce(abs(m.step - p.step), 0), m.source_id, m.line, m.part), ${count}) FILTER (${condition}), [])`;
  const found = await store.all<Address & { siblings: readonly StoredSibling[] }>(
    `WITH ${pickedRows(rows, keyColumns)}
     SELECT p.source_id, p.line, p.part,
            list_concat(${nearest('m.passed', compared.passed)}, ${nearest('NOT m.passed', compared.failed)}) AS siblings
       FROM picked p JOIN verdicts m
         ON m.task_id = p.task_id AND m.passed IS NOT NULL AND ${same('p', 'm')}
        AND (m.trajectory IS NULL OR m.trajectory IS DISTINCT FROM p.trajectory)
        AND (m.source_id, m.line, m.part) IS DISTINCT FROM (p.source_id, p.line, p.part)
      GROUP BY ALL`,
  );
  return new Map(found.map(({ siblings, ...address }) => [rowId(address), siblings.map(siblingOf)]));
}

function same(a: string, b: string): string {
  return `${a}.rubric_version IS NOT DISTINCT FROM ${b}.rubric_version AND ${a}.judge_model IS NOT DISTINCT FROM ${b}.judge_model`;
}

function byRow<T extends Address>(found: readonly T[]): ReadonlyMap<RowId, readonly T[]> {
  return Map.groupBy(found, (each) => rowId(each));
}

/** The texts of a JSON list as the index keeps it; null where the line has none, or something else in its place. */
function textsIn(json: string | null): readonly string[] | null {
  const value = parsed(json);
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : null;
}

function indicesIn(json: string | null): readonly number[] | null {
  const value = parsed(json);
  if (!Array.isArray(value)) return null;
  const indices = value.filter((each): each is number => Number.isInteger(each));
  return indices.length === value.length ? indices : null;
}

function parsed(json: string | null): unknown {
  if (json === null) return null;
  try {
    return JSON.parse(json);
  } catch {
    // A field that was written as plain text is no list.
    return null;
  }
}
