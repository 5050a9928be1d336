import { beforeAll, describe, expect, test } from 'vitest';
import type { SummaryGroup } from '../../../electron/core/model/summary.ts';
import type { LogStore } from '../../../electron/logs/log-store.ts';
import { groupFields } from '../../../electron/logs/query/group-fields.ts';
import { overviewFigures } from '../../../electron/logs/query/overview-figures.ts';
import { summary } from '../../../electron/logs/query/summary.ts';
import { addSource, addVerdicts, drawMacro, emptyIndex, insert } from '../made-index.ts';

let store: LogStore;

/** 4,000 rows: 300 tasks, 60 policies of very different sizes and none, repeats, unjudged rows, truth on some. */
beforeAll(async () => {
  store = await emptyIndex();
  await addSource(store, { source_id: 1, rows: 4000 });
  await drawMacro(store);
  await store.run(
    `INSERT INTO verdicts (source_id, line, part, task_id, trajectory, step, category, rubric_version, judge_model,
                           policy_model, policy_version, passed, unjudged, reward, truth, latency_ms, prompt_tokens,
                           completion_tokens, total_tokens, warnings, ambiguous)
     SELECT 1, i, 0, nullif('t' || (draw(i, 1) % 300), 't0'), CASE WHEN i % 5 = 0 THEN 'r' || (i // 3) ELSE 'r' || i || 'x' END,
            nullif(i // 40, 7), 'c' || (draw(i, 1) % 6), 'v' || (draw(i, 3) % 2), 'j' || (draw(i, 4) % 2),
            'gpt-' || (draw(i, 5) % 3), nullif('p' || CAST(sqrt(draw(i, 6) % 3600) AS INTEGER), 'p59'),
            CASE WHEN draw(i, 7) % 20 > 0 THEN draw(i, 8) % 3 > 0 END, CASE WHEN draw(i, 7) % 20 = 0 THEN 'timeout' END,
            CASE WHEN draw(i, 9) % 9 > 0 THEN 1000 + (draw(i, 10) % 10) / 10 END,
            CASE WHEN draw(i, 11) % 4 = 0 THEN draw(i, 12) % 2 = 0 END, (draw(i, 13) % 100000) / 7,
            100 + i % 7, 10 + i % 3, 110 + i % 7 + i % 3, CASE WHEN draw(i, 14) % 50 = 0 THEN 2 ELSE 0 END, draw(i, 15) % 60 = 0
       FROM range(1, 4001) AS r(i)`,
  );
  await insert(store, 'truth', [{ source_id: 2, line: 2, task_id: 'elsewhere', true_success: true }]);
});

/** Equal figures; sums of a million fractions may differ in their last digit. */
function expectSame(found: SummaryGroup | null | undefined, wanted: SummaryGroup | null | undefined): void {
  expect(found).toEqual(close(wanted));
}

function close(value: unknown): unknown {
  if (typeof value === 'number' && !Number.isInteger(value)) return expect.closeTo(value, 9);
  if (Array.isArray(value)) return value.map(close);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, close(each)]));
  return value;
}

describe('an overview', () => {
  test('gives as its total what one group of everything gives', async () => {
    for (const filter of ['', 'step >= 20 and step <= 60', 'truth', 'category = c1 or not has(task_id)'])
      for (const by of [
        ['rubric_version', 'judge_model'],
        ['policy_version'],
        ['category', 'truth'],
        ['none'],
      ]) {
        const { total, summary: whole } = await overviewFigures(store, { filter, by, most: 12 });
        const {
          groups: [one],
          ...counts
        } = await summary(store, { filter, by: ['none'] });
        expectSame(total, one);
        const { groups: _, left_out: __, ...found } = whole;
        const { left_out: ___, ...wanted } = counts;
        expect(found).toEqual(wanted);
      }
  });

  test('gives of each group what a filter on that group gives', async () => {
    const { summary: whole, evidence } = await overviewFigures(store, {
      filter: 'step > 5',
      by: ['rubric_version', 'policy_version'],
    });
    expect(evidence).toHaveLength(whole.groups.length);
    for (const group of [...whole.groups.slice(0, 6), ...whole.groups.slice(-2)]) {
      const { policy_version, rubric_version } = group.key;
      const same = policy_version === null ? 'not has(policy_version)' : `policy_version = ${policy_version}`;
      const {
        groups: [alone],
      } = await summary(store, {
        filter: `step > 5 and rubric_version = ${rubric_version} and ${same}`,
        by: [],
      });
      expectSame(group, alone === undefined ? undefined : { ...alone, key: group.key });
    }
  });

  test('says how many groups it leaves out, keeps those with most rows and changes no figure of theirs', async () => {
    const by = ['policy_version'];
    const every = await summary(store, { filter: '', by });
    const cut = await overviewFigures(store, { filter: '', by, most: 10 });
    expect(every.left_out).toEqual({ groups: 0, rows: 0 });
    expect(every.groups.length).toBeGreaterThan(50);
    const kept = cut.summary.groups;
    expect(kept).toHaveLength(10);
    const sizes = every.groups.map(({ rows }) => rows).sort((a, b) => b - a);
    expect(kept.map(({ rows }) => rows).sort((a, b) => b - a)).toEqual(sizes.slice(0, 10));
    expect(cut.summary.left_out).toEqual({
      groups: every.groups.length - 10,
      rows: sizes.slice(10).reduce((sum, rows) => sum + rows, 0),
    });
    for (const group of kept)
      expectSame(
        group,
        every.groups.find(({ key }) => key.policy_version === group.key.policy_version),
      );
    expect(cut.summary.rows).toBe(every.rows);
    expect(cut.categories.reduce((sum, { rows }) => sum + rows, 0)).toBe(4000);
    expect(cut.evidence.filter((each) => each !== null)).toHaveLength(10);
  });

  test('keeps rows that lack the field as a group with the key null', async () => {
    const { summary: whole } = await overviewFigures(store, {
      filter: '',
      by: ['policy_version'],
      most: 500,
    });
    const { n } = await store.one<{ n: number }>(
      'SELECT count(*) AS n FROM verdicts WHERE policy_version IS NULL',
    );
    expect(n).toBeGreaterThan(0);
    expect(whole.groups.at(-1)).toMatchObject({ key: { policy_version: null }, rows: n });
  });

  test('by category is what a filter on the category gives', async () => {
    const { categories } = await overviewFigures(store, { filter: '', by: [] });
    expect(categories).toHaveLength(6);
    for (const each of categories) {
      const {
        groups: [alone],
      } = await summary(store, { filter: `category = ${each.category}`, by: [] });
      expect(each).toMatchObject({
        rows: alone?.rows,
        judged: alone?.judged,
        success_rate: alone?.success_rate,
        fn_rate: alone?.truth?.fn_rate,
        truth_n: (alone?.truth?.fn ?? 0) + (alone?.truth?.tp ?? 0),
      });
      expect(each.fn_interval).toEqual(close(alone?.truth?.fn_interval));
    }
  });

  test('of rows found by a text is that of the same rows named otherwise', async () => {
    const by = ['rubric_version', 'judge_model'];
    const [found, wanted] = [
      await overviewFigures(store, { filter: 'category contains C1', by }),
      await overviewFigures(store, { filter: 'category = c1', by }),
    ];
    expect(wanted.total?.rows).toBeGreaterThan(500);
    expectSame(found.total, wanted.total);
    expect(found.summary).toEqual(close(wanted.summary));
    // the rows of a text that was asked before are looked for anew once the index has changed
    await store.run("UPDATE verdicts SET category = 'c11' WHERE line <= 10 AND category <> 'c1'");
    const { n } = await store.one<{ n: number }>(
      "SELECT count(*) AS n FROM verdicts WHERE category LIKE '%c1%'",
    );
    expect(n).toBeGreaterThan(wanted.total?.rows ?? 0);
    const again = await overviewFigures(store, { filter: 'category contains C1', by });
    expect(again.total?.rows).toBe(n);
    await store.run("UPDATE verdicts SET category = 'c' || (draw(line, 1) % 6) WHERE category = 'c11'");
  });

  test('of a range of steps holds both its ends and no row without a step', async () => {
    const { total } = await overviewFigures(store, { filter: 'step >= 5 and step <= 8', by: [] });
    // step 7 is absent where it would be: 40 rows each of 5, 6 and 8
    expect(total?.rows).toBe(120);
    const outside = await overviewFigures(store, { filter: 'not (step >= 5 and step <= 8)', by: [] });
    const without = await overviewFigures(store, { filter: 'not has(step)', by: [] });
    expect(without.total?.rows).toBe(40);
    // what has no step is neither in the range nor out of it
    expect(outside.total?.rows).toBe(4000 - 120 - 40);
  });
});

test('equal rewards of several groups have no spread at all', async () => {
  const equal = await emptyIndex();
  await addSource(equal, { source_id: 1, rows: 30 });
  await addVerdicts(
    equal,
    Array.from({ length: 30 }, (_, at) => ({
      passed: true,
      reward: 0.1,
      category: `c${at % 7}`,
      truth: at % 2 === 0,
    })),
  );
  const { total } = await overviewFigures(equal, { filter: '', by: ['category'] });
  expect(total?.reward_sd).toBe(0);
});

describe('fields to group by', () => {
  test('are those with a value in some row, with how many different ones', async () => {
    const fields = new Map((await groupFields(store)).map((field) => [field.name, field]));
    expect(fields.get('category')).toEqual({
      name: 'category',
      type: 'text',
      known: true,
      values: 6,
      absent: false,
    });
    expect(fields.get('task_id')).toMatchObject({ values: 299, absent: true });
    expect(fields.get('truth')).toMatchObject({ type: 'boolean', values: 2, absent: true });
    expect(fields.get('unjudged')).toMatchObject({ values: 1, absent: true });
    expect(fields.has('group_id')).toBe(false);
    expect(fields.has('reason')).toBe(false);
  });

  test('tell an unknown field from a known one of the same name, and give up counting beyond 1,000 values', async () => {
    const odd = await emptyIndex();
    await addSource(odd, { source_id: 1, rows: 1 });
    await odd.run('ALTER TABLE verdicts ADD COLUMN "x_Category" VARCHAR');
    await odd.run('ALTER TABLE verdicts ADD COLUMN "x_source" VARCHAR');
    await odd.run('ALTER TABLE verdicts ADD COLUMN "x_run id" VARCHAR');
    await odd.run(
      `INSERT INTO verdicts (source_id, line, part, passed, "x_Category", "x_source", "x_run id")
       SELECT 1, i, 0, true, 'a', 'b', 'run ' || i FROM range(1, 1502) AS r(i)`,
    );
    const fields = new Map((await groupFields(odd)).map((field) => [field.name, field]));
    expect(fields.get('Category')).toMatchObject({ known: false, values: 1 });
    expect(fields.get('x_source')).toMatchObject({ known: false, values: 1 });
    expect(fields.get('source')).toMatchObject({ known: true });
    expect(fields.get('run id')).toMatchObject({ values: null, absent: false });
    for (const name of fields.keys())
      expect((await summary(odd, { filter: '', by: [name], most: 3 })).rows).toBe(1501);
  });
});
