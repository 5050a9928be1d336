import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rejoin } from '../../../electron/logs/join.ts';
import { textFolder } from '../../../electron/logs/log-store.ts';
import { applyScales } from '../../../electron/logs/scales.ts';
import { removeSource } from '../../../electron/logs/sources.ts';
import { applyThresholds } from '../../../electron/logs/thresholds.ts';
import { counts, importing, line, remark, rowsOf } from './imported.ts';

const jsonLines = (lines: readonly unknown[]) => lines.map((each) => `${JSON.stringify(each)}\n`).join('');

const log = importing();

/** A log as it is after each of several writes, read after each. */
async function readAsItGrows(...texts: readonly string[]) {
  const path = log.write('');
  const reads = [];
  for (const text of texts) {
    appendFileSync(path, text);
    reads.push(await log.read(path));
  }
  const last = reads.at(-1);
  if (last === undefined) throw new Error('nothing was written');
  return { path, reads, last, whole: await log.read(log.write(readFileSync(path))) };
}

const many = (from: number, count: number) =>
  jsonLines(
    Array.from({ length: count }, (_, at) => line({ task_id: `t${from + at}`, timestamp: from + at })),
  );

describe('a log that has grown', () => {
  test('is read from where it ended, and is the same table', async () => {
    const { reads, last, whole } = await readAsItGrows(many(0, 900), many(900, 50), many(950, 1));
    expect(reads.map((read) => remark(read, 'lines_added'))).toEqual([0, 50, 1]);
    expect(last.rows).toEqual(whole.rows);
    expect(counts(last)).toEqual(counts(whole));
    expect(last.report.source_id).toBe(reads[0]?.report.source_id);
  });

  test('gets its last line whole once it is written to its end', async () => {
    const [start, end] = [
      JSON.stringify(line({ task_id: 'cut' })).slice(0, 20),
      JSON.stringify(line({ task_id: 'cut' })).slice(20),
    ];
    const { reads, last, whole } = await readAsItGrows(many(0, 9) + start, `${end}\n${many(10, 3)}`);
    expect(counts(reads[0] ?? last)).toMatchObject({ imported: 9, quarantined: 1 });
    expect(counts(last)).toMatchObject({ imported: 13, quarantined: 0 });
    expect(remark(last, 'lines_added')).toBe(4);
    expect(last.rows).toEqual(whole.rows);
  });

  test('has its line repeated by one that is added, also where it was glued to another', async () => {
    const timed = JSON.stringify(line({ task_id: 'a', timestamp: 5 }));
    const other = JSON.stringify(line({ task_id: 'b', timestamp: 6 }));
    const { last, whole } = await readAsItGrows(
      `${timed}\n${timed.replace('"a"', '"c"')}${other}\n`,
      `${timed}\n${other}\n`,
    );
    expect(counts(last)).toMatchObject({ imported: 3, duplicates: 2 });
    expect(last.rows).toEqual(whole.rows);
  });

  test('settles identity over old and new rows together', async () => {
    const row = (task: string, step: number, more: object = {}) =>
      line({ task_id: task, step, instruction_hash: 'h', ...more });
    const { last, whole } = await readAsItGrows(
      jsonLines([row('a', 1), row('b', 1), row('b', 1, { reason: 'other' }), row('c', 1)]),
      jsonLines([row('b', 1, { reason: 'third' }), row('c', 1, { reason: 'again' }), row('d', 1)]),
    );
    expect(remark(last, 'lines_added')).toBe(3);
    expect(last.rows.map(({ trajectory }) => trajectory ?? null)).toEqual([
      'task:a/1/h',
      null,
      null,
      null,
      null,
      null,
      'task:d/1/h',
    ]);
    expect(last.rows).toEqual(whole.rows);
    expect(last.report.remarks.filter(({ code }) => code !== 'lines_added')).toEqual(whole.report.remarks);
  });

  test('keeps new fields, odd values and lines out of order apart from what was there', async () => {
    const { last, whole } = await readAsItGrows(
      many(100, 30),
      `\n${jsonLines([line({ task_id: 'n', timestamp: 50, reward: '0.5', note: 'x' })])}not json\n`,
    );
    expect(last.report.warnings).toMatchObject({ out_of_order: 1, coerced: 1 });
    expect(last.report.unknown_fields).toEqual(['note']);
    expect(counts(last)).toMatchObject({ imported: 31, quarantined: 1, blank: 1 });
    expect(last.rows).toEqual(whole.rows);
  });

  test('holds byte order marks on lines of their own, which are blank and keep no line from being read the fast way', async () => {
    const mark = '\ufeff\n';
    const { reads, last, whole } = await readAsItGrows(
      `${mark}${many(0, 40)}${mark}\n\ufeff \r\n${many(40, 40)}`,
      `${mark}${many(80, 5)}\ufeff`,
    );
    expect(counts(reads[0] ?? last)).toMatchObject({ lines: 84, imported: 80, blank: 4, quarantined: 0 });
    expect(reads.map((read) => remark(read, 'read_exactly'))).toEqual([0, 0]);
    expect(remark(last, 'lines_added')).toBe(7);
    expect(counts(last)).toMatchObject({ lines: 91, imported: 85, blank: 6, quarantined: 0, glued_extra: 0 });
    expect(last.rows).toEqual(whole.rows);
    expect(counts(last)).toEqual(counts(whole));
    expect(counts(await log.read(log.write(mark)))).toMatchObject({ lines: 1, blank: 1, records: 0 });
  });

  test('by more lines than the exact reader takes beside DuckDB is read by it as a whole', async () => {
    const doubled = Array.from(
      { length: 1_200 },
      (_, at) => `{"task_id":"d${at}","success":false,"success":true}\n`,
    );
    const { last, whole } = await readAsItGrows(many(0, 40), doubled.join(''));
    expect(counts(last)).toMatchObject({ imported: 1_240, quarantined: 0 });
    expect(last.report.warnings).toMatchObject({ duplicate_keys: 1_200 });
    expect(last.rows).toEqual(whole.rows);
  });

  test('leaves no copy of what was added behind', async () => {
    const { last } = await readAsItGrows(many(0, 30), many(30, 5));
    expect(remark(last, 'lines_added')).toBe(5);
    const texts = join(log.folder(), 'index', textFolder);
    expect(existsSync(texts) ? readdirSync(texts) : []).toEqual([]);
  });

  test('by an id under another category is a collision, also where another file has that id too', async () => {
    const id = (category: string) => line({ trajectory_id: 'shared', category });
    const path = log.write(jsonLines([id('a'), line({ trajectory_id: 'own' })]));
    await log.read(path);
    const other = await log.read(log.write(jsonLines([id('a')])));
    await rejoin(log.store());
    appendFileSync(path, jsonLines([id('b')]));
    const { report } = await log.read(path);
    expect(remark({ report, rows: [], path }, 'lines_added')).toBe(1);
    await removeSource(log.store(), other.report.source_id);
    await rejoin(log.store());
    const rows = await rowsOf(log.store(), report.source_id);
    expect(rows.map(({ trajectory, identity_flags }) => [trajectory, identity_flags])).toEqual([
      [undefined, ['id_in_two_categories']],
      ['own', undefined],
      [undefined, ['id_in_two_categories']],
    ]);
  });
});

describe('a log with stated thresholds and scales', () => {
  const scored = (from: number, count: number) =>
    jsonLines(
      Array.from({ length: count }, (_, at) => ({
        task_id: `t${(from + at) % 7}`,
        step: 1,
        judge_model: (from + at) % 2 === 0 ? 'a' : 'b',
        reward: ((from + at) % 11) / 10,
        score: (from + at) % 5 === 0 ? '8/10' : (from + at) % 9,
        ...((from + at) % 4 === 0 ? { success: true } : {}),
      })),
    );
  const apply = async () => {
    await rejoin(log.store());
    await applyScales(log.store(), [
      { rubric_version: null, judge_model: 'a', top: 10 },
      { rubric_version: null, judge_model: 'b', top: 8 },
    ]);
    await applyThresholds(log.store(), [
      { target: null, threshold: 0.5 },
      { target: 'a', threshold: 0.7 },
    ]);
  };

  test('is read from where it ended, and once they are applied is the table of one read', async () => {
    // Alone in the index: what is stated is for every log in it.
    const path = log.write(scored(0, 40));
    const { report } = await log.read(path);
    await apply();
    const settled = await log
      .store()
      .one<{ decided: number; scaled: number }>(
        `SELECT count(*) FILTER (by_threshold) AS decided, count(unscaled_score) AS scaled FROM verdicts WHERE source_id = ?`,
        [report.source_id],
      );
    expect(settled.decided).toBeGreaterThan(0);
    expect(settled.scaled).toBeGreaterThan(0);
    appendFileSync(path, scored(40, 9));
    const grown = await log.read(path);
    expect(remark(grown, 'lines_added')).toBe(9);
    const whole = await log.read(log.write(readFileSync(path)));
    expect(grown.rows).toEqual(whole.rows);
    expect(grown.report.remarks.filter(({ code }) => code !== 'lines_added')).toEqual(whole.report.remarks);
    await apply();
    const columns = 'line, passed, unjudged, by_threshold, reward, score, unscaled_score, warnings, flags';
    const [one, other] = await Promise.all(
      [grown, whole].map(({ report: { source_id } }) =>
        log.store().all(`SELECT ${columns} FROM verdicts WHERE source_id = ? ORDER BY line`, [source_id]),
      ),
    );
    expect(one).toEqual(other);
  });
});

describe('a log that is another now', () => {
  test.each([
    ['a line in its middle is changed', (text: string) => text.replace('"t7"', '"u7"')],
    ['a line of it is gone', (text: string) => text.slice(text.indexOf('\n') + 1)],
    [
      'its lines end otherwise, so that none is where it was',
      (text: string) => text.replaceAll('\n', '\r\n'),
    ],
  ])('is read as a whole where %s', async (_, change) => {
    const path = log.write(many(0, 20));
    await log.read(path);
    writeFileSync(path, change(many(0, 20)) + many(30, 5));
    const read = await log.read(path);
    expect(remark(read, 'lines_added')).toBe(0);
    expect(read.rows).toEqual((await log.read(log.write(readFileSync(path)))).rows);
  });
});
