import { expect, test } from 'vitest';
import { warningKinds } from '../../electron/core/model/verdict.ts';
import { rejoin } from '../../electron/logs/join.ts';
import { page } from '../../electron/logs/query/page.ts';
import { applyScales } from '../../electron/logs/scales.ts';
import { flagKinds } from '../../electron/logs/schema.ts';
import { listSources } from '../../electron/logs/sources.ts';
import { importing } from './reward-log/imported.ts';

const log = importing();

/** A log with everything that is counted about a row at least once. */
const odd = Buffer.concat([
  Buffer.from(
    [
      '\ufeff{"task_id":"a1","step":1,"trajectory_id":"r1","reward":NaN,"success":true,"judge_model":"j","timestamp":1700000010}',
      '{"task_id":"a2","step":1,"trajectory_id":"r2","reward":"0.5","success":"yes","judge_model":"j","timestamp":1700000000}',
      '{"task_id":"a3","step":1,"trajectory_id":"r3","reward":7,"success":true,"judge_model":"tens"}',
      '{"task_id":"a3","step":1,"trajectory_id":"r3b","reward":"8/10","success":true,"judge_model":"tens"}',
      '{"task_id":"a4","step":1,"trajectory_id":"r4","reward":1,"reward":0,"success":false,"judge_model":"j"}',
      '{"task_id":"a5","step":1,"trajectory_id":"r5","reward":1,"error":"timeout","success":null,"judge_model":"j"}',
      '{"task_id":"a6","step":1,"trajectory_id":"r6","reward":1,"success":true,"usage":{"prompt_tokens":5,"completion_tokens":2,"total_tokens":99},"judge_model":"j"}',
      '{"task_id":"a7","step":1,"trajectory_id":"r7","reward":1,"success":true,"usage":{"prompt_tokens":0,"completion_tokens":0,"total_tokens":0},"judge_model":"j"}',
      '{"task_id":"a8","step":"x","trajectory_id":"r8","reward":[1],"success":"maybe","judge_model":"j"}',
      '{"task_id":"a9","step":1,"trajectory_id":"r9","reason":"\\ud800","success":true,"judge_model":"j"}',
      '{"task_id":"b1","step":1,"success":null,"judge_model":"j"}{"task_id":"b1","step":1,"success":true,"judge_model":"j"}',
      '{"task_id":"b2","step":1,"success":true,"judge_model":"j"}',
      '{"task_id":"b2","step":1,"success":false,"judge_model":"j"}',
      '{"task_id":"b3","step":1,"success":true,"judge_model":"j","note":"twice"}',
      '{"task_id":"b3","step":1,"success":true,"judge_model":"j","note":"twice"}',
      '{"task_id":"c1","step":1,"trajectory_id":"c","category":"x","success":true,"judge_model":"j"}',
      '{"task_id":"c1","step":1,"trajectory_id":"c","category":"y","success":true,"judge_model":"j"}',
      '{"reason":"',
    ].join('\n'),
  ),
  Buffer.from([0xff]),
  Buffer.from('","trajectory_id":"d","success":true,"judge_model":"j"}\n'),
]);

test('every count of a reward log opens exactly its rows', async () => {
  const { report } = await log.read(log.write(odd));
  await log.read(log.write('{"trajectory_id":"r9","success":true,"judge_model":"j"}\n'));
  await applyScales(log.store(), [{ rubric_version: null, judge_model: 'tens', top: 10 }]);
  await rejoin(log.store());
  const source = (await listSources(log.store())).find(({ source_id }) => source_id === report.source_id);
  if (source === undefined) throw new Error('not open');
  const counts = new Map([
    ...source.remarks.map(({ code, count }) => [code, count] as const),
    ...warningKinds.map((kind) => [kind, source.warnings[kind]] as const),
  ]);
  for (const kind of [...warningKinds, ...flagKinds]) {
    const { total } = await page(log.store(), {
      filter: `source_id = ${report.source_id} and warning = ${kind}`,
      search: '',
      sort: [],
      offset: 0,
      limit: 1,
      extra: [],
    });
    expect([kind, total]).toEqual([kind, counts.get(kind) ?? 0]);
    expect([kind, total > 0]).toEqual([kind, true]);
  }
  const unnamed = await page(log.store(), {
    filter: `source_id = ${report.source_id} and not has(trajectory) and not warning = id_in_two_files`,
    search: '',
    sort: [],
    offset: 0,
    limit: 1,
    extra: [],
  });
  expect(unnamed.total).toBe(counts.get('without_identity'));
});
