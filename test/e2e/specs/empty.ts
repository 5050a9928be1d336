import { expect, test } from 'vitest';
import { ask, goTo, textOf, tile } from '../on-screen.ts';
import type { Spec } from '../workplace.ts';

/** The first start: nothing is open yet. */
export const emptySpec: Spec = (place) => {
  test('every screen of an empty workspace says what to do, and none complains', async () => {
    const { page } = place().app;
    const sayings: Readonly<Record<string, string>> = {
      overview: 'No judge log is open',
      verdicts: 'No verdicts yet',
      triage: 'No verdicts to triage yet.',
      variance: 'Nothing to re-run yet.',
      rubrics: 'Versions',
      calibration: 'Nothing is labelled yet.',
      pairs: 'No pairs are open.',
      sources: 'Nothing has been read yet',
      settings: 'Judges',
    };
    for (const [screen, saying] of Object.entries(sayings)) {
      await goTo(page, screen);
      await page.getByRole('main').getByRole('heading', { name: saying }).first().waitFor();
    }
    expect(await page.getByRole('alert').filter({ hasText: /\S/ }).count()).toBe(0);
  });

  test('the sample workspace is one click away, and its figures come by themselves', async () => {
    const { page } = place().app;
    await goTo(page, 'overview');
    await page.getByRole('button', { name: 'Open the sample workspace' }).click();
    await tile(page, 'Judged').waitFor({ timeout: 60_000 });
    const info = await ask<{ counts: { verdicts: number } }>(page, 'workspace.info');
    expect(info.counts.verdicts).toBe(20_000);
    await expect.poll(() => textOf(tile(page, 'Judged'))).toContain('of 20,000 rows');
    await expect
      .poll(() => textOf(tile(page, 'False negatives')), { timeout: 60_000 })
      .toMatch(/\d+\.\d% *\n.* n [\d,]+/);
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: /^Pairs 1,\d{3}$/ })
      .waitFor();
  });
};
