import { assertNever, fail } from '../../core/model/failure.ts';
import type { AuditFigures, PairDetail, PairRow, PairSelection } from '../../core/model/pair.ts';
import type { LogStore } from '../log-store.ts';
import { breaksScoreRule, isOpposed, pairFigures } from '../pairs/figures.ts';
import { type Bucketing, bucketing } from '../pairs/gap-buckets.ts';
import { isDiscordant, type StoredPair, storedPairs } from '../pairs/stored-pair.ts';
import { type SwappedPair, swapsOf } from '../pairs/swaps.ts';
import type { Page } from './page.ts';

/**
 * `audit --json` over every opened audit; null where none is open. Pairs whose judge is unknown come under the model
 * '' in `by_model`, which is empty where no pair has one; `by_task_type` likewise, null without a task type.
 *
 * @param edges of the gap buckets, at least two ascending numbers; null for `pair_group` or the default edges
 */
export async function auditFigures(
  store: LogStore,
  edges: readonly number[] | null = null,
): Promise<AuditFigures | null> {
  const pairs = await storedPairs(store);
  if (pairs.length === 0) return null;
  const buckets = bucketing(pairs, edges);
  const models = partsBy(pairs, (pair) => pair.model);
  const types = partsBy(pairs, (pair) => pair.task_type);
  return {
    ...pairFigures(pairs, buckets),
    by_model: models.map(([model, members]) => ({ model, ...pairFigures(members, buckets) })),
    by_task_type:
      types.length === 0
        ? null
        : types.map(([task_type, members]) => ({ task_type, ...pairFigures(members, buckets) })),
    gap_source: buckets.source,
  };
}

/**
 * The pairs behind a figure, in file order. `tie` and `correct` are those among pairs whose truth differs, as the
 * figures count them; `conflict` is where scores and truth oppose each other, `score_rule` where A scored higher and did not do better; a swapped pair is listed once, by the
 * earlier of its two rows.
 */
export async function pairPage(
  store: LogStore,
  selection: PairSelection,
  edges: readonly number[] | null,
  offset: number,
  limit: number,
): Promise<Page<PairRow>> {
  const pairs = await storedPairs(store);
  if (pairs.length === 0) return { total: 0, rows: [] };
  const buckets = bucketing(pairs, edges);
  const { bucket, model, outcome } = selection;
  const chosen = withOutcome(pairs, outcome).filter(
    (pair) =>
      (bucket === undefined || buckets.labelOf(pair) === bucket) &&
      (model === undefined || (pair.model ?? '') === model),
  );
  const start = Math.max(0, Math.trunc(offset));
  const rows = chosen.slice(start, start + Math.max(0, Math.trunc(limit)));
  return { total: chosen.length, rows: rows.map((pair) => pairRow(pair, buckets)) };
}

/** @throws FailureError `not_found` */
export async function pairDetail(
  store: LogStore,
  sourceId: number,
  pairId: string,
  edges: readonly number[] | null = null,
): Promise<PairDetail> {
  const pairs = await storedPairs(store);
  const pair = pairs.find((each) => each.source_id === sourceId && each.pair_id === pairId);
  if (pair === undefined)
    throw fail('not_found', `There is no pair ${pairId} in the opened audits.`, {
      pair: pairId,
      source: sourceId,
    });
  const buckets = bucketing(pairs, edges);
  const [{ fields }, logs] = await Promise.all([
    store.one<{ fields: string }>(
      'SELECT fields FROM pairs WHERE source_id = ? AND pair_id = ? ORDER BY rowid LIMIT 1',
      [sourceId, pairId],
    ),
    store.all<PairDetail['logs'][number]>(
      `SELECT coalesce(log_id, '') AS log_id, coalesce(role, '') AS role, coalesce(model, '') AS model, raw_output,
              parsed_json, created_at
         FROM judge_logs WHERE pair_id = ?
          AND (source_id = ? OR source_id IN (SELECT source_id FROM sources WHERE kind = 'judge_logs'))
        ORDER BY source_id, rowid`,
      [pairId, sourceId],
    ),
  ]);
  const counterpart = swapsOf(pairs)
    .pairs.map(({ first, second }) => (first === pair ? second : second === pair ? first : null))
    .find((each) => each !== null);
  return {
    pair: pairRow(pair, buckets),
    fields: fieldsOfRow(fields),
    logs,
    swapped: counterpart === undefined ? null : pairRow(counterpart, buckets),
  };
}

function withOutcome(pairs: readonly StoredPair[], outcome: PairSelection['outcome']): readonly StoredPair[] {
  const readable = (pair: StoredPair): boolean => pair.judge_pref !== null && isDiscordant(pair);
  switch (outcome) {
    case undefined:
      return pairs;
    case 'misselected':
      return pairs.filter((pair) => pair.misselected === true);
    case 'tie':
      return pairs.filter((pair) => readable(pair) && pair.judge_pref === 'tie');
    case 'correct':
      return pairs.filter(
        (pair) => readable(pair) && pair.judge_pref !== 'tie' && pair.misselected === false,
      );
    case 'unreadable':
      return pairs.filter((pair) => pair.judge_pref === null);
    case 'conflict':
      return pairs.filter(isOpposed);
    case 'score_rule':
      return pairs.filter(breaksScoreRule);
    case 'position_first':
      return swappedWhere(pairs, ({ position }) => position === 'first');
    case 'position_second':
      return swappedWhere(pairs, ({ position }) => position === 'second');
    default:
      return assertNever(outcome);
  }
}

function swappedWhere(
  pairs: readonly StoredPair[],
  holds: (swap: SwappedPair) => boolean,
): readonly StoredPair[] {
  const chosen = new Set(
    swapsOf(pairs)
      .pairs.filter(holds)
      .map(({ first }) => first),
  );
  return pairs.filter((pair) => chosen.has(pair));
}

/** Pairs by a text, in its order; pairs without one under '' at the end. Empty where no pair has one. */
function partsBy(
  pairs: readonly StoredPair[],
  of: (pair: StoredPair) => string | null,
): readonly (readonly [string, readonly StoredPair[]])[] {
  const parts = new Map<string, StoredPair[]>();
  for (const pair of pairs) {
    const name = of(pair) ?? '';
    const part = parts.get(name);
    if (part === undefined) parts.set(name, [pair]);
    else part.push(pair);
  }
  if (parts.size === 1 && parts.has('')) return [];
  return [...parts].sort(([a], [b]) => (a === '' ? 1 : b === '' ? -1 : a < b ? -1 : 1));
}

function pairRow(pair: StoredPair, buckets: Bucketing): PairRow {
  const { source_id, pair_id, success_a, success_b, judge_pref, judge_score_a, judge_score_b } = pair;
  return {
    pair_id,
    source_id,
    task_id: pair.task_id ?? '',
    agent_a: pair.agent_a ?? '',
    agent_b: pair.agent_b ?? '',
    success_a,
    success_b,
    judge_pref_raw: pair.judge_pref_raw ?? '',
    judge_pref,
    judge_score_a,
    judge_score_b,
    gap: buckets.gapOf(pair),
    bucket: buckets.labelOf(pair),
    misselected: pair.misselected,
    model: pair.model,
    task_type: pair.task_type,
  };
}

function fieldsOfRow(fields: string): PairDetail['fields'] {
  const row: unknown = JSON.parse(fields);
  if (typeof row !== 'object' || row === null) return [];
  return Object.entries(row).map(([name, value]) => ({ name, value: JSON.stringify(value) }));
}
