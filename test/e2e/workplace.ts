import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { type Planted, writeSample } from '../../electron/exchange/sample/index.ts';
import type { Host, Session, StartOptions } from './hosts.ts';

const starterRubrics = resolve(import.meta.dirname, '..', '..', 'rubrics');

/** A temporary folder with a sample in it, a workspace beside it, and the app that was started last on them. */
export class Workplace {
  readonly folder = mkdtempSync(join(tmpdir(), 'assay-job-'));
  readonly host: Host;
  #planted: Planted | null = null;
  #session: Session | null = null;

  constructor(host: Host) {
    this.host = host;
  }

  path(...parts: readonly string[]): string {
    return join(this.folder, ...parts);
  }

  get workspace(): string {
    return this.path('workspace');
  }

  get planted(): Planted {
    if (this.#planted === null) throw new Error('no sample was written');
    return this.#planted;
  }

  get app(): Session {
    if (this.#session === null) throw new Error('the app was not started');
    return this.#session;
  }

  /** Reward log, truth, trajectories and audit database of a seeded run with known faults. */
  async writeSample(rows: number): Promise<readonly string[]> {
    const { planted } = await writeSample(this.path('sample'), {
      rows,
      seed: 7,
      clean: false,
      rubricsFolder: starterRubrics,
    });
    this.#planted = planted;
    return ['reward_log.jsonl', 'success_labels.csv', 'trajectories.jsonl', 'audit.db'].map((name) =>
      this.path('sample', name),
    );
  }

  /** The reward log's lines as they stand in the file; line 1 is the first. */
  logLine(line: number): string {
    const lines = readFileSync(this.path('sample', 'reward_log.jsonl'), 'utf8').split('\n');
    const text = lines[line - 1];
    if (text === undefined) throw new Error(`the log has no line ${line}`);
    return text;
  }

  /** The number of the log's last line that holds anything. */
  lastLogLine(): number {
    const lines = readFileSync(this.path('sample', 'reward_log.jsonl'), 'utf8').split('\n');
    return lines.findLastIndex((line) => line.trim() !== '') + 1;
  }

  async start(files: readonly string[] = [], options: Partial<StartOptions> = {}): Promise<Session> {
    const last = this.#session;
    this.#session = null;
    const complaint = await last?.stop().then(
      () => null,
      (error: unknown) => error,
    );
    // A complaint about the last session belongs to this test alone: those after it get their app.
    const next = await this.host.start(files, { workspace: this.workspace, ...options });
    this.#session = next;
    if (complaint != null) throw complaint;
    return next;
  }

  /** Asks the record, as it is on the disk at this moment, through a copy: the app that owns it is not disturbed. */
  record<Row>(sql: string, ...values: readonly (string | number)[]): Row[] {
    const copy = mkdtempSync(this.path('record-'));
    try {
      for (const name of ['record.sqlite', 'record.sqlite-wal']) {
        const from = join(this.workspace, name);
        if (existsSync(from)) cpSync(from, join(copy, name));
      }
      const database = new Database(join(copy, 'record.sqlite'), { fileMustExist: true });
      try {
        database.pragma('query_only = true');
        return database.prepare<unknown[], Row>(sql).all(...values);
      } finally {
        database.close();
      }
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  }

  async close(): Promise<void> {
    try {
      await this.#session?.stop();
    } finally {
      rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
    }
  }
}

/** A spec's part of the job; `place` is started when its tests run. */
export type Spec = (place: () => Workplace) => void;
