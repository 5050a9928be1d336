import { randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import { fromJson, type JsonValue } from './json.ts';
import { guarded } from './record-error.ts';

/** A stratum as it was when the draw was made. */
export interface DrawStratum {
  /** Names the stratum within its draw. */
  readonly stratum: string;
  /** Rows the stratum held. */
  readonly size: number;
  readonly drawn: number;
}

export interface DrawDesign {
  readonly kind: 'uniform' | 'stratified';
  /** The fields the strata are made of; none for a uniform draw. */
  readonly by: readonly string[];
  readonly allocation: 'proportional' | 'equal' | 'neyman' | null;
  readonly strata: readonly DrawStratum[];
}

export interface DrawnRow {
  readonly row: string;
  readonly trajectory: string | null;
  readonly stratum: string | null;
  /** π of METHODS §5: above 0, at most 1. */
  readonly inclusion: number;
}

export interface StoredDraw {
  readonly draw_id: string;
  readonly design: DrawDesign;
  readonly filter: string;
  readonly seed: number;
  /** Rows the filter let through when it was drawn. */
  readonly population: number;
  readonly created_at: number;
}

/** Draws with the probability each row had: without it no rate over the drawn rows speaks of the log. */
export interface Draws {
  /** Writes the draw with its rows in one transaction. */
  add(draw: Omit<StoredDraw, 'draw_id' | 'created_at'>, rows: readonly DrawnRow[]): StoredDraw;
  get(drawId: string): StoredDraw | null;
  /** By row address. */
  rows(drawId: string): ReadonlyMap<string, DrawnRow>;
}

interface DrawRow {
  readonly draw_id: string;
  readonly design: string;
  readonly filter: string;
  readonly seed: number;
  readonly population: number;
  readonly created_at: number;
}

export function drawRepository(db: Database.Database, now: () => number): Draws {
  const insert = db.prepare<[DrawRow]>(
    `INSERT INTO draws (draw_id, design, filter, seed, population, created_at)
     VALUES (@draw_id, @design, @filter, @seed, @population, @created_at)`,
  );
  const insertRow = db.prepare<[DrawnRow & { draw_id: string }]>(
    `INSERT INTO draw_items (draw_id, row_id, trajectory, stratum, inclusion_probability)
     VALUES (@draw_id, @row, @trajectory, @stratum, @inclusion)`,
  );
  const one = db.prepare<[string], DrawRow>('SELECT * FROM draws WHERE draw_id = ?');
  const rowsOf = db.prepare<[string], DrawnRow>(
    `SELECT row_id AS "row", trajectory, stratum, inclusion_probability AS inclusion
       FROM draw_items WHERE draw_id = ?`,
  );
  const addAll = db.transaction((head: DrawRow, rows: readonly DrawnRow[]) => {
    insert.run(head);
    for (const row of rows) insertRow.run({ ...row, draw_id: head.draw_id });
  });
  return {
    add: ({ design, ...draw }, rows) =>
      guarded('save the draw', () => {
        const stored = { ...draw, draw_id: randomUUID(), created_at: now() };
        addAll.immediate({ ...stored, design: JSON.stringify(design) }, rows);
        return { ...stored, design };
      }),
    get: (drawId) =>
      guarded('read the draw', () => {
        const row = one.get(drawId);
        return row === undefined ? null : { ...row, design: readDesign(fromJson(row.design)) };
      }),
    rows: (drawId) =>
      guarded('read the draw', () => new Map(rowsOf.all(drawId).map((drawn) => [drawn.row, drawn]))),
  };
}

/** Written by `add` above from a DrawDesign. */
function readDesign(value: JsonValue): DrawDesign {
  return value as unknown as DrawDesign;
}
