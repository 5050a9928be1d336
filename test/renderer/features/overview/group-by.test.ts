import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fieldsIn, readBy, usualGroups, writeBy } from '../../../../renderer/features/overview/group-by.ts';

test('the address says nothing of the usual grouping, and names any other', () => {
  expect(writeBy(usualGroups)).toBe('');
  expect(readBy('')).toEqual(['rubric_version', 'judge_model']);
  expect(writeBy(['category'])).toBe('category');
  expect(readBy('category,数据集')).toEqual(['category', '数据集']);
  expect(writeBy([])).toBe('none');
  expect(fieldsIn(readBy('none'))).toEqual([]);
});

test('a field of any name comes back from the address as it was', () => {
  const name = fc.string({ minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 2 }), (names) => {
      expect(readBy(writeBy(names))).toEqual(names);
    }),
  );
});

test('a third field or the same one twice in a typed address is left out', () => {
  expect(readBy('a,b,c')).toEqual(['a', 'b']);
  expect(readBy('a,a')).toEqual(['a']);
});
