import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chromiumSwitches, findChromium } from '../chromium.ts';
import { type BuiltScreens, buildScreens, type StandIn, startStandIn } from './stand-in-engine.ts';

const chromiumPath = findChromium();
if (chromiumPath === null)
  console.warn('skipped: no Chromium was found for the browser tests of the verdict table');

describe.skipIf(chromiumPath === null)('the verdict table in Chromium', () => {
  const total = 10_000_000;
  let screens: BuiltScreens;
  let engine: StandIn;
  let browser: Browser;
  let page: Page;
  let errors: string[];

  beforeAll(async () => {
    screens = await buildScreens();
    engine = await startStandIn(screens.folder, total);
    browser = await chromium.launch({ executablePath: chromiumPath ?? '', args: [...chromiumSwitches] });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await engine?.close();
    await screens?.remove();
  });
  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    errors = [];
    page.on('pageerror', (error) => errors.push(String(error)));
  });
  afterEach(async () => {
    engine.failPages(false);
    await page.close();
    expect(errors).toEqual([]);
  });

  const open = async (path = '/verdicts'): Promise<void> => {
    await page.goto(engine.url + path);
    await page.locator('[role=row][aria-rowindex="2"]').waitFor();
    await task(0).waitFor();
  };
  const grid = () => page.getByRole('grid', { name: 'Verdicts' });
  const task = (index: number) => grid().getByText(`task-${index}`, { exact: true });

  test('reaches the last of ten million rows by the keyboard, with fewer than 100 rows in the page', async () => {
    await open();
    await grid().focus();
    await page.keyboard.press('End');
    await task(total - 1).waitFor();
    expect(await page.locator('[role=row]').count()).toBeLessThan(100);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL(/row=1%3A9999999/);
    await page.keyboard.press('Home');
    await task(0).waitFor();
  });

  test('reaches the last row by the thumb, and asks only for pages it stops at', async () => {
    await open();
    engine.offsets.length = 0;
    // Run in the page, which knows the DOM's types; this file does not.
    await page.evaluate(`{
      const grid = document.querySelector('[role=grid]');
      for (let step = 0; step <= 50; step += 1) grid.scrollTop = (grid.scrollHeight * step) / 50;
    }`);
    await task(total - 1).waitFor();
    expect(engine.offsets.length).toBeLessThan(6);
  });

  test('turns by whole rows with the wheel, however many rows there are', async () => {
    await open();
    await page.mouse.move(600, 500);
    await page.mouse.wheel(0, 29 * 10);
    await page.locator('[role=row][aria-rowindex="12"]').waitFor();
    await expect
      .poll(() => page.locator('[role=grid] [role=row]').nth(1).getAttribute('aria-rowindex'))
      .toBe('12');
  });

  test('sorts by several columns, keeps them in the address, and starts at the top again', async () => {
    await open();
    await page.getByRole('button', { name: 'Step' }).click();
    await page.getByRole('button', { name: 'Latency ms' }).click({ modifiers: ['Shift'] });
    await page.getByRole('button', { name: 'Step' }).click({ modifiers: ['Shift'] });
    await page.waitForURL(/sort=-step%2Clatency_ms/);
    await task(total - 1).waitFor();
    expect(await page.locator('[role=columnheader][aria-sort=descending]').textContent()).toContain('Step');
  });

  test('selects stretches and everything that matches', async () => {
    await open();
    const row = (index: number) => page.locator(`[role=row][aria-rowindex="${index}"]`);
    await row(3).click({ modifiers: ['Control'] });
    await row(12).click({ modifiers: ['Shift'] });
    await page.getByText('10 selected').waitFor();
    await row(5).getByRole('checkbox').click();
    await page.getByText('9 selected').waitFor();
    await grid().focus();
    await page.keyboard.press('Control+a');
    await page.getByText('10,000,000 selected').waitFor();
  });

  test('a filter from the address holds, can be taken back, and a wrong one says where', async () => {
    await open('/verdicts?where=step%20%3E%3D%20400%20and%20not%20passed');
    await page.getByText('3 of 10,000,000 verdicts').waitFor();
    await page.getByRole('button', { name: 'Remove the filter not passed' }).click();
    await page.waitForURL((url) => url.searchParams.get('where') === 'step >= 400');
    await page.getByRole('textbox', { name: 'Filter' }).fill('step >= 400 and or');
    const fault = page.getByRole('alert');
    await fault.waitFor();
    expect(await fault.locator('mark').textContent()).toBe('or');
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.waitForURL((url) => url.pathname === '/' && url.searchParams.get('where') === 'step >= 400');
  });

  test('what a log says is text: no markup runs, and a reversed direction is written out', async () => {
    await open('/verdicts?row=1:3');
    const detail = page.getByRole('complementary');
    await detail.getByText('⟨U+202E⟩').first().waitFor();
    expect(await detail.textContent()).toContain('<img src=x onerror="window.hacked=1">');
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(await page.locator('img[src="x"]').count()).toBe(0);
  });

  test('pages that fail say so, and come when they are asked for again', async () => {
    await open();
    engine.failPages(true);
    await grid().focus();
    await page.keyboard.press('End');
    await page.getByText('the index is closed').waitFor();
    engine.failPages(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await task(total - 1).waitFor();
  });

  test('the first screen loads at most 350 kB gzip', async () => {
    let bytes = 0;
    page.on('response', (response) => {
      if (!/\.(js|css)$/.test(new URL(response.url()).pathname)) return;
      void response.body().then((body) => {
        bytes += gzipSync(body).byteLength;
      });
    });
    // The event stream keeps the network busy, so the wait is for the screen itself.
    await page.goto(engine.url);
    await page.getByRole('navigation').getByText('10,000,000').waitFor();
    await page
      .getByRole('alert')
      .or(page.getByRole('heading', { level: 1 }))
      .first()
      .waitFor();
    console.log(`the overview's first load: ${Math.round(bytes / 1000)} kB gzip`);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(350_000);
  });
});
