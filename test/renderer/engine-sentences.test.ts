import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseFilter } from '../../electron/core/filter/index.ts';
import { readTemplateFile } from '../../electron/core/prompt/index.ts';
import { lintRubric } from '../../electron/core/rubric/index.ts';
import { type SaidSentences, saidIn } from '../../renderer/app/said-in.ts';

const catalogue: SaidSentences = JSON.parse(
  readFileSync(new URL('../../renderer/app/locales/engine-sentences.zh-CN.json', import.meta.url), 'utf8'),
);

/** Small words of English prose outside quotes: what a sentence that was not said in Chinese is full of. */
function english(text: string): readonly string[] {
  const prose = text.replaceAll(/[“"][^”"]*[”"]/g, ' ');
  return prose.match(/\b(?:the|this|that|there|here|write|is|are|was|expected|found|means?)\b/gi) ?? [];
}

test('every place of a sentence in Chinese is one of the English', () => {
  const names = (text: string): Set<string> =>
    new Set([...text.matchAll(/<([a-z]+\d*)>/g)].map((match) => match[1] ?? ''));
  for (const [key, said] of Object.entries(catalogue)) {
    if (!['frames', 'system: <said>', 'user: <said>'].includes(key))
      expect(said, key).toMatch(/\p{Script=Han}/u);
    for (const name of names(said)) expect(names(key), key).toContain(name);
  }
});

test('values are put in as they are, sentences within are said too', () => {
  const message = 'Line 3, column 7: user: There is no value “instrution”. Did you mean “instruction”?';
  expect(saidIn(catalogue, message)).toBe(
    '第 3 行，第 7 列：user：没有值“instrution”。是不是“instruction”？',
  );
  expect(saidIn(catalogue, 'There is no canary value in this workspace.')).toBe('工作区里没有哨兵集 value。');
  expect(saidIn(catalogue, 'No such sentence (yet).')).toBe('No such sentence (yet).');
});

describe('what the engine says of a text is said in Chinese', () => {
  const user = (text: string): string => `name: a\nuser: |-\n  ${text}\n`;
  test.each([
    'name: a\nuser: ""\n',
    user('Judge it.'),
    user('{{ instrution }} {{ frames | lenght }}'),
    user('{{ qqqqqqqq }}'),
    user('{{ instruction.x }} {{ frames.x }}'),
    user('{% if instruction %}'),
    user('{% while 1 %}'),
    user('{% endif %}'),
    user('{{ instruction / 2 }}'),
    user('{{ instruction $ }}'),
    user('{{ }}'),
    user('{{ instruction[ }}'),
    user('{{ instruction. }}'),
    user('{{ instruction extra }}'),
    user('{{ instruction'),
    user('{{ instruction is foo }}'),
    'frames: 3\nuser: "{{ instruction }}"\n',
    'frames:\n  max: none\n  order: up\n  keep: 3\n  what: 1\nuser: "{{ instruction }}"\n',
    'usr: x\n',
    'qqqqqqqqq: x\n',
    'user: [a]\n',
    '- a\n',
    'messages: 3\n',
    'user: a\nmessages: [3, {content: "{{ qqqqqqq }}"}]\n',
  ])('template %j', (text) => {
    const { problems } = readTemplateFile(text);
    expect(problems.length).toBeGreaterThan(0);
    for (const { message } of problems) expect(english(saidIn(catalogue, message)), message).toEqual([]);
  });

  test.each([
    '',
    '[]',
    'categories: 3',
    'version: a b\ncategories:\n  general:\n    steps: []\n',
    'version: a\nparent: a\ncategories:\n  x:\n    name: X\n    steps: [Opens it properly, Opens it properly, {a: b}, "", 3]\n    pitfals: [a]\n',
    'version: a\nparent: nowhere\ncategories:\n  general:\n    steps: [One]\n    pitfalls: [One]\n    output_format: text\n    foo: 1\nrouting:\n  - {category: genral, keywords: [a]}\n  - {category: general, keywords: []}\n',
    'a: 1\na: 2\n',
    'version: a\nfine: {max: 5, abstain: perhaps}\nframes: {max: 1}\ncategories: {}\n',
    'a:\n\t- b',
    'a: {b: 1, c',
    'a: [1, 2\nb: 3',
    'a: "b',
    "a: 'b",
    'a: "\\q"',
    'a: b: c',
    'a: 1\nb',
    'a: *none',
    'a: &x &y 1',
    'a: @b',
    'a: - b',
    'a:\n  - b\n c: d',
    'a: !!set [1]',
    'a: |x\n  b',
    'a: 1\n---\nb: 2',
    '}',
    '%FOO\n---\na: 1',
  ])('rubric %j', (text) => {
    const { problems } = lintRubric(text, { versions: [] });
    expect(problems.length).toBeGreaterThan(0);
    for (const { message } of problems) {
      expect(english(saidIn(catalogue, message)), message).toEqual([]);
      expect(saidIn(catalogue, message)).toMatch(/\p{Script=Han}/u);
    }
  });

  test('every sentence of the YAML parser is said', () => {
    const folder = join(fileURLToPath(import.meta.resolve('yaml')), '..');
    const sources = ['compose', 'parse', 'doc/directives.js', 'schema/common', 'schema/core'].flatMap(
      (name) =>
        name.endsWith('.js')
          ? [join(folder, name)]
          : readdirSync(join(folder, name))
              .filter((file) => file.endsWith('.js') && !file.startsWith('cst-'))
              .map((file) => join(folder, name, file)),
    );
    // Literals that begin like a sentence: a capital (or a directive) and a word behind it.
    const said = sources.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/(['"`])((?:%?[A-Z])[A-Za-z]* (?:(?!\1)[^\n\\])+)\1/g)].map(
        (match) => (match[2] ?? '').replaceAll(/\$\{[^}]*\}/g, 'x'),
      ),
    );
    // What is written with a value in front, or is no message.
    const messages = new Set(
      [
        ...said,
        'Flow map must end with a }',
        'Flow sequence in block collection must be sufficiently indented and end with a ]',
        'tag:yaml.org,2002:set used for seq collection, but expects map',
      ].filter((text) => !text.startsWith('%YAML x') && !text.startsWith('%TAG x')),
    );
    expect(messages.size).toBeGreaterThan(60);
    const unsaid = [...messages].filter((text) => !/\p{Script=Han}/u.test(saidIn(catalogue, text)));
    expect(unsaid).toEqual([]);
  });

  test.each([
    'a = "x',
    'a =',
    'a b',
    '(a',
    'a in b',
    'a in (b c',
    'a is b',
    'a not b',
    'has(',
    'has(a',
    '= 3',
    'a = and',
    'not',
  ])('filter %j', (text) => {
    const read = parseFilter(text);
    if (read.ok) throw new Error(`${text} is a filter`);
    expect(saidIn(catalogue, read.message)).toMatch(/\p{Script=Han}/u);
  });
});
