import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ask, goTo, textOf } from '../on-screen.ts';
import type { Spec, Workplace } from '../workplace.ts';

const made = resolve(import.meta.dirname, '..', '..', 'api', 'services', 'training-judge');

/** A training run whose log holds hashes alone, and its rubric in the library. */
export async function openTraining(place: Workplace): Promise<void> {
  const rubrics = join(place.workspace, 'rubrics');
  mkdirSync(rubrics, { recursive: true });
  copyFileSync(join(made, 'rubric.yaml'), join(rubrics, 'adapt_v1.yaml'));
  await place.start([join(made, 'reward_log.jsonl'), join(made, 'trajectories.jsonl')]);
}

/** The template editor beside a recorded training request. */
export const templatesSpec: Spec = (place) => {
  test('the app’s own template is another prompt than the training’s, and says so', async () => {
    const { page } = place().app;
    await goTo(page, 'variance');
    await page.getByRole('button', { name: 'Templates…' }).click();
    await page.getByRole('heading', { name: 'Prompt template', level: 1 }).waitFor();
    await page.getByTestId('same-prompt').getByText('another prompt').waitFor();
    await page.getByRole('button', { name: 'Try on the samples' }).click();
    await page.getByTestId('reproduced').getByText('0 of 14 samples are reproduced').waitFor();
  });

  test('an imported file is checked, tried on every sample and saved as a version', async () => {
    const { page } = place().app;
    const template = readFileSync(join(made, 'template.yaml'), 'utf8');
    const broken = join(place().workspace, 'broken.yaml');
    writeFileSync(broken, template.replace('{{ instruction }}', '{{ instuction }}'));
    const file = page.getByLabel('Import file…', { exact: true }).and(page.locator('input'));
    await file.setInputFiles(broken);
    await page.getByText('Did you mean “instruction”?').first().waitFor();
    await page.getByRole('button', { name: 'Save version', disabled: true }).waitFor();
    await file.setInputFiles(join(made, 'template.yaml'));
    await page.getByTestId('same-prompt').getByText('prompt of training').waitFor();
    await page.getByLabel('with pictures').check();
    await page.getByRole('button', { name: 'Try on the samples' }).click();
    await page.getByTestId('reproduced').getByText('14 of 14 samples are reproduced').waitFor();
    await page.getByRole('button', { name: 'Save version' }).click();
    await expect
      .poll(() => place().record('SELECT name, version FROM templates'))
      .toEqual([{ name: 'training-judge', version: 1 }]);
    await page.getByText('no re-run was made with it').waitFor();
  });

  test('a recorded request shows the first byte that differs', async () => {
    const { page } = place().app;
    const turned = join(place().workspace, 'turned.yaml');
    const template = readFileSync(join(made, 'template.yaml'), 'utf8');
    writeFileSync(turned, template.replace('order: picked', 'order: time'));
    await page.getByLabel('Import file…', { exact: true }).and(page.locator('input')).setInputFiles(turned);
    for (const sample of [2, 3, 4, 5]) {
      await page.getByRole('button', { name: 'Next sample' }).click();
      await page.getByText(`Sample ${sample} of 14`).waitFor();
    }
    await page.getByTestId('same-prompt').getByText('another prompt').waitFor();
    const [, , , , line = '{}'] = readFileSync(join(made, 'requests.jsonl'), 'utf8').split('\n');
    const { body } = JSON.parse(line) as { readonly body: string };
    await page.getByRole('button', { name: 'Recorded request…' }).click();
    await page.getByRole('textbox', { name: 'A recorded training request' }).fill(body);
    await page.getByRole('button', { name: 'Compare with it' }).click();
    const difference = page.getByTestId('first-difference');
    await difference.getByText(/^First different byte: 797 · user message, line 22, column 8$/).waitFor();
    expect(await textOf(difference)).toMatch(
      /Training.*\[02\]·t=\s*6·input.*Template.*\[02\]·t=\s*1·scroll/s,
    );
    await page.getByRole('button', { name: 'Give up changes' }).click();
  });

  test('a new re-run takes the saved template and then is the training’s own question', async () => {
    const { page } = place().app;
    await place().app.open('/variance?new=1');
    const dialog = page.getByRole('dialog', { name: 'Judge samples again' });
    await dialog.getByText('another prompt').first().waitFor();
    await dialog.getByLabel('Template', { exact: true }).click();
    await page.getByRole('option', { name: /^training-judge/ }).click();
    // ten samples without pictures are the training's question; the demo judge takes no pictures
    await dialog.getByText(/^10 prompt of training · 4 another prompt$/).waitFor();
    await page.keyboard.press('Escape');
  });

  test('criteria are generated for every instruction, with the words that ask for them', async () => {
    const { page } = place().app;
    await place().app.open('/variance?fine=all');
    await page.getByRole('button', { name: 'Make 14 calls' }).click();
    await expect
      .poll(() => textOf(page.getByTestId('fine-counts')), { timeout: 20_000 })
      .toContain('14 instructions with criteria');
    await page.getByRole('button', { name: 'Make 0 calls', disabled: true }).waitFor();
    expect(place().record('SELECT count(*) AS n FROM fine_generations')).toEqual([{ n: 14 }]);
  });

  test('triage leads to generating criteria for the sample it shows', async () => {
    const { page } = place().app;
    await place().app.open('/triage?row=1%3A1');
    const card = page.getByRole('region', { name: 'What the judge was asked' });
    await card.getByRole('link', { name: 'Generate fine rubrics…' }).click();
    await page.waitForURL(/\/variance\?(.*&)?fine=\d+%3A\d+/);
    await page.getByText('1 chosen row:').waitFor();
  });

  test('in Chinese the editor says in Chinese what is wrong with a template', async () => {
    const { page } = place().app;
    await ask(page, 'workspace.saveSettings', { language: 'zh-CN' });
    await place().app.open('/variance?template=default');
    await page.locator('html[lang="zh-CN"]').waitFor();
    await page
      .getByLabel('导入文件…', { exact: true })
      .and(page.locator('input'))
      .setInputFiles(join(place().workspace, 'broken.yaml'));
    await page.getByText('没有值“instuction”。是不是“instruction”？').first().waitFor();
    await page.getByRole('button', { name: '放弃修改' }).click();
    await ask(page, 'workspace.saveSettings', { language: 'en' });
  });
};
