import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { parseRubric, rubricContentHash } from '../../../electron/core/rubric/index.ts';

function hash(text: string): string {
  const { rubric } = parseRubric(text);
  if (rubric === null) throw new Error(`not a rubric: ${text}`);
  return rubricContentHash(rubric);
}

const base = {
  version: 'v1',
  fine: { max: 2, abstain: true },
  routing: { mail: ['send', '发送'], notes: ['note'] },
  categories: {
    mail: {
      name: 'Mail',
      steps: ['one: first', 'two'],
      pitfalls: ['p', 'q'],
      output_format: 'success and score',
    },
    notes: { name: 'Notes', steps: ['three'], output_format: 'success and score' },
  },
};

function shuffled<T>(record: Record<string, T>, ranks: readonly number[]): Record<string, T> {
  const entries = Object.entries(record).map((entry, index) => ({
    entry,
    rank: ranks[index % ranks.length] ?? 0,
  }));
  return Object.fromEntries(entries.sort((a, b) => a.rank - b.rank).map(({ entry }) => entry));
}

describe('the content hash of a rubric', () => {
  test('is 64 hex digits and ignores version, parent and note', () => {
    expect(hash(stringify(base))).toMatch(/^[0-9a-f]{64}$/);
    expect(hash(stringify({ ...base, version: 'v9', parent: 'v1', note: 'copy' }))).toBe(
      hash(stringify(base)),
    );
  });

  test('does not change with comments, quotes, flow or block layout and the order of keys without meaning', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer(), { minLength: 4, maxLength: 8 }),
        fc.constantFrom('PLAIN' as const, 'QUOTE_DOUBLE' as const, 'QUOTE_SINGLE' as const),
        fc.constantFrom('any' as const, 'block' as const, 'flow' as const),
        fc.integer({ min: 1, max: 8 }),
        (ranks, quotes, collectionStyle, indent) => {
          const other = shuffled(
            {
              ...base,
              categories: shuffled(
                { ...base.categories, mail: shuffled(base.categories.mail, ranks) },
                [...ranks].reverse(),
              ),
            },
            ranks,
          );
          const text = stringify(other, {
            defaultStringType: quotes,
            defaultKeyType: 'PLAIN',
            collectionStyle,
            indent,
          });
          const commented =
            collectionStyle === 'flow' ? `# c\n${text}` : text.replaceAll(/^(\S.*)$/gm, '# c\n\n$1');
          expect(hash(commented)).toBe(hash(stringify(base)));
        },
      ),
    );
  });

  test('changes with the order of steps, pitfalls and routes, and with any word', () => {
    const variants = [
      { ...base, routing: { notes: ['note'], mail: ['send', '发送'] } },
      {
        ...base,
        categories: { ...base.categories, mail: { ...base.categories.mail, steps: ['two', 'one: first'] } },
      },
      {
        ...base,
        categories: { ...base.categories, mail: { ...base.categories.mail, pitfalls: ['q', 'p'] } },
      },
      { ...base, categories: { ...base.categories, notes: { ...base.categories.notes, steps: ['Three'] } } },
      { ...base, fine: { max: 2, abstain: false } },
      { ...base, frames: { max: 4 } },
    ];
    const hashes = [base, ...variants].map((variant) => hash(stringify(variant)));
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  test('does not change with the order of keywords within a route', () => {
    expect(hash(stringify({ ...base, routing: { mail: ['发送', 'send'], notes: ['note'] } }))).toBe(
      hash(stringify(base)),
    );
  });
});
