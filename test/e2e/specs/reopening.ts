import { expect, test } from 'vitest';
import { ask, goTo, textOf, tile, written } from '../on-screen.ts';
import type { Spec } from '../workplace.ts';

interface Source {
  readonly source_id: number;
  readonly name: string;
  readonly imported_at: number;
}
interface Job {
  readonly kind: string;
  readonly title: string;
}

/** A workspace that was used before. */
export const reopeningSpec: Spec = (place) => {
  test('opening the workspace again reads nothing again: the figures are there at once', async () => {
    const before = await ask<Source[]>(place().app.page, 'sources.list');
    const { page } = await place().start();
    await tile(page, 'Judged').waitFor({ timeout: 3000 });
    expect(await textOf(tile(page, 'Judged'))).toContain(`of ${written.count(place().planted.rows)} rows`);
    expect((await ask<Job[]>(page, 'jobs.list')).filter((job) => job.kind === 'import')).toEqual([]);
    expect(await ask<Source[]>(page, 'sources.list')).toEqual(before);
  });

  test('naming the same files again reads nothing again', async () => {
    const before = await ask<Source[]>(place().app.page, 'sources.list');
    const { page } = await place().start(
      ['reward_log.jsonl', 'success_labels.csv', 'trajectories.jsonl', 'audit.db'].map((name) =>
        place().path('sample', name),
      ),
    );
    await tile(page, 'Judged').waitFor();
    await goTo(page, 'sources');
    await expect
      .poll(async () =>
        (await ask<(Job & { state: string })[]>(page, 'jobs.list')).some((job) => job.state === 'running'),
      )
      .toBe(false);
    const after = await ask<Source[]>(page, 'sources.list');
    expect(after.map((source) => [source.name, source.imported_at])).toEqual(
      before.map((source) => [source.name, source.imported_at]),
    );
  });
};
