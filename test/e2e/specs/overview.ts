import { expect, test } from 'vitest';
import { goTo, textOf, tile, written } from '../on-screen.ts';
import type { Spec } from '../workplace.ts';

/** Screen 1: what the judge did, beside what was planted. */
export const overviewSpec: Spec = (place) => {
  const totals = () => {
    const groups = place().planted.groups_of_summary;
    const sum = (pick: (group: (typeof groups)[number]) => number) =>
      groups.reduce((total, group) => total + pick(group), 0);
    return {
      rows: sum((group) => group.rows),
      judged: sum((group) => group.judged),
      passed: sum((group) => group.passed),
      unjudged: sum((group) => group.unjudged.total),
      reward: sum((group) => group.reward_sum) / sum((group) => group.reward_rows),
      asTrained: sum((group) => group.reward_sum_as_trained) / sum((group) => group.reward_rows_as_trained),
      fn: sum((group) => group.fn),
      trueSuccesses: sum((group) => group.fn + group.tp),
      fp: sum((group) => group.fp),
      trueFailures: sum((group) => group.fp + group.tn),
    };
  };

  test('the overview opens with a sentence about the judge and the next step', async () => {
    const { page } = place().app;
    const main = page.getByRole('main');
    await main.getByRole('heading', { level: 1 }).filter({ hasText: 'looks too strict' }).waitFor();
    await main.getByRole('button', { name: 'How this was decided' }).click();
    const reasons = page.getByRole('dialog');
    await reasons.getByRole('row').filter({ hasText: 'False negatives' }).first().waitFor();
    await page.keyboard.press('Escape');
    await reasons.waitFor({ state: 'hidden' });
    expect(await main.getByRole('link', { name: /^Open [\d,]+ false negatives$/ }).count()).toBe(1);
  });

  test('counts and rates on the overview are the planted ones', async () => {
    const { page } = place().app;
    const all = totals();
    const expected: Readonly<Record<string, readonly string[]>> = {
      Judged: [written.count(all.judged), `of ${written.count(all.rows)} rows`],
      Unjudged: [written.percent(all.unjudged / all.rows, 2)],
      'Success rate': [written.percent(all.passed / all.judged)],
      'Reward mean': [written.fixed(all.reward, 3), `${written.fixed(all.asTrained, 3)} as trained`],
      'False negatives': [
        written.percent(all.fn / all.trueSuccesses),
        `n ${written.count(all.trueSuccesses)}`,
      ],
      'False positives': [written.percent(all.fp / all.trueFailures), `n ${written.count(all.trueFailures)}`],
    };
    for (const [name, figures] of Object.entries(expected)) {
      const text = await textOf(tile(page, name));
      for (const figure of figures) expect(text, name).toContain(figure);
    }
  });

  test('each version and judge has its planted counts, rates and unjudged share', async () => {
    const table = place().app.page.getByRole('region', { name: 'Figures per group' });
    for (const group of place().planted.groups_of_summary) {
      const cells = await table
        .getByRole('row')
        .filter({ has: place().app.page.getByRole('cell', { name: group.rubric_version, exact: true }) })
        .filter({ has: place().app.page.getByRole('link', { name: group.judge_model, exact: true }) })
        .getByRole('cell')
        .allInnerTexts();
      const row = cells.map((cell) => cell.replaceAll(/\s+/g, ''));
      expect(row[2]).toBe(written.count(group.rows));
      expect(row[3]).toBe(written.percent(group.unjudged.total / group.rows));
      expect(row[4]).toBe(written.fixed(group.reward_sum / group.reward_rows, 3));
      expect(row[5]).toBe(written.fixed(group.reward_sum_as_trained / group.reward_rows_as_trained, 3));
      expect(row[6]).toContain(written.percent(group.passed / group.judged));
      expect(row[7]).toBe(`${written.percent(group.fn / (group.fn + group.tp))}n${group.fn + group.tp}`);
      expect(row[8]).toBe(`${written.percent(group.fp / (group.fp + group.tn))}n${group.fp + group.tn}`);
    }
  });

  test('every chart says what it shows to someone who does not see it, and gives its data', async () => {
    const { page } = place().app;
    const charts = page.getByRole('figure');
    await expect.poll(() => charts.count()).toBe(6);
    for (const chart of await charts.all()) {
      expect((await textOf(chart.getByRole('paragraph').first())).length).toBeGreaterThan(10);
      expect(await chart.getByRole('button', { name: 'copy data' }).count()).toBe(1);
    }
    const reward = page.getByRole('figure', { name: 'Reward over steps' });
    await reward.getByRole('button', { name: 'as table' }).click();
    const table = reward.getByRole('table', { name: 'Reward over steps' });
    const rows = await table.getByRole('row').allInnerTexts();
    const judged = rows.slice(1).reduce((sum, row) => sum + Number(row.split('\t')[3]), 0);
    expect(judged).toBe(totals().judged);
    await reward.getByRole('button', { name: 'as chart' }).click();
  });

  test('a figure is a link to exactly the rows behind it', async () => {
    const { page } = place().app;
    const all = totals();
    await goTo(page, 'overview');
    await tile(page, 'False negatives').getByRole('link').first().click();
    const status = page.getByRole('main').getByRole('status');
    await status
      .filter({ hasText: `${written.count(all.fn)} of ${written.count(all.rows)} verdicts` })
      .waitFor();
    await page.getByRole('button', { name: 'Remove the filter false_negative' }).click();
    await status.filter({ hasText: `${written.count(all.rows)} verdicts` }).waitFor();
    await goTo(page, 'overview');
    await tile(page, 'Unjudged').getByRole('link').first().click();
    await status.filter({ hasText: `${written.count(all.unjudged)} of ` }).waitFor();
    await page.getByRole('button', { name: 'Remove the filter unjudged' }).click();
  });
};
