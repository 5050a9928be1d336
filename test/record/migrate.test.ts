import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { openRecord, type WorkspaceRecord } from '../../electron/record/index.ts';
import { migrations } from '../../electron/record/migrations/index.ts';
import type { Migration } from '../../electron/record/migrations/migration.ts';
import { failureOf, openTemporary, temporaryFolder } from './workspace.ts';

/** Builds a file of an older version without the repositories, which expect the newest one. */
function build(folder: string, steps: readonly Migration[]): void {
  const db = new Database(join(folder, 'record.sqlite'));
  db.pragma('journal_mode = WAL');
  for (const step of steps) {
    step.up(db);
    db.pragma(`user_version = ${step.version}`);
    db.pragma('application_id = 0x41535359');
  }
  db.close();
}

function rawOpen(folder: string): Database.Database {
  return new Database(join(folder, 'record.sqlite'));
}

function sha256(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** One row per table of each version, as that version would have written it. */
const rowsOf: Readonly<Record<number, readonly string[]>> = {
  1: [
    `INSERT INTO sources (path, kind, bytes, mtime_ms, opened_at) VALUES ('/a/log.jsonl', 'reward_log', 10, 1, 2)`,
    `INSERT INTO lines VALUES ('${'a'.repeat(64)}', '{"a":1}', 5)`,
    `INSERT INTO label_events (label_id, event, trajectory, identity, annotator, value, note, line_sha256, created_at)
     VALUES ('l1', 'set', 't1', 'explicit', 'ada', 'failure', 'kept', '${'a'.repeat(64)}', 7)`,
  ],
  2: [
    `INSERT INTO prompts VALUES ('${'b'.repeat(64)}', 'p', '[]', 1)`,
    `INSERT INTO runs (run_id, purpose, state, sealed, profile, repeats, filter, seed, started_at)
     VALUES ('r1', 'repeat', 'done', 1, '{"name":"n","model":"m","temperature":0}', 3, '', 1, 1)`,
    `INSERT INTO run_items (run_id, item, row_id, messages_sha256, prompt_hash, prompt_origin, same_prompt)
     VALUES ('r1', 1, '1:1', '${'b'.repeat(64)}', 'p', 'log', 'yes')`,
    `INSERT INTO attempts (run_id, item, attempt, try, final, outcome, request_hash, prompt_hash, response_format,
       passed, repaired, started_at, ended_at) VALUES ('r1', 1, 2, 1, 1, 'ok', 'q', 'p', 'none', 0, 0, 1, 2)`,
  ],
  3: [
    `INSERT INTO rubric_versions VALUES ('baseline', NULL, 'first', 'h', 'baseline.yaml', 'text', 1, 1)`,
    `INSERT INTO settings VALUES ('theme', '"dark"', 1)`,
    `INSERT INTO exports VALUES ('e1', 'csv', 'annotated', '', '[{"path":"/a/x.csv","rows":1,"sha256":"h"}]', '[]', '/a/x.csv.manifest.json', '{"app":"assay"}', 4)`,
    `INSERT INTO profiles (profile_id, name, base_url, model, key_env, temperature, response_format, max_tokens, timeout_ms,
       concurrency, requests_per_minute, tokens_per_minute, price_prompt_per_million, price_completion_per_million,
       created_at, updated_at) VALUES ('p1', 'Local', 'http://127.0.0.1:8000/v1', 'm', NULL, 0, 'none', 10, 10, 1, NULL, NULL, NULL, NULL, 1, 1)`,
  ],
  4: [
    `INSERT INTO saved_views VALUES ('v1', 'verdicts', 'mine', '{"filter":"step > 1"}', 1, 2)`,
    `INSERT INTO draws VALUES ('d1', '{"kind":"uniform","by":[],"allocation":null,"strata":[]}', '', 1, 10, 1)`,
    `INSERT INTO draw_items (draw_id, trajectory, row_id, inclusion_probability) VALUES ('d1', 't1', '1:1', 0.5)`,
  ],
  5: [
    `INSERT INTO templates VALUES ('m1', 'mine', 1, 'n', 'h', 'name: mine', 3)`,
    `INSERT INTO run_questions VALUES ('r1', 'm1', 'generated', 2, '{"no_state":1}')`,
    `INSERT INTO pictures VALUES ('${'c'.repeat(64)}', 'image/png', 68, '/a/0.png', 4)`,
    `INSERT INTO fine_generations (instruction_hash, instruction, state, outcome, profile, messages_sha256, kept, refused,
       started_at, ended_at) VALUES ('i', 'Send a mail', 'criteria', 'ok', '{"name":"n"}', '${'b'.repeat(64)}',
       '[{"text":"Sent","quote":"Send"}]', '[]', 5, 6)`,
    `UPDATE profiles SET images = 1`,
  ],
  6: [
    `INSERT INTO canaries VALUES ('c1', 'held', 'n', 'r1', 8)`,
    `UPDATE runs SET canary_id = 'c1', draw_id = 'd1', rubric_hashes = '{"baseline":"h"}'`,
  ],
  7: [
    `INSERT INTO mappings (name, fields, created_at, updated_at) VALUES ('theirs', '{"reward":"grade"}', 1, 2)`,
    `INSERT INTO source_mappings VALUES (1, '{"name":"theirs","fields":{"reward":"grade"},"by":"asked"}', 1)`,
    `INSERT INTO score_scales VALUES ('["baseline",null]', 10, 1)`,
  ],
  8: [
    `INSERT INTO gateway_dialects VALUES ('p1', 'http://127.0.0.1:8000/v1', 'm', 'none', 'none', 'max_completion_tokens', 'as_given', 1)`,
    `INSERT INTO profile_key_files VALUES ('p1', 'codex', '/home/ada/.codex/auth.json', '["OPENAI_API_KEY"]')`,
    `INSERT INTO run_caps VALUES ('r1', 5000, NULL)`,
  ],
  10: [`UPDATE run_items SET answer_key = 'k', may_reuse = 1`],
  11: [`INSERT INTO canary_pairs VALUES ('c1', 1, 'pair', 'task', 'a', 'b', '1:1', '1:2')`],
};

/** What a file of a version holds, as the newest one gives it back. */
const holds: Readonly<Record<number, (record: WorkspaceRecord) => void>> = {
  3: (record) => {
    expect(record.exports.list()).toMatchObject([{ what: 'annotated', manifest: { app: 'assay' } }]);
  },
  4: (record) => {
    expect(record.views.list('verdicts')).toMatchObject([{ name: 'mine', view: { filter: 'step > 1' } }]);
  },
  5: (record) => {
    expect(record.templates.get('m1')).toMatchObject({ name: 'mine', version: 1, text: 'name: mine' });
    expect(record.questions.get('r1')).toMatchObject({
      template_id: 'm1',
      fine: 'generated',
      pictures: 2,
      remarks: { no_state: 1 },
    });
    expect(record.pictures.get('c'.repeat(64))).toMatchObject({ media_type: 'image/png', path: '/a/0.png' });
    expect(record.fine.inForce('i')?.kept).toEqual([{ text: 'Sent', quote: 'Send' }]);
    expect(record.profiles.get('p1')?.images).toBe(true);
  },
  6: (record) => {
    expect(record.canaries.get('c1')).toMatchObject({ name: 'held', base_run_id: 'r1' });
    expect(record.canaries.runs('c1')).toEqual(['r1']);
    expect(record.runs.get('r1')).toMatchObject({ draw_id: 'd1', rubric_hashes: { baseline: 'h' } });
  },
  7: (record) => {
    expect(record.mappings.get('theirs')).toMatchObject({ kind: 'reward_log', fields: { reward: 'grade' } });
    expect(record.mappings.ofSource(1)).toMatchObject({ name: 'theirs', kind: 'reward_log', by: 'asked' });
    expect(record.scales.list()).toMatchObject([{ rubric_version: 'baseline', judge_model: null, top: 10 }]);
  },
  8: (record) => {
    const profile = record.profiles.get('p1');
    expect(profile?.key_file).toEqual({
      tool: 'codex',
      path: '/home/ada/.codex/auth.json',
      field: ['OPENAI_API_KEY'],
    });
    expect(profile === null ? null : record.dialects.get(profile)).toMatchObject({
      token_limit: 'max_completion_tokens',
      address: 'as_given',
    });
    expect(record.caps.get('r1')).toEqual({ tokens: 5000, cost: null });
  },
  11: (record) => {
    expect(record.canaryPairs.of('c1')).toMatchObject([{ pair_id: 'pair', row_a: '1:1', row_b: '1:2' }]);
  },
};

function tablesOf(db: Database.Database): readonly string[] {
  return db
    .prepare<[], { name: string }>(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'`,
    )
    .all()
    .map(({ name }) => name);
}

describe('every migration', () => {
  test('is numbered from 1 without gaps', () => {
    expect(migrations.map((step) => step.version)).toEqual(migrations.map((_, index) => index + 1));
  });

  test.each(migrations.map((step) => [step.version, step.name] as const))(
    'to version %i (%s) keeps what the versions before it wrote',
    (version) => {
      const folder = temporaryFolder();
      build(folder, migrations.slice(0, version - 1));
      const old = rawOpen(folder);
      for (let before = 1; before < version; before += 1)
        for (const row of rowsOf[before] ?? []) old.exec(row);
      // an empty table would be kept whatever a migration does to it
      const filled = (name: string) => old.prepare(`SELECT 1 FROM "${name}" LIMIT 1`).get() !== undefined;
      expect(tablesOf(old).filter((name) => !filled(name))).toEqual([]);
      old.close();

      const record = openTemporary(folder);
      expect(record.migrated.from).toBe(version - 1);
      expect(record.migrated.to).toBe(migrations.length);
      if (version > 1) {
        expect(record.sources.list().map((source) => source.path)).toEqual(['/a/log.jsonl']);
        expect(record.labels.currentLabels()).toMatchObject([
          { trajectory: 't1', value: 'failure', note: 'kept', created_at: 7 },
        ]);
        expect(record.lines.text('a'.repeat(64))).toBe('{"a":1}');
      }
      if (version > 2) {
        expect(record.items.get('r1', 1)?.attempts).toMatchObject([{ attempt: 2, passed: false }]);
        expect(record.attempts.missingCount('r1')).toBe(2);
      }
      if (version > 3) {
        expect(record.rubrics.get('baseline')?.note).toBe('first');
        expect(record.settings.get('theme')).toBe('dark');
        // a judge of before pictures is sent none until its owner says so
        expect(record.profiles.get('p1')).toMatchObject({ name: 'Local', images: version > 5 });
      }
      if (version > 4)
        expect([...record.draws.rows('d1').values()]).toEqual([
          { row: '1:1', trajectory: 't1', stratum: null, inclusion: 0.5 },
        ]);
      for (let before = 1; before < version; before += 1) holds[before]?.(record);
    },
  );

  test('leaves tables that are all STRICT, and a file in WAL mode that knows its version', () => {
    const folder = temporaryFolder();
    openRecord(folder).close();
    const db = rawOpen(folder);
    const tables = db
      .prepare<[], { name: string; strict: number }>(
        `SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
         AND name NOT LIKE 'sqlite_%'`,
      )
      .all();
    expect(tables.length).toBeGreaterThanOrEqual(14);
    expect(tables.filter((table) => table.strict !== 1)).toEqual([]);
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(db.pragma('user_version', { simple: true })).toBe(migrations.length);
    db.close();
  });
});

describe('before the first step', () => {
  test('the file is copied whole, at its old version', () => {
    const folder = temporaryFolder();
    build(folder, migrations.slice(0, 1));
    const old = rawOpen(folder);
    for (const row of rowsOf[1] ?? []) old.exec(row);
    old.close();
    const { backup } = openTemporary(folder, { now: () => Date.UTC(2026, 0, 2) }).migrated;
    expect(backup).toContain(join(folder, 'backups', 'record-v1-2026-01-02'));
    const copy = new Database(backup ?? '', { readonly: true });
    expect(copy.pragma('user_version', { simple: true })).toBe(1);
    expect(copy.prepare('SELECT count(*) AS n FROM label_events').get()).toEqual({ n: 1 });
    copy.close();
  });

  test('a new file and an up-to-date one make no copy', () => {
    const folder = temporaryFolder();
    expect(openRecord(folder).close()).toBeUndefined();
    openRecord(folder).close();
    expect(readdirSync(folder)).not.toContain('backups');
  });
});

describe('a file this program must not touch', () => {
  test('of a newer version is refused and not a byte of it changes', () => {
    const folder = temporaryFolder();
    openRecord(folder).close();
    const db = rawOpen(folder);
    db.pragma('user_version = 99');
    db.close();
    const path = join(folder, 'record.sqlite');
    const before = sha256(path);
    const failure = failureOf(() => openRecord(folder));
    expect(failure.code).toBe('workspace_newer');
    expect(failure.message).toContain('99');
    expect(sha256(path)).toBe(before);
  });

  test.each([
    ['no database', () => Buffer.from('not a database at all, but somebody may need it '.repeat(40))],
    ['cut in the middle', (whole: Buffer) => whole.subarray(0, 6000)],
  ])('%s is refused and left as it is', (_name, damage) => {
    const folder = temporaryFolder();
    openRecord(folder).close();
    const path = join(folder, 'record.sqlite');
    writeFileSync(path, damage(readFileSync(path)));
    const before = sha256(path);
    const failure = failureOf(() => openRecord(folder));
    expect(failure.code).toBe('record_failed');
    expect(failure.message).toMatch(/left as it is|damaged/);
    expect(sha256(path)).toBe(before);
  });

  test('of another program is refused', () => {
    const folder = temporaryFolder();
    const db = rawOpen(folder);
    db.exec('CREATE TABLE audit_pairs (pair_id TEXT)');
    db.close();
    const before = sha256(join(folder, 'record.sqlite'));
    expect(failureOf(() => openRecord(folder)).message).toContain('another program');
    expect(sha256(join(folder, 'record.sqlite'))).toBe(before);
  });
});

describe('a step that fails', () => {
  const broken: Migration = {
    version: migrations.length + 1,
    name: 'breaks half way',
    up(db) {
      db.exec('CREATE TABLE half (a INTEGER) STRICT');
      db.exec(`UPDATE settings SET value = '"changed"'`);
      db.exec('INSERT INTO no_such_table VALUES (1)');
    },
  };

  test('stops, leaves the file as it was, and names the step and the copy', () => {
    const folder = temporaryFolder();
    const record = openRecord(folder);
    record.settings.set({ theme: 'dark' });
    record.close();
    const path = join(folder, 'record.sqlite');
    const before = sha256(path);
    const failure = failureOf(() => openRecord(folder, { migrations: [...migrations, broken] }));
    expect(failure.code).toBe('record_failed');
    expect(failure.message).toContain('breaks half way');
    expect(failure.message).toContain(String(failure.details?.backup));
    expect(sha256(path)).toBe(before);
    const again = openTemporary(folder);
    expect(again.migrated.to).toBe(migrations.length);
    expect(again.settings.get('theme')).toBe('dark');
  });

  test('that leaves rows which refer to nothing is rolled back', () => {
    const folder = temporaryFolder();
    openRecord(folder).close();
    const dangling: Migration = {
      version: migrations.length + 1,
      name: 'dangling',
      up: (db) =>
        db.exec(`INSERT INTO run_items (run_id, item, row_id, messages_sha256, prompt_hash, prompt_origin, same_prompt)
        VALUES ('nowhere', 1, '1:1', 'none', 'none', 'log', 'yes')`),
    };
    const failure = failureOf(() => openRecord(folder, { migrations: [...migrations, dangling] }));
    expect(failure.message).toContain('refer to nothing');
    expect(openTemporary(folder).runs.list()).toEqual([]);
  });
});
