import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pageLook } from '../in-page.ts';
import { goTo, textOf } from '../on-screen.ts';
import type { Spec } from '../workplace.ts';

const look = (page: Page) => page.evaluate(pageLook);

/** How light a colour is, 0 to 255. */
function lightness(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return (red + green + blue) / 3;
}

/** Language and theme: at once, and again after a restart. */
export const preferencesSpec: Spec = (place) => {
  test('the language changes at once, on every screen', async () => {
    const { page } = place().app;
    await page.getByRole('button', { name: '切换到中文' }).click();
    await page.getByRole('navigation', { name: '屏幕' }).or(page.getByRole('navigation').first()).waitFor();
    await expect.poll(async () => (await look(page)).language).toBe('zh-CN');
    for (const screen of [
      'overview',
      'verdicts',
      'triage',
      'variance',
      'rubrics',
      'calibration',
      'pairs',
      'sources',
      'settings',
    ]) {
      await goTo(page, screen);
      await expect.poll(() => page.title()).toMatch(/[\u4e00-\u9fff]/);
      await expect.poll(() => textOf(page.getByRole('main').first())).toMatch(/[\u4e00-\u9fff]{2}/);
    }
  });

  test('the theme changes at once', async () => {
    const { page } = place().app;
    const light = await look(page);
    expect(light.scheme).toBe('light');
    await page.keyboard.press('ControlOrMeta+j');
    await expect.poll(async () => (await look(page)).scheme).toBe('dark');
    await expect
      .poll(async () => lightness((await look(page)).background))
      .toBeLessThan(lightness(light.background) - 100);
  });

  test('both hold after a restart, in a browser that never saw the app', async () => {
    const { page } = await place().start();
    await expect.poll(() => look(page)).toMatchObject({ language: 'zh-CN', scheme: 'dark' });
    await goTo(page, 'settings');
    await page.getByRole('radiogroup').getByText('English', { exact: true }).click();
    await expect.poll(async () => (await look(page)).language).toBe('en');
    await page.getByRole('radiogroup', { name: 'Theme' }).getByText('Light', { exact: true }).click();
    await expect.poll(async () => (await look(page)).scheme).toBe('light');
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  });
};
