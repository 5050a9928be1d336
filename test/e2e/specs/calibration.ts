import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readCsv } from '../../../electron/logs/tables/csv.ts';
import { ask, goTo, grid, textOf } from '../on-screen.ts';
import type { Spec, Workplace } from '../workplace.ts';

interface Manifest {
  readonly app: string;
  readonly what: string;
  readonly rows: number;
  readonly files: readonly { readonly name: string; readonly sha256: string; readonly rows: number }[];
  readonly sources: readonly { readonly name: string; readonly sha256: string }[];
}

const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

/** Exports what was annotated in one format; the files as the screen names them. */
async function exported(
  place: Workplace,
  format: 'JSONL' | 'CSV',
): Promise<{ file: string; manifest: Manifest }> {
  const { page } = place.app;
  const form = page.getByRole('region', { name: 'Export', exact: true });
  await form.getByRole('radiogroup', { name: 'Format' }).getByText(format, { exact: true }).click();
  await form.getByRole('button', { name: 'Export 3 rows' }).click();
  const result = form.getByRole('status');
  await result.getByText(`.${format.toLowerCase()}`, { exact: false }).first().waitFor();
  expect(await textOf(result)).toContain('Written: 3 rows');
  const [file = '', manifestPath = ''] = (await result.getByRole('definition').allInnerTexts()).map(
    (text) => text.split('\n')[0] ?? '',
  );
  expect(dirname(file)).toBe(join(place.workspace, 'exports'));
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as Manifest; // written by the app under test
  expect(manifest).toMatchObject({ app: 'assay', what: 'annotated', rows: 3 });
  expect(manifest.files).toMatchObject([{ name: basename(file), rows: 3, sha256: sha256(file) }]);
  expect(await result.getByRole('button', { name: /^[0-9a-f]{16}…$/ }).getAttribute('title')).toContain(
    sha256(file),
  );
  const log = manifest.sources.find((source) => source.name === 'reward_log.jsonl');
  expect(log?.sha256).toBe(sha256(place.path('sample', 'reward_log.jsonl')));
  return { file, manifest };
}

/** Screen 6: what was labelled, and the way out for it. */
export const calibrationSpec: Spec = (place) => {
  test('the labels of triage stand here', async () => {
    const { page } = place().app;
    await goTo(page, 'calibration');
    await page.getByRole('heading', { name: '3 labels are ready for calibration.' }).waitFor();
    await page.getByText('1 success, 1 failure, 1 unsure.').waitFor();
    const table = grid(page, 'Labels');
    expect(await table.getAttribute('aria-rowcount')).toBe('4');
    await table.getByText('nobody asked for a copy: success, see frame 5').waitFor();
  });

  test('annotated samples are exported as JSONL, with a manifest that holds their hash', async () => {
    const { file } = await exported(place(), 'JSONL');
    const samples = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(samples).toHaveLength(3);
    expect(samples).toContainEqual(
      expect.objectContaining({
        truth: true,
        verdict: expect.objectContaining({ passed: false }),
        labels: [
          expect.objectContaining({
            value: 'success',
            annotator: 'tester',
            mistake: 'ungrounded_criterion',
            note: 'nobody asked for a copy: success, see frame 5',
          }),
        ],
      }),
    );
  });

  test('the same samples are exported as CSV', async () => {
    const { file } = await exported(place(), 'CSV');
    const text = readFileSync(file, 'utf8');
    const { header, records } = readCsv(text.replace(/^\uFEFF/, ''), file);
    const column = (name: string) => records.map((record) => record.fields[header.indexOf(name)]);
    expect(column('label[tester]').toSorted()).toEqual(['failure', 'success', 'unsure']);
    expect(column('note[tester]')).toContain('nobody asked for a copy: success, see frame 5');
    expect(column('passed')).toEqual(['false', 'false', 'false']);
  });

  test('exports can be fetched in a browser, and are listed', async () => {
    const { page } = place().app;
    await expect
      .poll(() => page.getByRole('region', { name: 'Earlier exports' }).getByRole('listitem').count())
      .toBe(2);
    const { capabilities } = await ask<{ capabilities: { host: string } }>(page, 'workspace.info');
    if (capabilities.host !== 'serve') return;
    const link = page.getByRole('region', { name: 'Export', exact: true }).getByRole('link').first();
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const fetched = readFileSync(await download.path());
    const [file] = await place()
      .record<{ path: string }>(
        `SELECT json_extract(written, '$[0].path') AS path FROM exports ORDER BY created_at DESC LIMIT 1`,
      )
      .values();
    expect(fetched.equals(readFileSync(file?.path ?? ''))).toBe(true);
  });
};
