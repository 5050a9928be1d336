import { describe, expect, test } from 'vitest';
import { isVariableName } from '../../electron/record/index.ts';
import { failureOf, labelDraft, openTemporary, profile, temporaryFolder } from './workspace.ts';

const { demo: _demo, ...fields } = profile;
const draft = { ...fields, profile_id: null };

describe('profiles', () => {
  test('are saved, changed, listed by name and removed', () => {
    const { profiles } = openTemporary();
    const made = profiles.save({ ...draft, name: 'b', key_env: 'TAOTOKEN_API_KEY' });
    profiles.save({ ...draft, name: 'a' });
    expect(profiles.list().map((entry) => entry.name)).toEqual(['a', 'b']);
    const changed = profiles.save({ ...made, temperature: 0.7, requests_per_minute: 60 });
    expect(changed.profile_id).toBe(made.profile_id);
    expect(profiles.get(made.profile_id)).toEqual(changed);
    profiles.remove(made.profile_id);
    expect(profiles.get(made.profile_id)).toBeNull();
    expect(failureOf(() => profiles.remove(made.profile_id)).code).toBe('not_found');
    expect(failureOf(() => profiles.save(made)).code).toBe('not_found');
  });

  test.each([
    'sk-proj-4f9a8c7b6d5e4f3a2b1c',
    'SK1234567890ABCDEF1234567890',
    'AIzaSyD3x4mpl3K3yV4lu3F0rT3st1ng',
    'gsk_abcDEF123',
    'AKIAIOSFODNN7EXAMPLE123',
    '0123456789ABCDEF0123456789ABCDEF',
    'Bearer abc',
    '',
  ])('refuse %j where the name of a variable belongs, without repeating it', (key) => {
    const { profiles } = openTemporary();
    const failure = failureOf(() => profiles.save({ ...draft, key_env: key }));
    expect(failure.code).toBe('bad_request');
    if (key !== '') expect(JSON.stringify(failure)).not.toContain(key);
    expect(profiles.list()).toEqual([]);
  });

  test.each(['TAOTOKEN_API_KEY', 'OPENAI_API_KEY', 'MY_JUDGE_KEY_2', '_KEY', 'ANTHROPIC_AUTH_TOKEN'])(
    'accept %s as a name',
    (name) => {
      expect(isVariableName(name)).toBe(true);
    },
  );

  test.each([
    'https://user:secret@host/v1',
    'https://host/v1?api_key=secret',
    'host/v1',
    'file:///etc/passwd',
  ])('refuse the base URL %s without repeating it', (base_url) => {
    const { profiles } = openTemporary();
    const failure = failureOf(() => profiles.save({ ...draft, base_url }));
    expect(failure.code).toBe('bad_request');
    expect(failure.message).not.toContain('secret');
  });
});

describe('settings', () => {
  test('keep JSON values under keys, several at once', () => {
    const { settings } = openTemporary();
    expect(settings.get('theme')).toBeUndefined();
    settings.set({ theme: 'dark', default_profile: null, edges: [0, 0.2], deep: { a: { b: true } } });
    settings.set({ theme: 'light' });
    expect(settings.all()).toEqual({
      theme: 'light',
      default_profile: null,
      edges: [0, 0.2],
      deep: { a: { b: true } },
    });
    settings.remove('theme');
    expect(settings.get('theme')).toBeUndefined();
  });
});

describe('rubric versions', () => {
  const head = {
    version: 'adapt_v1',
    parent: 'baseline',
    note: 'fewer words',
    content_hash: 'h1',
    file: 'adapt_v1.yaml',
    text: 'version: adapt_v1\n',
  };

  test('keep a snapshot of their text; a name is taken once', () => {
    const { rubrics } = openTemporary();
    rubrics.add(head);
    expect(rubrics.get('adapt_v1')).toMatchObject(head);
    expect(failureOf(() => rubrics.add(head)).message).toContain('exists already');
    rubrics.put({ ...head, text: 'version: adapt_v1\nnote: n\n', content_hash: 'h2' });
    expect(rubrics.get('adapt_v1')?.content_hash).toBe('h2');
    expect(rubrics.byContent('h2').map((row) => row.version)).toEqual(['adapt_v1']);
    expect(rubrics.list()).toHaveLength(1);
  });

  test('that a label refers to are known as referenced', () => {
    const record = openTemporary();
    record.rubrics.add(head);
    expect(record.rubrics.referenced().size).toBe(0);
    record.labels.setLabel(labelDraft('t1', { rubric_version: 'adapt_v1' }));
    expect([...record.rubrics.referenced()]).toEqual(['adapt_v1']);
  });
});

describe('sources', () => {
  const file = { path: '/logs/a.jsonl', kind: 'reward_log', bytes: 10, mtime_ms: 5.7 } as const;

  test('a path keeps its id through reopening and removal, and no id is given twice', () => {
    const { sources } = openTemporary();
    const a = sources.opened(file);
    const b = sources.opened({ ...file, path: '/logs/b.jsonl' });
    expect(sources.opened({ ...file, bytes: 20 })).toMatchObject({ source_id: a.source_id, bytes: 20 });
    sources.remove(b.source_id);
    expect(sources.list().map((source) => source.path)).toEqual(['/logs/a.jsonl']);
    expect(sources.get(b.source_id)).toBeNull();
    const c = sources.opened({ ...file, path: '/logs/c.jsonl' });
    expect([a.source_id, b.source_id]).not.toContain(c.source_id);
    expect(sources.opened({ ...file, path: '/logs/b.jsonl' }).source_id).toBe(b.source_id);
    expect(failureOf(() => sources.remove(999)).code).toBe('not_found');
  });
});

describe('exports', () => {
  test('are listed newest first with their whole manifest', () => {
    let clock = 0;
    const { exports } = openTemporary(temporaryFolder(), {
      now: () => {
        clock += 1;
        return clock;
      },
    });
    const made = {
      format: 'jsonl',
      what: 'calibration',
      filter: 'step > 3',
      written: [{ path: '/out/a.jsonl', rows: 3, sha256: 'x' }],
      downloads: [{ name: 'a.jsonl', rows: 3 }],
      manifest_path: '/out/a.manifest.json',
      manifest: { app: '0.1.0', rows: { labels: 3 }, sources: [{ name: 'log', bytes: 10 }] },
    };
    const first = exports.add(made);
    const second = exports.add({ ...made, format: 'csv' });
    expect(exports.list()).toEqual([second, first]);
    expect(exports.get(first.export_id)).toEqual(first);
    expect(first.manifest).toEqual(made.manifest);
  });
});
