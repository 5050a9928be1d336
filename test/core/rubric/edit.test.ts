import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  editRubricHead,
  parseRubric,
  type RubricHeadEdit,
  rubricContentHash,
} from '../../../electron/core/rubric/index.ts';

function edited(text: string, head: RubricHeadEdit): string {
  const result = editRubricHead(text, head);
  if (!result.ok) throw new Error(result.message);
  return result.text;
}

const child: RubricHeadEdit = { version: 'v3', parent: 'v2', note: 'why: "this"' };

describe('deriving a child version', () => {
  test('changes the head and not one byte else', () => {
    const text = `# top\nnote: old # keep me\nversion:   'v2'   # two\nparent: v1\n\ncategories:\n  # about a\n  a: {steps: [x,   "y"]}\n`;
    expect(edited(text, child)).toBe(
      `# top\nnote: 'why: "this"' # keep me\nversion:   v3   # two\nparent: v2\n\ncategories:\n  # about a\n  a: {steps: [x,   "y"]}\n`,
    );
  });

  test('adds what is missing after the version, in a shipped file too', () => {
    const text = readFileSync(new URL('../../../rubrics/baseline.yaml', import.meta.url), 'utf8');
    const result = edited(text, { version: 'mine', parent: 'baseline' });
    expect(result).toBe(text.replace('version: baseline\n', 'version: mine\nparent: baseline\n'));
  });

  test('a version is put in front where there is none, after the opening comment', () => {
    expect(edited('# top\n\ncategories:\n  a:\n    steps: [x]\n', { version: 'v1' })).toBe(
      '# top\n\nversion: v1\ncategories:\n  a:\n    steps: [x]\n',
    );
  });

  test('a plain file becomes a versioned one around the same categories and comments', () => {
    const plain =
      '# library of the team\n\n# mail\nmail:\n  steps:\n    - one\n\n    - |\n      two\n      lines\n  name: Mail # short\n';
    const result = edited(plain, child);
    expect(result).toBe(
      `# library of the team\n\nversion: v3\nparent: v2\nnote: 'why: "this"'\ncategories:\n  # mail\n  mail:\n    steps:\n      - one\n\n      - |\n        two\n        lines\n    name: Mail # short\n`,
    );
  });

  test.each([
    ['a block note', 'version: v1\nnote: |\n  one\n  two\ncategories: {a: {steps: [x]}}\n'],
    ['an empty parent', 'version: v1\nparent:\nnote:\ncategories: {a: {steps: [x]}}\n'],
    ['a flow root', '{version: v1, categories: {a: {steps: [x]}}} # end\n'],
    ['a plain flow root', '{a: {steps: [x]}}\n'],
    ['document markers', '---\nversion: v1\ncategories: {a: {steps: [x]}}\n...\n'],
    ['a plain file with a marker', '---\na:\n  steps: [x]\n'],
    ['CRLF', 'version: v1\r\ncategories:\r\n  a:\r\n    steps: [x]\r\n'],
    ['no newline at the end', 'categories: {a: {steps: [x]}}\nversion: v1'],
    ['a byte order mark', '\uFEFFversion: v1\ncategories: {a: {steps: [x]}}\n'],
  ])('holds for %s', (_name, text) => {
    const result = parseRubric(edited(text, { ...child, note: 'two\nlines' }));
    expect(result.problems.filter((problem) => problem.severity === 'error')).toEqual([]);
    expect(result.rubric).toMatchObject({ version: 'v3', parent: 'v2', note: 'two\nlines' });
    const before = parseRubric(text).rubric;
    if (before === null || result.rubric === null) throw new Error('unreadable');
    expect(rubricContentHash(result.rubric)).toBe(rubricContentHash(before));
  });

  test('null takes a value out', () => {
    expect(
      edited('version: v1\nparent: v0\nnote: |\n  a\n  b\ncategories: {}\n', { parent: null, note: null }),
    ).toBe('version: v1\ncategories: {}\n');
  });

  test('a file that cannot be read is refused', () => {
    expect(editRubricHead('a: [', child).ok).toBe(false);
  });
});
