import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { isSorted } from '../in-page.ts';
import { goTo, grid, gridRow, textOf, written } from '../on-screen.ts';
import type { Spec } from '../workplace.ts';

const status = (page: Page) => page.getByRole('main').getByRole('status');

async function filterBy(page: Page, text: string): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Filter', exact: true });
  await box.fill(text);
  await box.press('Enter');
}

/** The cells of a row that is in view, once the engine has sent it. */
async function cellsOf(page: Page, index: number): Promise<string[]> {
  const row = gridRow(grid(page, 'Verdicts'), index);
  await row.getByRole('gridcell').nth(3).filter({ hasText: /\S/ }).waitFor();
  return row.getByRole('gridcell').allInnerTexts();
}

/** Screen 2: the virtual table and the detail beside it. */
export const verdictsSpec: Spec = (place) => {
  test('the table filters by the grammar of the documents', async () => {
    const { page } = place().app;
    await goTo(page, 'verdicts');
    const { planted } = place();
    const groups = planted.groups_of_summary.filter((group) => group.rubric_version === 'adapt_v1');
    const failed = groups.reduce((sum, group) => sum + group.judged - group.passed, 0);
    await filterBy(page, 'rubric_version = adapt_v1 and not passed');
    await status(page)
      .filter({ hasText: `${written.count(failed)} of ${written.count(planted.rows)} verdicts` })
      .waitFor();
    const cells = await cellsOf(page, 0);
    expect(cells).toContain('adapt_v1');
    expect(cells[3]).toContain('fail');
  });

  test('a filter that cannot be read is shown with its place, and the table stays', async () => {
    const { page } = place().app;
    const before = await textOf(status(page));
    await page.getByRole('textbox', { name: 'Filter', exact: true }).fill('passed and step >= ');
    const fault = page.getByRole('main').getByRole('alert');
    await fault.waitFor();
    expect(await fault.locator('mark').count()).toBe(1);
    expect(await textOf(fault)).toMatch(/passed and step >= .*\S/s);
    await page.keyboard.press('Enter');
    expect(await textOf(status(page))).toBe(before);
    await filterBy(page, '');
    await status(page)
      .filter({ hasText: /^[\d,]+ verdicts$/ })
      .waitFor();
    await fault.waitFor({ state: 'hidden' });
  });

  test('the table sorts by a column, and back', async () => {
    const { page } = place().app;
    const header = grid(page, 'Verdicts').getByRole('columnheader', { name: 'Step' });
    await header.getByRole('button').click();
    await header.getByRole('button').click();
    await page.waitForFunction(isSorted);
    expect(await header.getAttribute('aria-sort')).toBe('descending');
    const last = Math.max(...place().planted.phases.map((phase) => phase.last_step));
    await expect.poll(async () => (await cellsOf(page, 0))[6]).toBe(String(last));
    await header.getByRole('button').click();
    expect(await header.getAttribute('aria-sort')).toBe('none');
  });

  test('the last row is one key away', async () => {
    const { page } = place().app;
    const table = grid(page, 'Verdicts');
    // In the order of the file again, and all there: a table that is still asking has no last row to go to.
    await expect.poll(async () => (await cellsOf(page, 0))[1]).toBe('1');
    await expect.poll(() => table.getAttribute('aria-busy')).toBe('false');
    await table.focus();
    await page.keyboard.press('End');
    const cells = await cellsOf(page, place().planted.rows - 1);
    expect(cells[1]).toBe(written.count(place().lastLogLine()));
  });

  test('a verdict opens in full, down to its line as it stands in the file', async () => {
    const { page } = place().app;
    await page.keyboard.press('Home');
    await cellsOf(page, 0);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const detail = page.getByRole('complementary');
    const raw = detail.getByRole('group').filter({ hasText: 'The line as it stands in the file' });
    await raw.locator('summary').click();
    const line = Number((await cellsOf(page, 1))[1]);
    const text = place().logLine(line);
    await raw.getByText(text.slice(0, 60), { exact: false }).waitFor();
    expect(await textOf(raw)).toContain(text);
    expect(await textOf(detail)).toContain('All fields');
    await page.keyboard.press('Escape');
    await detail.waitFor({ state: 'hidden' });
  });

  test('words are searched for in reasons and evidence', async () => {
    const { page } = place().app;
    await page.getByRole('textbox', { name: 'Search in reasons and evidence' }).fill('judged as failed');
    await status(page).filter({ hasText: / of / }).waitFor();
    const reason = (await cellsOf(page, 0)).at(-1) ?? '';
    expect(reason).toContain('judged as failed');
    await page.getByRole('textbox', { name: 'Search in reasons and evidence' }).fill('');
    await status(page)
      .filter({ hasText: /^[\d,]+ verdicts$/ })
      .waitFor();
  });
};
