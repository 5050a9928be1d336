import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import { chromiumSwitches, findChromium } from '../chromium.ts';
import { buildScreens } from '../renderer/stand-in-engine.ts';
import { openBenchEngine, served } from './engine.ts';
import { mainThreadTasks } from './trace.ts';

/**
 * The screen of a re-run of 10,000 samples by three calls while its answers come in from the demo judge, scrolled
 * meanwhile, and how long the page was ever busy: `node test/bench/run-screen.ts [SAMPLES] [REPEATS]`.
 */
export interface RunScreenFigures {
  readonly calls: number;
  readonly seconds: number;
  /** Seconds of it that were traced. */
  readonly traced_seconds: number;
  /** The longest task of the page's main thread, by the clock and in processor time. */
  readonly longest_task_ms: number;
  readonly longest_task_cpu_ms: number;
  readonly tasks_over_100_ms: number;
  readonly tasks_over_50_ms: number;
  /** Share of the traced time that the page's main thread was busy. */
  readonly busy: number;
}

/** Reads the rows up and down and turns to another selection, as someone who waits does. */
async function lookAround(page: Page, turn: number): Promise<void> {
  const grid = page.getByRole('grid');
  await page.evaluate(`(() => {
    const grid = document.querySelector('[role=grid]');
    grid.scrollTop = ${turn % 2 === 0 ? '(grid.scrollHeight - grid.clientHeight) * 0.8' : '0'};
  })()`);
  await page.mouse.move(500, 700);
  for (let step = 0; step < 20; step += 1) await page.mouse.wheel(0, step % 3 === 0 ? -400 : 700);
  await grid.focus();
  for (const key of ['Home', 'PageDown', 'PageDown', 'ArrowDown', 'End']) await page.keyboard.press(key);
  await page.waitForTimeout(1500);
}

export async function measureRunScreen(samples: number, repeats: number): Promise<RunScreenFigures> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('no Chromium was found');
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-run-screen-'));
  const screens = await buildScreens();
  const engine = await openBenchEngine(join(folder, 'workspace'), screens.folder);
  try {
    const { services } = engine;
    const underWay = (job_id: string) =>
      services.jobs.list().some((job) => job.job_id === job_id && job.ended_at === null);
    const { job_id } = await services.workspace.openSample();
    while (underWay(job_id)) await sleep(100);
    const begun = await services.variance.start({
      rows: [],
      filter: '',
      limit: samples,
      repeats,
      profile_id: null,
      rubric_version: null,
    });
    return await served(engine, async (url) => {
      const browser = await chromium.launch({ executablePath, args: [...chromiumSwitches] });
      try {
        const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
        await page.goto(`${url}/variance?run=${begun.run_id}`);
        await page.getByRole('grid').getByRole('gridcell').nth(3).waitFor({ timeout: 120_000 });
        const start = performance.now();
        const tasks: { readonly ms: number; readonly cpu_ms: number }[] = [];
        let traced = 0;
        for (let turn = 0; underWay(begun.job.job_id); turn += 1) {
          // in stretches: a trace of all of it would not fit into Chromium's buffer
          await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
          const from = performance.now();
          for (let step = 0; step < 3; step += 1) await lookAround(page, turn + step);
          traced += performance.now() - from;
          tasks.push(...mainThreadTasks(await browser.stopTracing()));
          const longest = Math.max(0, ...tasks.map(({ cpu_ms }) => cpu_ms));
          console.error(
            `${(traced / 1000).toFixed(0)} s traced, longest task ${longest.toFixed(0)} ms of processor`,
          );
        }
        const [run] = await services.variance.runs();
        return {
          calls: run?.attempts_done ?? 0,
          seconds: (performance.now() - start) / 1000,
          traced_seconds: traced / 1000,
          longest_task_ms: Math.max(0, ...tasks.map(({ ms }) => ms)),
          longest_task_cpu_ms: Math.max(0, ...tasks.map(({ cpu_ms }) => cpu_ms)),
          tasks_over_100_ms: tasks.filter(({ ms }) => ms > 100).length,
          tasks_over_50_ms: tasks.filter(({ ms }) => ms > 50).length,
          busy: tasks.reduce((sum, { ms }) => sum + ms, 0) / traced,
        };
      } finally {
        await browser.close();
      }
    });
  } finally {
    await engine.close();
    await screens.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Measures, and gives the lines of RESULTS.md. */
export async function runScreenLines(samples = 10_000, repeats = 3): Promise<readonly string[]> {
  const found = await measureRunScreen(samples, repeats);
  const ms = (value: number) => `${Math.round(value)} ms`;
  return [
    `${samples.toLocaleString('en')} samples × ${repeats} calls that the demo judge answers beside the screen, which is scrolled and turned to other selections meanwhile; ${Math.round(found.traced_seconds)} of ${Math.round(found.seconds)} s were traced in Chromium.`,
    '',
    '| calls | longest task | its processor time | tasks over 100 ms | tasks over 50 ms | main thread busy |',
    '| ---: | ---: | ---: | ---: | ---: | ---: |',
    `| ${found.calls.toLocaleString('en')} | ${ms(found.longest_task_ms)} | ${ms(found.longest_task_cpu_ms)} | ${found.tasks_over_100_ms} | ${found.tasks_over_50_ms} | ${Math.round(100 * found.busy)}% |`,
    '| *bar* | 100 ms | | 0 | | |',
  ];
}

if (import.meta.main) {
  const [samples = '10000', repeats = '3'] = process.argv.slice(2);
  console.log(await measureRunScreen(Number(samples), Number(repeats)));
}
