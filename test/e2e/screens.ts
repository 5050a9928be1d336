import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { serveHost } from './hosts.ts';
import { ask, gridRow } from './on-screen.ts';
import { Workplace } from './workplace.ts';

/**
 * `node test/e2e/screens.ts FOLDER [NAME…]`: pictures of every screen, or of those named, light and dark, in English and
 * Chinese, 1440 × 900, from a sample of 20,000 rows with a few labels and a finished re-run.
 */
interface Shot {
  readonly name: string;
  /** Goes there and waits until everything stands. */
  readonly show: (page: Page, open: (path: string) => Promise<void>) => Promise<void>;
}

const strict = 'rubric_version = adapt_v1 and judge_model = qwen-vl-judge';
const where = (filter: string): string => `where=${encodeURIComponent(filter)}`;

const shots: readonly Shot[] = [
  {
    name: 'overview',
    show: async (page, open) => {
      await open('/');
      await page.locator('figure svg[data-plot] path').last().waitFor({ state: 'attached' });
    },
  },
  {
    name: 'verdicts',
    show: async (page, open) => {
      await open(`/verdicts?${where(`${strict} and not passed`)}`);
      const table = page.getByRole('grid');
      await gridRow(table, 2).getByRole('gridcell').nth(3).filter({ hasText: /\S/ }).waitFor();
    },
  },
  {
    name: 'verdict',
    show: async (page, open) => {
      await open(`/verdicts?${where(`${strict} and false_negative`)}`);
      const table = page.getByRole('grid');
      await gridRow(table, 2).getByRole('gridcell').nth(3).filter({ hasText: /\S/ }).waitFor();
      await table.focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.locator('aside details').nth(3).waitFor();
    },
  },
  {
    name: 'triage',
    show: async (page, open) => {
      await open(`/triage?${where(strict)}&mode=false_negatives`);
      await page.locator('main blockquote').first().waitFor();
    },
  },
  {
    name: 'variance',
    show: async (page, open) => {
      const [run] = await ask<{ run_id: string }[]>(page, 'variance.runs');
      await open(`/variance?run=${run?.run_id ?? ''}`);
      await page.getByRole('grid').getByRole('gridcell').nth(3).waitFor();
    },
  },
  {
    name: 'rubrics',
    show: async (page, open) => {
      await open('/rubrics?version=adapt_v2');
      await page.locator('.view-line').nth(20).waitFor();
    },
  },
  {
    name: 'rubrics-compared',
    show: async (page, open) => {
      await open('/rubrics?version=adapt_v2&against=adapt_v1');
      await page.locator('[data-testid="rubric-diff"] .modified .view-line').nth(5).waitFor();
      await page.locator('[data-testid="rubric-diff"] .line-insert').first().waitFor();
    },
  },
  {
    name: 'calibration',
    show: async (page, open) => {
      await open('/calibration');
      await page.getByRole('grid').getByRole('gridcell').first().waitFor();
    },
  },
  {
    name: 'pairs',
    show: async (page, open) => {
      await open('/pairs?bucket=near');
      await page.getByRole('grid').getByRole('gridcell').nth(3).waitFor();
    },
  },
  {
    name: 'sources',
    show: async (page, open) => {
      await open('/sources?source=1');
      await page.getByRole('grid').getByRole('gridcell').first().waitFor();
    },
  },
  {
    name: 'settings',
    show: async (page, open) => {
      await open('/settings');
      await page.getByRole('radiogroup').first().waitFor();
    },
  },
];

/** What someone did before the pictures were taken: three labels, a note, a re-run over a filter. */
async function doSomeWork(page: Page, open: (path: string) => Promise<void>): Promise<void> {
  await open(`/triage?${where(strict)}&mode=false_negatives`);
  for (const key of ['s', 's', 'u', 's', 'f', 's']) {
    const sample = page.locator('a[href*="/verdicts?"][href*="row="]').first();
    const shown = await sample.textContent();
    await page.getByRole('button', { name: /^Success/, disabled: false }).waitFor();
    if (key === 'u') {
      await page.keyboard.press('n');
      await page.keyboard.type('The confirmation is cut off in the last frame');
      await page.keyboard.press('Escape');
    }
    await page.keyboard.press(key);
    for (const started = Date.now(); (await sample.textContent().catch(() => null)) === shown; ) {
      if (Date.now() - started > 15_000)
        throw new Error(`nothing followed the label of ${shown ?? 'a sample'}`);
      await page.waitForTimeout(50);
    }
  }
  await ask(page, 'exports.run', { what: 'annotated', format: 'jsonl', filter: '', path: null });
  const { run_id } = await ask<{ run_id: string }>(page, 'variance.start', {
    rows: [],
    filter: 'rubric_version = adapt_v1 and has_prompt',
    limit: 160,
    repeats: 3,
    profile_id: null,
    rubric_version: null,
  });
  for (;;) {
    const runs = await ask<{ run_id: string; state: string }[]>(page, 'variance.runs');
    const state = runs.find((run) => run.run_id === run_id)?.state ?? 'missing';
    if (state === 'done') return;
    if (state !== 'running') throw new Error(`the re-run ended as ${state}`);
    await page.waitForTimeout(200);
  }
}

async function main([folder, ...names]: readonly string[]): Promise<void> {
  if (folder === undefined) throw new Error('usage: node test/e2e/screens.ts FOLDER [NAME…]');
  const target = resolve(folder);
  await mkdir(target, { recursive: true });
  const wanted = shots.filter((shot) => names.length === 0 || names.includes(shot.name));
  if (wanted.length === 0) throw new Error(`there are ${shots.map((shot) => shot.name).join(', ')}`);
  const place = new Workplace(serveHost);
  try {
    const app = await place.start(await place.writeSample(20_000));
    const { page } = app;
    const open = (path: string): Promise<void> => app.open(path);
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor({ timeout: 60_000 });
    await page.getByText(/last import/).waitFor({ timeout: 60_000 });
    await doSomeWork(page, open);
    for (const language of ['en', 'zh-CN'] as const)
      for (const theme of ['light', 'dark'] as const) {
        await ask(page, 'workspace.saveSettings', { language, theme });
        await open('/settings');
        await page.locator(`html[lang="${language}"][data-mantine-color-scheme="${theme}"]`).waitFor();
        for (const shot of wanted) {
          await shot.show(page, open);
          await page.mouse.move(720, 899);
          // Pages of a table and the charts' widths settle a moment after they are there.
          await page.waitForTimeout(500);
          const path = join(target, `${shot.name}-${theme}-${language}.png`);
          await page.screenshot({ path });
          console.log(path);
        }
      }
    app.watch.expectQuiet();
  } finally {
    await place.close();
  }
}

await main(process.argv.slice(2));
