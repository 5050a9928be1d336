import type Database from 'better-sqlite3';

/** One numbered step of the record's schema. It runs inside a transaction of its own and never touches `user_version`. */
export interface Migration {
  /** 1, 2, 3, … without gaps; the file's `user_version` after it ran. */
  readonly version: number;
  readonly name: string;
  up(db: Database.Database): void;
}
