import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ask, goTo, grid, gridRow, textOf, textsOf, tile, written } from '../on-screen.ts';
import type { Spec } from '../workplace.ts';

/** Screen 8: what was read, what was set aside, and a file that cannot be read at all. */
export const sourcesSpec: Spec = (place) => {
  test('every count of a file is shown and adds up', async () => {
    const { page } = place().app;
    await goTo(page, 'sources');
    const { reading, truth, trajectories } = place().planted;
    const row = (name: string) =>
      page
        .getByRole('main')
        .getByRole('row')
        .filter({ has: page.getByRole('button', { name }) });
    const log = await textsOf(row('reward_log.jsonl').getByRole('cell'));
    expect(log.slice(0, 6)).toEqual([
      'Reward log',
      written.count(reading.lines),
      expect.stringContaining(written.count(reading.records)),
      written.count(reading.imported),
      String(reading.duplicates),
      String(reading.quarantined),
    ]);
    expect(await textOf(row('success_labels.csv'))).toContain(written.count(truth.label_rows));
    expect(await textOf(row('trajectories.jsonl'))).toContain(written.count(trajectories.written));
    expect(await page.getByText('the counts add up').count()).toBe(4);
    expect(await page.getByText('the counts do not add up').count()).toBe(0);
  });

  test('a file says what was odd in it, with links to the rows', async () => {
    const { page } = place().app;
    await page.getByRole('button', { name: 'reward_log.jsonl' }).click();
    const detail = page.getByRole('region', { name: 'reward_log.jsonl' });
    const { warnings } = place().planted.reading;
    await detail.getByRole('link', { name: `${warnings.nan} · NaN or Infinity in the line` }).waitFor();
    await detail
      .getByRole('link', { name: new RegExp(`^${warnings.coerced} · a value was not read`) })
      .click();
    await page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: `${warnings.coerced} of ` })
      .waitFor();
    await place().app.open('/sources');
  });

  test('quarantined lines stand with line, offset and text as they are in the file', async () => {
    const { page } = place().app;
    const list = grid(page, 'Quarantine');
    const { quarantined } = place().planted.reading;
    await expect.poll(() => list.getAttribute('aria-rowcount')).toBe(String(quarantined + 1));
    for (let index = 0; index < quarantined; index += 1) {
      const cells = await textsOf(gridRow(list, index).getByRole('gridcell'));
      const line = Number(cells[1]?.replaceAll(',', ''));
      const text = place().logLine(line);
      expect(cells[4]).toBe('cut off');
      expect(cells[5]).toBe(text.slice(0, 300).trimEnd());
      expect(cells[3]).toBe(written.count(Buffer.byteLength(text)));
    }
  });

  test('a broken file gives one clear error and leaves everything else as it was', async () => {
    const { page } = place().app;
    const before = await ask<{ counts: unknown }>(page, 'workspace.info');
    const broken = place().path('broken.jsonl');
    writeFileSync(broken, 'PK\u0003\u0004 not a log\n\u0000\u0000');
    await page.getByRole('combobox', { name: 'Path of a file or folder' }).fill(broken);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    const alert = page.getByRole('main').getByRole('alert');
    await alert.waitFor();
    expect(await alert.count()).toBe(1);
    expect(await textOf(alert)).toContain('broken.jsonl cannot be opened');
    const after = await ask<{ counts: unknown }>(page, 'workspace.info');
    expect(after.counts).toEqual(before.counts);
    await goTo(page, 'overview');
    await tile(page, 'Judged').waitFor();
  });

  test('a folder of rubrics is opened as a whole; versions that are there already stay as they are', async () => {
    const { page } = place().app;
    const folder = place().path('rubrics of the house');
    cpSync(place().path('sample', 'rubrics', 'baseline.yaml'), join(folder, 'baseline.yaml'));
    const own = readFileSync(join(folder, 'baseline.yaml'), 'utf8').replace(
      'version: baseline',
      'version: house',
    );
    writeFileSync(join(folder, 'house.yaml'), own);
    const before = (await ask<{ version: string }[]>(page, 'rubrics.list')).map((head) => head.version);
    await goTo(page, 'sources');
    await page.getByRole('combobox', { name: 'Path of a file or folder' }).fill(folder);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    await expect
      .poll(async () =>
        (await ask<{ version: string }[]>(page, 'rubrics.list')).map((head) => head.version).toSorted(),
      )
      .toEqual([...before, 'house'].toSorted());
    await goTo(page, 'rubrics');
    await page
      .getByRole('navigation', { name: 'Versions' })
      .getByRole('button', { name: /^house/ })
      .waitFor();
    expect(await page.getByRole('alert').filter({ hasText: /\S/ }).count()).toBe(0);
  });

  test('a file of the browser’s own machine is uploaded and read, and taken out again', async () => {
    const { page } = place().app;
    const { capabilities } = await ask<{ capabilities: { upload: boolean } }>(page, 'workspace.info');
    if (!capabilities.upload) return;
    await goTo(page, 'sources');
    const line = {
      task_id: 'uploaded',
      step: 1,
      success: true,
      reward: 1,
      judge_model: 'j',
      rubric_version: 'up',
    };
    await page.locator('input[type="file"]').setInputFiles({
      name: 'uploaded.jsonl',
      mimeType: 'application/jsonl',
      buffer: Buffer.from(`${JSON.stringify(line)}\n`),
    });
    const button = page.getByRole('main').getByRole('button', { name: 'uploaded.jsonl' });
    await button.click();
    const verdicts = page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: /^Verdicts/ });
    await expect.poll(() => textOf(verdicts)).toContain(written.count(place().planted.rows + 1));
    await page
      .getByRole('region', { name: 'uploaded.jsonl' })
      .getByRole('button', { name: 'Remove' })
      .click();
    await button.waitFor({ state: 'hidden' });
    await expect.poll(() => textOf(verdicts)).toContain(written.count(place().planted.rows));
  });
};
