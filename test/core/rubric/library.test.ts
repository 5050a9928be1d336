import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import {
  diffRubrics,
  lintRubric,
  parseRubric,
  type RubricVersion,
  routeInstruction,
} from '../../../electron/core/rubric/index.ts';

const folder = new URL('../../../rubrics/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
const text = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
const schema = z.fromJSONSchema(JSON.parse(text('schema.json')));

function version(name: string): RubricVersion {
  const { rubric } = parseRubric(text(`${name}.yaml`));
  if (rubric === null) throw new Error(name);
  return rubric;
}

describe('the starter library', () => {
  test('has the three versions, each named like its file', () => {
    expect(files.sort()).toEqual(['adapt_v1.yaml', 'adapt_v2.yaml', 'baseline.yaml']);
    for (const file of files)
      expect(version(file.replace('.yaml', '')).version).toBe(file.replace('.yaml', ''));
    expect([version('adapt_v1').parent, version('adapt_v2').parent]).toEqual(['baseline', 'adapt_v1']);
  });

  test.each(files)('%s lints clean and fits the JSON schema', (file) => {
    const versions = files.map((name) => name.replace('.yaml', ''));
    expect(lintRubric(text(file), { versions })).toEqual({ ok: true, problems: [] });
    expect(schema.safeParse(parseDocument(text(file)).toJS()).error).toBeUndefined();
    expect(version(file.replace('.yaml', '')).categories).toHaveLength(8);
  });

  test('the schema refuses what the check refuses', () => {
    const base = parseDocument(text('baseline.yaml')).toJS();
    expect(schema.safeParse({ ...base, categories: { a: { steps: [] } } }).success).toBe(false);
    expect(schema.safeParse({ ...base, rout: {} }).success).toBe(false);
    expect(schema.safeParse({ categories: base.categories }).success).toBe(false);
  });

  test('adapt_v2 takes out the pedantic step, names the mistake and lets fine rubrics abstain', () => {
    expect(diffRubrics(version('adapt_v1'), version('adapt_v2')).changed).toMatchObject([
      {
        category: 'communication',
        field: 'steps',
        kind: 'removed',
        before: 'The subject line contains the task keyword',
      },
      { category: 'communication', field: 'pitfalls', kind: 'added' },
      { category: 'fine', field: 'abstain', before: 'false', after: 'true' },
    ]);
    const added = diffRubrics(version('baseline'), version('adapt_v1')).changed;
    expect(added.map((change) => change.kind)).toEqual(['added', 'added', 'added']);
  });

  test.each([
    ['Send the report to the finance group', 'communication'],
    ['把 350 元的报销单发给财务群，并抄送王敏', 'communication'],
    ['Create a note called Groceries', 'create_modify'],
    ['新建一个名为周报的文档', 'create_modify'],
    ['How many stars does the repository have?', 'search_read'],
    ['查询明天北京的天气', 'search_read'],
    ['Open the billing page', 'navigation'],
    ['Open settings and turn on dark mode', 'settings_change'],
    ['关闭蓝牙', 'settings_change'],
    ['Download the invoice as PDF', 'file_management'],
    ['把照片移动到新文件夹', 'file_management'],
    ['Buy two tickets for Friday', 'purchase_booking'],
    ['预订周五去上海的高铁', 'purchase_booking'],
    ['Play some jazz', 'general'],
  ])('routes “%s” to %s', (instruction, category) => {
    expect(routeInstruction(version('adapt_v2'), instruction).category).toBe(category);
  });
});
