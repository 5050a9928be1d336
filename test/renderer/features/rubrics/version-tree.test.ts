import { describe, expect, test } from 'vitest';
import type { RubricHead } from '../../../../electron/api/types.ts';
import { childName, versionTree } from '../../../../renderer/features/rubrics/version-tree.ts';

function head(version: string, parent: string | null): RubricHead {
  return {
    version,
    parent,
    note: null,
    file: `${version}.yaml`,
    content_hash: 'x',
    locked: false,
    verdicts: 0,
    problems: 0,
  };
}

function drawn(heads: readonly RubricHead[]): string[] {
  return versionTree(heads).map(
    (row) => `${'-'.repeat(row.depth)}${row.head.version}${row.orphan ? '?' : ''}`,
  );
}

describe('the version tree', () => {
  test('children stand under their parents, in order', () => {
    expect(
      drawn([
        head('adapt_v10', 'adapt_v1'),
        head('adapt_v2', 'adapt_v1'),
        head('adapt_v1', 'baseline'),
        head('baseline', null),
      ]),
    ).toEqual(['baseline', '-adapt_v1', '--adapt_v2', '--adapt_v10']);
  });

  test('a version with an absent parent is a root that says so', () => {
    expect(drawn([head('late', 'gone')])).toEqual(['late?']);
  });

  test('versions in a circle of parents appear once each', () => {
    expect(
      drawn([head('a', 'b'), head('b', 'a')])
        .map((row) => row.replaceAll('-', ''))
        .sort(),
    ).toEqual(['a', 'b']);
  });
});

test('a child gets the next free name', () => {
  expect(childName('adapt_v2', ['adapt_v1', 'adapt_v2'])).toBe('adapt_v3');
  expect(childName('adapt_v2', ['adapt_v3'])).toBe('adapt_v4');
  expect(childName('baseline', [])).toBe('baseline_v2');
});
