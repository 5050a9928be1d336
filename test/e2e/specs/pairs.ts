import { expect, test } from 'vitest';
import { goTo, grid, textOf, tile, written } from '../on-screen.ts';
import type { Spec } from '../workplace.ts';

/** Screen 7: misselection by gap, and the pairs behind each bar. */
export const pairsSpec: Spec = (place) => {
  test('the audit’s figures are the planted ones', async () => {
    const { page } = place().app;
    await goTo(page, 'pairs');
    const { pairs } = place().planted;
    expect(await textOf(tile(page, 'Pairs'))).toContain(written.count(pairs.pairs));
    const misselected = await textOf(tile(page, 'Misselected'));
    expect(misselected).toContain(written.percent(pairs.misselected / pairs.discordant));
    expect(misselected).toContain(`n ${pairs.discordant}`);
    expect(await textOf(tile(page, 'Unreadable'))).toContain(`\n${pairs.unreadable}\n`);
    const conflicts = await textOf(tile(page, 'Score conflicts'));
    expect(conflicts).toContain(`\n${pairs.conflicts.score_rule}\n`);
    expect(conflicts).toContain(`${pairs.conflicts.opposed} with truth`);
    const facts = await page
      .getByRole('region', { name: 'Both orders' })
      .getByRole('definition')
      .allInnerTexts();
    const { position } = pairs;
    expect(facts[0]).toBe(String(position.swapped_pairs));
    expect(facts[1]).toContain(`${position.consistent} of ${position.swapped_pairs}`);
    expect(facts.slice(2, 4)).toEqual([String(position.first_both), String(position.second_both)]);
    expect(facts[4]).toContain(
      written.percent((position.first_both - position.second_both) / position.swapped_pairs),
    );
  });

  test('each bar is the planted rate, with its interval and the pairs it rests on', async () => {
    const { page } = place().app;
    const table = page.getByRole('region', { name: 'Misselection by reward gap' });
    for (const [name, bucket] of Object.entries(place().planted.pairs.buckets)) {
      if (name === 'missing') continue;
      const row = table
        .getByRole('row')
        .filter({ has: page.getByRole('button', { name: new RegExp(`^${name}`) }) });
      const rate = written.percent(bucket.rate ?? Number.NaN);
      expect(await row.getByRole('img').getAttribute('aria-label')).toMatch(new RegExp(`^${rate} \\(\\d`));
      expect(await textOf(row)).toMatch(new RegExp(`${rate} \\([\\d.]+–[\\d.]+, n ${bucket.discordant}\\)`));
    }
  });

  test('a click on a bar lists exactly its pairs, and one opens in full', async () => {
    const { page } = place().app;
    const table = page.getByRole('region', { name: 'Misselection by reward gap' });
    const near = table.getByRole('button', { name: /^near/ });
    await near.click();
    expect(await near.getAttribute('aria-pressed')).toBe('true');
    const list = grid(page, 'Pairs');
    const { buckets } = place().planted.pairs;
    await expect.poll(() => list.getAttribute('aria-rowcount')).toBe(String((buckets.near?.pairs ?? 0) + 1));
    await page.getByRole('combobox', { name: 'Outcome' }).click();
    await page.getByRole('option', { name: 'misselected', exact: true }).click();
    await expect
      .poll(() => list.getAttribute('aria-rowcount'))
      .toBe(String((buckets.near?.misselected ?? 0) + 1));
    await list.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    const detail = page.getByRole('dialog', { name: /^Pair / });
    await detail.getByText('What was written').waitFor();
    await detail.getByText('misselected').first().waitFor();
    await detail.getByRole('button', { name: 'Close' }).click();
    await detail.waitFor({ state: 'hidden' });
  });
};
