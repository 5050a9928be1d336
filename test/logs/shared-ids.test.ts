import { afterEach, describe, expect, test } from 'vitest';
import { rejoin } from '../../electron/logs/join.ts';
import { listSources, removeSource } from '../../electron/logs/sources.ts';
import { importTruth } from '../../electron/logs/tables/truth.ts';
import { importing, line, rowsOf } from './reward-log/imported.ts';

const log = importing();
const text = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const row = (id: string, change: Readonly<Record<string, unknown>> = {}) =>
  line({ trajectory_id: id, ...change });

describe('an id that several files have under one rubric version and judge', () => {
  afterEach(async () => {
    for (const { source_id } of await listSources(log.store())) await removeSource(log.store(), source_id);
  });

  test('is a collision to report, not a repeat: counted, opened by the warning, joined to nothing', async () => {
    const first = await log.read(log.write(text([row('r1'), row('r2')])));
    const second = await log.read(log.write(text([row('r2', { success: false }), row('r3')])));
    await importTruth(log.store(), log.write('trajectory_id,true_success\nr1,1\nr2,1\nr3,0\n', 'truth.csv'));
    await rejoin(log.store());
    const found = async (id: number) =>
      (await rowsOf(log.store(), id)).map(({ explicit_id, trajectory, truth, identity_flags }) => [
        explicit_id,
        trajectory,
        truth,
        identity_flags,
      ]);
    expect(await found(first.report.source_id)).toEqual([
      ['r1', 'r1', true, undefined],
      ['r2', undefined, undefined, ['id_in_two_files']],
    ]);
    expect(await found(second.report.source_id)).toEqual([
      ['r2', undefined, undefined, ['id_in_two_files']],
      ['r3', 'r3', false, undefined],
    ]);
    const said = (await listSources(log.store()))
      .filter(({ kind }) => kind === 'reward_log')
      .map(({ remarks }) => remarks);
    expect(said).toEqual([[{ code: 'id_in_two_files', count: 1 }], [{ code: 'id_in_two_files', count: 1 }]]);
    await removeSource(log.store(), second.report.source_id);
    await rejoin(log.store());
    expect(await found(first.report.source_id)).toEqual([
      ['r1', 'r1', true, undefined],
      ['r2', 'r2', true, undefined],
    ]);
    expect((await listSources(log.store()))[0]?.remarks).toEqual([]);
  });

  test('under two versions, or of two judges, is the same trajectory judged twice', async () => {
    const first = await log.read(log.write(text([row('r1')])));
    await log.read(
      log.write(text([row('r1', { rubric_version: 'v2' }), row('r1', { judge_model: 'other' })])),
    );
    await rejoin(log.store());
    expect((await rowsOf(log.store(), first.report.source_id))[0]).toMatchObject({ trajectory: 'r1' });
  });
});
