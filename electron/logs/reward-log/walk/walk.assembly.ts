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
/** What a value's first byte says of its form. */
const formsAt: usize = 1024;
/**
 * The keys of the line before, one a place: its bytes and those behind it, a mask of those that have to be the same, its
 * hash at its depth, length, depth, forms, and whether it is `innerKey`.
 */
const guessesAt: usize = 1280;
const guessSize: usize = 96;
const guesses: i32 = 60;
const rowsAt: usize = 7168;
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

/** The key at depth 1 whose object's keys belong to a line's kind, as `atDepth` has it. */
let innerPlaced: u64 = 0;

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
  memory.fill(0, 0, rowsAt);
  innerPlaced = atDepth(hashOf(from, to), 1);
  store<u8>(formsAt + quote, u8(formText));
  for (let digit = zero; digit <= nine; digit += 1) store<u8>(formsAt + usize(digit), u8(formNumber));
  store<u8>(formsAt + minus, u8(formNumber));
  store<u8>(formsAt + 110, u8(formNull));
  store<u8>(formsAt + 116, u8(formTruth));
  store<u8>(formsAt + 102, u8(formTruth));
  store<u8>(formsAt + openBracket, u8(formList));
  store<u8>(formsAt + openBrace, u8(formObject));
  for (let place = 0; place < guesses; place += 1)
    store<u32>(guessesAt + usize(place) * guessSize + 76, 0xffffffff);
}

/** Keeps a key as the one to expect at a place of the next line. Longer ones are not kept. */
function guess(place: usize, from: usize, to: usize, depth: i32, placed: u64, forms: u32): void {
  const length = to - from;
  if (length > 31) {
    store<u32>(place + 76, 0xffffffff);
    return;
  }
  v128.store(place, v128.load(from));
  v128.store(place + 16, v128.load(from + 16));
  // The closing quote is part of it: a longer key that begins alike is another.
  memory.fill(place + 32, 0, length + 1);
  memory.fill(place + 33 + length, 0xff, 31 - length);
  store<u64>(place + 64, placed);
  store<u32>(place + 72, u32(length));
  store<i32>(place + 76, depth);
  store<u32>(place + 80, forms);
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
  const form = load<u8>(formsAt + usize(load<u8>(at)));
  if ((forms & form) == 0) return false;
  if (form != formNumber) return form != formNull || load<u8>(at + 1) == 117;
  // Most numbers end within 16 bytes, and have neither sign nor exponent.
  const bytes = v128.load(at);
  const ends = i8x16.bitmask(
    v128.or(
      i8x16.lt_u(bytes, i8x16.splat(33)),
      v128.or(i8x16.eq(bytes, i8x16.splat(comma)), i8x16.eq(bytes, i8x16.splat(closeBrace))),
    ),
  );
  const others = i8x16.bitmask(i8x16.lt_u(i8x16.splat(nine), bytes)) | i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(minus)));
  if ((others & (ends - 1) & ~ends) == 0 && ends != 0) return true;
  const from = at;
  if (load<u8>(at) == minus) {
    at += 1;
    if (!isDigit(load<u8>(at))) return false;
  }
  while (isDigit(load<u8>(at)) || load<u8>(at) == point) at += 1;
  if ((load<u8>(at) | 32) == letterE && load<u8>(at + 1) != minus) return false;
  return at - from < longestNumber;
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

/** Bits of 64 bytes, one for each, from the comparisons of 16 each. */
@inline
function bitsOf(a: v128, b: v128, c: v128, d: v128): u64 {
  return (
    u64(i8x16.bitmask(a)) |
    (u64(i8x16.bitmask(b)) << 16) |
    (u64(i8x16.bitmask(c)) << 32) |
    (u64(i8x16.bitmask(d)) << 48)
  );
}

/** Which of 16 bytes are commas, brackets or braces: the latter two differ in one bit. */
@inline
function structure(bytes: v128): v128 {
  const small = v128.or(bytes, i8x16.splat(32));
  return v128.or(
    i8x16.eq(bytes, i8x16.splat(comma)),
    v128.or(i8x16.eq(small, i8x16.splat(openBrace)), i8x16.eq(small, i8x16.splat(closeBrace))),
  );
}

/** Each bit is the parity of the bits up to it: with quotes, the bytes from an opening quote to before the closing one. */
@inline
function between(quotes: u64): u64 {
  let bits = quotes ^ (quotes << 1);
  bits ^= bits << 2;
  bits ^= bits << 4;
  bits ^= bits << 8;
  bits ^= bits << 16;
  return bits ^ (bits << 32);
}

/** What `escapesOf` leaves: the bytes that are escaped, and where half a surrogate pair is escaped without the other. */
let escaped: u64 = 0;
let lone: u64 = 0;
/** The first byte of the next 64 is escaped. */
let escapesNext: u64 = 0;
/** Address of the low half of the last pair. */
let lowHalfAt: usize = 0;

/** Looks at the backslashes among the 64 bytes at an address. */
function escapesOf(backslashes: u64, at: usize): void {
  escaped = escapesNext;
  lone = 0;
  let left = backslashes & ~escapesNext;
  escapesNext = 0;
  while (left != 0) {
    const bit = ctz(left);
    const here = at + usize(bit);
    const half = halfAt(here);
    if (half == highHalf && halfAt(here + 6) == lowHalf) lowHalfAt = here + 6;
    else if (half != 0 && here != lowHalfAt) lone |= u64(1) << bit;
    if (bit == 63) escapesNext = 1;
    else escaped |= u64(2) << bit;
    left &= ~(u64(3) << bit);
  }
}

/** The bits up to one, with it. */
@inline
function upTo(bit: u64): u64 {
  return ~u64(0) >> (63 - bit);
}

/** Address of the first quote or line feed that is not escaped, from an address on; the limit where there is none before. */
function keyEnd(from: usize, limit: usize): usize {
  let at = from;
  while (at < limit) {
    const bytes = v128.load(at);
    const found = i8x16.bitmask(
      v128.or(
        v128.or(i8x16.eq(bytes, i8x16.splat(quote)), i8x16.eq(bytes, i8x16.splat(backslash))),
        i8x16.eq(bytes, i8x16.splat(lineFeed)),
      ),
    );
    if (found == 0) {
      at += 16;
      continue;
    }
    at += usize(ctz(found));
    if (at >= limit || load<u8>(at) != backslash) break;
    escapedInKey = true;
    at += load<u8>(at + 1) == lineFeed ? 1 : 2;
  }
  return min(at, limit);
}

/** Whether `keyEnd` met a backslash. */
let escapedInKey: bool = false;

/** Whether a line holds a byte order mark alone, which is cut wherever a line begins with one. */
function isMark(line: usize, from: usize, to: usize): bool {
  return from == line && to - from == 3 && load<u16>(from) == 0xbbef && load<u8>(from + 2) == 0xbf;
}

/** A number that is the same for the same bytes, and seldom for others: 53 bits. */
export function fingerprint(from: usize, to: usize): f64 {
  const length = to - from;
  // Four sums side by side: a processor multiplies several numbers at once that do not depend on each other.
  let a = u64(length) * primeA;
  let b = primeB;
  let c = primeC;
  let d = primeA;
  let at = from;
  for (; at + 32 <= to; at += 32) {
    a = mix(a, load<u64>(at));
    b = mix(b, load<u64>(at + 8));
    c = mix(c, load<u64>(at + 16));
    d = mix(d, load<u64>(at + 24));
  }
  return f64(mix(mix(a, b), mix(c, d) ^ hashOf(at, to)) >> 11);
}

/**
 * Walks over the block from `start` and gives the number of whole lines met before `limit`, at most as many as there are
 * rows for; their rows tell the rest. 64 bytes at a time it is found out which of them stand in strings; of the others only
 * commas, brackets, braces and line feeds are looked at. A line feed ends the line wherever it stands.
 *
 * @param mark bytes at `start` that are no part of the line's content: a byte order mark
 */
export function walk(start: usize, limit: usize, mark: usize): i32 {
  let rows: i32 = 0;
  let row = rowsAt;
  let line = start;
  let content = start + mark;
  // Of the line at work: hash of its keys, flags, depth, and where `innerKey` is concerned.
  let keys: u64 = primeA;
  let flags: u32 = 0;
  let depth: i32 = 0;
  let met: i32 = 0;
  let inside = false;
  let insideNext = false;
  /** All bits where the bytes before ended in a string. */
  let open: u64 = 0;
  escapesNext = 0;
  lowHalfAt = 0;
  for (let block = start; block < limit; block += 64) {
    const a = v128.load(block);
    const b = v128.load(block + 16);
    const c = v128.load(block + 32);
    const d = v128.load(block + 48);
    const within = limit - block >= 64 ? ~u64(0) : upTo(u64(limit - block) - 1);
    let quotes = bitsOf(
      i8x16.eq(a, i8x16.splat(quote)),
      i8x16.eq(b, i8x16.splat(quote)),
      i8x16.eq(c, i8x16.splat(quote)),
      i8x16.eq(d, i8x16.splat(quote)),
    );
    const backslashes = bitsOf(
      i8x16.eq(a, i8x16.splat(backslash)),
      i8x16.eq(b, i8x16.splat(backslash)),
      i8x16.eq(c, i8x16.splat(backslash)),
      i8x16.eq(d, i8x16.splat(backslash)),
    );
    const feeds =
      bitsOf(
        i8x16.eq(a, i8x16.splat(lineFeed)),
        i8x16.eq(b, i8x16.splat(lineFeed)),
        i8x16.eq(c, i8x16.splat(lineFeed)),
        i8x16.eq(d, i8x16.splat(lineFeed)),
      ) & within;
    const marks = bitsOf(structure(a), structure(b), structure(c), structure(d)) & within;
    let halves: u64 = 0;
    if ((backslashes | escapesNext) != 0) {
      escapesOf(backslashes & within, block);
      quotes &= ~escaped;
      halves = lone;
    }
    let strings = between(quotes) ^ open;
    let due = (marks & ~strings) | feeds;
    while (due != 0) {
      const bit = ctz(due);
      due &= due - 1;
      const at = block + usize(bit);
      const byte = load<u8>(at);
      let keyDue = false;
      if (byte == comma) keyDue = depth == 1 || (inside && depth == 2);
      else if (byte == lineFeed) {
        const done = upTo(bit);
        if ((halves & done) != 0) flags |= loneHalf;
        halves &= ~done;
        // What is left open ends with its line.
        if (((strings >> bit) & 1) != 0) {
          strings ^= ~done | (u64(1) << bit);
          due = ((marks & ~strings) | feeds) & ~done;
        }
        let from = content;
        let to = at;
        while (from < to && isSpace(load<u8>(from))) from += 1;
        while (to > from && isSpace(load<u8>(to - 1))) to -= 1;
        store<f64>(row, f64(keys >> 11));
        store<f64>(row + 8, fingerprint(from, to));
        store<u32>(row + 16, u32(at - bytesAt()));
        store<u32>(row + 20, from == to || isMark(line, from, to) ? blank : flags);
        rows += 1;
        if (rows == mostRows) return rows;
        row += rowSize;
        line = at + 1;
        content = line;
        keys = primeA;
        flags = 0;
        depth = 0;
        met = 0;
        inside = false;
        insideNext = false;
      } else if (byte == openBrace) {
        depth += 1;
        if (depth == 2 && insideNext) inside = true;
        keyDue = depth == 1 || (inside && depth == 2);
      } else if (byte == openBracket) depth += 1;
      else {
        depth -= 1;
        if (depth == 1) inside = false;
      }
      if (!keyDue) continue;
      let from = at + 1;
      while (isGap(load<u8>(from))) from += 1;
      if (load<u8>(from) != quote) continue;
      from += 1;
      const place = guessesAt + usize(met) * guessSize;
      met = met < guesses - 1 ? met + 1 : met;
      const same = v128.and(
        v128.or(i8x16.eq(v128.load(from), v128.load(place)), v128.load(place + 32)),
        v128.or(i8x16.eq(v128.load(from + 16), v128.load(place + 16)), v128.load(place + 48)),
      );
      let to: usize;
      let placed: u64;
      let forms: u32;
      if (i8x16.all_true(same) && load<i32>(place + 76) == depth) {
        to = from + usize(load<u32>(place + 72));
        placed = load<u64>(place + 64);
        forms = load<u32>(place + 80);
      } else {
        escapedInKey = false;
        to = keyEnd(from, limit);
        placed = atDepth(hashOf(from, to), depth);
        forms = expected(placed);
        if (escapedInKey) flags |= escapedKey;
        else guess(place, from, to, depth, placed, forms);
      }
      keys = mix(keys, placed);
      if (depth == 1) insideNext = placed == innerPlaced;
      if (forms != 0) {
        flags += metOne;
        if (!isPlain(to, forms)) flags |= odd;
      }
    }
    if (halves != 0) flags |= loneHalf;
    open = u64(i64(strings) >> 63);
  }
  return rows;
}
