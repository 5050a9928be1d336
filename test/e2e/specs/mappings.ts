import { writeFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ask, goTo, grid, gridRow, textOf, textsOf } from '../on-screen.ts';
import type { Spec } from '../workplace.ts';

interface Source {
  readonly name: string;
  readonly kind: string;
  readonly imported: number;
  readonly matched: number | null;
  readonly mapping: { readonly name: string | null; readonly by: string } | null;
}

const cases = 30;
const log = Array.from({ length: cases }, (_, at) => ({
  case_id: `c${at}`,
  grade: (at % 10) / 10,
  judge: { name: 'a', output: { passed: at % 2 === 0 } },
}));
const labels = (from: number) =>
  `case_id,finished,rater\n${Array.from({ length: cases }, (_, at) => `c${at + from},${at % 3 === 0 ? 'no' : 'yes'},ada\n`).join('')}`;

async function read(page: Page, path: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Path of a file or folder' }).fill(path);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Read', exact: true }).click();
}

async function editorOf(page: Page, name: string): Promise<Locator> {
  await page.getByRole('main').getByRole('alert').getByRole('button', { name: 'Map its fields…' }).click();
  const editor = page.getByRole('region', { name: `Where ${name} keeps its fields` });
  await editor.getByRole('button', { name: 'Read by this mapping' }).waitFor();
  return editor;
}

/** Chooses from a list that opens below its field. */
async function choose(page: Page, field: Locator, option: string): Promise<void> {
  await field.click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** A file as it is open, once its reading is over. */
async function opened(page: Page, name: string): Promise<Source> {
  let found: Source | undefined;
  await expect
    .poll(async () => {
      found = (await ask<Source[]>(page, 'sources.list')).find((one) => one.name === name);
      return found !== undefined;
    })
    .toBe(true);
  if (found === undefined) throw new Error(`${name} is not open`);
  return found;
}

/** Screen 8: files that keep their fields under other names, a log and its labels. */
export const mappingsSpec: Spec = (place) => {
  test('a log of other names: proposed, seen on its first rows, saved and read', async () => {
    const { page } = place().app;
    await goTo(page, 'sources');
    const path = place().path('theirs.jsonl');
    writeFileSync(path, log.map((line) => `${JSON.stringify(line)}\n`).join(''));
    await read(page, path);
    const editor = await editorOf(page, 'theirs.jsonl');
    const at = (field: string) => editor.getByRole('combobox', { name: field, exact: true });
    expect(await at('task_id').inputValue()).toBe('case_id');
    expect(await at('success').inputValue()).toBe('judge.output.passed');
    await editor.getByText('10 pass, 10 fail, 0 without a verdict').waitFor();
    await at('reward').fill('nowhere');
    await expect
      .poll(async () => (await textsOf(editor.getByRole('columnheader'))).includes('reward'))
      .toBe(true);
    await editor.getByRole('button', { name: 'Start over from the proposal' }).click();
    expect(await at('reward').inputValue()).toBe('grade');
    await editor.getByRole('textbox', { name: 'Save as' }).fill('their log');
    await editor.getByRole('button', { name: 'Read by this mapping' }).click();
    await editor.waitFor({ state: 'hidden' });
    expect(await opened(page, 'theirs.jsonl')).toMatchObject({
      kind: 'reward_log',
      imported: cases,
      mapping: { name: 'their log', by: 'asked' },
    });
  });

  test('labels of other names: looked at as truth, a column named by hand, joined with the log', async () => {
    const { page } = place().app;
    const path = place().path('finished.csv');
    writeFileSync(path, labels(0));
    await read(page, path);
    const editor = await editorOf(page, 'finished.csv');
    await choose(page, editor.getByRole('combobox', { name: 'Read as' }), 'Truth');
    await choose(page, editor.getByRole('combobox', { name: 'Add a field' }), 'true_success');
    await editor.getByRole('combobox', { name: 'true_success', exact: true }).fill('finished');
    await page.keyboard.press('Escape');
    const preview = editor.getByRole('table').last();
    await expect.poll(() => textOf(preview)).toContain('c1\ttrue\tyes\tada');
    expect(await textOf(preview)).toContain('c0\tfalse\tno\tada');
    await editor.getByRole('textbox', { name: 'Save as' }).fill('their labels');
    await editor.getByRole('button', { name: 'Read by this mapping' }).click();
    await editor.waitFor({ state: 'hidden' });
    await expect.poll(async () => (await opened(page, 'finished.csv')).matched).toBe(cases);
    expect(await opened(page, 'finished.csv')).toMatchObject({ kind: 'truth', imported: cases });
    const { total } = await ask<{ total: number }>(page, 'verdicts.page', {
      filter: 'truth and not passed',
      search: '',
      sort: [],
      offset: 0,
      limit: 1,
      extra: [],
    });
    expect(total).toBe(log.filter((_, index) => index % 2 === 1 && index % 3 !== 0).length);
  });

  test('the next file of that shape is read by the saved mapping, and says so', async () => {
    const { page } = place().app;
    const path = place().path('more.csv');
    writeFileSync(path, labels(cases));
    await read(page, path);
    expect(await opened(page, 'more.csv')).toMatchObject({
      kind: 'truth',
      mapping: { name: 'their labels', by: 'shape' },
    });
    await page.getByRole('main').getByRole('button', { name: 'more.csv' }).click();
    const detail = page.getByRole('region', { name: 'more.csv', exact: true });
    await detail.getByText('the saved mapping their labels fits its lines').waitFor();
    await detail.getByRole('button', { name: 'Change the mapping…' }).click();
    const editor = page.getByRole('region', { name: 'Where more.csv keeps its fields' });
    expect(await editor.getByRole('combobox', { name: 'true_success', exact: true }).inputValue()).toBe(
      'finished',
    );
    await editor.getByRole('button', { name: 'Close' }).click();
  });

  test('labels that are ambiguous are listed with the rows they may be of', async () => {
    const { page } = place().app;
    const path = place().path('twice.csv');
    writeFileSync(path, 'task_id,true_success\nc3,1\nc3,0\n');
    await read(page, path);
    await opened(page, 'twice.csv');
    await page.getByRole('main').getByRole('button', { name: 'twice.csv' }).click();
    const detail = page.getByRole('region', { name: 'twice.csv', exact: true });
    await detail.getByRole('button', { name: 'See the 2 ambiguous ones' }).click();
    const list = grid(page, 'Ambiguous');
    await expect.poll(() => list.getAttribute('aria-rowcount')).toBe('3');
    expect((await textsOf(gridRow(list, 1).getByRole('gridcell')))[0]).toBe('3');
    await gridRow(list, 1).getByRole('link', { name: 'Open these rows' }).click();
    await page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: `1 of ${cases}` })
      .waitFor();
    await place().app.open('/sources');
  });
};
