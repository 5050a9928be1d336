import { hash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { FailureError } from '../../../electron/core/model/failure.ts';
import { LogStore, textFolder } from '../../../electron/logs/log-store.ts';
import { quarantinePage } from '../../../electron/logs/quarantine.ts';
import { type ImportRewardLogOptions, importRewardLog } from '../../../electron/logs/reward-log/index.ts';
import { listSources, removeSource } from '../../../electron/logs/sources.ts';
import { counts, importing, line, pick, remark, rowsOf } from './imported.ts';

const log = importing();

async function failureOf(work: Promise<unknown>): Promise<FailureError['failure']> {
  try {
    await work;
  } catch (error) {
    if (error instanceof FailureError) return error.failure;
    throw error;
  }
  throw new Error('nothing failed');
}

function jsonLines(rows: readonly unknown[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** A digest of every table, to see that nothing changed. */
async function everything(store: LogStore): Promise<unknown> {
  const names = ['verdicts', 'quarantine', 'duplicates', 'line_offsets', 'sources'];
  return await Promise.all(
    names.map((name) =>
      store.all(`SELECT count(*) AS rows, CAST(bit_xor(hash(${name})) AS VARCHAR) AS digest FROM ${name}`),
    ),
  );
}

describe('what a row takes from its line', () => {
  test('every field with a meaning, under its own name', async () => {
    const fields = {
      task_id: 17,
      step: 4,
      instruction_hash: '00ff',
      category: 'search',
      coarse_id: 'c1',
      rubric_version: 'v2',
      judge_model: 'm',
      timestamp: 1_700_000_000,
      reward: 0.5,
      score: 0.75,
      success: true,
      reason: 'ok',
      evidence: ['one', 'two "quoted"'],
      rubric_hits: [],
      fine_rubrics: ['f'],
      frame_count: 6,
      latency_ms: 12.5,
      error: null,
      trajectory_id: 't-1',
      trajectory_hash: 'th',
      group_id: 9,
      attempt: 2,
      response_id: 'r1',
      finish_reason: 'stop',
      temperature: 0.2,
      prompt_hash: 'ph',
      cost: 0.001,
      interrupted: false,
      messages: [{ role: 'user', content: 'x' }],
      policy_version: 'p1',
      policy_model: 'pm',
      ref_version: 'rf',
      tool_schema_version: 'ts',
      env_version: 'ev',
      test_version: 'tv',
      user_simulator: 'us',
      reward_source: 'rubric',
      purpose: 'reward',
    };
    const { rows, report } = await log.lines([fields]);
    const {
      success: _,
      messages: _messages,
      error: _error,
      trajectory_id: _id,
      task_id: _task,
      group_id: _group,
      attempt: _attempt,
      timestamp: _time,
      evidence: _e,
      rubric_hits: _r,
      fine_rubrics: _f,
      ...same
    } = fields;
    expect(rows).toEqual([
      {
        ...same,
        line: 1,
        part: 0,
        task_id: '17',
        group_id: '9',
        attempt: '2',
        timestamp: 1_700_000_000_000,
        passed: true,
        explicit_id: 't-1',
        trajectory: 't-1',
        evidence: JSON.stringify(fields.evidence),
        rubric_hits: '[]',
        fine_rubrics: '["f"]',
        has_prompt: true,
      },
    ]);
    expect(report).toMatchObject({
      kind: 'reward_log',
      unknown_fields: [],
      identity: 'explicit',
      compression: 'none',
      changed: false,
      missing: false,
    });
  });

  test('unknown fields as columns of their own, whatever their names and values', async () => {
    const { rows, report } = await log.lines([
      line({ policy: 'p', 'odd "name"': [1, { a: null }], 日志: true, '': 'nameless', loss: 3.25 }),
      line({ task_id: 'b', loss: 'high' }),
    ]);
    expect(report.unknown_fields).toEqual(['policy', 'odd "name"', '日志', '', 'loss']);
    expect(pick(rows, 'x_policy', 'x_odd "name"', 'x_日志', 'x_unnamed', 'x_loss')).toEqual([
      ['p', '[1,{"a":null}]', 'true', 'nameless', '3.25'],
      [undefined, undefined, undefined, undefined, 'high'],
    ]);
  });

  test('ids and attempts under any of their names, the better one first, the other kept', async () => {
    const { rows, report } = await log.lines([
      line({ rollout_id: 'r' }),
      line({ sample_id: 8 }),
      line({ uid: 'u', request_id: 'q' }),
      line({ trajectory_id: '', request_id: 'q2' }),
      line({ vote: 1 }),
      line({ epoch: 2, repeat: 3 }),
    ]);
    expect(pick(rows, 'explicit_id', 'attempt', 'x_request_id', 'x_repeat')).toEqual([
      ['r', undefined, undefined, undefined],
      ['8', undefined, undefined, undefined],
      ['u', undefined, 'q', undefined],
      ['q2', undefined, 'q2', undefined],
      [undefined, '1', undefined, undefined],
      [undefined, '2', undefined, '3'],
    ]);
    expect(report.unknown_fields).toEqual(['request_id', 'repeat']);
  });

  test('a log whose keys are data keeps two hundred columns and says how many fields have none', async () => {
    const rows = Array.from({ length: 230 }, (_, index) =>
      line({ task_id: `k${index}`, [`seen_${index}`]: index }),
    );
    const read = await log.lines(rows);
    expect(read.report.unknown_fields).toHaveLength(230);
    expect(remark(read, 'fields_without_column')).toBe(30);
    expect(read.rows[199]?.x_seen_199).toBe('199');
    expect(counts(read)).toMatchObject({ imported: 230 });
  });
});

describe('identity', () => {
  test('an explicit id, else a hash over what names the trajectory, else the task where it is unique', async () => {
    const explicit = await log.lines([
      line({ trajectory_id: 'x1' }),
      line({ trajectory_id: 'x1', rubric_version: 'v2' }),
    ]);
    expect([explicit.report.identity, ...pick(explicit.rows, 'trajectory').flat()]).toEqual([
      'explicit',
      'x1',
      'x1',
    ]);
    const hashed = await log.lines([
      line({ trajectory_hash: 'h1' }),
      line({ trajectory_hash: 'h1', rubric_version: 'v2' }),
      line({ trajectory_hash: 'h2' }),
    ]);
    const [one, two, three] = pick(hashed.rows, 'trajectory').flat();
    expect([hashed.report.identity, one === two, one === three]).toEqual(['hash', true, false]);
    const key = JSON.stringify(['a1', 3, null, 'h1']);
    expect(one).toBe(`hash:${hash('sha256', key).slice(0, 16)}`);
    const tasks = await log.lines([
      line({ instruction_hash: 'i' }),
      line({ instruction_hash: 'i', rubric_version: 'v2' }),
      line({ task_id: 'a2' }),
    ]);
    expect([tasks.report.identity, ...pick(tasks.rows, 'trajectory').flat()]).toEqual([
      'task',
      'task:a1/3/i',
      'task:a1/3/i',
      'task:a2/3/-',
    ]);
  });

  test('rollouts that share a task key are named by their lines alone, under every version', async () => {
    const read = await log.lines([
      line(),
      line({ reward: 0.5 }),
      line({ rubric_version: 'v2' }),
      line({ task_id: 'a2' }),
    ]);
    expect([read.report.identity, ...pick(read.rows, 'trajectory').flat()]).toEqual([
      'line',
      undefined,
      undefined,
      undefined,
      'task:a2/3/-',
    ]);
    expect(remark(read, 'without_identity')).toBe(3);
  });

  test('another category under another rubric version is no collision', async () => {
    const read = await log.lines([
      line({ trajectory_id: 'x', category: 'a' }),
      line({ trajectory_id: 'x', category: 'b', rubric_version: 'v2' }),
    ]);
    expect([remark(read, 'id_in_two_categories'), ...pick(read.rows, 'trajectory').flat()]).toEqual([
      0,
      'x',
      'x',
    ]);
  });
});

describe('archives', () => {
  const rows = Array.from({ length: 3_000 }, (_, index) =>
    line({ task_id: `z${index}`, reason: `r${Math.imul(index, 2654435761) >>> 0}` }),
  );
  const text = jsonLines(rows);

  test.each([
    ['gzip', gzipSync(text)],
    ['zstd', zstdCompressSync(text)],
    ['gzip', Buffer.concat([gzipSync(text.slice(0, 5_000)), gzipSync(text.slice(5_000))])],
  ] as const)('%s gives the same rows as the plain text', async (compression, bytes) => {
    const plain = await log.read(log.write(text));
    const read = await log.read(log.write(bytes, `${Math.random()}.log`));
    expect(read.report.compression).toBe(compression);
    expect(counts(read)).toEqual(counts(plain));
    expect(read.rows).toEqual(plain.rows);
  });

  test('of a cut archive the lines before the cut are kept, and it says how far it came', async () => {
    const whole = gzipSync(text);
    const read = await log.read(log.write(whole.subarray(0, whole.length >> 1), 'cut.jsonl.gz'));
    expect(read.report.imported).toBeGreaterThan(500);
    expect(read.report.imported).toBeLessThan(3_000);
    expect(read.rows).toEqual((await log.read(log.write(text))).rows.slice(0, read.report.imported));
    const { text_path } = await log
      .store()
      .one<{ text_path: string }>('SELECT text_path FROM sources WHERE source_id = ?', [
        read.report.source_id,
      ]);
    expect(remark(read, 'archive_cut')).toBe(readFileSync(text_path).length);
  });

  test('an archive that gives nothing is refused', async () => {
    const path = log.write(gzipSync(text).subarray(0, 12), 'stub.gz');
    expect((await failureOf(log.read(path))).code).toBe('file_unreadable');
  });

  test('leave no copy behind when they are removed or replaced', async () => {
    const copies = () => readdirSync(join(log.store().folder, textFolder)).length;
    const before = copies();
    const { report, path } = await log.read(log.write(gzipSync(text), 'once.gz'));
    await log.read(path);
    expect(copies()).toBe(before + 1);
    await removeSource(log.store(), report.source_id);
    expect(copies()).toBe(before);
  });
});

describe('files that are no log', () => {
  test.each([
    [
      'lines of another kind',
      '{"name":"x","value":1}\n',
      'wrong_shape',
      'its lines have name, value, but no verdict, reward, judge or task',
    ],
    ['prose', 'hello\nworld\n', 'wrong_shape', 'no line of it is a JSON object'],
  ])('%s are refused in one sentence and leave nothing', async (_, content, code, message) => {
    const before = await everything(log.store());
    const failure = await failureOf(log.read(log.write(content, 'notes.jsonl')));
    expect(failure.code).toBe(code);
    expect(failure.message).toBe(`notes.jsonl is no judge log: ${message}.`);
    expect(await everything(log.store())).toEqual(before);
  });

  test('a missing file and a folder say so', async () => {
    expect((await failureOf(log.read('/nowhere/at/all.jsonl'))).code).toBe('file_missing');
    expect((await failureOf(log.read(log.folder()))).code).toBe('file_unreadable');
  });

  test('an empty log, and one whose first line is not whole yet, are logs', async () => {
    expect(counts(await log.read(log.write('')))).toMatchObject({ lines: 0, records: 0, imported: 0 });
    expect(counts(await log.read(log.write('{"task_id": "x", "reward": 1, "reas')))).toMatchObject({
      lines: 1,
      records: 1,
      quarantined: 1,
    });
    expect(counts(await log.read(log.write('\n\n')))).toMatchObject({ lines: 2, blank: 2, records: 0 });
  });
});

describe('importing again', () => {
  test('replaces the rows of the path, drops columns nothing uses any more and keeps the id', async () => {
    const path = log.write(jsonLines([line({ old_field: 1 }), line({ task_id: 'b' })]));
    const first = await log.read(path);
    writeFileSync(path, `${jsonLines([line({ task_id: 'c', new_field: 2 })])}oops\n`);
    const second = await log.read(path);
    expect(second.report.source_id).toBe(first.report.source_id);
    expect(pick(second.rows, 'task_id', 'x_new_field')).toEqual([['c', '2']]);
    expect(second.rows[0]).not.toHaveProperty('x_old_field');
    expect(await quarantinePage(log.store(), second.report.source_id, 0, 10)).toMatchObject({
      total: 1,
      rows: [{ line: 2, cause: 'not_json', text: 'oops' }],
    });
  });

  test('takes the id the record gives, and leaves no rows under another', async () => {
    const path = log.write(jsonLines([line()]));
    const first = await log.read(path);
    const second = await log.read(path, { source_id: 7_001 });
    expect(second.report.source_id).toBe(7_001);
    expect(await rowsOf(log.store(), first.report.source_id)).toEqual([]);
  });

  test('a refused file leaves what was read from the path before', async () => {
    const path = log.write(jsonLines([line()]));
    const { report } = await log.read(path);
    writeFileSync(path, '{"other":1}\n');
    expect((await failureOf(log.read(path))).code).toBe('wrong_shape');
    expect(await rowsOf(log.store(), report.source_id)).toHaveLength(1);
  });

  test('is not needed after opening the index again: files are listed, with what became of them', async () => {
    const folder = join(log.folder(), 'again');
    const kept = log.write(jsonLines([line()]), 'kept.jsonl');
    const grown = log.write(jsonLines([line()]), 'grown.jsonl');
    const gone = log.write(jsonLines([line()]), 'gone.jsonl');
    let store = await LogStore.open({ folder, threads: 2 });
    const reports = [];
    for (const path of [kept, grown, gone]) reports.push(await importRewardLog(store, path, { now: 5 }));
    await store.close();
    appendFileSync(grown, jsonLines([line({ task_id: 'late' })]));
    rmSync(gone);
    store = await LogStore.open({ folder, threads: 2 });
    expect(await listSources(store)).toEqual(
      reports.map((report, index) => ({ ...report, changed: index === 1, missing: index === 2 })),
    );
    expect(await store.one('SELECT count(*) AS n FROM verdicts')).toEqual({ n: 3 });
    utimesSync(kept, 1, 1);
    expect((await listSources(store))[0]?.changed).toBe(true);
    await store.close();
  });
});

describe('fields that show late', () => {
  // The import begins with what it meets at twelve spots of 64 kB; these logs hide fields between them.
  const filler = (count: number, from = 0) =>
    jsonLines(
      Array.from({ length: count }, (_, index) =>
        line({ task_id: `f${from + index}`, reason: 'x'.repeat(400) }),
      ),
    );

  test('on a few lines are read for those lines', async () => {
    const late = [
      line({ task_id: 'late1', latency_ms: 5, note: 'n' }),
      '{"task_id":"late2","trajectory_id":"t","usage":{"total_tokens":3},"reward":"8/10"}',
      line({ task_id: 'late3', Reason: 'other case' }),
    ];
    const text =
      filler(4_000) +
      late.map((each) => `${typeof each === 'string' ? each : JSON.stringify(each)}\n`).join('') +
      filler(5_000, 4_000);
    const read = await log.read(log.write(text));
    expect(counts(read)).toMatchObject({ lines: 9_003, imported: 9_003 });
    expect(remark(read, 'read_exactly')).toBe(0);
    expect(read.report.unknown_fields).toEqual(['note', 'Reason']);
    expect(read.rows[4_000]).toMatchObject({ line: 4_001, task_id: 'late1', latency_ms: 5, x_note: 'n' });
    expect(read.rows[4_001]).toMatchObject({
      line: 4_002,
      explicit_id: 't',
      total_tokens: 3,
      reward: 0.8,
      warnings: ['coerced'],
    });
    expect(read.rows[4_002]).toMatchObject({ line: 4_003, task_id: 'late3', x_Reason_2: 'other case' });
    expect(read.rows[9_002]).toMatchObject({ line: 9_003, task_id: 'f8999' });
  });

  test('on many lines make DuckDB read the log again, for all of them', { timeout: 120_000 }, async () => {
    const block = (from: number) => filler(1_400, from);
    const other = (from: number) =>
      jsonLines(
        Array.from({ length: 1_200 }, (_, index) =>
          line({ task_id: `o${from + index}`, latency_ms: index, reason: 'y'.repeat(380) }),
        ),
      );
    // Spots lie 11 blocks apart; the others lie between them.
    const text = Array.from(
      { length: 12 },
      (_, each) => block(each * 1_400) + (each < 11 ? other(each * 1_200) : ''),
    ).join('');
    const read = await log.read(log.write(text));
    expect(counts(read)).toMatchObject({ imported: 12 * 1_400 + 11 * 1_200, quarantined: 0 });
    expect(remark(read, 'read_exactly')).toBe(0);
    expect(read.rows.filter((row) => row.latency_ms !== undefined)).toHaveLength(11 * 1_200);
  });
});

describe('lines of any length', () => {
  test('longer than the usual buffer of the reader are read; beyond all measure they are quarantined', {
    timeout: 120_000,
  }, async () => {
    const long = line({ task_id: 'long', reason: 'z'.repeat(20 << 20) });
    const path = log.write(
      `${JSON.stringify(line())}\n${JSON.stringify(long)}\n${JSON.stringify(line({ task_id: 'b' }))}\n`,
    );
    const { report } = await log.read(path);
    expect(report).toMatchObject({ imported: 3, quarantined: 0 });
    expect(
      await log
        .store()
        .all('SELECT line, task_id, length(reason) AS n FROM verdicts WHERE source_id = ? ORDER BY line', [
          report.source_id,
        ]),
    ).toEqual([
      { line: 1, task_id: 'a1', n: null },
      { line: 2, task_id: 'long', n: 20 << 20 },
      { line: 3, task_id: 'b', n: null },
    ]);
    const huge = `{"task_id":"huge","reason":"${'z'.repeat(70 << 20)}"}`;
    const over = await log.read(
      log.write(`${JSON.stringify(line())}\n${huge}\n${JSON.stringify(line({ task_id: 'b' }))}\n`),
    );
    expect(counts(over)).toMatchObject({ lines: 3, imported: 2, quarantined: 1 });
    expect(
      await log
        .store()
        .all('SELECT line, byte_length, cause FROM quarantine WHERE source_id = ?', [over.report.source_id]),
    ).toEqual([{ line: 2, byte_length: huge.length, cause: 'too_long' }]);
  });
});

describe('a long import', () => {
  const count = 200_000;
  /** More than one row group and more than one read buffer, so that DuckDB's threads share the work. */
  const path = () => {
    const long = join(log.folder(), 'long.jsonl');
    if (!existsSync(long)) {
      const padding = 'x'.repeat(220);
      const lines = Array.from({ length: count }, (_, index) =>
        index % 5_000 === 4_999
          ? `\n{"task_id":"t${index}","step":${index},"success":true,"padding":"${padding}","step":${index}}\n`
          : `{"task_id":"t${index}","step":${index},"success":true,"padding":"${padding}"}\n`,
      );
      writeFileSync(long, lines.join(''));
    }
    return long;
  };

  /** Without fetching the rows. */
  const read = (file: string, options: Partial<ImportRewardLogOptions> = {}) =>
    importRewardLog(log.store(), file, { now: 5, ...options });

  test('numbers every row as it stands in the file', { timeout: 120_000 }, async () => {
    const report = await read(path());
    expect(report).toMatchObject({
      lines: count + count / 5_000,
      blank: count / 5_000,
      imported: count,
      warnings: { duplicate_keys: count / 5_000 },
    });
    const wrong = await log
      .store()
      .one(
        `SELECT count(*) AS n FROM verdicts WHERE source_id = ? AND line <> step + 1 + (step + 1) // 5000`,
        [report.source_id],
      );
    expect(wrong).toEqual({ n: 0 });
  });

  test('tells how far it is, at most ten times a second', { timeout: 120_000 }, async () => {
    const told: { at: number; stage: string; done: number; total: number | null }[] = [];
    await read(path(), { onProgress: (progress) => told.push({ at: performance.now(), ...progress }) });
    expect(new Set(told.map(({ stage }) => stage)).size).toBeGreaterThanOrEqual(2);
    expect(told.every(({ done, total }) => total === null || (done >= 0 && done <= total))).toBe(true);
    const gaps = told.slice(1).map(({ at }, index) => at - (told[index]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(95);
  });

  test.each(['reading', 'finishing'])(
    'cancelled while %s leaves nothing of it, and the index works on',
    { timeout: 120_000 },
    async (stage) => {
      const before = await everything(log.store());
      const files = readdirSync(join(log.store().folder, textFolder));
      const stop = new AbortController();
      const copy = log.write(readFileSync(path()));
      const failure = await failureOf(
        read(copy, {
          signal: stop.signal,
          onProgress: (progress) => {
            if (progress.stage === stage) stop.abort();
          },
        }),
      );
      expect(failure.code).toBe('cancelled');
      expect(await everything(log.store())).toEqual(before);
      expect(await log.store().all('SELECT 1 FROM verdicts WHERE source_id < 0')).toEqual([]);
      expect(readdirSync(join(log.store().folder, textFolder))).toEqual(files);
      expect(counts(await log.lines([line()]))).toMatchObject({ imported: 1 });
      rmSync(copy);
    },
  );

  test('cancelled before it begins reads nothing', async () => {
    expect(
      (await failureOf(log.read(log.write(jsonLines([line()])), { signal: AbortSignal.abort() }))).code,
    ).toBe('cancelled');
  });
});
