import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { instructionHash } from '../../../electron/core/prompt/index.ts';
import type { LogStore } from '../../../electron/logs/log-store.ts';
import { importTrajectories } from '../../../electron/logs/tables/trajectories.ts';
import { emptyIndex, scratchFolder } from '../made-index.ts';

const folder = scratchFolder();
let store: LogStore;

beforeAll(async () => {
  store = await emptyIndex();
});

const mail = {
  trajectory_id: 'a',
  task_id: 't',
  step: 3,
  instruction: '给 Bob 发邮件',
  frames: [{ action: 'input', text: 'hi', state: 'draft' }, { action: 'send' }],
  final_state: { sent: true },
  messages: [{ role: 'user', content: 'x' }],
  shade: 'blue',
};

async function read(text: string | Uint8Array, name: string) {
  const path = join(folder, name);
  writeFileSync(path, text);
  const report = await importTrajectories(store, path);
  const rows = await store.all<Record<string, unknown>>(
    'SELECT * FROM trajectories WHERE source_id = ? ORDER BY line',
    [report.source_id],
  );
  return { report, rows };
}

describe('reading trajectories', () => {
  test('the instruction hash is the first 16 hex digits of its sha256', () => {
    expect(instructionHash('abc')).toBe('ba7816bf8f01cfea');
    expect(instructionHash('')).toBe('e3b0c44298fc1c14');
  });

  test('keys and sizes are kept, with where each line stands', async () => {
    const lines = [
      `\ufeff${JSON.stringify(mail)}`,
      '',
      JSON.stringify({ task_id: 7, instruction: 'b', score: 1 }),
      '{"cut',
    ];
    const text = lines.join('\r\n');
    const { report, rows } = await read(text, 'a.jsonl');
    expect(rows).toMatchObject([
      {
        line: 1,
        byte_offset: 3,
        byte_length: Buffer.byteLength(JSON.stringify(mail)),
        trajectory_id: 'a',
        task_id: 't',
        step: 3,
        instruction: '给 Bob 发邮件',
        instruction_hash: instructionHash('给 Bob 发邮件'),
        final_state: '{"sent":true}',
        frame_count: 2,
        has_messages: true,
      },
      { line: 3, task_id: '7', trajectory_id: null, frame_count: 0, has_messages: false },
    ]);
    for (const row of rows) {
      const start = Number(row.byte_offset);
      const bytes = Buffer.from(text).subarray(start, start + Number(row.byte_length));
      expect(JSON.parse(bytes.toString())).toMatchObject({ instruction: row.instruction });
    }
    expect(report).toMatchObject({
      kind: 'trajectories',
      lines: 4,
      records: 3,
      imported: 2,
      quarantined: 1,
      blank: 1,
      unknown_fields: ['shade', 'score'],
    });
  });

  test('a stated instruction hash that does not fit is counted, the computed one is used', async () => {
    const { report, rows } = await read(
      JSON.stringify({ ...mail, instruction_hash: 'feedfeedfeedfeed' }),
      'b.jsonl',
    );
    expect(rows[0]?.instruction_hash).toBe(instructionHash(mail.instruction));
    expect(report.remarks).toContainEqual({ code: 'instruction_hash_differs', count: 1 });
  });

  test('a compressed file is read, and a cut one refused', async () => {
    const whole = gzipSync(`${JSON.stringify(mail)}\n`.repeat(200));
    expect((await read(whole, 'c.jsonl.gz')).rows).toHaveLength(200);
    await expect(read(whole.subarray(0, whole.length - 20), 'd.jsonl.gz')).rejects.toThrow(/may be cut/);
  });

  test('a file without a single trajectory is refused', async () => {
    await expect(read('{"task_id": 1}\n', 'e.jsonl')).rejects.toThrow(/holds no trajectories/);
  });

  test('more lines than one batch all arrive', async () => {
    const lines = Array.from({ length: 5001 }, (_, at) =>
      JSON.stringify({ task_id: `t${at}`, instruction: 'x' }),
    );
    expect((await read(lines.join('\n'), 'f.jsonl')).rows).toHaveLength(5001);
  });

  test('a folder or a missing file is said in one sentence', async () => {
    await expect(importTrajectories(store, folder)).rejects.toThrow(/cannot be read/);
    await expect(importTrajectories(store, join(folder, 'none.jsonl'))).rejects.toThrow(/There is no file/);
  });
});
