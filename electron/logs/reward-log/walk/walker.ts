import { type PlainKey, plainForms } from '../plain-values.ts';
import { walkModule } from './walk-module.ts';

/** What `walk.assembly.ts` exports; addresses and lengths are in bytes of its memory. */
interface Walk {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  bytesAt(): number;
  firstRow(): number;
  most(): number;
  begin(from: number, to: number): void;
  expect(from: number, to: number, depth: number, forms: number): void;
  fingerprint(from: number, to: number): number;
  walk(start: number, limit: number, mark: number): number;
}

const pageSize = 1 << 16;
/** The walk looks past the end of what it reads, and a last line gets its end. */
const slack = 64;
/** `usage`: its keys are part of a line's kind, because a doubled one among them changes a figure. */
const innerKey = 'usage';

/** Flags of a row, as the walk sets them. */
const blank = 1;
const odd = 2;
const escapedKey = 4;
const loneHalf = 8;
const metOne = 256;

let compiled: WebAssembly.Module | null = null;

/** One instance: WebAssembly without any import, so its exports are what the interface says. */
function instance(): Walk {
  compiled ??= new WebAssembly.Module(Buffer.from(walkModule, 'base64'));
  return new WebAssembly.Instance(compiled).exports as unknown as Walk;
}

/** Lines of a block of bytes: the block is filled, then walked over, then the rows of the lines met are asked for. */
export class Walker {
  readonly #walk = instance();
  readonly mostRows = this.#walk.most();
  #block: Buffer = Buffer.alloc(0);
  #numbers = new Float64Array(0);
  #words = new Uint32Array(0);

  /**
   * @param bytes length of the block
   * @param plain fields whose values are expected to be written plainly
   */
  constructor(bytes: number, plain: readonly PlainKey[] = []) {
    this.grow(bytes);
    this.#told(innerKey, (from, to) => this.#walk.begin(from, to));
    for (const { key, depth, type } of plain)
      this.#told(key, (from, to) => this.#walk.expect(from, to, depth, plainForms[type]));
  }

  /** The bytes to walk over; another buffer once it has grown. */
  get block(): Buffer {
    return this.#block;
  }

  /** Makes the block longer; what is in it stays. */
  grow(bytes: number): void {
    const at = this.#walk.bytesAt();
    const missing = at + bytes + slack - this.#walk.memory.buffer.byteLength;
    if (missing > 0) this.#walk.memory.grow(Math.ceil(missing / pageSize));
    const { buffer } = this.#walk.memory;
    this.#block = Buffer.from(buffer, at, bytes);
    const first = this.#walk.firstRow();
    this.#numbers = new Float64Array(buffer, first, (at - first) / 8);
    this.#words = new Uint32Array(buffer, first, (at - first) / 4);
  }

  /** Ends the line that stands at the end of the block. */
  close(at: number): void {
    const { buffer } = this.#walk.memory;
    new Uint8Array(buffer)[this.#walk.bytesAt() + at] = 10;
  }

  /**
   * Finds the whole lines from one offset of the block to another.
   *
   * @param beginsFile a byte order mark at the start is no part of its line
   * @returns how many lines were met: `mostRows` where there may be more
   */
  walk(start: number, limit: number, beginsFile: boolean): number {
    const at = this.#walk.bytesAt();
    const marked =
      beginsFile && this.#block[0] === 0xef && this.#block[1] === 0xbb && this.#block[2] === 0xbf;
    return this.#walk.walk(at + start, at + limit, marked ? 3 : 0);
  }

  /** Hash of the line's keys: 53 bits. */
  keys(row: number): number {
    return this.#numbers[3 * row] ?? 0;
  }

  /** A number that is the same for lines of the same bytes, white space around them aside. */
  print(row: number): number {
    return this.#numbers[3 * row + 1] ?? 0;
  }

  /** Offset in the block of the line feed that ends the line. */
  end(row: number): number {
    return this.#words[6 * row + 4] ?? 0;
  }

  isBlank(row: number): boolean {
    return ((this.#words[6 * row + 5] ?? 0) & blank) !== 0;
  }

  /** A value is not written as was expected. */
  isOdd(row: number): boolean {
    return ((this.#words[6 * row + 5] ?? 0) & odd) !== 0;
  }

  /** Half of a surrogate pair is escaped without the other: DuckDB refuses such a line. */
  hasLoneHalf(row: number): boolean {
    return ((this.#words[6 * row + 5] ?? 0) & loneHalf) !== 0;
  }

  /** Some key is spelt with a backslash: it was met under that spelling, and may be an expected one. */
  hasEscapedKey(row: number): boolean {
    return ((this.#words[6 * row + 5] ?? 0) & escapedKey) !== 0;
  }

  /** How many of the line's keys were expected ones. */
  met(row: number): number {
    return Math.floor((this.#words[6 * row + 5] ?? 0) / metOne);
  }

  /** The fingerprint that a line of these bytes would have. */
  printOf(bytes: Uint8Array): number {
    if (bytes.length > this.#block.length) this.grow(bytes.length);
    this.#block.set(bytes);
    const at = this.#walk.bytesAt();
    return this.#walk.fingerprint(at, at + bytes.length);
  }

  #told(key: string, tell: (from: number, to: number) => void): void {
    const at = this.#walk.bytesAt();
    if (this.#block.length < key.length) this.grow(slack);
    tell(at, at + this.#block.write(key));
  }
}
