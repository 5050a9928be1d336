import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { goTo, grid, gridRow, textOf, written } from '../on-screen.ts';
import type { Spec } from '../workplace.ts';

const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Selected rows' });
const head = (page: Page, name: string) =>
  grid(page, 'Verdicts').getByRole('columnheader', { name }).getByRole('button');
const heads = (page: Page) => grid(page, 'Verdicts').getByRole('columnheader').allInnerTexts();

async function settled(page: Page): Promise<void> {
  await expect.poll(() => grid(page, 'Verdicts').getAttribute('aria-busy')).toBe('false');
}

async function cell(page: Page, row: number, column: number): Promise<string> {
  const found = gridRow(grid(page, 'Verdicts'), row).getByRole('gridcell').nth(column);
  await found.filter({ hasText: /\S/ }).waitFor();
  return textOf(found);
}

/** The table by the keyboard alone: sorts, columns, selections over pages that are not here, saved views. */
export const verdictTableSpec: Spec = (place) => {
  test('the table has the keyboard at once, and a key pressed while a sort loads is not lost', async () => {
    const { page } = place().app;
    await place().app.open('/verdicts');
    await settled(page);
    const table = grid(page, 'Verdicts');
    await expect.poll(() => page.evaluate('document.activeElement?.getAttribute("role")')).toBe('grid');
    // the sort's first page is held back until after the key
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/verdicts.page**', async (route) => {
      await held;
      await route.continue();
    });
    await head(page, 'Line').click();
    await head(page, 'Line').click();
    await table.focus();
    await page.keyboard.press('End');
    release();
    const last = place().planted.rows - 1;
    await expect.poll(() => cell(page, last, 1)).toBe('1');
    await page.unrouteAll({ behavior: 'wait' });
    await head(page, 'Line').click();
  });

  test('sorts by several columns, each with its number', async () => {
    const { page } = place().app;
    await head(page, 'Category').click();
    await head(page, 'Latency').click({ modifiers: ['Shift'] });
    await head(page, 'Latency').click({ modifiers: ['Shift'] });
    await settled(page);
    await expect.poll(async () => (await heads(page)).join(' ')).toMatch(/Category\s*↑1.*Latency ms\s*↓2/s);
    expect(new URL(page.url()).searchParams.get('sort')).toBe('category,-latency_ms');
    // alone, the third click takes the sort away
    await head(page, 'Latency').click();
    await settled(page);
    expect(new URL(page.url()).searchParams.get('sort')).toBeNull();
  });

  test('a selection reaches over pages that were never fetched, grows, shrinks, and is copied in the table’s order', async () => {
    const { page } = place().app;
    const table = grid(page, 'Verdicts');
    await table.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    await toolbar(page)
      .getByText(`${written.count(place().planted.rows)} selected`)
      .waitFor();
    await page.keyboard.press('Shift+ArrowUp');
    await toolbar(page)
      .getByText(`${written.count(place().planted.rows - 1)} selected`)
      .waitFor();
    await page.keyboard.press('Shift+Home');
    await toolbar(page).getByText('1 selected').waitFor();
    await page.keyboard.press('Shift+ArrowDown');
    await toolbar(page).getByText('2 selected').waitFor();
    const lines = [await cell(page, 0, 1), await cell(page, 1, 1)];
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.keyboard.press('Control+c');
    await expect
      .poll(async () =>
        String(await page.evaluate('navigator.clipboard.readText()'))
          .split('\n')
          .map((line) => line.split('\t')[0]),
      )
      .toEqual(['line', ...lines.map((line) => line.replaceAll(',', ''))]);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Space');
    await toolbar(page)
      .getByText(`${written.count(place().planted.rows - 1)} selected`)
      .waitFor();
    await toolbar(page).getByRole('button', { name: 'clear selection' }).click();
    await toolbar(page).waitFor({ state: 'hidden' });
  });

  test('columns move and widen by keyboard and by mouse', async () => {
    const { page } = place().app;
    const before = await heads(page);
    const step = head(page, 'Step');
    await step.focus();
    await page.keyboard.press('Alt+ArrowLeft');
    const at = before.indexOf('Step');
    await expect.poll(async () => (await heads(page))[at - 1]).toBe('Step');
    // the head keeps the keyboard, so that it can go on
    const width = async (): Promise<number> => (await step.locator('..').boundingBox())?.width ?? 0;
    const wide = await width();
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(width).toBeGreaterThan(wide + 10);
    await page.keyboard.press('Backspace');
    await expect.poll(width).toBe(wide);
    const grip = await step.locator('..').locator('[data-grip]').boundingBox();
    if (grip === null) throw new Error('there is nothing to pull a column by');
    await page.mouse.move(grip.x + 4, grip.y + 8);
    await page.mouse.down();
    await page.mouse.move(grip.x + 64, grip.y + 8, { steps: 4 });
    await page.mouse.up();
    await expect.poll(width).toBeGreaterThan(wide + 50);
    const truth = await head(page, 'Truth').boundingBox();
    const task = await head(page, 'Task').boundingBox();
    if (truth === null || task === null) throw new Error('the heads are not there');
    await page.mouse.move(truth.x + 4, truth.y + 4);
    await page.mouse.down();
    await page.mouse.move(task.x + 4, task.y + 4, { steps: 6 });
    await page.mouse.up();
    await expect
      .poll(async () => (await heads(page)).indexOf('Truth'))
      .toBeLessThan((await heads(page)).indexOf('Task'));
    // a drag is no click: nothing was sorted by it
    expect(new URL(page.url()).searchParams.get('sort')).toBeNull();
  });

  test('a saved view brings back filter, sort and columns, from the palette too and after a reload', async () => {
    const { page } = place().app;
    const filter = page.getByRole('textbox', { name: 'Filter', exact: true });
    await filter.fill('not passed');
    await filter.press('Enter');
    await settled(page);
    const [columns, rows] = [
      await heads(page),
      await textOf(page.getByRole('main').getByRole('status').first()),
    ];
    await grid(page, 'Verdicts').focus();
    await page.keyboard.press('v');
    await page.getByRole('textbox', { name: 'Name of a new view' }).fill('失败 by category');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '失败 by category', exact: true }).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.keyboard.press('Escape');
    await filter.fill('');
    await filter.press('Enter');
    await expect.poll(() => heads(page)).not.toEqual(columns);
    await goTo(page, 'overview');
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Search or jump to…' }).fill('失败');
    await page.getByText('Open the view “失败 by category”').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => heads(page)).toEqual(columns);
    await expect.poll(() => textOf(page.getByRole('main').getByRole('status').first())).toBe(rows);
    await page.reload();
    await expect.poll(() => heads(page)).toEqual(columns);
    await page.getByRole('button', { name: '失败 by category', exact: true }).click();
    await page.getByRole('button', { name: 'Rename 失败 by category' }).click();
    await page.getByRole('textbox', { name: 'New name' }).fill('failures');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove failures' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('No view is saved yet.').waitFor();
    await page.keyboard.press('Escape');
  });

  test('evidence leads to its place in the trajectory, and the next verdict is one key away', async () => {
    const { page } = place().app;
    await place().app.open(`/verdicts?where=${encodeURIComponent('has(evidence) and not passed')}`);
    await settled(page);
    await cell(page, 0, 1);
    await grid(page, 'Verdicts').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const detail = page.getByRole('complementary');
    const found = detail.getByRole('button', { name: /^found in/ }).first();
    const name = await textOf(found);
    await found.click();
    const frame = /frame (\d+)/.exec(name)?.[1];
    const spot = frame === undefined ? 'final_state' : `frame-${frame}`;
    await expect.poll(() => page.evaluate('document.activeElement?.getAttribute("data-place")')).toBe(spot);
    expect(await detail.locator(`[data-place="${spot}"] mark`).count()).toBeGreaterThan(0);
    const first = await detail.getAttribute('aria-label');
    await page.keyboard.press('j');
    await expect.poll(() => detail.getAttribute('aria-label')).not.toBe(first);
    await page.keyboard.press('k');
    await expect.poll(() => detail.getAttribute('aria-label')).toBe(first);
    // opened by its name alone, the row's place is found again
    await page.reload();
    await detail.getByText(/^1 of /).waitFor();
    await page.keyboard.press('Escape');
    await detail.waitFor({ state: 'hidden' });
    await place().app.open('/verdicts');
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.keyboard.press('Escape');
  });
};
