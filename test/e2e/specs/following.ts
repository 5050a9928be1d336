import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { goTo, grid, gridRow, textOf, tile } from '../on-screen.ts';
import type { Spec, Workplace } from '../workplace.ts';

const rows = (from: number, count: number): string =>
  Array.from(
    { length: count },
    (_, at) =>
      `{"trajectory_id":"x${from + at}","task_id":"task-${from + at}","step":${from + at},"judge_model":"j","reward":1,"success":true}\n`,
  ).join('');

const logOf = (place: Workplace): string => place.path('growing.jsonl');

export function writeGrowingLog(place: Workplace): string {
  writeFileSync(logOf(place), rows(0, 1000));
  return logOf(place);
}

/** A reward log that grows while its figures are looked at. */
export const followingSpec: Spec = (place) => {
  const words = () => place().app.page.locator('footer').getByTestId('following');

  test('nothing is read of a log that grew, until it is followed', async () => {
    const { page } = place().app;
    await tile(page, 'Judged').waitFor();
    appendFileSync(logOf(place()), rows(1000, 5));
    await goTo(page, 'sources');
    await page.getByRole('button', { name: 'growing.jsonl' }).click();
    expect(await words().count()).toBe(0);
    await page.getByRole('switch', { name: 'Follow' }).check();
    await words()
      .filter({ hasText: /^following, \+5 lines at \d\d:\d\d:\d\d$/ })
      .waitFor();
  });

  test('every screen follows what is written', async () => {
    const { page } = place().app;
    await goTo(page, 'overview');
    await expect.poll(() => textOf(tile(page, 'Judged'))).toContain('of 1,005 rows');
    appendFileSync(logOf(place()), rows(1005, 12));
    await words().filter({ hasText: '+12 lines' }).waitFor();
    await expect.poll(() => textOf(tile(page, 'Judged'))).toContain('of 1,017 rows');
  });

  test('a table stays where it was scrolled to', async () => {
    const { page } = place().app;
    await goTo(page, 'verdicts');
    const table = grid(page, 'Verdicts');
    await gridRow(table, 0).getByText('task-0', { exact: true }).waitFor();
    await table.focus();
    await page.keyboard.press('End');
    const row = table.getByText('task-1010', { exact: true });
    await row.waitFor();
    appendFileSync(logOf(place()), rows(1017, 7));
    await expect.poll(() => table.getAttribute('aria-rowcount')).toBe('1025');
    await row.waitFor();
  });

  test('a file that vanishes is not followed any more, and it is said', async () => {
    const { page } = place().app;
    rmSync(logOf(place()));
    await words().filter({ hasText: 'not followed any more' }).waitFor();
    await goTo(page, 'sources');
    await page.getByRole('main').getByText('missing').first().waitFor();
    await page.getByRole('button', { name: 'growing.jsonl' }).click();
    expect(await page.getByRole('switch', { name: 'Follow' }).isChecked()).toBe(false);
  });
};
