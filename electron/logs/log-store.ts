import { mkdirSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { type DuckDBAppender, type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { fail } from '../core/model/failure.ts';
import { makeInsertRoom } from './import-room.ts';
import { ReaderPool } from './reader-pool.ts';
import { derivationVersion, rowGroupSize, tables } from './schema.ts';
import { type Parameters, type QueryProgress, SqlConnection } from './sql-connection.ts';

export interface LogStoreOptions {
  /** Folder that holds `logs.duckdb`, its spill folder and decompressed copies; made where it is missing. */
  readonly folder: string;
  /**
   * DuckDB's own limit, as it writes sizes ('870MB'); an import raises and lowers it (`import-room.ts`).
   */
  readonly memoryLimit?: string;
  readonly threads?: number;
}

/** Why the index had to be made anew when it was opened; null where it was taken as it stood (or did not exist). */
export type Rebuilt = 'version' | 'corrupt' | null;

/** What a transaction may do. Everything in it is seen by others at once, or never. */
export interface Transaction {
  all<T>(sql: string, params?: Parameters): Promise<T[]>;
  run(sql: string, params?: Parameters): Promise<number>;
  /** Rows in bulk; `catalog` is `temp` for a temporary table. */
  appender(table: string, catalog?: 'temp'): Promise<DuckDBAppender>;
  /** Makes the statement that runs now fail; the transaction is then rolled back. */
  interrupt(): void;
  progress(): QueryProgress;
}

const readers = 3;
const usualMemory = '920MB';

/**
 * The index of what the logs say: one DuckDB file, derived from the logs and rebuilt from them at any time.
 * Reads go through a few connections side by side and see the last commit; writes are transactions, one after another.
 */
export class LogStore {
  readonly folder: string;
  readonly rebuilt: Rebuilt;
  readonly #memoryLimit: string;
  readonly #instance: DuckDBInstance;
  readonly #writer: SqlConnection;
  readonly #readers: ReaderPool;
  #writes: Promise<unknown> = Promise.resolve();
  #generation = 0;
  #open = true;

  private constructor(
    { folder, memoryLimit = usualMemory }: LogStoreOptions,
    rebuilt: Rebuilt,
    instance: DuckDBInstance,
    writer: DuckDBConnection,
    reads: readonly DuckDBConnection[],
  ) {
    this.folder = folder;
    this.#memoryLimit = memoryLimit;
    this.rebuilt = rebuilt;
    this.#instance = instance;
    this.#writer = new SqlConnection(writer);
    this.#readers = new ReaderPool(reads.map((connection) => new SqlConnection(connection)));
  }

  /**
   * Opens the index of a folder, or makes one. A file of another derivation version, or one DuckDB cannot read, is
   * deleted and made anew (`rebuilt` says so): it holds nothing that is not in the logs.
   * Fails with `workspace_locked` where another process has it open, `index_failed` where the folder cannot be written.
   */
  static async open(options: LogStoreOptions): Promise<LogStore> {
    try {
      mkdirSync(options.folder, { recursive: true });
    } catch (cause) {
      throw fail(
        'index_failed',
        `The folder ${options.folder} cannot be made: ${message(cause)}.`,
        undefined,
        {
          cause,
        },
      );
    }
    try {
      const opened = await openOnce(options, null);
      if (opened !== 'version') return opened;
      removeFiles(options.folder);
      return await openAgain(options, 'version');
    } catch (cause) {
      if (/lock/i.test(message(cause)))
        throw fail(
          'workspace_locked',
          `The index in ${options.folder} is open in another process; close it there first.`,
          { folder: options.folder },
          { cause, retryable: true },
        );
      // What the disk refuses would be refused again, and a file we may not read is not ours to delete.
      if (/permission denied|read-only|no space|disk full/i.test(message(cause)))
        throw fail(
          'index_failed',
          `The index in ${options.folder} cannot be opened: ${message(cause)}.`,
          { folder: options.folder },
          { cause },
        );
      removeFiles(options.folder);
      return await openAgain(options, 'corrupt');
    }
  }

  /** Rows of a query as plain objects; whole numbers come as JS numbers, and fail where they would lose digits. */
  async all<T>(sql: string, params?: Parameters): Promise<T[]> {
    return await this.#readers.use((connection) => connection.all<T>(sql, params));
  }

  /** The one row of a query that always has one. */
  async one<T>(sql: string, params?: Parameters): Promise<T> {
    const [row] = await this.all<T>(sql, params);
    if (row === undefined) throw fail('index_failed', `The index gave no row for: ${sql.slice(0, 120)}`);
    return row;
  }

  /**
   * Row numbers of a query whose first column is `rowid::UINTEGER AS id`, in its order. A million of them as objects would
   * cost more than the query.
   */
  async rowNumbers(sql: string, params?: Parameters): Promise<Uint32Array> {
    return await this.#readers.use((connection) => connection.rowNumbers(sql, params));
  }

  /** The columns of a query that gives numbers alone (DOUBLE), none of them absent; the first `most` rows of it. */
  async numbers(sql: string, params: Parameters, most: number): Promise<readonly Float64Array[]> {
    return await this.#readers.use((connection) => connection.numbers(sql, params, most));
  }

  /** Milliseconds for which nobody has asked for anything. */
  get quietMs(): number {
    return this.#readers.quietMs;
  }

  /**
   * Grows with every write: what was derived from the index under another generation is out of date. Row numbers in
   * particular hold for one generation only.
   */
  get generation(): number {
    return this.#generation;
  }

  /** One statement in a transaction of its own; gives the number of rows it changed. */
  async run(sql: string, params?: Parameters): Promise<number> {
    return await this.transaction((tx) => tx.run(sql, params));
  }

  /** Runs `work` in one transaction: committed when it returns, rolled back when it throws. Writers queue up. */
  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return await this.#inTurn((writer) => inTransaction(writer, work));
  }

  async #inTurn<T>(work: (writer: SqlConnection) => Promise<T>): Promise<T> {
    const turn = this.#writes.then(async () => {
      this.#mustBeOpen();
      try {
        return await work(this.#writer);
      } finally {
        this.#generation += 1;
      }
    });
    // The next writer waits for this one, whatever became of it; the caller gets the outcome.
    this.#writes = turn.catch(() => undefined);
    return await turn;
  }

  /**
   * A write in several commits that readers see as one. What `stage` writes must be rows no reader would count (a negative
   * source id); it is committed first, because DuckDB changes committed rows at almost no cost and those of an open
   * transaction at the price of writing them all again. `amend` may add columns, which `finish` then fills. Readers are
   * held at the commit before until `finish` is in.
   *
   * @param undo takes back what was staged, in a transaction of its own, when a later step fails
   */
  async publish<S, A, T>(steps: {
    stage(tx: Transaction): Promise<S>;
    amend(tx: Transaction, staged: S): Promise<A>;
    finish(tx: Transaction, amended: A): Promise<T>;
    undo(tx: Transaction): Promise<void>;
  }): Promise<T> {
    return await this.#inTurn(async (writer) => {
      const giveBack = await makeInsertRoom(writer, this.#memoryLimit);
      try {
        const staged = await inTransaction(writer, async (tx) => {
          const result = await steps.stage(tx);
          await this.#readers.hold();
          return result;
        }).finally(giveBack);
        try {
          const amended = await inTransaction(writer, (tx) => steps.amend(tx, staged));
          return await inTransaction(writer, async (tx) => {
            const result = await steps.finish(tx, amended);
            await this.#readers.rest();
            return result;
          });
        } catch (error) {
          await inTransaction(writer, (tx) => steps.undo(tx));
          throw error;
        }
      } finally {
        await this.#readers.release();
        await giveBack();
      }
    });
  }

  /** Waits for the writer at work, then closes the file. */
  async close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    await this.#writes;
    this.#readers.close();
    this.#writer.close();
    this.#instance.closeSync();
  }

  #mustBeOpen(): void {
    if (!this.#open) throw fail('index_failed', 'The index is closed.');
  }

  /** Used by `open` alone. */
  static async attach(
    options: LogStoreOptions,
    instance: DuckDBInstance,
    rebuilt: Rebuilt,
  ): Promise<LogStore> {
    const connect = async () => {
      const connection = await instance.connect();
      await connection.run(`USE ${catalog}`);
      return connection;
    };
    const writer = await connect();
    // Without its bar DuckDB keeps no count of how far a statement is.
    await writer.run(
      'SET enable_progress_bar = true; SET enable_progress_bar_print = false; SET progress_bar_time = 0',
    );
    const reads: DuckDBConnection[] = [];
    for (let index = 0; index < readers; index += 1) reads.push(await connect());
    return new LogStore(options, rebuilt, instance, writer, reads);
  }
}

async function inTransaction<T>(writer: SqlConnection, work: (tx: Transaction) => Promise<T>): Promise<T> {
  await writer.run('BEGIN TRANSACTION');
  try {
    const result = await work(writer);
    await writer.run('COMMIT');
    return result;
  } catch (error) {
    await writer.rollback();
    throw error;
  }
}

/** The index's name to DuckDB. It is attached, because only then its row groups can have another size. */
const catalog = 'logs';

export const indexFile = 'logs.duckdb';
/** Decompressed and repaired texts that raw lines are read from. */
export const textFolder = 'logs-texts';
const spillFolder = 'logs-spill';

function removeFiles(folder: string): void {
  for (const name of [indexFile, `${indexFile}.wal`, textFolder, spillFolder])
    rmSync(join(folder, name), { recursive: true, force: true });
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function openAgain(options: LogStoreOptions, rebuilt: Rebuilt): Promise<LogStore> {
  try {
    const opened = await openOnce(options, rebuilt);
    if (opened !== 'version') return opened;
  } catch (cause) {
    throw fail(
      'index_failed',
      `The index in ${options.folder} cannot be made: ${message(cause)}.`,
      { folder: options.folder },
      { cause },
    );
  }
  throw fail('index_failed', `The index in ${options.folder} cannot be made anew.`, {
    folder: options.folder,
  });
}

async function openOnce(options: LogStoreOptions, rebuilt: Rebuilt): Promise<LogStore | 'version'> {
  // A spill folder left by a process that died holds nothing of use.
  rmSync(join(options.folder, spillFolder), { recursive: true, force: true });
  const instance = await DuckDBInstance.create(':memory:', {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    memory_limit: options.memoryLimit ?? usualMemory,
    threads: String(options.threads ?? Math.max(1, Math.min(8, cpus().length))),
    temp_directory: join(options.folder, spillFolder),
    preserve_insertion_order: 'true',
  });
  try {
    const connection = await instance.connect();
    const file = join(options.folder, indexFile).replaceAll("'", "''");
    // Today's storage format: half the size and a fifth less work to write; the file is never opened by older versions.
    await connection.run(
      `ATTACH '${file}' AS ${catalog} (STORAGE_VERSION 'latest', ROW_GROUP_SIZE ${rowGroupSize})`,
    );
    await connection.run(`USE ${catalog}`);
    const version = await storedVersion(connection);
    if (version !== null && version !== String(derivationVersion)) {
      connection.closeSync();
      instance.closeSync();
      return 'version';
    }
    // Times without a zone are read as UTC on every machine; connections made from here on take this over.
    await connection.run(`SET GLOBAL TimeZone = 'UTC'`);
    // A page of rows is fetched by their numbers; above this many DuckDB would read every column of the whole table.
    await connection.run('SET GLOBAL dynamic_or_filter_threshold = 1000');
    await connection.run(tables);
    await connection.run('INSERT OR IGNORE INTO meta VALUES ($key, $value)', {
      key: 'derivation_version',
      value: String(derivationVersion),
    });
    if (version !== null) await removeIncomplete(connection);
    connection.closeSync();
    return await LogStore.attach(options, instance, rebuilt);
  } catch (error) {
    instance.closeSync();
    throw error;
  }
}

async function storedVersion(connection: DuckDBConnection): Promise<string | null> {
  const found = await connection.runAndReadAll(
    `SELECT count(*)::INTEGER AS n FROM information_schema.tables WHERE table_schema = 'main'`,
  );
  if (found.getRowsJS()[0]?.[0] === 0) return null;
  const rows = await connection.runAndReadAll(`SELECT value FROM meta WHERE key = 'derivation_version'`);
  return String(rows.getRowsJS()[0]?.[0] ?? 'none');
}

/** What an import that never ended left behind goes: rows staged below 0, and sources that were not completed. */
async function removeIncomplete(connection: DuckDBConnection): Promise<void> {
  const incomplete = 'source_id < 0 OR source_id IN (SELECT source_id FROM sources WHERE NOT complete)';
  const tablesOfSources = await connection.runAndReadAll(
    `SELECT table_name FROM information_schema.columns
      WHERE table_schema = 'main' AND column_name = 'source_id' ORDER BY table_name = 'sources'`,
  );
  for (const [table] of tablesOfSources.getRowsJS())
    await connection.run(`DELETE FROM "${String(table)}" WHERE ${incomplete}`);
}
