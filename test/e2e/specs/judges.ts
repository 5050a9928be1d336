import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { goTo, textOf } from '../on-screen.ts';
import type { Spec } from '../workplace.ts';

const secret = 'sk-planted-0123456789abcdef';

const settings = {
  env: {
    ANTHROPIC_BASE_URL: 'https://gate.example/api?utm_source=readme',
    ANTHROPIC_AUTH_TOKEN: secret,
    ANTHROPIC_MODEL: 'judge-a',
  },
};

/** Screen Settings: judges made of other tools' settings; and a run that is asked by batch files. */
export const judgesSpec: Spec = (place) => {
  test('another tool’s settings become a judge, their mix-ups told and their key nowhere', async () => {
    const { page } = place().app;
    const path = place().path('home', '.claude', 'settings.json');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(settings));
    await goTo(page, 'settings');
    await page.getByLabel('Settings of Claude Code').fill(path);
    await page.getByRole('button', { name: 'Read: Claude Code' }).click();
    const card = page.getByRole('article').filter({ hasText: 'https://gate.example/api' });
    await card.getByText(/carries a tracking query \(utm_source\)/).waitFor();
    await card.getByText(/The key lies in plain text in env\.ANTHROPIC_AUTH_TOKEN/).waitFor();
    await card.getByRole('button', { name: 'Make a judge of it' }).click();
    await card.getByText(/is among the judges now/).waitFor();
    const row = page.getByRole('row').filter({ hasText: 'judge-a' });
    expect(await textOf(row)).toMatch(/ANTHROPIC_AUTH_TOKEN in settings\.json\s*✓ set/);
    expect(await page.content()).not.toContain('planted');
    expect(JSON.stringify(place().record('SELECT * FROM profile_key_files'))).not.toContain('planted');
  });

  test('a judge is written down for another tool, without its key', async () => {
    const { page } = place().app;
    const row = page.getByRole('row').filter({ hasText: 'judge-a' });
    await row.getByRole('button', { name: 'Copy for…' }).click();
    await page.getByRole('menuitem', { name: 'Codex' }).click();
    await page.getByText(/For ~\/\.codex\/config\.toml: the key is not in it/).waitFor();
  });

  test('a run is written out as a batch, its results read back, and what is missing can be written again', async () => {
    const { page } = place().app;
    const chosen = page.getByRole('radio', { name: 'Make Claude Code the default' });
    await chosen.click();
    // kept by the engine first, then shown
    await expect.poll(() => chosen.isChecked()).toBe(true);
    await place().app.open(`/variance?where=${encodeURIComponent('has_prompt')}`);
    await page.getByRole('button', { name: 'New re-run…' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Judge samples again' });
    await dialog.getByLabel('At most', { exact: true }).fill('4');
    await dialog.getByRole('button', { name: 'Make 12 calls' }).waitFor();
    await dialog.getByRole('button', { name: 'Prepare for a batch' }).click();
    const main = page.getByRole('main');
    await main.getByText('Its samples and questions are written down; nothing has been asked yet.').waitFor();
    await main.getByRole('button', { name: 'Write 12 requests' }).click();
    await main.getByText('not asked yet').waitFor();
    await main.getByText(/^Nothing has come back yet/).waitFor();
    await main.getByRole('link', { name: /^batch-run-\d+\.jsonl$/ }).waitFor();

    const [run] = place().record<{ number: number }>('SELECT number FROM runs ORDER BY number DESC LIMIT 1');
    const written = place().path('workspace', 'exports', `batch-run-${run?.number}.jsonl`);
    const lines = readFileSync(written, 'utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(12);
    const results = place().path('results.jsonl');
    writeFileSync(
      results,
      lines
        .slice(0, 9)
        .map((line, n) => `${JSON.stringify(answer(JSON.parse(line).custom_id, n))}\n`)
        .join(''),
    );
    await main.getByLabel('Result and error files, one path a line').fill(results);
    await main.getByRole('button', { name: 'Read results' }).click();
    await main.getByText('9 lines · 9 stored · 3 still missing').waitFor();
    await main.getByRole('button', { name: 'Write 3 requests' }).waitFor();
    expect(
      place().record('SELECT count(*) AS n, sum(passed) AS passed FROM attempts WHERE final = 1'),
    ).toEqual([{ n: 9, passed: 5 }]);
  });
};

function answer(custom_id: unknown, n: number) {
  const verdict = { success: n % 2 === 0, score: 0.5, reason: 'r', evidence: [], rubric_hits: [] };
  return {
    custom_id,
    error: null,
    response: {
      status_code: 200,
      body: {
        id: `batch-${n}`,
        model: 'judge-a',
        choices: [{ index: 0, message: { content: JSON.stringify(verdict) }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
      },
    },
  };
}
