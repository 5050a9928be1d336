import { expect, test } from 'vitest';
import { goTo, grid, gridRow, textOf, tile, written } from '../on-screen.ts';
import type { Spec } from '../workplace.ts';

const filter = 'rubric_version = adapt_v1 and has_prompt';

/** Screen 4: a re-run over a filter. */
export const varianceSpec: Spec = (place) => {
  test('what a re-run would send is on the screen before anything is sent', async () => {
    const { page } = place().app;
    await place().app.open(`/variance?where=${encodeURIComponent(filter)}`);
    await page.getByRole('button', { name: 'New re-run…' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Judge samples again' });
    await dialog.getByText(filter).waitFor();
    await dialog.getByLabel('At most', { exact: true }).fill('12');
    await dialog.getByRole('button', { name: 'Make 36 calls' }).waitFor();
    expect(await textOf(dialog)).toMatch(/sent exactly as the log holds it/);
    expect(place().record('SELECT count(*) AS n FROM runs')).toEqual([{ n: 1 }]);
  });

  test('a run over a filter shows its progress, its attempts and that the prompt is the training’s', async () => {
    const { page } = place().app;
    await page.getByRole('button', { name: 'Make 36 calls' }).click();
    const main = page.getByRole('main');
    await main.getByRole('heading', { name: 'Re-run 2', level: 1 }).waitFor();
    await main.getByText(/^✓? ?prompt of training$/).waitFor();
    await tile(page, 'Any flip').waitFor();
    await main.getByText('36 / 36').waitFor({ timeout: 30_000 });
    const rows = grid(page, 'Samples of this run');
    await gridRow(rows, 0)
      .getByRole('img', { name: /^call 3: / })
      .or(gridRow(rows, 0).getByTitle(/^call 3: /))
      .waitFor();
    expect(await rows.getAttribute('aria-rowcount')).toBe('13');
  });

  test('the flip rate on the screen is the one the stored attempts give', async () => {
    const { page } = place().app;
    const items = place().record<{ item: number; passes: number; n: number }>(
      `SELECT item, sum(passed) AS passes, count(passed) AS n FROM attempts
       WHERE final = 1 AND superseded = 0 AND run_id = (SELECT run_id FROM runs WHERE number = 2) GROUP BY item`,
    );
    expect(items).toHaveLength(12);
    expect(items.every((item) => item.n === 3)).toBe(true);
    const split = items.filter((item) => item.passes > 0 && item.passes < item.n).length;
    await expect.poll(() => textOf(tile(page, 'Any flip'))).toContain(written.percent(split / 12));
    await tile(page, 'Any flip').getByRole('link').first().click();
    await expect
      .poll(() => grid(page, 'Samples of this run').getAttribute('aria-rowcount'))
      .toBe(String(split + 1));
    await page.getByRole('link', { name: /all re-runs/ }).click();
    await expect.poll(() => grid(page, 'Re-runs').getAttribute('aria-rowcount')).toBe('3');
  });

  test('a stratified draw shows its strata before it is made, and its run says that it is weighted', async () => {
    const { page } = place().app;
    await place().app.open(`/variance?new=1&where=${encodeURIComponent(filter)}`);
    const dialog = page.getByRole('dialog', { name: 'Judge samples again' });
    await dialog.getByLabel('At most', { exact: true }).fill('30');
    await dialog.getByRole('combobox', { name: 'Draw' }).click();
    await page.getByRole('option', { name: 'strata, the same from each' }).click();
    await dialog.getByLabel('outcome in the log').check();
    await dialog.getByRole('columnheader', { name: 'Chance' }).waitFor();
    await dialog.getByText(/Such a run names, in 95 of 100 cases:/).waitFor();
    await dialog.getByRole('button', { name: 'Make 90 calls' }).click();
    const main = page.getByRole('main');
    await main.getByRole('heading', { name: 'Re-run 3', level: 1 }).waitFor();
    await main.getByText('90 / 90').waitFor({ timeout: 30_000 });
    await main.getByText(/draw by category × outcome in the log/).waitFor();
    await main.getByText(/weighted by 1\/π/).waitFor();
    const [stored] = place().record<{ n: number; least: number }>(
      `SELECT count(*) AS n, min(inclusion_probability) AS least FROM draw_items
       WHERE draw_id = (SELECT draw_id FROM runs WHERE number = 3)`,
    );
    expect(stored?.n).toBe(30);
    expect(stored?.least).toBeGreaterThan(0);
  });

  test('a figure leads to its samples, a group to its own', async () => {
    const { page } = place().app;
    const rows = grid(page, 'Samples of this run');
    await page.getByRole('link', { name: /^Noise share / }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('show')).toBe('split');
    await place().app.open(`/variance?run=${new URL(page.url()).searchParams.get('run') ?? ''}`);
    const panel = page.getByRole('region', { name: 'Flip rate' });
    const group = panel.getByRole('link').first();
    const name = await textOf(group);
    await group.click();
    await page.getByRole('button', { name: `Show without: ${name}` }).waitFor();
    const [counted] = place().record<{ n: number }>(
      `SELECT count(*) AS n FROM run_items WHERE category = ? AND run_id = (SELECT run_id FROM runs WHERE number = 3)`,
      name,
    );
    await expect.poll(() => rows.getAttribute('aria-rowcount')).toBe(String((counted?.n ?? 0) + 1));
  });

  test('a run is kept as a canary, judged again, and the two runs are compared', async () => {
    const { page } = place().app;
    await page.getByRole('button', { name: 'Keep as canary…' }).click();
    await page.getByLabel('Name').fill('nightly');
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    const main = page.getByRole('main');
    await main.getByText('Judged once: there is nothing to compare yet.').waitFor();
    await main.getByRole('button', { name: 'Ask again' }).click();
    await main.getByRole('heading', { name: 'Re-run 4', level: 1 }).waitFor();
    await main.getByText('90 / 90').waitFor({ timeout: 30_000 });
    await main.getByRole('link', { name: 'Open its canary' }).click();
    await main.getByText(/^(The judge did not move|The judge moved) by more than its noise/).waitFor();
    await tile(page, 'Samples in both').getByText('30', { exact: true }).waitFor();
    await goTo(page, 'variance');
    await main.getByRole('link', { name: 'nightly' }).waitFor();
  });

  test('the map counts the runs', async () => {
    const { page } = place().app;
    await goTo(page, 'variance');
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: 'Variance 4' })
      .waitFor();
  });
};
