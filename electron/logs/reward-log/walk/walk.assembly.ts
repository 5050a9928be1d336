/**
 * The inner loop of the import, in AssemblyScript: one walk over a block of a log's bytes that cuts it into lines and takes
 * of each the sequence of its keys, a fingerprint, and whether some value is written otherwise than expected. Compiled into
 * `walk-module.ts` by `npm run walk`, which a test repeats; `scan-lines.ts` is the one caller.
 *
 * It trusts a line to be JSON: what is found of one that is not means nothing, and such a line is read exactly anyway.
 * Memory: the table of expectations, then the rows that are handed out, then the bytes (`bytesAt`), behind which 32 more
 * may be read.
 */

/** 64 places of 16 bytes: the hash of a key and its depth, and the forms its value may have. */
const slots: usize = 64;
const rowsAt: usize = 1024;
const mostRows: i32 = 65536;
const rowSize: usize = 24;

/** First byte of the block. */
export function bytesAt(): usize {
  return rowsAt + usize(mostRows) * rowSize;
}

/** First of the rows: kind (f64), fingerprint (f64), offset of the line's end (u32), flags (u32). */
export function firstRow(): usize {
  return rowsAt;
}

/** Rows that one walk can hand out. */
export function most(): i32 {
  return mostRows;
}

/** Flags of a row; above them stands how many keys met an expectation. */
const blank: u32 = 1;
const odd: u32 = 2;
const escapedKey: u32 = 4;
const loneHalf: u32 = 8;
const metOne: u32 = 256;

/** Forms of a value, as bits of an expectation. */
const formText: u32 = 1;
const formNumber: u32 = 2;
const formTruth: u32 = 4;
const formNull: u32 = 8;
const formList: u32 = 16;
const formObject: u32 = 32;

const quote: u8 = 34;
const plus: u8 = 43;
const comma: u8 = 44;
const minus: u8 = 45;
const point: u8 = 46;
const zero: u8 = 48;
const nine: u8 = 57;
const colon: u8 = 58;
const openBracket: u8 = 91;
const backslash: u8 = 92;
const closeBracket: u8 = 93;
const openBrace: u8 = 123;
const closeBrace: u8 = 125;
const lineFeed: u8 = 10;
const letterE: u8 = 101;
/** A longer number may be infinite. */
const longestNumber: usize = 300;

const primeA: u64 = 0x9e3779b97f4a7c15;
const primeB: u64 = 0xff51afd7ed558ccd;
const primeC: u64 = 0xc4ceb9fe1a85ec53;

/** What `lineEnd` found of the line before: hash of its keys, and its flags. */
let keys: u64 = 0;
let flags: u32 = 0;
/** The key whose object's keys belong to a line's kind, as `hashOf` has it. */
let innerKey: u64 = 0;

/** Hash of the bytes between two addresses. */
function hashOf(from: usize, to: usize): u64 {
  let hash = u64(to - from) * primeA;
  let at = from;
  for (; at + 8 <= to; at += 8) hash = mix(hash, load<u64>(at));
  const rest = to - at;
  if (rest > 0) hash = mix(hash, load<u64>(at) & ((u64(1) << (u64(rest) * 8)) - 1));
  return hash;
}

function mix(hash: u64, word: u64): u64 {
  const mixed = (hash ^ word) * primeB;
  return mixed ^ (mixed >> 29);
}

function atDepth(key: u64, depth: i32): u64 {
  return key + u64(depth) * primeC;
}

/** Empties the table; the bytes are the key whose object's keys count as a line's own. */
export function begin(from: usize, to: usize): void {
  memory.fill(0, 0, slots * 16);
  innerKey = hashOf(from, to);
}

/** The bytes are a key that, at a depth, has a value in one of some forms; at most 32 may be told. */
export function expect(from: usize, to: usize, depth: i32, forms: u32): void {
  const hash = atDepth(hashOf(from, to), depth);
  let slot = usize(hash >> 58);
  while (load<u64>(slot * 16) != 0) slot = (slot + 1) % slots;
  store<u64>(slot * 16, hash);
  store<u32>(slot * 16 + 8, forms);
}

function expected(hash: u64): u32 {
  let slot = usize(hash >> 58);
  let found = load<u64>(slot * 16);
  while (found != 0 && found != hash) {
    slot = (slot + 1) % slots;
    found = load<u64>(slot * 16);
  }
  return found == 0 ? 0 : load<u32>(slot * 16 + 8);
}

function isDigit(byte: u8): bool {
  return byte >= zero && byte <= nine;
}

/** Whether the value behind a key (its closing quote is at `at`) has one of some forms, and a number is surely finite. */
function isPlain(at: usize, forms: u32): bool {
  at += 1;
  while (isGap(load<u8>(at))) at += 1;
  if (load<u8>(at) != colon) return false;
  at += 1;
  while (isGap(load<u8>(at))) at += 1;
  const first = load<u8>(at);
  if (first == quote) return (forms & formText) != 0;
  if (isDigit(first) || first == minus) {
    if ((forms & formNumber) == 0) return false;
    const from = at;
    if (first == minus) {
      at += 1;
      if (!isDigit(load<u8>(at))) return false;
    }
    for (;;) {
      const byte = load<u8>(at);
      if ((byte | 32) == letterE) return load<u8>(at + 1) == minus && at - from < longestNumber;
      if (!isDigit(byte) && byte != point) return at - from < longestNumber;
      at += 1;
    }
  }
  // `null`, and not `nan`
  if (first == 110) return load<u8>(at + 1) == 117 && (forms & formNull) != 0;
  if (first == 116 || first == 102) return (forms & formTruth) != 0;
  if (first == openBracket) return (forms & formList) != 0;
  if (first == openBrace) return (forms & formObject) != 0;
  return false;
}

const highHalf: i32 = 1;
const lowHalf: i32 = 2;

/** Which half of a surrogate pair is escaped at an address: `\ud83d` is a high one; 0 where none is. */
function halfAt(at: usize): i32 {
  if (load<u8>(at) != backslash || load<u8>(at + 1) != 117 || (load<u8>(at + 2) | 32) != 100) return 0;
  const digit = load<u8>(at + 3) | 32;
  // Digits have the bit of a small letter set already.
  if (digit == 56 || digit == 57 || digit == 97 || digit == 98) return highHalf;
  return digit >= 99 && digit <= 102 ? lowHalf : 0;
}

/** White space within a line. */
function isGap(byte: u8): bool {
  return byte == 32 || byte == 9 || byte == 13;
}

/** White space to DuckDB's reader, line feeds aside. */
function isSpace(byte: u8): bool {
  return byte == 32 || (byte >= 9 && byte <= 13);
}

/** Address of the first quote, backslash or line feed from an address on, at least `limit` where there is none before. */
function special(from: usize, limit: usize): usize {
  let at = from;
  while (at < limit) {
    const bytes = v128.load(at);
    const found = i8x16.bitmask(
      v128.or(
        v128.or(i8x16.eq(bytes, i8x16.splat(quote)), i8x16.eq(bytes, i8x16.splat(backslash))),
        i8x16.eq(bytes, i8x16.splat(lineFeed)),
      ),
    );
    if (found != 0) return at + usize(ctz(found));
    at += 16;
  }
  return limit;
}

/** Address of the line feed that ends the line, 0 where it is not there before the limit; leaves `keys` and `flags`. */
function lineEnd(start: usize, limit: usize): usize {
  let hash: u64 = primeA;
  let found: u32 = 0;
  let depth: i32 = 0;
  let keyDue = false;
  let inside = false;
  let insideNext = false;
  let at = start;
  for (; at < limit; at += 1) {
    const byte = load<u8>(at);
    if (byte == quote) {
      const from = at + 1;
      let escaped = false;
      at = special(from, limit);
      // What is escaped is stepped over, but never the end of the line.
      while (at < limit && load<u8>(at) == backslash) {
        escaped = true;
        if (at + 1 >= limit) return 0;
        const half = halfAt(at);
        if (half == highHalf && halfAt(at + 6) == lowHalf) at += 6;
        else if (half != 0) found |= loneHalf;
        at = special(load<u8>(at + 1) == lineFeed ? at + 1 : at + 2, limit);
      }
      if (at >= limit) return 0;
      if (load<u8>(at) == lineFeed) break;
      if (keyDue) {
        keyDue = false;
        const key = hashOf(from, at);
        const placed = atDepth(key, depth);
        hash = mix(hash, placed);
        if (escaped) found |= escapedKey;
        if (depth == 1) insideNext = key == innerKey;
        const forms = expected(placed);
        if (forms != 0) {
          found += metOne;
          if (!isPlain(at, forms)) found |= odd;
        }
      }
    } else if (byte == comma) {
      if (depth == 1 || (inside && depth == 2)) keyDue = true;
    } else if (byte == openBrace) {
      depth += 1;
      keyDue = depth == 1;
      if (depth == 2 && insideNext) {
        inside = true;
        keyDue = true;
      }
    } else if (byte == openBracket) {
      depth += 1;
      keyDue = false;
    } else if (byte == closeBrace || byte == closeBracket) {
      depth -= 1;
      keyDue = false;
      if (depth == 1) inside = false;
    } else if (byte == lineFeed) break;
  }
  if (at >= limit) return 0;
  keys = hash;
  flags = found;
  return at;
}

/** Whether a line holds a byte order mark alone, which is cut wherever a line begins with one. */
function isMark(line: usize, from: usize, to: usize): bool {
  return from == line && to - from == 3 && load<u16>(from) == 0xbbef && load<u8>(from + 2) == 0xbf;
}

/** A number that is the same for the same bytes, and seldom for others: 53 bits. */
export function fingerprint(from: usize, to: usize): f64 {
  const length = to - from;
  let a = u64(length) * primeA;
  let b = primeC;
  let at = from;
  for (; at + 16 <= to; at += 16) {
    a = mix(a, load<u64>(at));
    b = mix(b, load<u64>(at + 8));
  }
  return f64(mix(a ^ hashOf(at, to), b) >> 11);
}

/**
 * Walks over the block from `start` and gives the number of whole lines met before `limit`, at most as many as there are
 * rows for; their rows tell the rest.
 *
 * @param mark bytes at `start` that are no part of the line's content: a byte order mark
 */
export function walk(start: usize, limit: usize, mark: usize): i32 {
  let rows: i32 = 0;
  let row = rowsAt;
  let at = start;
  while (rows < mostRows) {
    const end = lineEnd(at, limit);
    if (end == 0) break;
    let from = at;
    if (rows == 0) from += mark;
    let to = end;
    while (from < to && isSpace(load<u8>(from))) from += 1;
    while (to > from && isSpace(load<u8>(to - 1))) to -= 1;
    store<f64>(row, f64(keys >> 11));
    store<f64>(row + 8, fingerprint(from, to));
    store<u32>(row + 16, u32(end - bytesAt()));
    store<u32>(row + 20, from == to || isMark(at, from, to) ? blank : flags);
    rows += 1;
    row += rowSize;
    at = end + 1;
  }
  return rows;
}
