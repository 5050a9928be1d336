import type { LogStore } from '../../log-store.ts';
import { fileFacts } from '../file-facts.ts';
import { fieldsOf } from '../selection.ts';
import { fieldCodes } from './field-codes.ts';
import { fewest, type HeldRows, readHeldRows } from './held-rows.ts';

interface Holding {
  readonly generation: number;
  readonly reading: Promise<HeldRows | null>;
  /** Null while it is read, and where it cannot be held. */
  rows: HeldRows | null;
}

interface Keeper {
  readonly first: (store: LogStore) => Promise<void>;
  readonly failed: (error: unknown) => void;
  timer: NodeJS.Timeout | null;
  /** What is read at present. */
  at_work: Promise<void> | null;
}

const holdings = new WeakMap<LogStore, Holding>();
const keepers = new WeakMap<LogStore, Keeper>();

/** Reading takes both processors for a second: it waits until nobody has asked for anything for so long. */
const restMs = 300;

/** The columns as the index is now, where they are at hand. */
export function heldNow(store: LogStore): HeldRows | null {
  const holding = holdings.get(store);
  if (holding === undefined || holding.generation === store.generation) return holding?.rows ?? null;
  // They will not be asked for again.
  holdings.delete(store);
  return null;
}

/**
 * Reads the columns, unless they are at hand or being read as the index is now; null where they cannot be held.
 *
 * @param least rows from which on they are held
 */
export async function hold(store: LogStore, least?: number): Promise<HeldRows | null> {
  // To find these is a write, and would void what is read before it.
  const facts = await fileFacts(store);
  const { generation } = store;
  const present = holdings.get(store);
  if (present?.generation === generation) return await present.reading;
  const made: Holding = { generation, reading: readHeldRows(store, facts, least), rows: null };
  holdings.set(store, made);
  try {
    made.rows = await made.reading;
    return made.rows;
  } catch (error) {
    if (holdings.get(store) === made) holdings.delete(store);
    throw error;
  }
}

/** Fields that are grouped by more than others. */
const likely = ['rubric_version', 'judge_model', 'category', 'policy_version'];

/** The columns, and the values of the fields that are most likely asked for next. */
async function makeReady(store: LogStore, first: Keeper['first']): Promise<void> {
  const { rows } = await store.one<{ rows: number }>('SELECT count(*) AS rows FROM verdicts');
  // It may write, which would void what is read before it.
  if (rows >= fewest) await first(store);
  const held = await hold(store);
  if (held === null) return;
  const fields = await fieldsOf(store);
  for (const name of likely) {
    const field = fields.find(name);
    if (field !== null && store.generation === held.generation) await fieldCodes(store, held, field);
  }
}

/**
 * From now on the columns are read a moment after the index was opened or asked for figures, until `stopHolding`. Nobody waits
 * for them: until they are there, the database counts.
 *
 * @param failed told of what went wrong where nobody waits
 * @param first what else a large index is to be made ready by
 */
export function startHolding(
  store: LogStore,
  failed: (error: unknown) => void,
  first: Keeper['first'] = () => Promise.resolve(),
): void {
  keepers.set(store, { first, failed, timer: null, at_work: null });
  holdSoon(store);
}

/** Has the columns read in a moment, if they are kept at hand and are not as the index is now. */
export function holdSoon(store: LogStore): void {
  const keeper = keepers.get(store);
  if (keeper === undefined || holdings.get(store)?.generation === store.generation) return;
  if (keeper.timer !== null) clearTimeout(keeper.timer);
  keeper.timer = setTimeout(() => {
    keeper.timer = null;
    if (keeper.at_work !== null) return;
    if (store.quietMs < restMs) {
      holdSoon(store);
      return;
    }
    keeper.at_work = makeReady(store, keeper.first)
      .catch(keeper.failed)
      .finally(() => {
        keeper.at_work = null;
      });
  }, restMs);
  // A process that has nothing else to do need not wait for it.
  keeper.timer.unref();
}

/** Forgets the columns; when it returns, nothing is read any more and the index can be closed. */
export async function stopHolding(store: LogStore): Promise<void> {
  const keeper = keepers.get(store);
  keepers.delete(store);
  if (keeper !== undefined) {
    if (keeper.timer !== null) clearTimeout(keeper.timer);
    await keeper.at_work;
  }
  holdings.delete(store);
}
