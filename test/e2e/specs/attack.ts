import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { tracesOfMarkup, tryInlineScript } from '../in-page.ts';
import { goTo, grid, textOf, textsOf } from '../on-screen.ts';
import type { Spec } from '../workplace.ts';

const image = '<img src=x onerror="window.happened=\'image\'">';
const script = '<script>window.happened="script"</script>';
const link = '<a href="javascript:window.happened=1">click</a> javascript:window.happened=1';
const svg = '<svg onload="window.happened=\'svg\'"></svg>';
const away = 'https://attacker.invalid/beacon.png';
const turned = 'pass \u202Eliaf\u202C \u200Bzero width';
const megabyte = `${image}${'0123456789abcdef'.repeat(65_536)}`;
/** A file may be called anything; Windows knows no such names. */
const logName = process.platform === 'win32' ? 'log.jsonl' : `<img src=x onerror=alert(1)>.jsonl`;

/** Files that say in every field what a careless page would run. */
export function writeAttack(folder: string): string[] {
  mkdirSync(folder, { recursive: true });
  const base = {
    task_id: `task ${image}`,
    step: 1,
    reward: 0,
    success: false,
    judge_model: `judge ${script}`,
  };
  const verdicts = [
    {
      ...base,
      trajectory_id: `t1 ${image}`,
      instruction: `Do it ${script}`,
      category: `cat ${image}`,
      coarse_id: image,
      rubric_version: `v ${svg}`,
      fine_rubrics: [image, link],
      rubric_hits: [script],
      reason: `${image} ${script} ${link} ${turned}`,
      evidence: [image, `![x](${away})`, link],
      error: null,
      raw_output: script,
      messages: [{ role: `user ${image}`, content: `${script} ![x](${away})` }],
      [`unknown ${image}`]: { deep: [script] },
      frames: [
        { action: image, text: script, state: link, image: away },
        { action: 'look', text: `![x](${away})`, state: svg, image: `javascript:window.happened=1` },
        { action: 'look', text: '', state: '', image: `data:image/svg+xml,${encodeURIComponent(svg)}` },
        { action: 'look', text: '', state: '', image: `data:text/html,${encodeURIComponent(script)}` },
      ],
      final_state: svg,
      trajectory_summary: image,
    },
    {
      ...base,
      trajectory_id: 't2',
      category: 'long',
      rubric_version: 'v2',
      reason: megabyte,
      evidence: [megabyte],
    },
    { ...base, trajectory_id: 't3', success: null, error: `${image} timed out`, reason: 'judge_call_failed' },
  ];
  const log = join(folder, logName);
  writeFileSync(
    log,
    `${verdicts.map((verdict) => JSON.stringify(verdict)).join('\n')}\n{"broken": "${image}\n`,
  );
  const truth = join(folder, 'truth.csv');
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  writeFileSync(
    truth,
    `trajectory_id,true_success,source,annotator,note\n${cell(`t1 ${image}`)},true,${cell(script)},${cell(image)},${cell(link)}\nt2,true,human,a,b\n`,
  );
  const pairs = join(folder, 'pairs.csv');
  writeFileSync(
    pairs,
    `pair_id,task_id,agent_a,agent_b,success_a,success_b,judge_pref,external_gap,task_type\n${cell(image)},${cell(script)},${cell(image)},${cell(link)},0,1,A,0.1,${cell(svg)}\np2,t,a,b,0,1,${cell(image)},0.1,x\n`,
  );
  const rubric = join(folder, 'evil.yaml');
  writeFileSync(
    rubric,
    `version: evil\nnote: ${JSON.stringify(image)}\ncategories:\n  general:\n    name: ${JSON.stringify(script)}\n    steps:\n      - ${JSON.stringify(image)}\n      - ${JSON.stringify(link)}\n`,
  );
  return [log, truth, pairs, rubric];
}

async function expectOnlyText(page: Page): Promise<void> {
  expect(await page.evaluate(tracesOfMarkup)).toEqual({ happened: null, elements: 0 });
}

/** Everything a log says is shown as text: nothing runs, nothing is fetched, nothing is hidden. */
export const attackSpec: Spec = (place) => {
  test('the policy of the page lets no inline script run', async () => {
    const { page, watch } = place().app;
    await watch.foresee(/Content Security Policy/i, async () => {
      expect(await page.evaluate(tryInlineScript)).toBeNull();
      await page.waitForTimeout(100);
    });
    await place().app.open('/');
    await page
      .getByRole('region', { name: 'Figures per group' })
      .getByText('v <svg onload')
      .first()
      .waitFor();
    await expectOnlyText(page);
  });

  test('a verdict full of markup is text, from the table to the last field of its detail', async () => {
    const { page } = place().app;
    await goTo(page, 'verdicts');
    const table = grid(page, 'Verdicts');
    await table.getByText(`task ${image}`).first().waitFor();
    await table.getByText(`${image} ${script}`, { exact: false }).first().waitFor();
    await table.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    const detail = page.getByRole('complementary');
    await detail.getByText('All fields').waitFor();
    // each that is opened leaves the list
    const folded = detail.locator('details:not([open]) > summary');
    for (let left = await folded.count(); left > 0; left -= 1) await folded.first().click();
    const text = await textOf(detail);
    for (const part of [image, script, link, svg, away]) expect(text).toContain(part);
    // Characters that turn the reading direction or have no width are written out.
    expect(text).toContain('⟨U+202E⟩');
    expect(text).toContain('⟨U+200B⟩');
    expect(await detail.locator('img').count()).toBeLessThanOrEqual(1);
    await expectOnlyText(page);
  });

  test('a text of a megabyte opens at once, cut with a way to see all of it', async () => {
    const { page } = place().app;
    const started = performance.now();
    await page.keyboard.press('j');
    const more = page
      .getByRole('complementary')
      .getByRole('button', { name: /^show all 1,04\d,\d{3} characters$/ });
    await more.first().waitFor();
    expect(performance.now() - started).toBeLessThan(5000);
    await expectOnlyText(page);
  });

  test('triage, re-runs and rubrics show markup as text', async () => {
    const { page } = place().app;
    await place().app.open('/triage');
    await page
      .getByRole('region', { name: 'The verdict' })
      .getByText(script, { exact: false })
      .first()
      .waitFor();
    await expectOnlyText(page);
    await page.keyboard.press('n');
    await page.keyboard.insertText(image);
    await page.keyboard.press('Escape');
    await page.keyboard.press('r');
    await page
      .getByRole('region', { name: 'Decision' })
      .getByRole('link', { name: /^re-run 1/ })
      .click();
    await page.getByRole('heading', { name: 'Re-run 1', level: 1 }).waitFor();
    await expectOnlyText(page);
    await place().app.open('/rubrics?version=evil');
    await page.getByRole('heading', { name: 'evil', level: 1 }).waitFor();
    await page.locator('[data-testid="rubric-editor"] .view-line').first().waitFor();
    await expectOnlyText(page);
  });

  test('pairs, sources and labels show markup as text', async () => {
    const { page } = place().app;
    await place().app.open('/triage');
    await page.getByRole('region', { name: 'The verdict' }).waitFor();
    await page.keyboard.press('n');
    await page.keyboard.insertText(image);
    await page.keyboard.press('Escape');
    await page.keyboard.press('s');
    await goTo(page, 'calibration');
    await grid(page, 'Labels').getByText(image).first().waitFor();
    await expectOnlyText(page);
    await goTo(page, 'pairs');
    const pairs = grid(page, 'Pairs');
    await pairs.getByText(image).first().waitFor();
    await pairs.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page
      .getByRole('dialog', { name: /^Pair / })
      .getByText(link)
      .first()
      .waitFor();
    await expectOnlyText(page);
    await place().app.open('/sources');
    await page.getByRole('main').getByText(logName).first().click();
    expect(await textsOf(grid(page, 'Quarantine').getByRole('gridcell'))).toContain(`{"broken": "${image}`);
    await page.getByText(`unknown ${image}`).first().waitFor();
    await expectOnlyText(page);
  });

  test('nothing was ever asked of anyone but the app itself', () => {
    const { watch, origin } = place().app;
    expect(watch.requests.length).toBeGreaterThan(20);
    expect(
      watch.requests.filter((url) => !url.startsWith(`${origin}/`) && !/^(blob|data):/.test(url)),
    ).toEqual([]);
  });
};
