import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { holdLabels, letLabelsGo, makeLabelsHoldable, oneLabelHeld } from '../in-page.ts';
import { textOf, textsOf, written } from '../on-screen.ts';
import type { Spec, Workplace } from '../workplace.ts';

interface StoredLabel {
  readonly trajectory: string;
  readonly value: string;
  readonly mistake: string | null;
  readonly note: string;
  readonly annotator: string;
}

const labelsIn = (place: Workplace): StoredLabel[] =>
  place.record<StoredLabel>(
    'SELECT trajectory, value, mistake, note, annotator FROM current_labels ORDER BY event_id',
  );

/** Which sample is on the screen: its file and line. */
async function shownSample(page: Page): Promise<string> {
  return textOf(page.locator('a[href*="/verdicts?"][href*="row="]').first());
}

const answer = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Decision' }).getByRole('button', { name: new RegExp(`^${name}`) });

/** Screen 3: false negatives by keyboard alone, the label safe before the next one comes. */
export const triageSpec: Spec = (place) => {
  const seen = { first: '', second: '' };

  test('triage opens on the false negatives with the evidence of the first', async () => {
    const { page } = place().app;
    await page.addInitScript(makeLabelsHoldable);
    await place().app.open('/triage');
    const fn = place().planted.groups_of_summary.reduce((sum, group) => sum + group.fn, 0);
    await page.getByRole('button', { name: `unlabelled ${written.count(fn)}` }).waitFor();
    await page.getByRole('region', { name: 'The verdict' }).getByText('fail').first().waitFor();
    for (const name of ['What the judge was asked', 'Trajectory', 'The verdict', 'Why it is suspected'])
      await page.getByRole('region', { name }).waitFor();
    expect(await textOf(page.getByRole('region', { name: 'The verdict' }))).toMatch(/found in/);
    expect(
      await page.getByRole('region', { name: 'Trajectory' }).getByRole('button').count(),
    ).toBeGreaterThan(1);
    seen.first = await shownSample(page);
  });

  test('S puts the label into the record before the next sample appears', async () => {
    const { page } = place().app;
    await page.evaluate(holdLabels);
    await page.keyboard.press('s');
    // The engine has answered; the page has not been told yet.
    await page.waitForFunction(oneLabelHeld);
    expect(await shownSample(page)).toBe(seen.first);
    const [label, ...others] = labelsIn(place());
    expect(others).toEqual([]);
    expect(label).toMatchObject({ value: 'success', note: '', mistake: null, annotator: 'tester' });
    await page.evaluate(letLabelsGo);
    await expect.poll(() => shownSample(page)).not.toBe(seen.first);
    seen.second = await shownSample(page);
  });

  test('a label is taken back by one key, on the screen and in the record', async () => {
    const { page } = place().app;
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => labelsIn(place())).toEqual([]);
    await expect.poll(() => shownSample(page)).toBe(seen.first);
    expect(await answer(page, 'Success').getAttribute('aria-pressed')).toBe('false');
    // Nothing is ever deleted: the record keeps both events.
    expect(place().record('SELECT event FROM label_events ORDER BY event_id')).toEqual([
      { event: 'set' },
      { event: 'undone' },
    ]);
  });

  test('a note and the judge’s mistake go with the label', async () => {
    const { page } = place().app;
    await answer(page, 'Success').waitFor();
    await page.keyboard.press('1');
    await page.keyboard.press('n');
    await page.keyboard.type('nobody asked for a copy: success, see frame 5');
    await page.keyboard.press('Escape');
    await page.keyboard.press('s');
    await expect.poll(() => shownSample(page)).toBe(seen.second);
    expect(labelsIn(place())).toMatchObject([
      {
        value: 'success',
        note: 'nobody asked for a copy: success, see frame 5',
        mistake: 'ungrounded_criterion',
      },
    ]);
  });

  test('failure and unsure have keys of their own, and the queue counts down', async () => {
    const { page } = place().app;
    await page.keyboard.press('u');
    await expect.poll(() => shownSample(page)).not.toBe(seen.second);
    const third = await shownSample(page);
    await page.keyboard.press('f');
    await expect.poll(() => shownSample(page)).not.toBe(third);
    expect(labelsIn(place()).map((label) => label.value)).toEqual(['success', 'unsure', 'failure']);
    await page.getByRole('button', { name: 'mine 3' }).waitFor();
    await page.getByRole('button', { name: 'unsure 1' }).waitFor();
  });

  test('labels and notes are there after the app was ended and started again', async () => {
    const { page } = await place().start();
    expect(labelsIn(place())).toHaveLength(3);
    await place().app.open('/triage');
    await page.getByRole('button', { name: 'mine 3' }).click();
    await expect.poll(() => shownSample(page)).toBe(seen.first);
    await expect.poll(() => answer(page, 'Success').getAttribute('aria-pressed')).toBe('true');
    expect(await page.getByRole('textbox', { name: 'Note' }).inputValue()).toContain(
      'nobody asked for a copy',
    );
    await page.getByRole('button', { name: /^unlabelled/ }).click();
    await expect.poll(() => shownSample(page)).not.toBe(seen.first);
  });

  test('R judges the sample three more times, and every attempt stands in the record', async () => {
    const { page } = place().app;
    const panel = page.getByRole('region', { name: 'Decision' });
    await answer(page, 'Success').and(page.locator(':enabled')).waitFor();
    await page.keyboard.press('r');
    await panel.getByRole('link', { name: /^re-run 1 · / }).waitFor();
    await panel.getByText(/of 3 fail|of 3 pass/).waitFor();
    const attempts = place().record<{ attempt: number; outcome: string; passed: number; raw_reply: string }>(
      'SELECT attempt, outcome, passed, raw_reply FROM attempts WHERE final = 1 ORDER BY attempt',
    );
    expect(attempts.map((one) => one.attempt)).toEqual([1, 2, 3]);
    expect(attempts.every((one) => one.outcome === 'ok' && one.raw_reply.length > 0)).toBe(true);
    const shown = await textsOf(panel.locator('[aria-live="polite"] > *'));
    expect(shown.map((text) => text.includes('pass'))).toEqual(attempts.map((one) => one.passed === 1));
    await panel
      .getByText(/prompt/)
      .first()
      .waitFor();
  });
};
