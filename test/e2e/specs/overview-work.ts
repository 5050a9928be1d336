import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { OverviewView } from '../../../electron/api/contract.ts';
import { ask, textOf, tile, written } from '../on-screen.ts';
import { differenceOf, keepSavedFiles, lastSavedText, savedAsAddress } from '../pictures-in-page.ts';
import type { Spec } from '../workplace.ts';

const steps = /^step >= (\d+) and step <= (\d+)$/;

function whereOf(page: Page): string {
  return new URL(page.url()).searchParams.get('where') ?? '';
}

/** Counts the rows a link of the page leads to. */
async function rowsBehind(page: Page, link: Locator): Promise<number> {
  const href = await link.getAttribute('href');
  const filter = new URL(href ?? '', page.url()).searchParams.get('where') ?? '';
  return (await ask<{ total: number }>(page, 'verdicts.page', { filter, limit: 1 })).total;
}

/** Work on the overview: a range of steps, other groups, changes, pictures, files. */
export const overviewWorkSpec: Spec = (place) => {
  const figure = (name: string): Locator => place().app.page.getByRole('figure', { name, exact: true });
  const opened = async (path = '/'): Promise<Page> => {
    const { page } = place().app;
    await place().app.open(path);
    await figure('Reward over steps').locator('svg[data-plot] path').first().waitFor({ state: 'attached' });
    return page;
  };
  const view = (filter: string, by: readonly string[]): Promise<OverviewView> =>
    ask(place().app.page, 'overview.view', { filter, by });

  test('a range of steps drawn on a chart narrows every figure, stands in the address, and is lifted in one press', async () => {
    const page = await opened();
    await figure('FN rate over steps').scrollIntoViewIfNeeded();
    const chart = await figure('FN rate over steps').getByRole('slider').boundingBox();
    if (chart === null) throw new Error('no chart');
    await page.mouse.move(chart.x + chart.width * 0.3, chart.y + 60);
    await page.mouse.down();
    await page.mouse.move(chart.x + chart.width * 0.4, chart.y + 70);
    await page.mouse.move(chart.x + chart.width * 0.7, chart.y + 60);
    await page.mouse.up();
    await expect.poll(() => whereOf(page)).toMatch(steps);
    const filter = whereOf(page);
    const [, from, to] = steps.exec(filter) ?? [];
    expect(Number(to)).toBeGreaterThan(Number(from));
    const { summary } = await view(filter, ['none']);
    await expect.poll(() => textOf(tile(page, 'Judged'))).toContain(written.count(summary.judged));
    expect(await textOf(tile(page, 'Judged'))).toContain(`of ${written.count(summary.rows)} rows`);
    await page.getByRole('button', { name: `Remove the filter step >= ${from} and step <= ${to}` }).waitFor();
    await page.getByRole('button', { name: 'All steps again' }).click();
    await expect.poll(() => whereOf(page)).toBe('');
  });

  test('a click on a point opens the rows of its steps, a bar those of its values', async () => {
    for (const [name, clause] of [
      ['Reward over steps', /^step (= \d+|>= \d+ and step <= \d+)$/],
      ['Latency', /^latency_ms >= [\d.]+ and latency_ms <=? [\d.]+$/],
    ] as const) {
      const page = await opened();
      await figure(name).locator('svg[data-plot]').waitFor();
      await figure(name)
        .getByRole('slider')
        .click({ position: { x: 150, y: 90 } });
      await page.waitForURL(/\/verdicts\?/);
      expect(whereOf(page)).toMatch(clause);
      await page
        .getByRole('main')
        .getByRole('status')
        .filter({ hasText: /^[1-9][\d,]* of / })
        .waitFor();
    }
  });

  test('the keyboard draws the same range, opens a point, and types a range', async () => {
    const page = await opened();
    const chart = figure('Reward over steps').getByRole('slider');
    await chart.focus();
    await page.keyboard.press('Home');
    const first = await chart.getAttribute('aria-valuetext');
    expect(first).toMatch(/^steps? [\d–]+, judge reward [\d.]+/);
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    expect(await chart.getAttribute('aria-valuetext')).toMatch(/^steps \d+–\d+$/);
    await page.keyboard.press('Escape');
    expect(whereOf(page)).toBe('');
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Enter');
    await expect.poll(() => whereOf(page)).toMatch(steps);
    await page.getByRole('button', { name: /^steps \d+–\d+$/ }).click();
    await page.getByRole('textbox', { name: 'From step' }).fill('3');
    await page.getByRole('textbox', { name: 'To step' }).fill('9');
    await page.getByRole('button', { name: 'Only these' }).click();
    await expect.poll(() => whereOf(page)).toBe('step >= 3 and step <= 9');
    // Seven steps, each a point of its own.
    await expect.poll(() => chart.getAttribute('aria-valuemax')).toBe('6');
    await chart.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/verdicts\?/);
    expect(whereOf(page)).toMatch(/^step >= 3 and step <= 9 and step = 9$/);
  });

  test('the table groups by any one or two fields, chosen on the page and kept in the address', async () => {
    const page = await opened();
    const table = page.getByRole('region', { name: 'Figures per group' });
    await table.getByRole('combobox', { name: 'and by' }).click();
    await page.getByRole('option', { name: 'nothing more' }).click();
    await table.getByRole('combobox', { name: 'Group by' }).click();
    await page.getByRole('option', { name: /^category/ }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('by')).toBe('category');
    await page.reload();
    const { summary } = await view('', ['category']);
    await table.getByText(`${summary.groups.length} groups`).waitFor();
    await table.getByRole('button', { name: 'Rows' }).click();
    const counts = await table.locator('tbody tr td:nth-child(2)').allInnerTexts();
    const expected = summary.groups.map((group) => group.rows).toSorted((a, b) => b - a);
    expect(counts).toEqual(expected.map((count) => written.count(count)));
  });

  test('groups made by what the judge said are not held against the judge', async () => {
    const page = await opened('/?by=outcome');
    await page.getByRole('heading', { level: 1 }).filter({ hasText: 'describe the choice' }).waitFor();
    const table = page.getByRole('region', { name: 'Figures per group' });
    expect(await table.getByRole('columnheader', { name: 'Judge', exact: true }).count()).toBe(0);
  });

  test('every figure is a link the engine can follow, and counts lead to as many rows', async () => {
    const page = await opened();
    const hrefs = await page.getByRole('main').locator('a[href^="/verdicts"]').all();
    expect(hrefs.length).toBeGreaterThan(60);
    const filters = new Set<string>();
    for (const link of hrefs) {
      const href = await link.getAttribute('href');
      filters.add(new URL(href ?? '', page.url()).searchParams.get('where') ?? '');
    }
    for (const filter of filters)
      expect(await ask(page, 'verdicts.check', { filter }), filter).toMatchObject({ ok: true });
    const { summary } = await view('', ['rubric_version', 'judge_model']);
    const rows = page.getByRole('region', { name: 'Figures per group' }).locator('tbody tr');
    for (const [at, group] of summary.groups.entries()) {
      const links = (column: number) => rows.nth(at).locator(`td:nth-child(${column}) a`);
      expect(await rowsBehind(page, links(3).first())).toBe(group.rows);
      expect(await rowsBehind(page, links(4).first())).toBe(group.unjudged.total);
      expect(await rowsBehind(page, links(8).first())).toBe(group.truth?.fn);
      expect(await rowsBehind(page, links(8).nth(1))).toBe((group.truth?.fn ?? 0) + (group.truth?.tp ?? 0));
      expect(await rowsBehind(page, links(9).nth(1))).toBe((group.truth?.fp ?? 0) + (group.truth?.tn ?? 0));
    }
  });

  test('a judge of the policy’s own family is named in words, with the rows where it judged it', async () => {
    const page = await opened();
    const { same_family: pairs } = await view('', ['none']);
    const [pair] = pairs;
    if (pair === undefined) throw new Error('the sample has no such pair');
    const notice = page.getByRole('note');
    expect(await textOf(notice)).toContain(`${pair.judge_model} judges ${pair.policy_model}`);
    const filter = `judge_model = ${pair.judge_model} and policy_model = ${pair.policy_model}`;
    const { total } = await ask<{ total: number }>(page, 'verdicts.page', { filter, limit: 1 });
    expect(total).toBeGreaterThan(0);
    expect(await rowsBehind(page, notice.getByRole('link').first())).toBe(total);
  });

  test('changes of rubric and judge are named on the chart and no two names touch', async () => {
    const page = await opened();
    const chart = figure('Reward over steps');
    const labels = chart.locator('svg[data-plot] text');
    const boxes = await Promise.all(
      (await labels.all()).map(async (label) => ({
        text: await label.textContent(),
        box: await label.boundingBox(),
      })),
    );
    const versions = new Set(place().planted.groups_of_summary.map((group) => group.rubric_version));
    expect(boxes.filter(({ text }) => versions.has(text ?? '')).length).toBe(versions.size - 1);
    for (const [at, a] of boxes.entries())
      for (const b of boxes.slice(at + 1)) {
        if (a.box === null || b.box === null) throw new Error('a label is not drawn');
        const apart =
          a.box.x + a.box.width <= b.box.x ||
          b.box.x + b.box.width <= a.box.x ||
          // Lines of text may share the room of their descenders.
          a.box.y + a.box.height - 4 <= b.box.y ||
          b.box.y + b.box.height - 4 <= a.box.y;
        expect(apart, `${a.text} and ${b.text}`).toBe(true);
      }
    await chart.getByRole('link', { name: /new versions?$/ }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('by')).toBe('rubric_version');
  });

  test('a chart saved as PNG is what stands on the screen, in both themes', async () => {
    const { page } = place().app;
    try {
      for (const theme of ['light', 'dark']) {
        await ask(page, 'workspace.saveSettings', { theme });
        await opened();
        await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor();
        await page.evaluate(keepSavedFiles);
        await page.mouse.move(5, 890);
        for (const [at, name] of ['Reward over steps', 'Latency', 'FN by category'].entries()) {
          const drawing = figure(name).locator('svg[data-plot]');
          await drawing.scrollIntoViewIfNeeded();
          await figure(name).getByRole('button', { name: 'save PNG' }).click();
          await page.mouse.move(5, 890);
          await expect.poll(() => page.evaluate(savedAsAddress, at + 1)).toMatch(/^data:image\/png;base64,/);
          const picture = (await page.evaluate(savedAsAddress, at + 1)) ?? '';
          const photo = `data:image/png;base64,${(await drawing.screenshot()).toString('base64')}`;
          const found = await page.evaluate(differenceOf, [picture, photo, 14, 32] as const);
          // A photograph of a drawing between two pixels is a pixel wider.
          expect(Math.abs(found.width - 2 * (found.photoWidth + 28)), name).toBeLessThanOrEqual(2);
          expect(found.share, `${name} ${theme}`).toBeLessThan(0.02);
        }
      }
    } finally {
      await ask(page, 'workspace.saveSettings', { theme: 'light' });
    }
  });

  test('the table saved as CSV is the engine’s own file of the filter and the groups in sight', async () => {
    const filter = 'category = communication';
    const page = await opened(`/?by=rubric_version&where=${encodeURIComponent(filter)}`);
    await page.evaluate(keepSavedFiles);
    await page.getByRole('button', { name: 'save CSV' }).click();
    await expect.poll(() => page.evaluate(lastSavedText)).not.toBeNull();
    const saved = await page.evaluate(lastSavedText);
    expect(saved?.name).toBe('reward_signal_summary.csv');
    const cells = (text: string | undefined): readonly (number | string)[] =>
      (text ?? '')
        .split(/,|\r\n/)
        .map((cell) => (cell === '' || Number.isNaN(Number(cell)) ? cell : Number(cell)));
    const expected = cells(await ask<string>(page, 'overview.csv', { filter, by: ['rubric_version'] }));
    const found = cells(saved?.text);
    expect(found).toHaveLength(expected.length);
    // Sums are made side by side: their last digits may differ.
    for (const [at, cell] of expected.entries())
      if (typeof cell === 'number') expect(found[at]).toBeCloseTo(cell, 9);
      else expect(found[at]).toBe(cell);
    const { summary } = await view(filter, ['rubric_version']);
    expect(saved?.text.trimEnd().split('\r\n')).toHaveLength(summary.groups.length + 1);
    await place().app.open('/');
  });
};
