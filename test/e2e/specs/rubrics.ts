import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { textOf } from '../on-screen.ts';
import type { Spec } from '../workplace.ts';

const before = 'other wording with the same meaning counts';
const added = ' (or another order)';

const problems = (page: Page) => page.getByRole('region', { name: 'Problems' });

/** The visible lines of an editor as they read; Monaco writes spaces as no-break spaces. */
async function linesOf(page: Page, inside: string): Promise<string> {
  const lines = await page.locator(`${inside} .view-line`).allInnerTexts();
  return lines.join(' ').replaceAll(/[\u00a0\s·]+/gu, ' ');
}

/** Puts the cursor at the end of the line that holds a text. */
async function toEndOf(page: Page, text: string): Promise<void> {
  await page
    .locator('[data-testid="rubric-editor"] .view-line')
    .filter({ hasText: text.replaceAll(' ', '\u00a0') })
    .first()
    .click();
  await page.keyboard.press('End');
}

/** Screen 5: the editor, a child version, two versions side by side. */
export const rubricsSpec: Spec = (place) => {
  test('the library opens in the editor, as YAML, without problems', async () => {
    const { page } = place().app;
    await place().app.open('/rubrics?version=adapt_v2');
    await page.getByRole('heading', { name: 'adapt_v2', level: 1 }).waitFor();
    await expect.poll(() => linesOf(page, '[data-testid="rubric-editor"]')).toContain('version: adapt_v2');
    await problems(page).getByText('no problems').waitFor();
    // Coloured as YAML: a key and its value are different tokens.
    expect(
      await page.locator('[data-testid="rubric-editor"] .view-line [class*="mtk"]').count(),
    ).toBeGreaterThan(10);
    await page.getByRole('navigation', { name: 'Versions' }).getByRole('button').nth(2).waitFor();
  });

  test('an error in the text becomes a marker and a line in the list of problems, and goes away with it', async () => {
    const { page } = place().app;
    await toEndOf(page, 'parent: adapt_v1');
    await page.keyboard.press('Enter');
    await page.keyboard.type('fine: [twice');
    await problems(page)
      .getByText(/^[✗\s]*\d+ errors?/)
      .waitFor();
    await page.locator('[data-testid="rubric-editor"] .squiggly-error').first().waitFor();
    const first = problems(page).getByRole('button').first();
    expect(await textOf(first)).toMatch(/error\s+\d+:\d+/);
    for (
      let undone = 0;
      undone < 30 && (await problems(page).getByText('no problems').count()) === 0;
      undone += 1
    ) {
      await page.locator('[data-testid="rubric-editor"] textarea').first().focus();
      await page.keyboard.press('ControlOrMeta+z');
      await page.waitForTimeout(120);
    }
    await problems(page).getByText('no problems').waitFor();
    await expect.poll(() => page.locator('[data-testid="rubric-editor"] .squiggly-error').count()).toBe(0);
  });

  test('a change is saved as a child version: a file in the workspace, the parent untouched', async () => {
    const { page } = place().app;
    const parent = readFileSync(place().path('workspace', 'rubrics', 'adapt_v2.yaml'), 'utf8');
    // The line stands below the first screenful: the editor's own find brings it into view.
    await page.locator('[data-testid="rubric-editor"] .view-line').first().click();
    await page.keyboard.press('ControlOrMeta+f');
    await page.keyboard.insertText(before);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    // The found words are selected now; right of them the step goes on.
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type(added);
    await problems(page).getByText('no problems').waitFor();
    await page.getByText('unsaved draft, kept here').waitFor();
    await page.getByRole('button', { name: 'Save as child…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as a child of adapt_v2' });
    await dialog.getByLabel('Version').fill('adapt_v3');
    await dialog.getByLabel('What it changes').fill('order does not matter');
    await dialog.getByRole('button', { name: 'Save the child' }).click();
    await page.getByRole('heading', { name: 'adapt_v3', level: 1 }).waitFor();
    const child = readFileSync(place().path('workspace', 'rubrics', 'adapt_v3.yaml'), 'utf8');
    expect(child).toContain(`${before}${added}`);
    expect(child).toMatch(/^version: adapt_v3$/m);
    expect(child).toMatch(/^parent: adapt_v2$/m);
    expect(readFileSync(place().path('workspace', 'rubrics', 'adapt_v2.yaml'), 'utf8')).toBe(parent);
  });

  test('two versions stand side by side, with what changed', async () => {
    const { page } = place().app;
    await page.getByRole('button', { name: 'Compare with adapt_v2' }).click();
    await page.getByRole('heading', { name: 'adapt_v2 → adapt_v3', level: 1 }).waitFor();
    const side = (name: string) => linesOf(page, `[data-testid="rubric-diff"] .editor.${name}`);
    await page.getByRole('main').getByRole('button').filter({ hasText: 'step changed' }).click();
    await expect.poll(() => side('modified')).toContain(`${before}${added}`);
    expect(await side('original')).toContain(before);
    expect(await side('original')).not.toContain(added);
    await page.getByText('1 change · in 1 part').waitFor();
  });
};
