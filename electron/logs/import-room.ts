import { totalmem } from 'node:os';
import type { Transaction } from './log-store.ts';
import type { SqlConnection } from './sql-connection.ts';

/** What DuckDB sets aside for a bulk insert, for each column of the table and each thread, used or not. */
const perColumn = 4 << 20;
/** Share of its memory limit that DuckDB lends to one statement. */
const lent = 0.57;
/** Columns that an import may add. */
const added = 10;
/** The rest of the machine is left to others. */
const mostOfMachine = 0.5;

/**
 * Raises DuckDB's memory limit where a bulk insert into `verdicts` would else be written by one thread, all others waiting
 * for what it sets aside.
 *
 * @param limit what it is otherwise, as it was given
 * @returns takes the limit back to that, if it is another by then; call it outside of a transaction
 */
export async function makeInsertRoom(connection: SqlConnection, limit: string): Promise<() => Promise<void>> {
  const [now] = await connection.all<{ limit: string; threads: number; columns: number }>(
    `SELECT current_setting('memory_limit') AS limit, CAST(current_setting('threads') AS INTEGER) AS threads,
            (SELECT count(*) FROM information_schema.columns WHERE table_schema = 'main' AND table_name = 'verdicts') AS columns`,
  );
  const wanted = (((now?.columns ?? 0) + added) * perColumn * (now?.threads ?? 1)) / lent;
  const raised = Math.min(wanted, totalmem() * mostOfMachine);
  if (now !== undefined && raised > bytesOf(now.limit))
    await connection.run(`SET memory_limit = '${Math.ceil(raised / 1e6)}MB'`);
  return async () => {
    // Setting it looks through all that is held, even where nothing changes.
    if ((await limitOf(connection)) !== now?.limit) await connection.run(`SET memory_limit = '${limit}'`);
  };
}

async function limitOf(connection: Pick<Transaction, 'all'>): Promise<string> {
  const [now] = await connection.all<{ limit: string }>(`SELECT current_setting('memory_limit') AS limit`);
  return now?.limit ?? '';
}

/** Rows whose finishing takes about as much memory as is there anyway. */
const manyRows = 4_000_000;
const forManyRows = 600e6;

/**
 * Lowers DuckDB's memory limit before many rows that were inserted are finished: what it would keep of the index is not
 * asked for again, and beside it stands what an import remembers of every line. `publish` takes it back.
 */
export async function makeFinishRoom(connection: Transaction, rows: number): Promise<void> {
  if (rows < manyRows) return;
  if (bytesOf(await limitOf(connection)) > forManyRows)
    await connection.run(`SET memory_limit = '${forManyRows / 1e6}MB'`);
}

const units: Readonly<Record<string, number>> = { '': 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30, T: 2 ** 40 };

/** Bytes of a size as DuckDB writes it (`829.6 MiB`); NaN for what is none. */
function bytesOf(size: string): number {
  const [, number, unit] = /^([\d.]+) ([KMGT]?)(?:iB|B|bytes)$/.exec(size) ?? [];
  return Number(number ?? Number.NaN) * (units[unit ?? ''] ?? Number.NaN);
}
