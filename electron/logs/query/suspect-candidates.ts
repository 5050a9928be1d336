import type { RowId } from '../../core/model/verdict.ts';
import {
  COMPLETION_WORDS,
  type ScoreScale,
  type SuspicionWeights,
  scoreScale,
} from '../../core/suspicion/index.ts';
import type { LogStore } from '../log-store.ts';
import type { FieldCatalog } from './fields.ts';
import { fileOrder } from './page.ts';
import { remembered } from './remembered.ts';
import { select } from './selection.ts';
import { rowId } from './verdict-row.ts';

/** A failed row that may be a false negative, by what the index alone can tell. */
export interface SuspectCandidate {
  readonly row: RowId;
  /** Of the signals that need no text: passes elsewhere, split repeats, contradiction, failed group. Exact. */
  readonly points: number;
  /** No less than the points of all signals together. */
  readonly bound: number;
}

/** A passing verdict of a re-run: another verdict on a trajectory that the logs do not hold. */
export interface RerunPass {
  readonly trajectory: string | null;
  readonly row: RowId;
  readonly rubric_version: string | null;
  readonly judge_model: string | null;
  /** False where another prompt was sent than in training: another judge, whatever its name. */
  readonly same_question: boolean;
}

export interface CandidateQuery {
  readonly filter: string;
  readonly limit: number;
  readonly weights: SuspicionWeights;
  /** Versions whose steps are known; hits under any other cannot be counted. */
  readonly rubricVersions: readonly string[];
  readonly rerunPasses: readonly RerunPass[];
}

/** The score scale of one judge under one rubric version; null where its scores do not tell. */
export interface JudgeScale {
  readonly rubric_version: string | null;
  readonly judge_model: string | null;
  readonly scale: ScoreScale | null;
}

/**
 * Trajectory, task, group, judge under a version, as 64-bit hashes: a million texts are grouped and joined several times sooner
 * as numbers, and here rows are only brought into an order by them. NULL where the row has no trajectory, task or group.
 */
const keys = `CASE WHEN trajectory IS NOT NULL THEN hash(trajectory) END AS t,
              CASE WHEN task_id IS NOT NULL THEN hash(task_id) END AS task,
              CASE WHEN task_id IS NOT NULL AND (group_id IS NOT NULL OR step IS NOT NULL)
                   THEN hash(task_id, group_id, CASE WHEN group_id IS NULL THEN step END) END AS g,
              hash(rubric_version, judge_model) AS vj`;

/** A group of rollouts: its id, or task and step where the log names no group. */
export const groupColumns = 'group_id AS g, CASE WHEN group_id IS NULL THEN step END AS s';

/**
 * The scale of every judge × version of the index, whatever the filter: from its judged rows, but one score beyond 1 in any
 * row is enough for the scale to be asked for (`scaleQuestions`), and until it is stated there is none.
 */
export async function scoreScales(store: LogStore): Promise<readonly JudgeScale[]> {
  return await remembered(store, 'score scales', async () => {
    const rows = await store.all<
      Pick<JudgeScale, 'rubric_version' | 'judge_model'> & { low: number; high: number }
    >(
      `SELECT rubric_version, judge_model, min(score) FILTER (passed IS NOT NULL) AS low, max(score) AS high
         FROM verdicts WHERE score IS NOT NULL GROUP BY rubric_version, judge_model HAVING low IS NOT NULL`,
    );
    return rows.map(({ low, high, ...judge }) => ({ ...judge, scale: scoreScale(low, high) }));
  });
}

/**
 * The failed rows a filter lets through, those first that could have the most points, `limit` of them. Verdicts of all
 * opened logs count as context, whatever the filter. A few passes over the index; no file is read.
 *
 * @returns `total` counts all failed rows of the filter
 * @throws FailureError `filter_syntax`
 */
export async function suspectCandidates(
  store: LogStore,
  query: CandidateQuery,
): Promise<{ readonly total: number; readonly candidates: readonly SuspectCandidate[] }> {
  const { fields, where } = await select(store, query.filter);
  const { weights } = query;
  const scales = (await scoreScales(store)).flatMap(({ scale, ...judge }) =>
    scale !== null && scale.max > scale.min ? [{ ...judge, half: (scale.min + scale.max) / 2 }] : [],
  );
  const rows = await store.all<
    Omit<SuspectCandidate, 'row'> & { total: number; source_id: number; line: number; part: number }
  >(
    `WITH picked AS MATERIALIZED (
       SELECT source_id, line, part, trajectory, ${keys}, rubric_version AS v, judge_model AS j,
              CASE WHEN NOT by_threshold THEN score END AS score, ${textBound(fields, query)} AS text_bound
         FROM verdicts WHERE passed IS NOT NULL AND NOT passed AND (${where.sql})),
     halves AS (${unnested(['rubric_version', 'judge_model'], 'half')}),
     reruns AS MATERIALIZED (${unnested(['trajectory', 'row', 'rubric_version', 'judge_model'], 'same')}),
     passing AS MATERIALIZED (
       SELECT t, vj, count(*) AS n FROM (SELECT ${keys} FROM verdicts WHERE passed AND trajectory IS NOT NULL)
        WHERE t IN (SELECT t FROM picked) GROUP BY ALL),
     passing_anywhere AS (SELECT t, sum(n) AS n FROM passing GROUP BY t),
     grouped AS MATERIALIZED (
       SELECT task, g, vj, count(*) AS judged, count(*) FILTER (passed) AS passed, count(*) - count(t) AS loose,
              count(*) FILTER (passed AND t IS NULL) AS loose_passed, min(t) AS low, max(t) AS high,
              min(t) FILTER (passed) AS low_passed, max(t) FILTER (passed) AS high_passed
         FROM (SELECT ${keys}, passed FROM verdicts WHERE passed IS NOT NULL AND task_id IS NOT NULL)
        GROUP BY ALL),
     task_groups AS MATERIALIZED (SELECT task, g, sum(passed) AS passed FROM grouped WHERE g IS NOT NULL GROUP BY ALL),
     tasks AS (SELECT task, sum(passed) AS passed FROM task_groups GROUP BY ALL),
     known_groups AS MATERIALIZED (
       SELECT grouped.*, tasks.passed - task_groups.passed AS passed_elsewhere
         FROM grouped JOIN task_groups USING (task, g) JOIN tasks USING (task)),
     task_judges AS (SELECT task, vj, sum(passed) AS passed FROM grouped GROUP BY ALL),
     judged AS (
       SELECT p.source_id, p.line, p.part, p.text_bound,
              coalesce(o.n, 0) > 0 OR coalesce(r.split, false) AS split,
              coalesce(a.n, 0) - coalesce(o.n, 0) > 0 OR coalesce(r.elsewhere, false) AS elsewhere,
              coalesce(p.score >= h.half, false) AS contradicts,
              k.judged IS NOT NULL
                AND CASE WHEN p.t IS NULL THEN k.judged > 1 ELSE k.loose > 0 OR k.low <> k.high END
                AND NOT (k.loose_passed > 0 OR coalesce(k.low_passed <> p.t, k.passed > 0)
                         OR coalesce(k.high_passed <> p.t, false))
                AND coalesce(k.passed_elsewhere > 0, false) AS group_failed,
              coalesce(d.passed > 0, false) AS task_passes
         FROM picked p
         LEFT JOIN passing o ON o.t = p.t AND o.vj = p.vj
         LEFT JOIN passing_anywhere a ON a.t = p.t
         LEFT JOIN halves h ON h.rubric_version IS NOT DISTINCT FROM p.v AND h.judge_model IS NOT DISTINCT FROM p.j
         LEFT JOIN known_groups k ON k.g = p.g AND k.task = p.task AND k.vj = p.vj
         LEFT JOIN task_judges d ON d.task = p.task AND d.vj = p.vj
         LEFT JOIN (${rerunsOfRows}) r ON r.source_id = p.source_id AND r.line = p.line AND r.part = p.part),
     scored AS (
       SELECT source_id, line, part, ${[
         ['elsewhere', weights.passes_elsewhere],
         ['split', weights.repeats_split],
         ['contradicts', weights.contradiction],
         ['group_failed', weights.group_failed],
       ]
         .map(([column, points]) => `CASE WHEN ${column} THEN ${points} ELSE 0 END`)
         .join(' + ')} AS points,
              text_bound + CASE WHEN task_passes THEN ${atMost(weights.sibling_passed)} ELSE 0 END AS open
         FROM judged)
     SELECT source_id, line, part, CAST(points AS DOUBLE) AS points, CAST(points + open AS DOUBLE) AS bound,
            (SELECT count(*) FROM picked) AS total
       FROM scored ORDER BY points + open DESC, points DESC, ${fileOrder} LIMIT ${Math.max(1, Math.trunc(query.limit))}`,
    [
      ...where.params,
      JSON.stringify(scales),
      JSON.stringify(
        query.rerunPasses.map(({ same_question, ...pass }) => ({ ...pass, same: same_question })),
      ),
    ],
  );
  return {
    total: rows[0]?.total ?? 0,
    candidates: rows.map(({ points, bound, ...address }) => ({ row: rowId(address), points, bound })),
  };
}

/** A JSON parameter as a relation: text columns and one of another type. */
function unnested(texts: readonly string[], last: 'half' | 'same'): string {
  const shape = Object.fromEntries([
    ...texts.map((name) => [name, 'VARCHAR']),
    [last, last === 'half' ? 'DOUBLE' : 'BOOLEAN'],
  ]);
  const columns = [...texts, last].map((name) => `each.${name} AS ${name}`);
  return `SELECT ${columns.join(', ')} FROM (SELECT unnest(from_json(CAST(? AS JSON), '[${JSON.stringify(shape)}]')) AS each)`;
}

/** Which picked rows a re-run passed: by the same judge to the same question, or otherwise. */
const rerunsOfRows = `
  SELECT source_id, line, part, bool_or(same) AS split, bool_or(NOT same) AS elsewhere FROM (
    SELECT p.source_id, p.line, p.part,
           r.same AND r.rubric_version IS NOT DISTINCT FROM p.v AND r.judge_model IS NOT DISTINCT FROM p.j AS same
      FROM picked p JOIN reruns r ON r.trajectory = p.trajectory
    UNION ALL
    SELECT p.source_id, p.line, p.part,
           r.same AND r.rubric_version IS NOT DISTINCT FROM p.v AND r.judge_model IS NOT DISTINCT FROM p.j
      FROM picked p JOIN reruns r ON r.trajectory IS NULL AND r.row = concat(p.source_id, ':', p.line, CASE WHEN p.part > 0 THEN concat('.', p.part) ELSE '' END)
     WHERE p.trajectory IS NULL AND EXISTS (SELECT 1 FROM reruns WHERE trajectory IS NULL))
   GROUP BY ALL`;

function atMost(points: number): number {
  return Math.max(0, points);
}

/** The most that the signals which need texts can add to a row, by the fields it has. */
function textBound(fields: FieldCatalog, query: CandidateQuery): string {
  const { weights } = query;
  const framesShown = fields.find('frames_shown');
  const bounds: readonly (readonly [condition: string, points: number])[] = [
    [holdsItems('fine_rubrics'), Math.max(weights.ungrounded_fine, weights.ungrounded_fine_uncited)],
    [
      `${holdsItems('rubric_hits')} AND rubric_version IN (${query.rubricVersions.map(quoted).join(', ') || 'NULL'})`,
      weights.all_steps_hit,
    ],
    // Two items have a comma between them.
    [`${holdsItems('evidence')} AND contains(evidence, ',')`, weights.evidence_found],
    [
      `frame_count IS NOT NULL${framesShown === null ? '' : ` OR ${framesShown.sql} IS NOT NULL`}`,
      weights.frame_problem,
    ],
    [`regexp_matches(reason, ${quoted(completionPattern)})`, weights.says_completed],
  ];
  return bounds
    .map(([condition, points]) => `CASE WHEN ${condition} THEN ${atMost(points)} ELSE 0 END`)
    .join(' + ');
}

/** A column of JSON text that is neither absent nor an empty list. */
function holdsItems(column: string): string {
  return `${column} IS NOT NULL AND ${column} NOT IN ('[]', '[ ]', 'null', '""')`;
}

/** Any word that says so, in any case and spacing; compatibility forms are left to the exact reading. */
const completionPattern = `(?i)${COMPLETION_WORDS.map((word) => word.replaceAll(' ', '\\s+')).join('|')}|[\\x{3000}\\x{FB00}-\\x{FFEF}\\x{2100}-\\x{24FF}\\x{1D400}-\\x{1D7FF}]`;

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
