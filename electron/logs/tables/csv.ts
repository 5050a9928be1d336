import { fail } from '../../core/model/failure.ts';

export interface CsvRecord {
  /** 1-based line its first field stands on. */
  readonly line: number;
  readonly fields: readonly string[];
  /** UTF-16 offsets of the record in the text, without its line end. */
  readonly start: number;
  readonly end: number;
  /** The record as it stands there. */
  readonly text: string;
}

export interface CsvTable {
  readonly header: readonly string[];
  readonly records: readonly CsvRecord[];
  /** Lines of nothing but white space. */
  readonly blank: number;
  readonly lines: number;
}

/** A record longer than this is a quote that was never closed: no table has one. */
const longestRecord = 1 << 26;

/**
 * Reads CSV as RFC 4180 has it: quoted fields with commas, doubled quotes and line breaks; lines end at LF, CRLF or a
 * lone CR. The separator is a comma, or a tab or semicolon where the header has that and no comma. Header names are
 * trimmed, fields are not.
 *
 * @param text without its byte order mark
 * @param name of the file, for the message
 * @throws FailureError `wrong_shape` where a quote is never closed, or there is no header
 */
export function readCsv(text: string, name: string): CsvTable {
  const reader = new CsvReader(text, separatorOf(text));
  const header = reader.next();
  if (header === null) throw fail('wrong_shape', `${name} is empty: it has no header line.`);
  const records: CsvRecord[] = [];
  for (let record = reader.next(); record !== null; record = reader.next()) records.push(record);
  if (reader.openQuote !== null) throw neverClosed(name, reader.openQuote);
  return {
    header: header.fields.map((field) => field.trim()),
    records,
    blank: reader.blank,
    lines: reader.lines,
  };
}

function separatorOf(text: string): string {
  const [first = ''] = text.trimStart().split(/[\r\n]/, 1);
  if (first.includes(',')) return ',';
  return first.includes('\t') ? '\t' : first.includes(';') ? ';' : ',';
}

/**
 * The same piece by piece: a table of any size in little memory.
 *
 * @param chunks the text, cut anywhere, without its byte order mark
 * @param name of the file, for the message
 * @returns the header first, trimmed, then every record that is not blank
 * @throws FailureError as `readCsv`
 */
export async function* csvRecords(
  chunks: AsyncIterable<string>,
  name: string,
): AsyncGenerator<{ readonly header: readonly string[] } | CsvRecord> {
  let reader: CsvReader | null = null;
  let waiting = '';
  let header = false;
  const read = function* (
    from: CsvReader,
    whole: boolean,
  ): Generator<{ readonly header: readonly string[] } | CsvRecord> {
    for (let record = from.next(whole); record !== null; record = from.next(whole)) {
      yield header ? record : { header: record.fields.map((field) => field.trim()) };
      header = true;
    }
    if (from.left > longestRecord) throw neverClosed(name, from.line);
  };
  for await (const chunk of chunks) {
    if (reader === null) {
      // The separator shows in the first line.
      waiting += chunk;
      if (!/\S[^\r\n]*[\r\n]/.test(waiting)) continue;
      reader = new CsvReader(waiting, separatorOf(waiting));
    } else reader.add(chunk);
    yield* read(reader, false);
  }
  reader ??= new CsvReader(waiting, separatorOf(waiting));
  yield* read(reader, true);
  if (!header) throw fail('wrong_shape', `${name} is empty: it has no header line.`);
  if (reader.openQuote !== null) throw neverClosed(name, reader.openQuote);
}

function neverClosed(name: string, line: number) {
  return fail(
    'wrong_shape',
    `${name}, line ${line}: a quoted field is opened and never closed. Close it and open the file again.`,
    { line },
  );
}

class CsvReader {
  #text: string;
  readonly #separator: string;
  #at = 0;
  #line = 1;
  /** Offset of the text held within the whole. */
  #base = 0;
  blank = 0;
  /** The line of the quote that was never closed. */
  openQuote: number | null = null;

  constructor(text: string, separator: string) {
    this.#text = text;
    this.#separator = separator;
  }

  /** Lines read so far; a line end at the end of the text begins no further line. */
  get lines(): number {
    return this.#line - 1;
  }

  get line(): number {
    return this.#line;
  }

  /** Characters that are held and not read. */
  get left(): number {
    return this.#text.length - this.#at;
  }

  add(text: string): void {
    this.#base += this.#at;
    this.#text = this.#text.slice(this.#at) + text;
    this.#at = 0;
  }

  /**
   * The next record that is not blank; null at the end.
   *
   * @param whole no more text will come: what is held ends the last record. Otherwise a record that reaches the end of what
   *   is held is left for later.
   */
  next(whole = true): CsvRecord | null {
    while (this.#at < this.#text.length) {
      const [at, line] = [this.#at, this.#line];
      const record = this.#record();
      if (!whole && this.#at >= this.#text.length) {
        this.#at = at;
        this.#line = line;
        this.openQuote = null;
        return null;
      }
      const [only = ''] = record.fields;
      if (record.fields.length > 1 || only.trim() !== '') return record;
      this.blank += 1;
    }
    return null;
  }

  #record(): CsvRecord {
    const fields: string[] = [];
    const start = this.#at;
    const line = this.#line;
    for (;;) {
      fields.push(this.#field());
      if (this.#text[this.#at] === this.#separator) {
        this.#at += 1;
        continue;
      }
      const end = this.#at;
      this.#lineEnd();
      return {
        line,
        fields,
        start: this.#base + start,
        end: this.#base + end,
        text: this.#text.slice(start, end),
      };
    }
  }

  #field(): string {
    let opening = this.#at;
    // White space before an opening quote is what a person typed after the comma.
    while (this.#text[opening] === ' ') opening += 1;
    if (this.#text[opening] !== '"') return this.#plain();
    this.#at = opening + 1;
    const quoted = this.#quoted();
    // Whatever stands between the closing quote and the separator belongs to the field, but white space.
    const rest = this.#plain();
    return rest.trim() === '' ? quoted : quoted + rest;
  }

  #plain(): string {
    const start = this.#at;
    while (this.#at < this.#text.length) {
      const character = this.#text[this.#at];
      if (character === this.#separator || character === '\n' || character === '\r') break;
      this.#at += 1;
    }
    return this.#text.slice(start, this.#at);
  }

  #quoted(): string {
    const opened = this.#line;
    let value = '';
    for (;;) {
      const close = this.#text.indexOf('"', this.#at);
      const part = this.#text.slice(this.#at, close === -1 ? this.#text.length : close);
      value += part;
      this.#line += part.match(/\r\n|\r|\n/g)?.length ?? 0;
      if (close === -1) {
        this.#at = this.#text.length;
        this.openQuote = opened;
        return value;
      }
      this.#at = close + 1;
      if (this.#text[this.#at] !== '"') return value;
      value += '"';
      this.#at += 1;
    }
  }

  #lineEnd(): void {
    if (this.#text[this.#at] === '\r') this.#at += 1;
    if (this.#text[this.#at] === '\n') this.#at += 1;
    this.#line += 1;
  }
}
