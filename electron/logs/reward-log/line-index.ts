/** Where the lines of a text file are. Lines end at LF alone; numbers are 1-based. */
export interface LineIndex {
  /** Bytes that were looked at: the file's size when the index was made. */
  readonly bytes: number;
  readonly lines: number;
  /** Numbers of the lines that hold white space alone, ascending. */
  readonly blank: Float64Array;
  /** How many lines hold a byte order mark alone: blank too, but DuckDB makes a row of each. */
  readonly marked: number;
  /** Line numbers whose offset is kept, ascending: every 64th, and sooner where lines are long. */
  readonly marks: Float64Array;
  readonly offsets: Float64Array;
  /** Bytes of the longest line. */
  readonly longest: number;
  /** Whether the last line has its line end. */
  readonly closed: boolean;
}

export const linesPerMark = 64;

/** How many lines that are not blank stand before a line. */
export function ordinalOfLine(blank: Float64Array, line: number): number {
  let low = 0;
  let high = blank.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blank[middle] ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return line - 1 - low;
}

/** Number of the line that is the `ordinal`-th (0-based) of those that are not blank. */
export function lineOfOrdinal(blank: Float64Array, ordinal: number): number {
  // blank[k] has blank[k] - 1 - k lines before it that are not blank
  let low = 0;
  let high = blank.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blank[middle] ?? 0) - 1 - middle <= ordinal) low = middle + 1;
    else high = middle;
  }
  return ordinal + 1 + low;
}
