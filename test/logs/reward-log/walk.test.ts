import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainKeys } from '../../../electron/logs/reward-log/plain-values.ts';
import { noKind, type Scanned, scanLines } from '../../../electron/logs/reward-log/scan-lines.ts';
import { Walker } from '../../../electron/logs/reward-log/walk/walker.ts';
import { compiledWalk, modulePath } from '../../compile-walk.ts';
import { fuzzRuns, tried } from '../../fuzz-runs.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const expected = plainKeys(new Set(['reward', 'success', 'error', 'usage']));

function scan(text: string | Buffer): Scanned {
  const path = join(folder, 'walked.jsonl');
  writeFileSync(path, text);
  return scanLines(path, expected, () => undefined);
}

/** For each line: its keys, `odd`, `exact` or `blank`. */
function told(text: string | Buffer): (string | readonly string[])[] {
  const { kinds, kindOfLine } = scan(text);
  return Array.from(kindOfLine, (number) => {
    const kind = kinds[number];
    if (number === noKind || kind === undefined) return 'blank';
    if (kind.keys === null) return 'exact';
    return kind.odd ? 'odd' : kind.keys;
  });
}

test('the module is what its source compiles to', { timeout: 120_000 }, async () => {
  expect(readFileSync(modulePath, 'utf8')).toBe(await compiledWalk());
});

describe('a line is plain or odd by how its values are written', () => {
  test.each(['0', '-1', '0.25', '1e-05', '18446744073709551615', 'null'])(
    'a reward of %s is plain',
    (reward) => {
      expect(told(`{"reward":${reward},"x":"{\\"reward\\":\\"a\\"}"}\n`)).toEqual([['reward', 'x']]);
    },
  );

  test.each([
    '"0.5"',
    'NaN',
    'nan',
    '-Infinity',
    'Infinity',
    '1e400',
    '1E+2',
    '9'.repeat(400),
    'true',
    '[1]',
    '{}',
  ])('a reward of %s is odd', (reward) => {
    expect(told(`{"reward":${reward},"x":1}\n`)).toEqual(['odd']);
  });

  test.each([
    ['"success":1', 'odd'],
    ['"success" : "yes"', 'odd'],
    ['"success":\ttrue', ['success']],
    ['"error":false', 'odd'],
    ['"error":"TimeoutError"', ['error']],
    ['"usage":[]', 'odd'],
    ['"usage":{"total_tokens":"9"}', 'odd'],
    ['"usage":{"total_tokens":9,"cached":"9","deep":{"total_tokens":"9"}}', ['usage']],
    ['"other":{"reward":"9"}', ['other']],
    ['"other":"9","list":["reward",{"success":1}]', ['other', 'list']],
  ])('{%s}', (members, kind) => {
    expect(told(`{${members}}`)).toEqual([kind]);
  });
});

describe('what DuckDB would read otherwise goes to the exact reader', () => {
  test('an expected key that is spelt with an escape', () => {
    expect(told('{"rew\\u0061rd":"0.5"}\n{"x":1,"\\u65e5":2}\n{"usage":{"total\\u005ftokens":"9"}}')).toEqual(
      ['odd', ['x', '日'], 'odd'],
    );
  });

  test('half a surrogate pair, wherever it stands; a whole pair is none', () => {
    const lines = ['"\\ud83d"', '"\\ud83dx\\ude00"', '"\\ude00\\ud83d"', '"\\uD83D\\uDE00"', '"\\\\ud83d"'];
    expect(told(lines.map((value) => `{"x":${value}}\n`).join(''))).toEqual([
      'exact',
      'exact',
      'exact',
      ['x'],
      ['x'],
    ]);
  });

  test('doubled keys, glued objects, cut lines and other text', () => {
    const lines = ['{"x":1,"x":2}', '{"x":1}{"y":2}', '{"x":"cut', 'WARNING', '[1]', '{}'];
    expect(told(lines.join('\n'))).toEqual(lines.map(() => 'exact'));
  });
});

describe('lines', () => {
  test('are cut at line feeds alone, whatever is escaped or open before them', () => {
    const { index, kindOfLine } = scan('{"a":"x\\\n{"b":"\r\u2028"}\r\n\n  \t\n{"c":"\\');
    expect(index).toMatchObject({ lines: 5, closed: false, longest: 14 });
    expect([...index.blank]).toEqual([3, 4]);
    expect([...kindOfLine].map((kind) => kind === noKind)).toEqual([false, false, true, true, false]);
  });

  test('have the same fingerprint for the same bytes, at any place, and other ones for others', () => {
    const one = '{"reason":"the form was opened and its field filled","step":1}';
    const other = one.replace('filled', 'fillet');
    const padding = `{"p":"${'x'.repeat(5 << 20)}"}`;
    const { fingerprint, index } = scan([one, other, padding, `  ${one}\r`, other, one].join('\n'));
    expect(index.longest).toBe(padding.length + 1);
    const [a, b, , c, d, e] = fingerprint;
    expect([a, a]).toEqual([c, e]);
    expect(b).toBe(d);
    expect(a).not.toBe(b);
  });

  test('a byte order mark is no part of the first line', () => {
    const { fingerprint } = scan(Buffer.from('\ufeff{"reward":1}\n{"reward":1}\n'));
    expect(fingerprint[0]).toBe(fingerprint[1]);
    expect(told('{"a":1}\n\ufeff \n{"a":1}\n \ufeff\n')).toEqual([['a'], 'blank', ['a'], 'exact']);
  });

  test('more than one walk hands out are all counted', () => {
    const count = 200_000;
    const { index, kinds } = scan('{"a":1}\n\n'.repeat(count));
    expect(index.lines).toBe(2 * count);
    expect(index.blank.length).toBe(count);
    expect(kinds).toEqual([{ lines: count, keys: ['a'], odd: false }]);
  });
});

/** What is found of each line of a text. */
function walked(walker: Walker, text: string): unknown[] {
  const bytes = Buffer.from(text);
  if (bytes.length > walker.block.length) walker.grow(bytes.length);
  walker.block.set(bytes);
  const lines: unknown[] = [];
  for (let row = 0, rows = walker.walk(0, bytes.length, false); row < rows; row += 1)
    lines.push({
      keys: walker.keys(row),
      print: walker.print(row),
      blank: walker.isBlank(row),
      odd: walker.isOdd(row),
      lone: walker.hasLoneHalf(row),
      escaped: walker.hasEscapedKey(row),
      met: walker.met(row),
    });
  return lines;
}

/** Keys of every length about the widths the walk looks at at once, expected ones, and one that is spelt with an escape. */
const anyKey = fc.oneof(
  fc.constantFrom('reward', 'success', 'error', 'usage', 'total_tokens', 'rewar\\u0064', 'a\\"b', '键'),
  fc.integer({ min: 0, max: 70 }).map((length) => 'k'.repeat(length)),
);
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\\"',
        '\\\\',
        '\\n',
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        'é',
        '好',
        '\\ud83d',
        '\\ud83d\\ude00',
        '\\ude00',
      ),
      fc.integer({ min: 0, max: 80 }).map((length) => 'x'.repeat(length)),
    ),
    { maxLength: 6 },
  )
  .map((parts) => `"${parts.join('')}"`);
const anyNumber = fc.constantFrom(
  '0',
  '-1',
  '0.25',
  '1e-05',
  '1e400',
  '1E+2',
  '-Infinity',
  '12345678901234567890.5',
);
const { value: anyValue } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    anyText,
    anyNumber,
    fc.constantFrom('true', 'null', 'NaN', 'nan', '{}', '[ ]'),
    fc.array(tie('value'), { maxLength: 3 }).map((values) => `[${values.join(', ')}]`),
    fc.array(fc.tuple(anyKey, tie('value')), { maxLength: 3 }).map(objectOf),
  ),
}));

function objectOf(members: readonly (readonly [string, string])[]): string {
  return `{${members.map(([key, value]) => `"${key}": ${value}`).join(',')}}`;
}

const anyLine = fc.oneof(
  { weight: 6, arbitrary: fc.array(fc.tuple(anyKey, anyValue), { maxLength: 12 }).map(objectOf) },
  // Cut anywhere, in the middle of an escape too: what is open ends with its line.
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.array(fc.tuple(anyKey, anyValue), { minLength: 1, maxLength: 6 }), fc.nat(400))
      .map(([members, length]) => objectOf(members).slice(0, length)),
  },
  { weight: 1, arbitrary: fc.constantFrom('', ' \t', '\\', '"', '}{', '{"reward":1}{"reward":"1"}') },
);

test('what is found of a line does not depend on what stands before it', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 1, maxLength: 12 }), fc.nat(130), (lines, spaces) => {
      tried('lines', lines.length);
      const alone = lines.map((line) => walked(new Walker(1 << 14, expected), `${line}\n`));
      const before = `${' '.repeat(spaces)}\n`;
      const together = walked(new Walker(1 << 14, expected), `${before}${lines.join('\n')}\n`);
      expect(together.slice(1)).toEqual(alone.flat());
    }),
    { numRuns: fuzzRuns(300) },
  );
});
