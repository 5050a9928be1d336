import type { Page } from 'playwright-core';
import { bringIntoView } from '../in-page.ts';
import { ask } from '../on-screen.ts';
import { type Open, rowsShown, runComesTo, type Scene, type Shot, where } from './scene.ts';

const strict = 'rubric_version = adapt_v1 and judge_model = qwen-vl-judge';

/** Opens the second row of the table, as a person does by the keyboard. */
async function openSecondRow(page: Page): Promise<void> {
  await rowsShown(page);
  await page.getByRole('grid').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.locator('aside details').nth(3).waitFor();
}

const shots: readonly Shot[] = [
  {
    name: 'overview',
    dense: true,
    show: async (page, open) => {
      await open('/');
      await page.locator('figure svg[data-plot] path').last().waitFor({ state: 'attached' });
    },
  },
  {
    name: 'overview-below',
    show: async (page, open) => {
      await open('/');
      await page.locator('figure svg[data-plot] path').last().waitFor({ state: 'attached' });
      await page.locator('figure').last().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'verdicts',
    dense: true,
    show: async (page, open) => {
      await open(`/verdicts?${where(`${strict} and not passed`)}`);
      await rowsShown(page);
    },
  },
  {
    name: 'verdict',
    dense: true,
    show: async (page, open) => {
      await open(`/verdicts?${where(`${strict} and false_negative`)}`);
      await openSecondRow(page);
    },
  },
  {
    name: 'verdict-frames',
    dense: true,
    show: async (page, open) => {
      await openPictured(page, open);
    },
  },
  {
    name: 'triage',
    dense: true,
    show: async (page, open) => {
      await open(`/triage?${where(strict)}&mode=false_negatives`);
      await page.locator('main blockquote').first().waitFor();
    },
  },
  {
    name: 'variance',
    dense: true,
    show: async (page, open) => {
      const [run] = await ask<{ run_id: string }[]>(page, 'variance.runs');
      await open(`/variance?run=${run?.run_id ?? ''}`);
      await page.getByRole('grid').getByRole('gridcell').nth(3).waitFor();
    },
  },
  {
    name: 'rubrics',
    dense: true,
    show: async (page, open) => {
      await open('/rubrics?version=adapt_v2');
      await page.locator('.view-line').nth(20).waitFor();
    },
  },
  {
    name: 'rubrics-compared',
    dense: true,
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
    dense: true,
    show: async (page, open) => {
      await open('/pairs?bucket=near');
      await page.getByRole('grid').getByRole('gridcell').nth(3).waitFor();
    },
  },
  {
    name: 'sources',
    dense: true,
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

/** A verdict whose trajectory has pictures, its frames in view. */
async function openPictured(page: Page, open: Open): Promise<void> {
  const { rows } = await ask<{ rows: readonly { readonly row: string }[] }>(page, 'verdicts.page', {
    filter: `${strict} and false_negative`,
    search: '',
    sort: [],
    offset: 0,
    limit: 60,
    extra: [],
  });
  for (const { row } of rows) {
    const detail = await ask<{
      trajectory: { frames: readonly { image: string | null }[] } | null;
    }>(page, 'verdicts.detail', { row });
    if (detail.trajectory?.frames.some((frame) => frame.image !== null) !== true) continue;
    await open(`/verdicts?${where(`${strict} and false_negative`)}&row=${row}`);
    const picture = page.locator('aside img').first();
    await picture.waitFor();
    await picture.evaluate(bringIntoView);
    return;
  }
  throw new Error('no trajectory of these rows has pictures');
}

/** What someone did before the pictures were taken: three labels, a note, a re-run over a filter. */
async function doSomeWork(page: Page, open: Open): Promise<void> {
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
  await runComesTo(page, run_id, (run) => run.state === 'done');
}

/** The job from a log to labels, a re-run and a comparison, over 20,000 rows. */
export const jobScene: Scene = {
  name: 'job',
  files: (place) => place.writeSample(20_000),
  stages: [{ prepare: doSomeWork, shots }],
};
