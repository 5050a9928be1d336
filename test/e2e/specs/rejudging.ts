import { readFileSync, writeFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { goTo } from '../on-screen.ts';
import type { Spec, Workplace } from '../workplace.ts';

const pairs = 5;
/** adapt_v2 asks something else in this category alone; elsewhere its prompt is the training's own. */
const filter = 'rubric_version = adapt_v1 and category = communication';

/** A sample without its audit, and an audit whose pairs have both their sides in the sample's log. */
export async function writePairedSample(place: Workplace): Promise<readonly string[]> {
  const files = (await place.writeSample(900)).filter((path) => !path.endsWith('audit.db'));
  const audit = place.path('audit_pairs.jsonl');
  const lines = pairsOf(readFileSync(place.path('sample', 'reward_log.jsonl'), 'utf8')).map(
    ({ task_id, agent_a, agent_b }, at) =>
      JSON.stringify({
        pair_id: `p${at}`,
        task_id,
        agent_a,
        agent_b,
        success_a: 0,
        success_b: 1,
        judge_pref: 'B',
      }),
  );
  if (lines.length !== pairs) throw new Error('the sample has too few tasks that two checkpoints did');
  writeFileSync(audit, lines.map((line) => `${line}\n`).join(''));
  return [...files, audit];
}

/** Tasks that two checkpoints did. */
function pairsOf(
  log: string,
): readonly { readonly task_id: string; readonly agent_a: string; readonly agent_b: string }[] {
  const by = new Map<string, Set<string>>();
  for (const line of log.split('\n')) {
    // some of the lines are damaged on purpose
    const [, task, policy] = /^\{"task_id":"([^"]+)".*?"policy_version":"([^"]+)"/.exec(line) ?? [];
    if (task === undefined || policy === undefined) continue;
    const of = by.get(task) ?? new Set<string>();
    by.set(task, of.add(policy));
  }
  return [...by]
    .flatMap(([task_id, [agent_a, agent_b]]) =>
      agent_a === undefined || agent_b === undefined ? [] : [{ task_id, agent_a, agent_b }],
    )
    .slice(0, pairs);
}

async function newRerun(place: Workplace, samples: number): Promise<Locator> {
  const { page } = place.app;
  await place.app.open(`/variance?new=1&where=${encodeURIComponent(filter)}`);
  const dialog = page.getByRole('dialog', { name: 'Judge samples again' });
  await dialog.getByLabel('At most', { exact: true }).fill(String(samples));
  return dialog;
}

async function underSecondVersion(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole('combobox', { name: 'Rubric', exact: true }).click();
  await page.getByRole('option', { name: 'adapt_v2', exact: true }).click();
}

const runs = (place: Workplace) =>
  place.record<{ number: number; state: string; calls: number; reused: number; tokens: number | null }>(
    `SELECT r.number, r.state, count(a.attempt_id) FILTER (WHERE a.reused_from IS NULL) AS calls,
       count(a.reused_from) AS reused, sum(a.total_tokens) FILTER (WHERE a.reused_from IS NULL) AS tokens
     FROM runs r LEFT JOIN attempts a USING (run_id) GROUP BY r.number ORDER BY r.number`,
  );

/** Screen 4, what a run need not or may not spend, and pairs as a canary. */
export const rejudgingSpec: Spec = (place) => {
  test('answers of the record are offered to a re-judging alone, and taken over where they are asked for', async () => {
    const { page } = place().app;
    const main = page.getByRole('main');
    const reuse = { name: 'Take over answers the record has' } as const;
    const first = await newRerun(place(), 10);
    await first.getByRole('button', { name: 'Make 30 calls' }).waitFor();
    // a repeat of the training's own question measures noise
    expect(await first.getByRole('checkbox', reuse).count()).toBe(0);
    await underSecondVersion(page, first);
    expect(await first.getByRole('checkbox', reuse).isChecked()).toBe(false);
    await first.getByRole('button', { name: 'Make 30 calls' }).click();
    await main.getByRole('heading', { name: 'Re-run 1', level: 1 }).waitFor();
    await main.getByText('30 / 30').waitFor({ timeout: 60_000 });

    const second = await newRerun(place(), 10);
    await underSecondVersion(page, second);
    await second.getByRole('checkbox', reuse).check();
    await second.getByText('30 calls are answered already.').waitFor();
    await second.getByRole('button', { name: 'Make 0 calls' }).click();
    await main.getByRole('heading', { name: 'Re-run 2', level: 1 }).waitFor();
    await main.getByText('30 / 30').waitFor({ timeout: 60_000 });
    await main.getByText(/30 answers are from the record/).waitFor();
    expect(runs(place())).toMatchObject([
      { number: 1, state: 'done', calls: 30, reused: 0 },
      { number: 2, state: 'done', calls: 0, reused: 30 },
    ]);
  });

  test('a run stops before it passes its cap, says so, and goes on once the cap was raised', async () => {
    const { page } = place().app;
    const main = page.getByRole('main');
    const [{ tokens = null } = {}] = runs(place());
    // what twenty-five of sixty calls take, those in flight included
    const cap = Math.round((25 * (tokens ?? Number.NaN)) / 30);
    const dialog = await newRerun(place(), 20);
    await dialog.getByLabel('Tokens, at most').fill(String(cap));
    await dialog.getByRole('button', { name: 'Make 60 calls' }).click();
    await main.getByRole('heading', { name: 'Re-run 3', level: 1 }).waitFor();
    await main.getByText('stopped at its cap').first().waitFor({ timeout: 60_000 });
    const [stopped] = runs(place()).slice(2);
    expect(stopped?.calls).toBeGreaterThan(0);
    expect(stopped?.calls).toBeLessThan(60);
    // what a call in flight will take is reckoned from those before it
    expect(stopped?.tokens).toBeGreaterThan(cap / 2);
    expect(stopped?.tokens).toBeLessThan(1.1 * cap);

    await main.getByLabel('Tokens, at most').fill(String(100 * cap));
    await main.getByRole('button', { name: 'Set', exact: true }).click();
    // the cap that was set is the one that counts from here on
    await expect.poll(() => place().record('SELECT tokens FROM run_caps')).toEqual([{ tokens: 100 * cap }]);
    await main.getByRole('button', { name: `Go on with the ${60 - (stopped?.calls ?? 0)} left` }).click();
    await main.getByText('60 / 60').waitFor({ timeout: 60_000 });
    expect(runs(place())[2]).toMatchObject({ state: 'done', calls: 60 });
  });

  test('pairs with both sides in the log are judged, kept as a canary, and told apart from its samples', async () => {
    const { page } = place().app;
    const main = page.getByRole('main');
    await goTo(page, 'variance');
    const card = main.getByRole('region', { name: 'Canaries' });
    await card.getByText(`${pairs} different pairs are open; ${pairs} of them with both sides`).waitFor();
    await card.getByRole('button', { name: `Judge both sides of ${pairs} pairs…` }).click();
    const dialog = page.getByRole('dialog', { name: 'Judge samples again' });
    await dialog.getByText(`${2 * pairs} rows chosen by hand`).waitFor();
    await dialog.getByRole('button', { name: `Make ${6 * pairs} calls` }).click();
    await main.getByRole('heading', { name: 'Re-run 4', level: 1 }).waitFor();
    await main.getByText(`${6 * pairs} / ${6 * pairs}`).waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Keep as canary…' }).click();
    await page.getByLabel('Name').fill('sides');
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    await main.getByRole('button', { name: 'Ask again' }).click();
    await main.getByRole('heading', { name: 'Re-run 5', level: 1 }).waitFor();
    await main.getByText(`${6 * pairs} / ${6 * pairs}`).waitFor({ timeout: 60_000 });
    await main.getByRole('link', { name: 'Open its canary' }).click();
    await main
      .getByRole('region', { name: 'Pairs' })
      .getByText(new RegExp(`^\\d of ${pairs} (is|are) ordered differently, \\d the other way round$`))
      .waitFor();
    await goTo(page, 'variance');
    const row = card.getByRole('row').filter({ hasText: 'sides' });
    await row.getByText(`${2 * pairs} samples · ${pairs} pairs`).waitFor();
    await row.getByText('judged 2 times').waitFor();
    expect(place().record('SELECT count(*) AS n FROM canary_pairs')).toEqual([{ n: pairs }]);
  });
};
