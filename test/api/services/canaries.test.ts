import { describe, expect, test } from 'vitest';
import { FailureError } from '../../../electron/core/model/failure.ts';
import { judgeBy, lines, runWorkspace } from './run-workspace.ts';

async function made(passes: (number: number, call: number) => boolean) {
  const place = await runWorkspace(lines(60));
  const server = await judgeBy(passes);
  const profile_id = place.profile(server.base_url);
  const base = await place.run({ profile_id });
  const canary = await place.canaries.freeze({ name: 'nightly', note: '', run_id: base });
  const again = async (change: Partial<Parameters<typeof place.canaries.run>[0]> = {}): Promise<string> => {
    const { run_id, job } = await place.canaries.run({
      canary_id: canary.canary_id,
      questions: 'frozen',
      profile_id: null,
      repeats: null,
      rubric_version: null,
      ...change,
    });
    expect(await place.ended(job)).toMatchObject({ state: 'done', run_id });
    return run_id;
  };
  const compare = (a: string | null = null, b: string | null = null) =>
    place.canaries.compare({ canary_id: canary.canary_id, a, b });
  return { ...place, server, base, canary, again, compare };
}

const failure = async (work: Promise<unknown>) => {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  if (error instanceof FailureError) return error.failure;
  throw new Error('not refused');
};

describe('a canary', () => {
  test('asks the very questions of its first run, as often as then', async () => {
    const { server, again, canary, canaries, compare, view } = await made((number) => number % 2 === 1);
    const before = server.seen.map(({ text }) => JSON.stringify(JSON.parse(text).messages)).sort();
    const run = await again();
    const asked = server.seen.slice(before.length);
    expect(asked.map(({ text }) => JSON.stringify(JSON.parse(text).messages)).sort()).toEqual(before);
    expect((await view(run)).head).toMatchObject({ canary_id: canary.canary_id, repeats: 3, samples: 60 });
    expect((await canaries.list())[0]?.runs.map(({ number }) => number)).toEqual([2, 1]);
    expect(await compare()).toMatchObject({
      changes: [],
      moved: 0,
      drift: { paired: 60, exceeds_noise: false, majority: { noneChanged: true } },
    });
  });

  test('tells a judge that moved from one that flickers', async () => {
    let strict = false;
    const { again, compare } = await made((number, call) => {
      if (number % 6 === 0) return call % 3 === 1;
      return number % 2 === 1 && !(strict && number % 5 === 0);
    });
    await again();
    expect(await compare()).toMatchObject({ drift: { exceeds_noise: false } });
    strict = true;
    await again();
    const moved = await compare();
    expect(moved.drift.exceeds_noise).toBe(true);
    expect(moved.drift.pass_rate.difference).toBeLessThan(0);
    expect(moved.changes).toEqual([]);
    expect(moved.moves[0]).toMatchObject({ a: { fails: 0, k: 3 }, b: { fails: 3, k: 3 } });
    expect(moved.moved).toBe(moved.drift.majority.b);
  });

  test('says what was changed: judge, address, calls per sample', async () => {
    const { again, compare, profile } = await made((number) => number % 2 === 1);
    const other = await judgeBy((number) => number % 2 === 1);
    await again({ profile_id: profile(other.base_url, 'judge-b'), repeats: 2 });
    const { changes } = await compare();
    expect(changes.map(({ field, a, b }) => [field, a, b])).toEqual(
      expect.arrayContaining([
        ['judge_model', 'judge-a', 'judge-b'],
        ['repeats', '3', '2'],
      ]),
    );
    expect(changes.map(({ field }) => field)).toContain('base_url');
  });

  test('asked as of today leaves out a row that holds another trajectory now, and says so', async () => {
    const { parts, again, compare } = await made((number) => number % 2 === 1);
    await parts.store.run("UPDATE verdicts SET trajectory = 'another' WHERE line <= 3");
    await again({ questions: 'now' });
    const { changes, drift } = await compare();
    expect(drift.paired).toBe(57);
    expect(changes).toEqual([{ field: 'samples', a: '60', b: '57', samples: 3 }]);
  });

  test('asked under another rubric version names both, and the prompts that differ', async () => {
    const place = await runWorkspace(
      lines(6, () => ({ messages: undefined, instruction: 'Send it.', rubric_version: 'v1' })),
    );
    const server = await judgeBy(() => true);
    const base = await place.run({ profile_id: place.profile(server.base_url) });
    place.library.write(
      'v2.yaml',
      (place.library.find('v1')?.text ?? '').replaceAll('v1', 'v2').replace('sent', 'gone'),
    );
    const canary = await place.canaries.freeze({ name: 'c', note: '', run_id: base });
    const { job } = await place.canaries.run({
      canary_id: canary.canary_id,
      questions: 'now',
      profile_id: null,
      repeats: null,
      rubric_version: 'v2',
    });
    await place.ended(job);
    const { changes } = await place.canaries.compare({ canary_id: canary.canary_id, a: null, b: null });
    const rubric = changes.find(({ field }) => field === 'rubric');
    expect(rubric?.a).toMatch(/^v1 [0-9a-f]{8}$/);
    expect(rubric?.b).toMatch(/^v2 [0-9a-f]{8}$/);
    expect(changes.find(({ field }) => field === 'prompt')?.samples).toBeGreaterThan(0);
  });

  test('is refused twice by one name, of one run, and where there is nothing to compare', async () => {
    const { base, canaries, canary, compare, again, run } = await made(() => true);
    expect(await failure(compare())).toMatchObject({ code: 'bad_request' });
    expect(await failure(canaries.freeze({ name: 'other', note: '', run_id: base }))).toMatchObject({
      code: 'bad_request',
    });
    const second = await run({ limit: 3 });
    expect(await failure(canaries.freeze({ name: 'nightly', note: '', run_id: second }))).toMatchObject({
      message: expect.stringContaining('nightly'),
    });
    expect(await failure(compare(second))).toMatchObject({ code: 'not_found' });
    expect(
      await failure(
        canaries.run({
          canary_id: canary.canary_id,
          questions: 'frozen',
          profile_id: null,
          repeats: null,
          rubric_version: 'v1',
        }),
      ),
    ).toMatchObject({ code: 'bad_request' });
    await again();
    expect((await compare(base)).a.run_id).toBe(base);
  });
});
