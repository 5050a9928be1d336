import type { Page } from 'playwright-core';
import { scrollTo } from '../in-page.ts';
import { gridRow } from '../on-screen.ts';
import { rowsShown, type Scene, where } from './scene.ts';

const rows = 1_000_000;

async function tableOf(page: Page) {
  await rowsShown(page);
  const table = page.getByRole('grid');
  await table.focus();
  return table;
}

/** The screens with a million rows behind them. */
export const millionScene: Scene = {
  name: 'million',
  long: true,
  files: (place) => place.writeSample(rows),
  stages: [
    {
      shots: [
        {
          name: 'million-overview',
          show: async (page, open) => {
            await open('/');
            await page.locator('figure svg[data-plot] path').last().waitFor({ state: 'attached' });
          },
        },
        {
          name: 'million-first',
          dense: true,
          show: async (page, open) => {
            await open('/verdicts');
            await tableOf(page);
          },
        },
        {
          name: 'million-middle',
          show: async (page, open) => {
            await open('/verdicts');
            const table = await tableOf(page);
            await table.evaluate(scrollTo, 0.5);
            await page.waitForTimeout(500);
            await page.locator('[role=grid] [role=row] [role=gridcell]:nth-child(3)').nth(3).waitFor();
          },
        },
        {
          name: 'million-last',
          dense: true,
          show: async (page, open) => {
            await open('/verdicts');
            const table = await tableOf(page);
            await page.keyboard.press('End');
            const last = Number(await table.getAttribute('aria-rowcount')) - 2;
            await gridRow(table, last).getByRole('gridcell').nth(3).filter({ hasText: /\S/ }).waitFor();
          },
        },
        {
          name: 'million-searched',
          show: async (page, open) => {
            await open(`/verdicts?${where('not passed and step > 1000')}&q=confirmation&sort=-latency_ms`);
            await tableOf(page);
          },
        },
        {
          name: 'million-selected',
          show: async (page, open) => {
            await open(`/verdicts?${where('false_negative')}`);
            await tableOf(page);
            await page.keyboard.press('Control+a');
          },
        },
        {
          name: 'million-none',
          show: async (page, open) => {
            await open(`/verdicts?${where('reward > 1')}`);
            await page.getByRole('grid').waitFor();
          },
        },
        {
          name: 'million-sources',
          show: async (page, open) => {
            await open('/sources?source=1');
            await page.getByRole('grid').getByRole('gridcell').first().waitFor();
          },
        },
      ],
    },
  ],
};
