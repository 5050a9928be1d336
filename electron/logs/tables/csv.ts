import { failSaying } from '../../core/model/failure.ts';

export interface CsvRecord {
  /** 1-based line its first field stands on. */
  readonly line: number;
  readonly fields: readonly string[];
  /** Byte offsets of the record, without its line end. */
  readonly start: number;
  readonly end: number;
  /** The record as it stands there, each byte a character. */
  readonly bytes: string;
}

/** A record as it stands in its file. */
export function recordText({ bytes }: CsvRecord): string {
  return decoded(bytes);
}

export interface CsvTable {
  readonly header: readonly string[];
  readonly records: readonly CsvRecord[];
  /** Lines of nothing but white space. */
  readonly blank: number;
  readonly lines: number;
}

/** What a table is found to have had at its end. */
export interface CsvEnd {
  readonly blank: number;
  readonly lines: number;
}

/** A record longer than this is a quote that was never closed: no table has one. */
const longestRecord = 1 << 26;

/*
 * Read as bytes, one character each: every sign CSV has is ASCII, so that offsets are the file's own whatever its bytes
 * are, and only fields are decoded.
 */

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
  const bytes = Buffer.from(text).toString('latin1');
  const reader = new CsvReader(bytes, 0);
  const header = reader.next();
  if (header === null) throw failSaying('wrong_shape', 'no_header', { name });
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
 * @param chunks the bytes of a UTF-8 text, cut anywhere; a byte order mark at the beginning is no part of it
 * @param name of the file, for the message
 * @returns the header first, trimmed, then every record that is not blank, then how many lines there were
 * @throws FailureError as `readCsv`
 */
export async function* csvRecords(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<{ readonly header: readonly string[] } | CsvEnd | CsvRecord> {
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
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
    if (reader === null) {
      // The separator shows in the first line.
      waiting += bytes;
      if (!/[^\s\xef\xbb\xbf][^\r\n]*[\r\n]/.test(waiting)) continue;
      reader = readerOf(waiting);
    } else reader.add(bytes);
    yield* read(reader, false);
  }
  reader ??= readerOf(waiting);
  yield* read(reader, true);
  if (!header) throw failSaying('wrong_shape', 'no_header', { name });
  if (reader.openQuote !== null) throw neverClosed(name, reader.openQuote);
  yield { blank: reader.blank, lines: reader.lines };
}

const byteOrderMark = '\xef\xbb\xbf';

function readerOf(bytes: string): CsvReader {
  const skipped = bytes.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
  return new CsvReader(bytes.slice(skipped), skipped);
}

function neverClosed(name: string, line: number) {
  return failSaying('wrong_shape', 'open_quote', { name, line }, { line });
}

const beyondAscii = /[\x80-\xff]/;

/** The text that bytes are; what is no UTF-8 as U+FFFD. */
function decoded(bytes: string): string {
  return beyondAscii.test(bytes) ? Buffer.from(bytes, 'latin1').toString('utf8') : bytes;
}

class CsvReader {
  #text: string;
  readonly #separator: string;
  #at = 0;
  #line = 1;
  /** Offset of the bytes held within the whole. */
  #base = 0;
  blank = 0;
  /** The line of the quote that was never closed. */
  openQuote: number | null = null;

  /**
   * @param bytes as one character each
   * @param base offset of the first within the whole
   */
  constructor(bytes: string, base: number) {
    this.#text = bytes;
    this.#base = base;
    this.#separator = separatorOf(bytes);
  }

  /** Lines read so far; a line end at the end of the text begins no further line. */
  get lines(): number {
    return this.#line - 1;
  }

  get line(): number {
    return this.#line;
  }

  /** Bytes that are held and not read. */
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
        bytes: this.#text.slice(start, end),
      };
    }
  }

  #field(): string {
    let opening = this.#at;
    // White space before an opening quote is what a person typed after the comma.
    while (this.#text[opening] === ' ') opening += 1;
    if (this.#text[opening] !== '"') return this.#plain();
    this.#at = opening + 1;
    const quoted = decoded(this.#quoted());
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
    return decoded(this.#text.slice(start, this.#at));
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
