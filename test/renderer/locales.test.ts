import { describe, expect, test } from 'vitest';
import { literalTexts, namespacesOf, sourceFiles, textsOf, usedKeys, withoutNumber } from './texts.ts';

const placeholders = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\{\s*([^},\s]+)/g)].map((one) => one[1] ?? ''))].sort();
const keysOf = (texts: ReadonlyMap<string, string>): string[] =>
  [...new Set([...texts.keys()].map(withoutNumber))].sort();

/** Words that are written the same in both languages: units, formats, names of figures. */
const shared = new Set(
  'n p p50 p95 p99 ms s icc icc1 κ ac1 json jsonl csv yaml gzip zstd schema url base api id token tokens fn fp fpr fnr assay english k mcnemar sd usd a b'.split(
    ' ',
  ),
);

describe('every text is there in both languages', () => {
  test('the same files', () => {
    expect(namespacesOf('zh-CN')).toEqual(namespacesOf('en'));
    expect(namespacesOf('en')).toContain('common');
  });

  test.each(namespacesOf('en'))('%s: the same keys, none empty, the same placeholders', (namespace) => {
    const english = textsOf('en', namespace);
    const chinese = textsOf('zh-CN', namespace);
    expect(keysOf(chinese)).toEqual(keysOf(english));
    for (const texts of [english, chinese])
      for (const [key, text] of texts) expect(text.trim(), `${namespace}:${key}`).not.toBe('');
    const byKey = new Map([...english].map(([key, text]) => [withoutNumber(key), text]));
    for (const [key, text] of chinese)
      expect(placeholders(text), `${namespace}:${key}`).toEqual(
        placeholders(byKey.get(withoutNumber(key)) ?? ''),
      );
  });

  test.each(namespacesOf('zh-CN'))('%s: the Chinese text is Chinese', (namespace) => {
    const left = [...textsOf('zh-CN', namespace)].filter(([, text]) => {
      if (/\p{Script=Han}/u.test(text)) return false;
      const words = text.replaceAll(/\{\{[^}]*\}\}/g, ' ').match(/\p{L}[\p{L}\p{N}_]*/gu) ?? [];
      // A unit, a format, or a field's own name is no prose.
      return words.some((word) => !shared.has(word.toLowerCase()) && !word.includes('_'));
    });
    expect(left).toEqual([]);
  });
});

describe('the screens say nothing of their own', () => {
  const files = sourceFiles();

  test('no source shows a text that is not in the translation files', () => {
    expect(files.length).toBeGreaterThan(60);
    /** Examples of input, keys of the keyboard and names of algorithms are the same everywhere. */
    const same = /^(https?:\/\/\S+|[A-Z][A-Z0-9_]+|Esc|(· )?sha256)$/;
    const found = files.filter((file) => file.endsWith('.tsx')).flatMap((file) => literalTexts(file));
    expect(found.filter((one) => !same.test(one.text))).toEqual([]);
  });

  test('a text between tags, in braces and in an attribute that is read would be found', () => {
    const source = `const a = <b title="Open it" data-x="not shown">Some words {'and more'} {t('k')} · 3</b>;`;
    expect(literalTexts('planted.tsx', source).map((one) => one.text)).toEqual([
      'Open it',
      'Some words',
      'and more',
    ]);
  });

  test('every key a source asks for exists', () => {
    const known = new Map(namespacesOf('en').map((name) => [name, keysOf(textsOf('en', name))]));
    const missing = files
      .flatMap((file) => usedKeys(file))
      .filter(({ namespace, key, prefix }) => {
        const keys = known.get(namespace);
        if (keys === undefined) return true;
        if (!prefix) return !keys.includes(key);
        return key !== '' && !keys.some((one) => one.startsWith(key));
      });
    expect(missing).toEqual([]);
    expect(files.flatMap((file) => usedKeys(file)).length).toBeGreaterThan(300);
  });
});
