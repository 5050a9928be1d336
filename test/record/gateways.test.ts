import { describe, expect, test } from 'vitest';
import type { KeyFile } from '../../electron/core/model/record.ts';
import type { AttemptRecord } from '../../electron/record/index.ts';
import { itemDraft, openTemporary, profile } from './workspace.ts';

const { profile_id: _id, demo: _demo, ...draft } = profile;
const keyFile: KeyFile = {
  tool: 'codex',
  path: '/home/a/.codex/config.toml',
  field: ['model_providers', 'a.b', 'key'],
};

describe('a key that another tool keeps', () => {
  test('is pointed at by its profile and by the copies that runs keep', () => {
    const { profiles, runs } = openTemporary();
    const { profile_id } = profiles.save({ ...draft, profile_id: null });
    expect(profiles.get(profile_id)).not.toHaveProperty('key_file');
    const pointed = profiles.pointKey(profile_id, keyFile);
    expect(pointed.key_file).toEqual(keyFile);
    expect(profiles.list()).toEqual([pointed]);
    const run = runs.create({
      purpose: 'repeat',
      profile: pointed,
      rubric_version: null,
      repeats: 1,
      filter: '',
      seed: 1,
    });
    expect(runs.get(run.run_id)?.profile.key_file).toEqual(keyFile);
  });

  test('stays while its server does, and goes to no other', () => {
    const { profiles } = openTemporary();
    const { profile_id } = profiles.save({ ...draft, profile_id: null });
    profiles.pointKey(profile_id, keyFile);
    const edited = { ...draft, profile_id, name: 'Renamed', base_url: 'http://127.0.0.1:8000/v2' };
    expect(profiles.save(edited).key_file).toEqual(keyFile);
    expect(profiles.save({ ...edited, base_url: 'http://127.0.0.2:8000/v2' })).not.toHaveProperty('key_file');
    profiles.pointKey(profile_id, keyFile);
    expect(
      profiles.save({ ...edited, base_url: 'http://127.0.0.2:8000/v2', key_env: 'A_KEY' }),
    ).not.toHaveProperty('key_file');
  });

  test('cannot be set by saving a profile, and is gone with it', () => {
    const { profiles } = openTemporary();
    const smuggled = { ...draft, profile_id: null, key_file: keyFile };
    const { profile_id } = profiles.save(smuggled);
    expect(profiles.get(profile_id)).not.toHaveProperty('key_file');
    profiles.pointKey(profile_id, keyFile);
    profiles.remove(profile_id);
    expect(profiles.list()).toEqual([]);
  });
});

describe('what a gateway takes', () => {
  test('is kept for the address, model and form it was asked with, until its profile is removed', () => {
    const { profiles, dialects } = openTemporary();
    const saved = profiles.save({ ...draft, profile_id: null });
    const dialect = { response_format: 'none', token_limit: 'max_tokens', address: 'versioned' } as const;
    expect(dialects.get(saved)).toBeNull();
    dialects.keep(saved, { ...dialect, response_format: 'json_object' });
    dialects.keep(saved, dialect);
    expect(dialects.get(saved)).toEqual(dialect);
    for (const change of [
      { model: 'b' },
      { base_url: 'http://127.0.0.1:1/v1' },
      { response_format: 'none' },
    ] as const)
      expect(dialects.get({ ...saved, ...change })).toBeNull();
    profiles.remove(saved.profile_id);
    expect(dialects.get(saved)).toBeNull();
  });
});

describe('what a run spent', () => {
  const attempt = (run_id: string, number: number, change: Partial<AttemptRecord>): AttemptRecord => ({
    run_id,
    item: 1,
    attempt: number,
    try: 1,
    final: true,
    reused_from: null,
    outcome: 'ok',
    request_hash: 'q',
    prompt_hash: 'p',
    response_format: 'none',
    raw_reply: null,
    response_id: null,
    finish_reason: null,
    model: null,
    http_status: 200,
    prompt_tokens: 100,
    completion_tokens: 10,
    total_tokens: 110,
    latency_ms: 1,
    passed: true,
    score: null,
    reason: null,
    repaired: false,
    verdict: null,
    error: null,
    started_at: 1,
    ended_at: 2,
    ...change,
  });

  test('counts tries and what was set aside, not what was taken over; refusals of one status are set aside alone', () => {
    const { runs, items, attempts } = openTemporary();
    const { run_id } = runs.create({
      purpose: 'repeat',
      profile,
      rubric_version: null,
      repeats: 4,
      filter: '',
      seed: 1,
    });
    items.add(run_id, [itemDraft(1)]);
    runs.seal(run_id);
    const failed = { passed: null, outcome: 'http', prompt_tokens: null, completion_tokens: null } as const;
    const first = attempts.store(attempt(run_id, 1, {}));
    attempts.store(attempt(run_id, 2, { passed: null, outcome: 'parse' }));
    attempts.store(attempt(run_id, 3, { ...failed, http_status: 401 }));
    attempts.store(attempt(run_id, 4, { ...failed, http_status: 500, final: false }));
    attempts.store(attempt(run_id, 4, { reused_from: first.attempt_id, try: 2 }));
    const spent = { calls: 2, prompt_tokens: 200, completion_tokens: 20 };
    expect(attempts.spent(run_id)).toEqual(spent);
    expect(attempts.setAside(run_id, 401)).toBe(1);
    expect(attempts.missingCount(run_id)).toBe(1);
    expect(attempts.retryFailed(run_id)).toBe(1);
    expect(attempts.spent(run_id)).toEqual(spent);
  });
});

describe('a thread that stores attempts', () => {
  test('has them on the disk when it says so, refuses alone what is refused, and ends in order', async () => {
    const record = openTemporary();
    const { run_id } = record.runs.create({
      purpose: 'repeat',
      profile,
      rubric_version: null,
      repeats: 3,
      filter: '',
      seed: 1,
    });
    record.items.add(run_id, [itemDraft(1)]);
    record.runs.seal(run_id);
    const base = {
      run_id,
      item: 1,
      try: 1,
      final: true,
      reused_from: null,
      outcome: 'ok',
      request_hash: 'q',
      prompt_hash: 'p',
      response_format: 'none',
      raw_reply: '{"success": true}',
      response_id: null,
      finish_reason: null,
      model: null,
      http_status: 200,
      prompt_tokens: null,
      completion_tokens: null,
      total_tokens: null,
      latency_ms: 1,
      passed: true,
      score: null,
      reason: null,
      repaired: false,
      verdict: { success: true },
      error: null,
      started_at: 1,
      ended_at: 2,
    } as const;
    const writer = record.openAttemptWriter();
    const ends = await Promise.allSettled([
      writer.store({ ...base, attempt: 1 }),
      writer.store({ ...base, attempt: 1 }),
      writer.store({ ...base, attempt: 2 }),
    ]);
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(ends[1]).toMatchObject({ reason: { failure: { code: 'record_failed' } } });
    expect(record.attempts.missingCount(run_id)).toBe(1);
    // what is handed over before the end is stored before the end, and a label may be saved meanwhile
    const late = writer.store({ ...base, attempt: 3 });
    const closed = writer.close();
    await Promise.all([late, closed]);
    expect(record.attempts.missingCount(run_id)).toBe(0);
    await expect(writer.store({ ...base, attempt: 3 })).rejects.toThrow('has ended');
  });
});
