import { beforeAll, describe, expect, test } from 'vitest';
import { nearestRank } from '../../../electron/core/statistics/index.ts';
import type { LogStore } from '../../../electron/logs/log-store.ts';
import type { FileFacts, MeasuredField } from '../../../electron/logs/query/file-facts.ts';
import { chosenKeys, groupKey, keyText } from '../../../electron/logs/query/group-key.ts';
import { histogram } from '../../../electron/logs/query/histogram.ts';
import { select } from '../../../electron/logs/query/selection.ts';
import { type Spread, spreadOf } from '../../../electron/logs/query/spread.ts';
import { addSource, drawMacro, emptyIndex } from '../made-index.ts';

const permille = [5, 500, 950, 990, 995] as const;
let store: LogStore;

/**
 * Latencies with all their digits, of every size from far below a millisecond to minutes, some below 0; tokens as whole
 * numbers with many ties; scores within one unit. Some rows have none of them.
 */
beforeAll(async () => {
  store = await emptyIndex();
  await addSource(store, { source_id: 1, rows: 6000 });
  await drawMacro(store);
  await store.run(
    `INSERT INTO verdicts (source_id, line, part, rubric_version, passed, latency_ms, total_tokens, score)
     SELECT 1, i, 0, nullif('v' || (draw(i, 1) % 4), 'v0'), draw(i, 2) % 2 = 0,
            CASE draw(i, 3) % 10 WHEN 0 THEN NULL WHEN 1 THEN (draw(i, 4) % 1000) / -7.0
                 WHEN 2 THEN (draw(i, 5) % 1000) / 3e4 WHEN 3 THEN (draw(i, 6) % 1000000) / 1.7 ELSE 2000 + (draw(i, 7) % 100000) / 33.0 END,
            CASE WHEN draw(i, 8) % 20 > 0 THEN 1000 + draw(i, 9) % 40 END,
            CASE WHEN draw(i, 10) % 3 > 0 THEN (draw(i, 11) % 100000) / 1e5 END
       FROM range(1, 6001) AS r(i)`,
  );
});

function facts(few: boolean): FileFacts {
  return {
    rows: 6000,
    repeated: 0,
    few_values: { latency_ms: few, total_tokens: few, score: few },
    tasks: false,
    squares: false,
  };
}

async function sortedValues(field: MeasuredField, condition: string): Promise<Float64Array> {
  const rows = await store.all<{ value: number }>(
    `SELECT ${field} AS value FROM verdicts WHERE ${field} IS NOT NULL AND (${condition})`,
  );
  return Float64Array.from(rows, ({ value }) => value).sort();
}

function expectSpread(found: Spread | undefined, values: Float64Array): void {
  expect(found?.n ?? 0).toBe(values.length);
  if (values.length === 0) return;
  expect(found?.percentiles).toEqual(permille.map((share) => nearestRank(values, share / 1000)));
  expect(found?.min).toBe(values[0]);
  expect(found?.max).toBe(values.at(-1));
  expect(found?.mean).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 6);
}

describe.each(['latency_ms', 'total_tokens', 'score'] as const)('percentiles of %s', (field) => {
  test.each([
    ['counted in slices', false, 4],
    ['counted one by one', true, 4],
    ['of many groups', false, 100],
  ])('are those of the sorted values, per group and of all: %s', async (_, few, count) => {
    for (const filter of ['', 'passed', 'line <= 40']) {
      const { fields, where } = await select(store, filter);
      const key = groupKey(['rubric_version'], fields);
      const { groups, whole } = await spreadOf(
        store,
        { key, where, field, permille, facts: facts(few) },
        count,
      );
      const condition = filter === '' ? 'true' : filter;
      expectSpread(whole, await sortedValues(field, condition));
      for (const version of ['v1', 'v2', 'v3', null])
        expectSpread(
          groups.get(keyText(key, { k0: version })),
          await sortedValues(
            field,
            `(${condition}) AND rubric_version IS NOT DISTINCT FROM ${version === null ? 'NULL' : `'${version}'`}`,
          ),
        );
    }
  });

  test('of chosen groups leave the whole as it is', async () => {
    const { fields, where } = await select(store, '');
    const key = groupKey(['rubric_version'], fields);
    const chosen = chosenKeys(key, [{ k0: 'v2' }, { k0: null }]);
    for (const count of [4, 100]) {
      const query = { key, where, field, permille, facts: facts(false), chosen };
      const found = await spreadOf(store, query, count);
      expect([...found.groups.keys()].sort()).toEqual(['["v2"]', '[null]']);
      expectSpread(found.whole, await sortedValues(field, 'true'));
      expectSpread(found.groups.get('[null]'), await sortedValues(field, 'rubric_version IS NULL'));
    }
  });

  test('a histogram counts every value in the bin it belongs to', async () => {
    const values = await sortedValues(field, 'passed');
    const { bins, figures } = await histogram(store, 'passed', field, 12);
    expect(figures).toMatchObject({ n: values.length, p95: nearestRank(values, 0.95), max: values.at(-1) });
    expect(bins.map(({ count }) => count)).toEqual(
      bins.map(
        ({ low, high }, at) =>
          values.filter((value) => value >= low && (at === bins.length - 1 ? value <= high : value < high))
            .length,
      ),
    );
  });
});

test('of nothing are null', async () => {
  const { fields, where } = await select(store, 'line = 0');
  for (const [few, count] of [
    [true, 4],
    [false, 4],
    [false, 100],
  ] as const) {
    const key = groupKey(['rubric_version'], fields);
    const query = { key, where, field: 'latency_ms', permille, facts: facts(few) } as const;
    expect(await spreadOf(store, query, count)).toEqual({
      groups: new Map(),
      whole: { n: 0, mean: null, min: null, max: null, percentiles: [null, null, null, null, null] },
    });
  }
});
