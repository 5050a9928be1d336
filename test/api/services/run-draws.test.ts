import { describe, expect, test } from 'vitest';
import { stratifiedRate } from '../../../electron/core/statistics/index.ts';
import { drawSample } from '../../../electron/logs/query/sample-draw.ts';
import { judgeBy, lines, runWorkspace } from './run-workspace.ts';

describe('a draw', () => {
  test('takes from each stratum what the allocation says, and the same rows for the same seed', async () => {
    const { parts } = await runWorkspace(lines(400));
    const order = {
      filter: '',
      most: 60,
      seed: 3,
      by: ['category', 'outcome'],
      allocation: 'equal',
    } as const;
    const draw = await drawSample(parts.store, order);
    expect(draw.population).toBe(400);
    expect(draw.rows).toHaveLength(60);
    expect(draw.strata.map(({ stratum, size }) => [stratum, size])).toEqual([
      ['["common","fail"]', 160],
      ['["common","pass"]', 200],
      ['["rare","fail"]', 40],
    ]);
    for (const { stratum, size, drawn } of draw.strata) {
      const rows = draw.rows.filter((row) => row.stratum === stratum);
      expect(rows).toHaveLength(drawn);
      for (const { inclusion } of rows) expect(inclusion).toBeCloseTo(drawn / size, 12);
    }
    expect(await drawSample(parts.store, order)).toEqual(draw);
    const other = await drawSample(parts.store, { ...order, seed: 4 });
    expect(other.rows.map(({ row }) => row)).not.toEqual(draw.rows.map(({ row }) => row));
  });

  test('by steps makes ranges that cover the log; more strata than rows are refused with both numbers', async () => {
    const { parts } = await runWorkspace(lines(120));
    const order = { filter: '', most: 30, seed: 1, by: ['step'], allocation: 'proportional' } as const;
    const { strata } = await drawSample(parts.store, order);
    expect(strata.map(({ stratum }) => stratum).sort()).toEqual(
      ['0–19', '100–119', '20–39', '40–59', '60–79', '80–99'].map((range) => JSON.stringify([range])),
    );
    await expect(drawSample(parts.store, { ...order, most: 3 })).rejects.toThrow(/6 strata.*draw of 3/);
  });

  test('draws each row of a stratum as often as every other one', async () => {
    const { parts } = await runWorkspace(lines(40));
    const times = new Map<string, number>();
    for (let seed = 1; seed <= 200; seed += 1)
      for (const { row } of (
        await drawSample(parts.store, { filter: '', most: 10, seed, by: [], allocation: 'proportional' })
      ).rows)
        times.set(row, (times.get(row) ?? 0) + 1);
    expect(times.size).toBe(40);
    // 50 each in the mean, sd √(200·.25·.75) = 6.1
    for (const count of times.values()) expect(Math.abs(count - 50)).toBeLessThan(26);
  });
});

describe('draws under different seeds', () => {
  test('share rows as chance has it, not all or none', async () => {
    const { parts } = await runWorkspace(lines(400));
    const draws: Set<string>[] = [];
    for (let seed = 1; seed <= 30; seed += 1) {
      const order = { filter: '', most: 50, seed, by: [], allocation: 'proportional' } as const;
      draws.push(new Set((await drawSample(parts.store, order)).rows.map(({ row }) => row)));
    }
    const shared = draws.flatMap((one, at) =>
      draws.slice(0, at).map((other) => one.intersection(other).size),
    );
    // hypergeometric: 50·50/400 = 6.25 in the mean, sd √(6.25·(7/8)·(350/399)) = 2.2
    const mean = shared.reduce((sum, each) => sum + each, 0) / shared.length;
    expect(Math.abs(mean - 6.25)).toBeLessThan(0.5);
    expect(Math.max(...shared)).toBeLessThanOrEqual(16);
  });
});

describe('a run over a stratified draw', () => {
  test('keeps each row’s chance in the record, and its flip rate is the stratified estimate of the log', async () => {
    const { parts, run, view, profile } = await runWorkspace(lines(400));
    // the rare ones split, the common ones never do
    const server = await judgeBy((number, call) => (number % 10 === 0 ? call === 1 : number % 2 === 1));
    const runId = await run({
      profile_id: profile(server.base_url),
      limit: 60,
      draw: { by: ['category'], allocation: 'equal' },
    });
    const { figures, draw } = await view(runId);
    expect(draw).toMatchObject({
      kind: 'stratified',
      by: ['category'],
      allocation: 'equal',
      population: 400,
    });
    const drawn = parts.record.draws.rows(parts.record.runs.get(runId)?.draw_id ?? '');
    expect(drawn.size).toBe(60);
    const strata = draw?.strata ?? [];
    for (const { stratum, inclusion } of drawn.values()) {
      const of = strata.find((one) => one.stratum === stratum);
      expect(inclusion).toBeCloseTo((of?.drawn ?? 0) / (of?.size ?? 1), 12);
    }
    expect(figures.weighted).toBe(true);
    expect(figures.representative).toBe(true);
    // a tenth of the log splits, though a third of the draw does
    expect(figures.flip.any).toBeCloseTo(0.1, 12);
    expect(figures.splits / figures.repeated).toBeGreaterThan(0.3);
    const wanted = stratifiedRate(
      strata.map(({ stratum, size, drawn: n }) => ({
        size,
        drawn: n,
        successes: stratum === '["rare"]' ? n : 0,
      })),
      'calls',
    );
    expect(figures.flip.any_interval).toEqual([wanted.interval?.low, wanted.interval?.high]);
    expect(figures.by_category.map(({ key, any }) => [key, any])).toEqual(
      expect.arrayContaining([
        ['common', 0],
        ['rare', 1],
      ]),
    );
  });

  test('a uniform draw is kept too, and weighs nothing', async () => {
    const { parts, run, view } = await runWorkspace(lines(50));
    const runId = await run({ limit: 20 });
    const { figures, draw } = await view(runId);
    expect(draw).toMatchObject({ kind: 'uniform', population: 50, strata: [] });
    expect(figures.weighted).toBe(false);
    const rows = [...parts.record.draws.rows(parts.record.runs.get(runId)?.draw_id ?? '').values()];
    expect(rows).toHaveLength(20);
    for (const { inclusion } of rows) expect(inclusion).toBe(0.4);
    const picked = await run({ rows: ['1:1', '1:2'] });
    expect((await view(picked)).draw).toBeNull();
  });

  test('its preview says the strata, the population and how small a fault it would find', async () => {
    const { variance } = await runWorkspace(lines(400));
    const preview = await variance.preview({
      rows: [],
      filter: '',
      limit: 60,
      repeats: 3,
      profile_id: null,
      rubric_version: null,
      draw: { by: ['category'], allocation: 'proportional' },
    });
    expect(preview).toMatchObject({ population: 400, samples: 60, calls: 180 });
    expect(preview.strata.map(({ drawn }) => drawn)).toEqual([54, 6]);
    expect(preview.finds.noise_share).toBeGreaterThan(0.1);
    expect(preview.finds.unjudged).toBeGreaterThan(0.05);
    expect(preview.finds.false_negatives).toBeNull();
  });
});

describe('the samples behind a figure', () => {
  test('are found by group and by error, as many as the figure counts', async () => {
    const { run, variance, profile, view } = await runWorkspace(lines(60));
    const server = await judgeBy((number, call) => (number % 3 === 0 ? call === 2 : number % 3 === 1));
    const runId = await run({ profile_id: profile(server.base_url) });
    const { figures } = await view(runId);
    const page = (query: Partial<Parameters<typeof variance.run>[1]>) =>
      variance.run(runId, { show: 'all', offset: 0, limit: 1000, ...query });
    expect((await page({ show: 'split' })).items_total).toBe(figures.splits);
    for (const group of figures.by_category) {
      const found = await page({ group: { by: 'category', value: group.key } });
      expect(found.items_total).toBe(group.n);
      expect(found.items.every(({ category }) => category === group.key)).toBe(true);
    }
    for (const { steps, n, splits } of figures.by_step) {
      if (steps === null) continue;
      expect((await page({ group: { by: 'step', ...steps } })).items_total).toBe(n);
      expect((await page({ show: 'split', group: { by: 'step', ...steps } })).items_total).toBe(splits);
    }
    expect(figures.by_step.reduce((sum, { n }) => sum + n, 0)).toBe(60);
  });
});

describe('truth', () => {
  test('of a run stays as it was, and how today’s differs is told with what it would say', async () => {
    const { parts, run, variance, profile, view } = await runWorkspace(lines(40));
    const server = await judgeBy(() => false);
    const runId = await run({ profile_id: profile(server.base_url) });
    expect((await view(runId)).figures.steady_false_negatives).toBeNull();
    expect(await variance.truthToday(runId)).toMatchObject({ found: 40, gone: 0, gained: 0, today: null });
    await parts.store.run('UPDATE verdicts SET truth = (step % 2 = 0) WHERE step < 20');
    const today = await variance.truthToday(runId);
    expect(today).toMatchObject({ gained: 20, lost: 0, turned: 0 });
    expect(today.today?.steady_false_negatives).toMatchObject({ n: 10, count: 10 });
    // the run itself still says what it said
    expect((await view(runId)).figures.steady_false_negatives).toBeNull();
  });

  test('is not taken from a row that holds another trajectory now', async () => {
    const { parts, run, variance } = await runWorkspace(lines(4));
    const runId = await run({});
    await parts.store.run("UPDATE verdicts SET trajectory = 'another', truth = true WHERE line = 2");
    expect(await variance.truthToday(runId)).toMatchObject({ found: 3, gone: 1, gained: 0, today: null });
  });
});

describe('the noise band', () => {
  test('is the within-sample deviation over √n, by the reward the log trained on', async () => {
    const { run, variance, profile } = await runWorkspace(lines(80));
    // every fourth sample splits 1 of 3
    const server = await judgeBy((number, call) => (number % 4 === 0 ? call === 1 : number % 2 === 1));
    expect((await variance.noiseBand('', 4)).bins.map(({ se }) => se)).toEqual([null, null, null, null]);
    const runId = await run({ profile_id: profile(server.base_url) });
    const band = await variance.noiseBand('', 4);
    // 20 of 80 have Σ(x − x̄)² = 2/3 over 2 degrees of freedom each
    const sd = Math.sqrt((20 * (2 / 3)) / (80 * 2));
    expect(band.groups).toMatchObject([
      { rubric_version: 'v1', judge_model: 'judge-a', reward_is: 'verdict', samples: 80, run_id: runId },
    ]);
    expect(band.groups[0]?.sd).toBeCloseTo(sd, 12);
    expect(band.bins).toHaveLength(4);
    for (const { rows, se, half } of band.bins) {
      expect(rows).toBe(20);
      expect(se).toBeCloseTo(sd / Math.sqrt(20), 12);
      expect(half).toBeCloseTo((1.959964 * sd) / Math.sqrt(20), 6);
    }
  });

  test('is drawn for nothing that was not measured: another judge, another prompt, another reward', async () => {
    const { run, variance, profile } = await runWorkspace(
      lines(40, (at) => (at < 20 ? { reward: 0.25, score: 0.9 } : { judge_model: 'judge-b' })),
    );
    const server = await judgeBy((_number, call) => call === 1);
    await run({ profile_id: profile(server.base_url) });
    const { groups, bins } = await variance.noiseBand('', 2);
    expect(groups).toMatchObject([
      { judge_model: 'judge-a', reward_is: null, sd: null },
      { judge_model: 'judge-b', reward_is: 'verdict', sd: null },
    ]);
    expect(bins.every(({ se }) => se === null)).toBe(true);
  });
});

test('a job of a re-run names the run', async () => {
  const { variance, ended } = await runWorkspace(lines(2));
  const { run_id, job } = await variance.start({
    rows: [],
    filter: '',
    limit: 2,
    repeats: 1,
    profile_id: null,
    rubric_version: null,
  });
  expect(job.run_id).toBe(run_id);
  await ended(job);
});
