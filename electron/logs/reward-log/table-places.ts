import { closeSync, existsSync, openSync, readSync, rmSync, writeSync } from 'node:fs';

/** Where a row of a table stands in the file itself. */
export type RowPlace =
  /** Of a CSV: its first line, its first byte, and its bytes without the line end. */
  | { readonly line: number; readonly offset: number; readonly length: number }
  /** Of a database. */
  | { readonly table: string; readonly rowid: bigint };

/** The table of a database that a reward log is. */
export const logTable = 'reward_log';

const suffixes = { csv: '.places', sqlite: '.rowids' } as const;
const bytesOfRow = { csv: 24, sqlite: 8 } as const;
type Form = keyof typeof suffixes;

const flushAt = 1 << 16;

/** Writes where each row of a table stands, beside the lines that are made of them: a few bytes a row. */
export class PlaceWriter {
  readonly #file: number;
  readonly #block: Buffer;
  #used = 0;

  constructor(textPath: string, form: Form) {
    this.#file = openSync(textPath + suffixes[form], 'w');
    this.#block = Buffer.allocUnsafe(flushAt);
  }

  csvRow(line: number, offset: number, length: number): void {
    this.#room(bytesOfRow.csv);
    for (const value of [line, offset, length]) this.#used = this.#block.writeDoubleLE(value, this.#used);
  }

  databaseRow(rowid: bigint): void {
    this.#room(bytesOfRow.sqlite);
    this.#used = this.#block.writeBigInt64LE(rowid, this.#used);
  }

  close(): void {
    this.#flush();
    closeSync(this.#file);
  }

  #room(bytes: number): void {
    if (this.#used + bytes > this.#block.length) this.#flush();
  }

  #flush(): void {
    for (let at = 0; at < this.#used; ) at += writeSync(this.#file, this.#block, at, this.#used - at);
    this.#used = 0;
  }
}

/**
 * Where rows of a table stand in the file itself.
 *
 * @param textPath the lines that were made of the table
 * @param rows by their number, which is that of their line there; 1 is the first
 * @returns a place for each row that has one; null where the text is none of a table
 */
export function placesOf(textPath: string, rows: readonly number[]): ReadonlyMap<number, RowPlace> | null {
  const form = (['csv', 'sqlite'] as const).find((one) => existsSync(textPath + suffixes[one]));
  if (form === undefined) return null;
  const size = bytesOfRow[form];
  const bytes = Buffer.alloc(size);
  const places = new Map<number, RowPlace>();
  const file = openSync(textPath + suffixes[form], 'r');
  try {
    for (const row of rows) {
      if (readSync(file, bytes, 0, size, (row - 1) * size) < size) continue;
      places.set(
        row,
        form === 'csv'
          ? { line: bytes.readDoubleLE(0), offset: bytes.readDoubleLE(8), length: bytes.readDoubleLE(16) }
          : { table: logTable, rowid: bytes.readBigInt64LE(0) },
      );
    }
  } finally {
    closeSync(file);
  }
  return places;
}

/** Removes what `PlaceWriter` wrote. */
export function removePlaces(textPath: string): void {
  for (const suffix of Object.values(suffixes)) rmSync(textPath + suffix, { force: true });
}
