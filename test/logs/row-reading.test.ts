import { describe, expect, test } from 'vitest';
import { rawLine } from '../../electron/logs/raw-lines.ts';
import { readingOf } from '../../electron/logs/row-reading.ts';
import { trajectoryWithFields } from '../../electron/logs/trajectory.ts';
import { addLog, addTrajectories, workspace } from '../api/services/suspect-workspace.ts';

describe('rows read together', () => {
  test('are the lines and trajectories that each of them has alone', async () => {
    const { parts } = await workspace();
    const id = (at: number) => (at % 4 === 0 ? {} : { trajectory_id: `t${at}` });
    await addLog(
      parts,
      Array.from({ length: 150 }, (_, at) => ({
        ...id(at),
        task_id: `task${at % 4 === 0 ? at : Math.floor(at / 8)}`,
        step: at,
        judge_model: 'j',
        rubric_version: 'v1',
        reward: 1,
        success: true,
        instruction: at % 3 === 0 ? `Do ${at}.` : undefined,
      })),
    );
    await addTrajectories(
      parts,
      Array.from({ length: 100 }, (_, at) => ({
        ...id(at),
        task_id: `task${at % 4 === 0 ? at : Math.floor(at / 8)}`,
        step: at,
        instruction: `Stored ${at}`,
        frames: [{ action: 'open', text: `frame ${at}`, state: '' }],
        extra_field: at,
      })),
    );
    const rows = Array.from({ length: 150 }, (_, at) => `1:${at + 1}`);
    const reading = await readingOf(parts.store, rows);
    for (const row of rows) {
      expect(reading.line(row)).toEqual(await rawLine(parts.store, row));
      expect(await reading.trajectory(row)).toEqual(await trajectoryWithFields(parts.store, row));
    }
    expect((await reading.trajectory('1:2')).fields).toMatchObject({ extra_field: 1 });
    await readingOf(parts.store, []);
  });
});
