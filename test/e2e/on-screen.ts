import type { Locator, Page } from 'playwright-core';
import { askEngine, atPath } from './in-page.ts';

const format = (digits: number) =>
  new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Figures as the screens write them in English. */
export const written = {
  count: (value: number): string => new Intl.NumberFormat('en').format(value),
  percent: (value: number, digits = 1): string => `${format(digits).format(value * 100)}%`,
  fixed: (value: number, digits: number): string => format(digits).format(value),
};

/** Goes to a screen by the map at the left, in any language. */
export async function goTo(page: Page, screen: string): Promise<void> {
  const path = screen === 'overview' ? '/' : `/${screen}`;
  const link = page.locator(`nav a[href="${path}"], nav a[href^="${path}?"]`).first();
  await link.click();
  await page.waitForFunction(atPath, path);
}

/** The tile of a figure, by its name. */
export function tile(page: Page, name: string): Locator {
  return page
    .getByRole('main')
    .locator('[data-tile]')
    .filter({ hasText: new RegExp(`^${name}`) });
}

/** The table of a screen; only the rows in view exist. */
export function grid(page: Page, name: string): Locator {
  return page.getByRole('grid', { name, exact: true });
}

/** A row by its place: 0 is the first below the header. */
export function gridRow(table: Locator, index: number): Locator {
  return table.locator(`[role="row"][aria-rowindex="${index + 2}"]`);
}

/** The text of an element as it can be read on the screen. */
export async function textOf(locator: Locator): Promise<string> {
  await locator.first().waitFor();
  const [text = ''] = await locator.first().allInnerTexts();
  return text;
}

/** The texts of a row's cells, or of any list, once it is there. */
export async function textsOf(locator: Locator): Promise<string[]> {
  await locator.first().waitFor();
  return locator.allInnerTexts();
}

/** Asks the engine as the page does. */
export async function ask<Answer>(page: Page, path: string, input?: unknown): Promise<Answer> {
  const answer = await page.evaluate(askEngine, [
    path,
    input === undefined ? '' : JSON.stringify(input),
  ] as const);
  // the contract's types end at the wire; what is asked for here is known to the spec that asks
  return (answer as { result: { data: Answer } }).result.data;
}
