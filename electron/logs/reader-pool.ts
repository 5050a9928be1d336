import { fail } from '../core/model/failure.ts';
import type { SqlConnection } from './sql-connection.ts';

/**
 * The connections that queries run on. Each query takes one; while the writer publishes in several commits, all of them can
 * be held at the commit before.
 */
export class ReaderPool {
  readonly #all: readonly SqlConnection[];
  readonly #idle: SqlConnection[];
  readonly #waiting: ((connection: SqlConnection) => void)[] = [];
  /** Connections whose held transaction an error ended: they would see the staged rows, so they wait for the release. */
  readonly #parked: SqlConnection[] = [];
  /** Connections pinned to a commit. */
  readonly #pinned = new Set<SqlConnection>();
  /** Queries at work, and when the last one ended. */
  #atWork = 0;
  #ended = Number.NEGATIVE_INFINITY;
  #held = false;
  /** Queries wait: none begins. */
  #resting = false;
  #open = true;

  constructor(connections: readonly SqlConnection[]) {
    this.#all = connections;
    this.#idle = [...connections];
  }

  async use<T>(work: (connection: SqlConnection) => Promise<T>): Promise<T> {
    this.#atWork += 1;
    try {
      const connection = await this.#take();
      try {
        return await work(connection);
      } finally {
        await this.#give(connection);
      }
    } finally {
      this.#atWork -= 1;
      this.#ended = performance.now();
    }
  }

  /** Milliseconds since the last query ended; 0 while one is at work. */
  get quietMs(): number {
    return this.#atWork > 0 ? 0 : performance.now() - this.#ended;
  }

  /** Waits for running queries, then pins every reader to the commit that is the last one now. */
  async hold(): Promise<void> {
    this.#held = true;
    await this.#withAll(async (connection) => {
      await connection.run('BEGIN TRANSACTION READ ONLY');
      // DuckDB takes the snapshot with the first statement that reads the database.
      await connection.all('SELECT count(*) FROM meta');
      this.#pinned.add(connection);
    });
  }

  /**
   * For the length of the last commit no query begins, and idle readers let go of the one before: DuckDB writes a commit
   * straight into its file only where nobody needs what was there. Queries at work go on as they are.
   */
  async rest(): Promise<void> {
    this.#resting = true;
    for (const connection of this.#idle) await this.#unpin(connection);
  }

  /** Readers see the last commit again; those at work do with their next query. */
  async release(): Promise<void> {
    this.#resting = false;
    if (!this.#held) return;
    this.#held = false;
    for (const connection of [...this.#parked.splice(0), ...this.#idle.splice(0)])
      await this.#give(connection);
  }

  close(): void {
    this.#open = false;
    for (const connection of this.#all) connection.close();
  }

  async #withAll(work: (connection: SqlConnection) => Promise<void>): Promise<void> {
    const taken: SqlConnection[] = [];
    try {
      while (taken.length < this.#all.length) taken.push(await this.#take());
      for (const connection of taken) await work(connection);
    } finally {
      for (const connection of taken) await this.#give(connection);
    }
  }

  async #unpin(connection: SqlConnection): Promise<void> {
    if (this.#pinned.delete(connection)) await connection.rollback();
  }

  async #take(): Promise<SqlConnection> {
    if (!this.#open) throw fail('index_failed', 'The index is closed.');
    const connection = this.#resting ? undefined : this.#idle.pop();
    if (connection !== undefined) return connection;
    return await new Promise((resolve) => this.#waiting.push(resolve));
  }

  async #give(connection: SqlConnection): Promise<void> {
    const usable = !this.#held || (await connection.usable());
    if (!this.#held) await this.#unpin(connection);
    else if (!usable) {
      this.#parked.push(connection);
      return;
    }
    const next = this.#resting ? undefined : this.#waiting.shift();
    if (next === undefined) this.#idle.push(connection);
    else next(connection);
  }
}
