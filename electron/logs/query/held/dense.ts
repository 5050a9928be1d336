/** Numbers from 0 on for things that are told apart by 64 bits: one for each, in the order they are first met. */
export interface Dense {
  readonly codes: Uint32Array;
  readonly count: number;
  /** The halves that each number stands for. */
  readonly lows: Uint32Array;
  readonly highs: Uint32Array;
}

/**
 * Numbers 64-bit hashes, which come as their lower and upper halves.
 *
 * @param low each a whole number below 2^32, as are `high`
 */
export function denseCodes(low: Float64Array, high: Float64Array): Dense {
  const { length } = low;
  let slots = 1024;
  while (slots < 2 * length) slots *= 2;
  // Code + 1 of what stands in a slot; 0 where nothing does.
  const table = new Uint32Array(slots);
  const lows = new Uint32Array(length);
  const highs = new Uint32Array(length);
  const codes = new Uint32Array(length);
  let count = 0;
  for (let at = 0; at < length; at += 1) {
    const a = (low[at] ?? 0) >>> 0;
    const b = (high[at] ?? 0) >>> 0;
    let slot = (a ^ (b >>> 7)) & (slots - 1);
    for (;;) {
      const held = table[slot] ?? 0;
      if (held === 0) {
        lows[count] = a;
        highs[count] = b;
        codes[at] = count;
        count += 1;
        table[slot] = count;
        break;
      }
      if (lows[held - 1] === a && highs[held - 1] === b) {
        codes[at] = held - 1;
        break;
      }
      slot = (slot + 1) & (slots - 1);
    }
  }
  return { codes, count, lows: lows.slice(0, count), highs: highs.slice(0, count) };
}

/** Places of all things, those of one number side by side: of number `n` from `starts[n]` to `starts[n + 1]`. */
export interface Sorted {
  readonly order: Uint32Array;
  readonly starts: Uint32Array;
}

export function sortedByCode({ codes, count }: Pick<Dense, 'codes' | 'count'>): Sorted {
  const starts = new Uint32Array(count + 1);
  for (let at = 0; at < codes.length; at += 1) {
    const next = (codes[at] ?? 0) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let code = 0; code < count; code += 1)
    starts[code + 1] = (starts[code + 1] ?? 0) + (starts[code] ?? 0);
  const next = starts.slice(0, count);
  const order = new Uint32Array(codes.length);
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    const place = next[code] ?? 0;
    order[place] = at;
    next[code] = place + 1;
  }
  return { order, starts };
}
