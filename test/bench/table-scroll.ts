import { chromium } from 'playwright-core';
import { chromiumSwitches, findChromium } from '../chromium.ts';
import { buildScreens, startStandIn } from '../renderer/stand-in-engine.ts';
import { openBenchEngine, served } from './engine.ts';
import { mainThreadTasks } from './trace.ts';

/**
 * Scrolls the verdict table from its first row to its last in Chromium, by the thumb, the wheel and the keyboard, and says
 * how long the page was ever busy: `node test/bench/table-scroll.ts [WORKSPACE]`. Without a workspace the rows are made by a
 * formula, ten million of them; with one they are what its logs hold.
 */
export interface ScrollFigures {
  readonly rows: number;
  /** The longest task of the page's main thread while it was scrolled, by the clock. */
  readonly longest_task_ms: number;
  /** The same in processor time: what it is on a machine that does nothing else. */
  readonly longest_task_cpu_ms: number;
  readonly tasks_over_100_ms: number;
  readonly most_rows_in_page: number;
  readonly last_row_reached: boolean;
}

/** Runs in the page. */
const watch = `
  window.__most = 0;
  const count = () => {
    window.__most = Math.max(window.__most, document.querySelectorAll('[role=grid] [role=row]').length);
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);`;

const dragToTheEnd = `new Promise((done) => {
  const grid = document.querySelector('[role=grid]');
  let step = 0;
  const next = () => {
    step += 1;
    grid.scrollTop = ((grid.scrollHeight - grid.clientHeight) * step) / 240;
    if (step < 240) requestAnimationFrame(next);
    else done(undefined);
  };
  requestAnimationFrame(next);
})`;

export async function measureScroll(url: string): Promise<ScrollFigures> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('no Chromium was found');
  const browser = await chromium.launch({ executablePath, args: [...chromiumSwitches] });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${url}/verdicts`);
    const grid = page.getByRole('grid', { name: 'Verdicts' });
    await page
      .locator('[role=row][aria-rowindex="2"] [role=gridcell]:nth-child(2)')
      .filter({ hasText: /\S/ })
      .waitFor();
    const rows = Number(await grid.getAttribute('aria-rowcount')) - 1;
    await page.waitForTimeout(1000);
    await page.evaluate(watch);
    await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
    await page.evaluate(dragToTheEnd);
    await page.waitForTimeout(500);
    await page.mouse.move(700, 500);
    for (let turn = 0; turn < 60; turn += 1) await page.mouse.wheel(0, turn % 2 === 0 ? -600 : 500);
    await grid.focus();
    for (const key of ['Home', 'End', 'PageUp', 'PageUp', 'Home', 'PageDown', 'PageDown', 'PageDown'])
      await page.keyboard.press(key);
    for (let step = 0; step < 60; step += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    const last = page.locator(`[role=row][aria-rowindex="${rows + 1}"] [role=gridcell]:nth-child(2)`);
    const reached = await last
      .filter({ hasText: /\S/ })
      .waitFor({ timeout: 20_000 })
      .then(
        () => true,
        () => false,
      );
    const tasks = mainThreadTasks(await browser.stopTracing());
    return {
      rows,
      longest_task_ms: Math.max(0, ...tasks.map(({ ms }) => ms)),
      longest_task_cpu_ms: Math.max(0, ...tasks.map(({ cpu_ms }) => cpu_ms)),
      tasks_over_100_ms: tasks.filter(({ ms }) => ms > 100).length,
      most_rows_in_page: Number(await page.evaluate('window.__most')),
      last_row_reached: reached,
    };
  } finally {
    await browser.close();
  }
}

/** Rows made by a formula: the screens alone are measured. */
async function measureMadeRows(rows: number): Promise<ScrollFigures> {
  const screens = await buildScreens();
  const engine = await startStandIn(screens.folder, rows);
  try {
    return await measureScroll(engine.url);
  } finally {
    await engine.close();
    await screens.remove();
  }
}

/** The rows of a workspace, from its own engine. */
async function measureWorkspaceRows(workspace: string): Promise<ScrollFigures> {
  const screens = await buildScreens();
  const engine = await openBenchEngine(workspace, screens.folder);
  try {
    return await served(engine, measureScroll);
  } finally {
    await engine.close();
    await screens.remove();
  }
}

if (import.meta.main) {
  const [workspace] = process.argv.slice(2);
  console.log(
    workspace === undefined ? await measureMadeRows(10_000_000) : await measureWorkspaceRows(workspace),
  );
}
