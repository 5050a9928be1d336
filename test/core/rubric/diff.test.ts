import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  diffRubrics,
  diffTexts,
  parseRubric,
  type RubricVersion,
} from '../../../electron/core/rubric/index.ts';

function rubric(text: string): RubricVersion {
  const parsed = parseRubric(text).rubric;
  if (parsed === null) throw new Error(`not a rubric: ${text}`);
  return parsed;
}

const v1 = `version: adapt_v1
parent: baseline
fine: {max: 2, abstain: false}
categories:
  communication:
    name: 通信与消息发送
    steps:
      - 确认收件人、频道或账号
      - 主题行必须包含任务关键词
      - 核对正文与附件
      - 确认最终动作是发送
    pitfalls:
      - 只停留在编辑页
    output_format: success, score
`;
const v2 = v1
  .replace('version: adapt_v1\nparent: baseline', 'version: adapt_v2\nparent: adapt_v1')
  .replace('      - 主题行必须包含任务关键词\n', '')
  .replace('      - 只停留在编辑页\n', '      - 只停留在编辑页\n      - 把措辞差异当成失败\n')
  .replace('abstain: false', 'abstain: true');

describe('the difference between two rubric versions', () => {
  test('names what changed in meaning, and steps that only slid up are no change', () => {
    const { changed, text } = diffRubrics(rubric(v1), rubric(v2));
    expect(changed).toMatchObject([
      {
        category: 'communication',
        field: 'steps',
        kind: 'removed',
        before: '主题行必须包含任务关键词',
        after: null,
        before_position: 2,
      },
      {
        category: 'communication',
        field: 'pitfalls',
        kind: 'added',
        before: null,
        after: '把措辞差异当成失败',
        after_position: 2,
      },
      { category: 'fine', field: 'abstain', kind: 'changed', before: 'false', after: 'true' },
    ]);
    expect(changed).toHaveLength(3);
    expect(text).toMatch(/^--- adapt_v1\.yaml\n\+\+\+ adapt_v2\.yaml\n@@ /);
    expect(text).toContain('\n-      - 主题行必须包含任务关键词\n');
  });

  test('a step that was moved is moved, not taken out and put in', () => {
    expect(diffTexts(['a b c', 'd e f', 'g h i'], ['g h i', 'a b c', 'd e f'])).toMatchObject([
      { kind: 'moved', before: 'g h i', after: 'g h i', before_position: 3, after_position: 1 },
    ]);
  });

  test('another wording of a step is a change of it', () => {
    expect(
      diffTexts(
        ['The recipient is right', 'The message was sent to the group'],
        ['The recipient is right', 'The message was really sent to the group'],
      ),
    ).toMatchObject([{ kind: 'changed', before_position: 2, after_position: 2, moved: false }]);
    expect(diffTexts(['核对正文与附件的内容'], ['核对正文与附件内容'])).toMatchObject([{ kind: 'changed' }]);
    expect(diffTexts(['Check the subject line'], ['附件已上传'])).toMatchObject([
      { kind: 'removed' },
      { kind: 'added' },
    ]);
  });

  test('a step both reworded and moved says both', () => {
    const changes = diffTexts(
      ['alpha beta gamma delta', 'x y', 'z w'],
      ['x y', 'z w', 'alpha beta gamma epsilon'],
    );
    expect(changes).toMatchObject([{ kind: 'changed', moved: true, before_position: 1, after_position: 3 }]);
  });

  test('categories, routes and their order, frames', () => {
    const a = rubric(
      'version: a\nframes: {max: 8, key_actions: [send]}\nrouting: {x: [p, q], y: [r], z: [s]}\ncategories: {x: {steps: [1a]}, y: {steps: [1b]}}\n',
    );
    const b = rubric(
      'version: b\nframes: {key_actions: [send, save]}\nrouting: {y: [r], x: [p, t], w: [u]}\ncategories: {x: {steps: [1a]}, w: {name: W, steps: [1c]}}\n',
    );
    const brief = diffRubrics(a, b).changed.map((change) => [
      change.category,
      change.field,
      change.kind,
      change.before,
      change.after,
    ]);
    expect(brief).toEqual([
      ['y', 'category', 'removed', 'y', null],
      ['w', 'category', 'added', null, 'W'],
      ['frames', 'max', 'removed', '8', null],
      ['frames', 'key_actions', 'added', null, 'save'],
      ['routing', 'x', 'removed', 'q', null],
      ['routing', 'x', 'added', null, 't'],
      ['routing', 'y', 'moved', 'y', 'y'],
      ['routing', 'z', 'removed', 's', null],
      ['routing', 'w', 'added', null, 'u'],
    ]);
  });

  test('comments and layout are in the text alone', () => {
    const { changed, text } = diffRubrics(rubric(v1), rubric(`# why\n${v1}`));
    expect(changed).toEqual([]);
    expect(text).toContain('+# why');
  });

  test('a list compared with itself has no changes, and every change list leads from one list to the other', () => {
    const item = fc.constantFrom(
      'send the mail',
      'save the note',
      '核对正文',
      'open the page',
      'send the mail now',
    );
    fc.assert(
      fc.property(fc.array(item, { maxLength: 7 }), fc.array(item, { maxLength: 7 }), (before, after) => {
        expect(diffTexts(before, before)).toEqual([]);
        const changes = diffTexts(before, after);
        const removed = changes.filter((change) => change.kind === 'removed').length;
        const added = changes.filter((change) => change.kind === 'added').length;
        expect(before.length - removed + added).toBe(after.length);
        if (changes.length === 0) expect(before).toEqual(after);
      }),
    );
    expect(diffRubrics(rubric(v1), rubric(v1))).toEqual({ changed: [], text: '' });
  });
});
