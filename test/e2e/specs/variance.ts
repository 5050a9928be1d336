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
    await dialog.getByLabel('At most').fill('12');
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

  test('the map counts the runs', async () => {
    const { page } = place().app;
    await goTo(page, 'variance');
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: 'Variance 2' })
      .waitFor();
  });
};
