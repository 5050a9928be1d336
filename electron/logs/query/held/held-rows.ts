import { setImmediate } from 'node:timers/promises';
import { unjudgedCauses } from '../../../core/model/verdict.ts';
import type { LogStore } from '../../log-store.ts';
import type { Cell } from '../cells.ts';
import { clusterHash } from '../clusters.ts';
import type { FileFacts } from '../file-facts.ts';
import { denseCodes, sortedByCode } from './dense.ts';
import { type FieldCodes, placeInList, valuesOf } from './field-codes.ts';

/** Fewer rows are counted by the database in a moment; more would take more memory than the figures are worth. */
export const fewest = 50_000;
const most = 2_000_000;

/** More different categories, judges or policies than this are left to the database. */
const mostTexts = 250;
const mostKinds = 65_000;

/** What rows that agree in everything but their numbers have in common. */
export type Kind = Pick<
  Cell,
  'category' | 'judge' | 'policy' | 'passed' | 'truth' | 'unjudged' | 'warnings' | 'ambiguous'
>;

const heldNumbers = ['reward', 'prompt_tokens', 'completion_tokens', 'total_tokens'] as const;
type HeldNumber = (typeof heldNumbers)[number];

/**
 * What the figures of an overview ask of every verdict, in memory: about 70 bytes a row. Rows of one cluster stand side by side.
 * It speaks of one generation of the index; any write voids it.
 */
export interface HeldRows {
  readonly generation: number;
  readonly rows: number;
  /** Row numbers in ascending order, in which the database gives its columns. */
  readonly ids: Uint32Array;
  /** By row number: where the row stands here; `rows` for a number that is no row's. */
  readonly placeOf: Uint32Array;
  /** Where each cluster begins, and at last where the last one ends. */
  readonly clusters: Uint32Array;
  /** In the order that the cells of one group have. */
  readonly kinds: readonly Kind[];
  readonly kind: Uint16Array;
  /** NaN where a row has none. */
  readonly numbers: Readonly<Record<HeldNumber, Float64Array>>;
  /** Steps in ascending order, and of each row the place of its own; `steps.length` where it has none. */
  readonly steps: Float64Array;
  readonly step: Uint32Array;
  /** What tells each cluster apart: the lower and the upper half of its hash. */
  readonly clusterHashes: { readonly lows: Uint32Array; readonly highs: Uint32Array };
  /** Places of the rows in `repeated_rows`, item by item, and where each item begins. */
  readonly repeats: { readonly places: Uint32Array; readonly starts: Uint32Array };
  /** 1 for a row that has a latency. */
  readonly timed: Uint8Array;
  /** Places of the rows that have a latency, in its order, and the latencies in that order. */
  readonly byLatency: Uint32Array;
  readonly latencies: Float64Array;
  /** By the name of the field; null where it has too many values. Found when they are first asked for. */
  readonly fields: Map<string, Promise<FieldCodes | null>>;
  /** For what is counted in one go: nothing in it lasts. */
  readonly scratch: Uint32Array;
}

/**
 * Reads the columns; null where the log is too small or too large for it, or holds what they cannot.
 *
 * @param facts of the files as they are open now
 * @param least rows from which on it is worth it
 */
export async function readHeldRows(
  store: LogStore,
  { repeated }: Pick<FileFacts, 'repeated'>,
  least = fewest,
): Promise<HeldRows | null> {
  const { generation } = store;
  const { rows, odd } = await store.one<{ rows: number; odd: boolean }>(
    `SELECT count(*) AS rows,
            coalesce(bool_or(${[...heldNumbers, 'latency_ms'].map((name) => `isnan(${name})`).join(' OR ')} OR step NOT BETWEEN -9e15 AND 9e15), false) AS odd
       FROM verdicts`,
  );
  if (rows === 0 || rows < least || rows > most || odd) return null;
  const categories = await valuesOf(store, 'category', mostTexts);
  const judges = await valuesOf(store, 'judge_model', mostTexts);
  const policies = await valuesOf(store, 'policy_model', mostTexts);
  if (categories === null || judges === null || policies === null) return null;
  const lists = [categories, judges, policies, causes] as const;
  const inLists = ['category', 'judge_model', 'policy_model', 'unjudged'].map(
    (column, at) => `(${placeInList(column)}::UINTEGER << ${8 * at})`,
  );
  // One after another: whoever asks meanwhile finds a connection that is free.
  const [ids, texts, flags, step, low, high, latency, ...numbers] = await store.numbers(
    `SELECT id::DOUBLE, (${inLists.join(' | ')})::DOUBLE,
            (coalesce(passed::UTINYINT, 2)::UINTEGER | (coalesce(truth::UTINYINT, 2)::UINTEGER << 2)
              | (ambiguous::UTINYINT::UINTEGER << 4) | (warnings << 5))::DOUBLE,
            ${['step', 'h & 4294967295', 'h >> 32', 'latency_ms', ...heldNumbers].map((sql) => `coalesce((${sql})::DOUBLE, 'NaN'::DOUBLE)`).join(', ')}
       FROM (SELECT *, rowid AS id, ${clusterHash} AS h FROM verdicts)`,
    lists.map((list) => JSON.stringify(list)),
    rows,
  );
  const latencyOrder = await store.rowNumbers(
    'SELECT rowid::UINTEGER AS id FROM verdicts WHERE latency_ms IS NOT NULL ORDER BY latency_ms',
  );
  const [repeatedIds = none, items = none] = await store.numbers(
    'SELECT verdicts.rowid::DOUBLE, item::DOUBLE FROM verdicts JOIN repeated_rows USING (source_id, line, part)',
    [],
    repeated,
  );
  if (!(ids && texts && flags && step && low && high && latency)) return null;
  if (ids.length !== rows || !ascending(ids) || store.generation !== generation) return null;
  // Many rows were removed: a list by row number would be mostly empty.
  if ((ids.at(-1) ?? 0) > 4 * rows) return null;
  // Whoever asks meanwhile is answered between two steps.
  const kinds = kindsOf(texts, flags, lists);
  if (kinds === null) return null;
  await setImmediate();
  const clusters = denseCodes(low, high);
  await setImmediate();
  const { order, starts } = sortedByCode(clusters);
  const placeOf = new Uint32Array((ids.at(-1) ?? 0) + 1).fill(rows);
  for (let place = 0; place < rows; place += 1) placeOf[ids[order[place] ?? 0] ?? 0] = place;
  await setImmediate();
  const latencyAt = inOrder(latency, order, new Float64Array(rows));
  const byLatency = latencyOrder.map((id) => placeOf[id] ?? 0);
  const latencies = inOrder(latencyAt, byLatency, new Float64Array(byLatency.length));
  await setImmediate();
  const steps = stepsOf(inOrder(step, order, new Float64Array(rows)));
  await setImmediate();
  return {
    generation,
    rows,
    ids: Uint32Array.from(ids),
    placeOf,
    clusters: starts,
    clusterHashes: { lows: clusters.lows, highs: clusters.highs },
    repeats: repeatsOf(repeatedIds, items, placeOf),
    kinds: kinds.kinds,
    kind: inOrder(kinds.kind, order, new Uint16Array(rows)),
    numbers: named(numbers, order),
    ...steps,
    timed: Uint8Array.from(latencyAt, (value) => Number(!Number.isNaN(value))),
    byLatency,
    latencies,
    fields: new Map(),
    scratch: new Uint32Array(rows),
  };
}

/** `values` as `order` lists their places, in `made`. */
function inOrder<T extends Float64Array | Uint16Array>(values: T, order: Uint32Array, made: T): T {
  for (let at = 0; at < made.length; at += 1) made[at] = values[order[at] ?? 0] ?? 0;
  return made;
}

function repeatsOf(ids: Float64Array, items: Float64Array, placeOf: Uint32Array): HeldRows['repeats'] {
  const codes = Uint32Array.from(items);
  let count = 0;
  for (const item of codes) if (item >= count) count = item + 1;
  const { order, starts } = sortedByCode({ codes, count });
  return { places: order.map((at) => placeOf[ids[at] ?? 0] ?? 0), starts };
}

const none = new Float64Array(0);

const causes: readonly (string | null)[] = [...[...unjudgedCauses].sort(), null];

function named(columns: readonly Float64Array[], order: Uint32Array): HeldRows['numbers'] {
  const column = (name: HeldNumber): Float64Array =>
    inOrder(columns[heldNumbers.indexOf(name)] ?? new Float64Array(0), order, new Float64Array(order.length));
  return {
    reward: column('reward'),
    prompt_tokens: column('prompt_tokens'),
    completion_tokens: column('completion_tokens'),
    total_tokens: column('total_tokens'),
  };
}

function ascending(ids: Float64Array): boolean {
  for (let at = 1; at < ids.length; at += 1) if (!((ids[at] ?? 0) > (ids[at - 1] ?? 0))) return false;
  return true;
}

/**
 * @param texts places in the lists, 8 bits each, from 1; 0 for a text that stands in none
 * @param flags passed (2 bits, 2 for absent), truth (2 bits), ambiguous, warnings
 */
function kindsOf(
  texts: Float64Array,
  flags: Float64Array,
  lists: readonly (readonly (string | null)[])[],
): Pick<HeldRows, 'kinds' | 'kind'> | null {
  const found = new Map<number, number>();
  const kind = new Uint16Array(texts.length);
  // Rows next to each other are often of one kind.
  let last = -1;
  let number = 0;
  for (let at = 0; at < kind.length; at += 1) {
    const name = (flags[at] ?? 0) * 2 ** 32 + (texts[at] ?? 0);
    if (name !== last) {
      last = name;
      const known = found.get(name);
      number = known ?? found.size;
      if (known === undefined) {
        if (found.size === mostKinds) return null;
        found.set(name, number);
      }
    }
    kind[at] = number;
  }
  const parts = [...found.keys()].map(partsOf);
  // A text that stands in no list: it was written after the lists were read.
  if (parts.some(({ places }) => places.includes(0))) return null;
  const order = parts.map((_, at) => at).sort((a, b) => compared(parts[a], parts[b]));
  const renumbered = new Uint16Array(order.length);
  for (const [place, at] of order.entries()) renumbered[at] = place;
  for (let at = 0; at < kind.length; at += 1) kind[at] = renumbered[kind[at] ?? 0] ?? 0;
  return {
    kind,
    kinds: order.flatMap((at) => {
      const each = parts[at];
      return each === undefined ? [] : [kindOf(each, lists)];
    }),
  };
}

interface KindParts {
  /** Of category, judge, policy and cause in their lists, from 1. */
  readonly places: readonly [number, number, number, number];
  /** 0 false, 1 true, 2 absent. */
  readonly passed: number;
  readonly truth: number;
  readonly ambiguous: number;
  readonly warnings: number;
}

function partsOf(name: number): KindParts {
  const texts = name % 2 ** 32;
  const flags = Math.floor(name / 2 ** 32);
  return {
    places: [texts & 255, (texts >>> 8) & 255, (texts >>> 16) & 255, texts >>> 24],
    passed: flags & 3,
    truth: (flags >> 2) & 3,
    ambiguous: (flags >> 4) & 1,
    warnings: flags >> 5,
  };
}

/** As cells are ordered: absent values last, which is where they stand in the lists. */
function compared(a: KindParts | undefined, b: KindParts | undefined): number {
  if (a === undefined || b === undefined) return 0;
  const [category, judge, policy, cause] = a.places;
  const other = b.places;
  return (
    category - other[0] ||
    judge - other[1] ||
    policy - other[2] ||
    a.passed - b.passed ||
    a.truth - b.truth ||
    cause - other[3] ||
    a.warnings - b.warnings ||
    a.ambiguous - b.ambiguous
  );
}

function kindOf(
  { places, passed, truth, ambiguous, warnings }: KindParts,
  lists: readonly (readonly (string | null)[])[],
): Kind {
  const text = (at: number): string | null => lists[at]?.[(places[at] ?? 0) - 1] ?? null;
  return {
    category: text(0),
    judge: text(1),
    policy: text(2),
    unjudged: text(3),
    passed: passed === 2 ? null : passed === 1,
    truth: truth === 2 ? null : truth === 1,
    ambiguous: ambiguous === 1,
    warnings,
  };
}

function stepsOf(step: Float64Array): Pick<HeldRows, 'steps' | 'step'> {
  const found = new Set<number>();
  let last = Number.NaN;
  for (const value of step)
    if (value !== last) {
      last = value;
      if (!Number.isNaN(value)) found.add(value);
    }
  const steps = Float64Array.from(found).sort();
  const places = new Map<number, number>([...steps].map((value, at) => [value, at]));
  const places32 = new Uint32Array(step.length);
  last = Number.NaN;
  let place = steps.length;
  for (let at = 0; at < step.length; at += 1) {
    const value = step[at] ?? Number.NaN;
    if (value !== last) {
      last = value;
      place = places.get(value) ?? steps.length;
    }
    places32[at] = place;
  }
  return { steps, step: places32 };
}
