import { appendFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { rawLine } from '../../electron/logs/raw-lines.ts';
import { importing, line } from './reward-log/imported.ts';

const log = importing();

const text = (fields: Readonly<Record<string, unknown>>) => JSON.stringify(line(fields));

describe('rawLine', () => {
  test('gives every line of a log back as it stands, with its place, long lines between short ones', async () => {
    const lines = Array.from({ length: 400 }, (_, index) =>
      index % 97 === 5
        ? text({ task_id: `t${index}`, reason: '长'.repeat(200_000) })
        : text({ task_id: `t${index}`, reason: 'é'.repeat(index % 7) }),
    );
    const bytes = Buffer.from(lines.join('\n'));
    const { report } = await log.read(log.write(bytes));
    for (const number of [1, 2, 6, 7, 64, 65, 66, 129, 200, 399, 400]) {
      const raw = await rawLine(log.store(), `${report.source_id}:${number}`);
      expect(raw.text).toBe(lines[number - 1]);
      expect(raw).toMatchObject({ line: number, part: 0, fields: { task_id: `t${number - 1}` } });
      expect(bytes.subarray(raw.offset, raw.offset + raw.length).toString()).toBe(raw.text);
    }
  });

  test('tells the objects of a glued line apart, and keeps the line whole', async () => {
    const glued = `${text({ task_id: 'g1' })} ${text({ task_id: 'g2' })}`;
    const { report } = await log.lines([text({}), glued]);
    const first = await rawLine(log.store(), `${report.source_id}:2`);
    const second = await rawLine(log.store(), `${report.source_id}:2.1`);
    expect([first.text, second.text]).toEqual([glued, glued]);
    expect([first.record, second.record]).toEqual([text({ task_id: 'g1' }), text({ task_id: 'g2' })]);
    expect([first.fields.task_id, second.fields.task_id]).toEqual(['g1', 'g2']);
  });

  test('gives fields as JSON.parse does, in file order, the last of a doubled key, tokens as they are written', async () => {
    const { report } = await log.lines([
      '{"task_id":"a","reward":NaN,"list":[-Infinity,"NaN"],"n":12345678901234567890,"reward":0.5}',
    ]);
    const { fields, members } = await rawLine(log.store(), `${report.source_id}:1`);
    expect(fields).toEqual({
      task_id: 'a',
      reward: 0.5,
      list: ['-Infinity', 'NaN'],
      n: Number('12345678901234567890'),
    });
    expect([...members]).toEqual([
      ['task_id', '"a"'],
      ['reward', '0.5'],
      ['list', '[-Infinity,"NaN"]'],
      ['n', '12345678901234567890'],
    ]);
  });

  test('keeps what is odd about a line: its mark, its carriage return, its broken bytes', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`\ufeff${text({})}\r\n{"task_id":"`),
      Buffer.from([0xff]),
      Buffer.from('"}\n'),
    ]);
    const { report } = await log.read(log.write(bytes));
    expect((await rawLine(log.store(), `${report.source_id}:1`)).text).toBe(`\ufeff${text({})}\r`);
    expect((await rawLine(log.store(), `${report.source_id}:2`)).fields).toEqual({ task_id: '\ufffd' });
  });

  test('reads an archive from the copy, whatever became of the archive', async () => {
    const { report, path } = await log.read(log.write(gzipSync(`${text({})}\n${text({ task_id: 'b' })}\n`)));
    rmSync(path);
    expect((await rawLine(log.store(), `${report.source_id}:2`)).fields.task_id).toBe('b');
  });

  test('goes on with a file that grew, and refuses one that was rewritten, cut or removed', async () => {
    const { report, path } = await log.lines([text({}), text({ task_id: 'b' })]);
    const row = `${report.source_id}:2`;
    appendFileSync(path, `${text({ task_id: 'c' })}\n`);
    expect((await rawLine(log.store(), row)).fields.task_id).toBe('b');
    writeFileSync(path, `${text({ task_id: 'q' })}\n`);
    await expect(rawLine(log.store(), row)).rejects.toMatchObject({
      failure: { code: 'file_unreadable', retryable: true },
    });
    rmSync(path);
    await expect(rawLine(log.store(), row)).rejects.toMatchObject({ failure: { code: 'file_missing' } });
  });

  test('refuses a file of the same size and another time', async () => {
    const { report, path } = await log.lines([text({})]);
    utimesSync(path, 10, 10);
    await expect(rawLine(log.store(), `${report.source_id}:1`)).rejects.toMatchObject({
      failure: { code: 'file_unreadable' },
    });
  });

  test.each([
    ['no row', 'x', 'bad_request'],
    ['a source that is not open', '999999:1', 'not_found'],
  ])('says so for %s', async (_, row, code) => {
    await expect(rawLine(log.store(), row)).rejects.toMatchObject({ failure: { code } });
  });

  test('says so for a line the file does not have', async () => {
    const { report } = await log.lines([text({})]);
    await expect(rawLine(log.store(), `${report.source_id}:2`)).rejects.toMatchObject({
      failure: { code: 'not_found' },
    });
  });
});
