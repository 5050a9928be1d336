import { describe, expect, test } from 'vitest';
import { parseRubric } from '../../../electron/core/rubric/index.ts';

describe('reading a rubric file', () => {
  test('the versioned form, as the format document writes it', () => {
    const { rubric, problems } = parseRubric(`version: adapt_v2
parent: adapt_v1
note: fine rubrics may abstain
fine: {max: 2, abstain: true}
frames: {max: 10, key_actions: [input, submit, click_submit, state_change, send, save]}
routing: {communication: [send, email, 发送, 邮件], create_modify: [create, save, 创建, 保存]}
categories: { communication: {name: 通信, steps: [确认收件人], pitfalls: [只停留在编辑页], output_format: success score} }
`);
    expect(problems).toEqual([]);
    expect(rubric).toMatchObject({
      form: 'versioned',
      version: 'adapt_v2',
      parent: 'adapt_v1',
      note: 'fine rubrics may abstain',
      fine: { max: 2, abstain: true },
      frames: { max: 10, key_actions: ['input', 'submit', 'click_submit', 'state_change', 'send', 'save'] },
      routing: [
        { category: 'communication', keywords: ['send', 'email', '发送', '邮件'] },
        { category: 'create_modify', keywords: ['create', 'save', '创建', '保存'] },
      ],
      categories: [
        { id: 'communication', name: '通信', steps: ['确认收件人'], pitfalls: ['只停留在编辑页'] },
      ],
    });
  });

  test('every step knows its place in the file', () => {
    const text = 'mail:\n  steps:\n    - one\n    - two words # why\n';
    const { rubric } = parseRubric(text);
    const place = rubric?.positions['mail.steps[1]'];
    expect(place).toMatchObject({ line: 4, column: 7, endLine: 4, endColumn: 16 });
    expect(text.slice(place?.offset, place?.endOffset)).toBe('two words');
  });

  test('routing keeps the order of the file, number-like keys included', () => {
    const { rubric } = parseRubric('version: v\nrouting: {b: [x], 2: [y], a: [z], 1: [w]}\ncategories: {}\n');
    expect(rubric?.routing.map((route) => route.category)).toEqual(['b', '2', 'a', '1']);
  });

  test('keys that shadow object properties are ordinary categories', () => {
    const { rubric } = parseRubric('__proto__:\n  steps: [a]\nconstructor:\n  steps: [b]\n');
    expect(rubric?.categories.map((category) => category.id)).toEqual(['__proto__', 'constructor']);
  });

  test('aliases stand for what they name; an output format may be an object', () => {
    const { rubric, problems } = parseRubric(
      'a:\n  steps: &s [x, y]\n  output_format: {success: boolean, score: 0-1}\nb:\n  steps: *s\n',
    );
    expect(problems).toEqual([]);
    expect(rubric?.categories[1]?.steps).toEqual(['x', 'y']);
    expect(JSON.parse(rubric?.categories[0]?.output_format ?? '')).toEqual({
      success: 'boolean',
      score: '0-1',
    });
  });

  test('a version that YAML reads as a number stays as written', () => {
    expect(parseRubric('version: 1.10\ncategories: {}\n').rubric?.version).toBe('1.10');
  });

  test('a category called like a head key is a category when it has steps', () => {
    expect(parseRubric('note:\n  steps: [The note is saved]\n').rubric).toMatchObject({
      form: 'plain',
      categories: [{ id: 'note' }],
    });
  });

  test('what cannot be read is null with a reason, never an exception', () => {
    expect(parseRubric('a: [').rubric).toBeNull();
    expect(parseRubric('- a\n- b\n').rubric).toBeNull();
    expect(parseRubric('').problems[0]?.rule).toBe('empty-file');
  });

  test('a bomb of aliases costs nothing', () => {
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]'];
    for (let i = 1; i < 12; i += 1)
      bomb.push(
        `k${i}: &k${i} [${Array(9)
          .fill(i === 1 ? '*a' : `*k${i - 1}`)
          .join(', ')}]`,
      );
    bomb.push('c:\n  steps: [s]\n  output_format: *k11\n');
    const { problems } = parseRubric(bomb.join('\n'));
    expect(problems.some((problem) => problem.path === 'c.output_format')).toBe(true);
  });
});
