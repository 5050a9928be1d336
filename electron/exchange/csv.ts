/**
 * CSV as RFC 4180 has it, and cells that spreadsheets would run as formulas made inert.
 *
 * A text that would begin with `=`, `+`, `-`, `@`, tab or CR gets an apostrophe in front; so does a text that begins
 * with apostrophes followed by one of these, which is what makes the rule reversible. Numbers are written as they are.
 */
const dangerous = /^'*[=+\-@\t\r]/;
const guarded = /^'+[=+\-@\t\r]/;

export function inertCell(text: string): string {
  return dangerous.test(text) ? `'${text}` : text;
}

/** The text as it was before `inertCell`. */
export function originalCell(text: string): string {
  return guarded.test(text) ? text.slice(1) : text;
}

export type CellValue = string | number | boolean | null | undefined;

/** One cell: null and undefined are empty, a non-finite number is empty too; quoted where it has to be. */
export function csvCell(value: CellValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  if (typeof value === 'boolean') return String(value);
  const text = inertCell(value);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A record with its CRLF, as RFC 4180 ends them. */
export function csvRecord(cells: readonly CellValue[]): string {
  // A record of one empty cell would be a blank line, which readers skip.
  if (cells.length === 1 && csvCell(cells[0]) === '') return '""\r\n';
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** A record as read, with the line (from 1) it starts in. Cells are as written: `originalCell` takes the guard away. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Reads CSV piece by piece: quoted cells may hold anything, records end at LF, CRLF or CR, blank lines are skipped. */
export async function* readCsv(chunks: AsyncIterable<string> | Iterable<string>): AsyncGenerator<CsvRecord> {
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  let wasQuoted = false;
  let pendingQuote = false;
  let pendingReturn = false;
  let line = 1;
  let start = 1;
  let first = true;
  const endCell = (): void => {
    cells.push(cell);
    cell = '';
    wasQuoted = false;
  };
  const endRecord = (): CsvRecord | null => {
    const blank = cells.length === 0 && cell === '' && !wasQuoted;
    endCell();
    const record = { line: start, cells };
    cells = [];
    start = line;
    return blank ? null : record;
  };
  for await (const piece of chunks) {
    const chunk: string = first ? piece.replace(/^\uFEFF/, '') : piece;
    if (piece !== '') first = false;
    for (const character of chunk) {
      if (pendingReturn) {
        pendingReturn = false;
        if (character === '\n') continue;
      }
      if (pendingQuote) {
        pendingQuote = false;
        if (character === '"') {
          cell += '"';
          continue;
        }
        quoted = false;
      }
      if (quoted) {
        if (character === '"') pendingQuote = true;
        else {
          if (character === '\n') line += 1;
          cell += character;
        }
      } else if (character === '"' && cell === '' && !wasQuoted) {
        quoted = true;
        wasQuoted = true;
      } else if (character === ',') endCell();
      else if (character === '\n' || character === '\r') {
        line += 1;
        pendingReturn = character === '\r';
        const record = endRecord();
        if (record !== null) yield record;
      } else cell += character;
    }
  }
  const last = endRecord();
  if (last !== null) yield last;
}
