import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import type { AttemptOutcome } from '../../electron/core/model/record.ts';
import { type AttemptRecord, openRecord, type WorkspaceRecord } from '../../electron/record/index.ts';
import { failureOf, itemDraft, newRun, openTemporary, profile, temporaryFolder } from './workspace.ts';

function attempt(
  run_id: string,
  item: number,
  n: number,
  passed: boolean | null,
  change: Partial<AttemptRecord> = {},
): AttemptRecord {
  const outcome: AttemptOutcome = passed === null ? 'timeout' : 'ok';
  return {
    run_id,
    item,
    attempt: n,
    try: 1,
    final: true,
    reused_from: null,
    outcome,
    request_hash: 'request',
    prompt_hash: `hash-${item}`,
    response_format: 'json_schema',
    raw_reply: passed === null ? null : JSON.stringify({ success: passed }),
    response_id: passed === null ? null : `resp-${item}-${n}`,
    finish_reason: passed === null ? null : 'stop',
    model: 'judge-a',
    http_status: passed === null ? null : 200,
    prompt_tokens: 100,
    completion_tokens: 20,
    total_tokens: 120,
    latency_ms: 12.5,
    passed,
    score: passed === null ? null : passed ? 0.9 : 0.2,
    reason: passed === null ? null : 'because',
    repaired: false,
    verdict: passed === null ? null : { success: passed, evidence: ['a'] },
    error: passed === null ? 'no answer within 60 s' : null,
    started_at: 1,
    ended_at: 2,
    ...change,
  };
}

function missing(record: WorkspaceRecord, runId: string): string[] {
  return [...record.attempts.missingAttempts(runId)].map((pair) => `${pair.item}.${pair.attempt}`);
}

describe('missing attempts', () => {
  test('are exactly the pairs without a final outcome', () => {
    const record = openTemporary();
    const run = newRun(record, profile, 2);
    expect(missing(record, run)).toEqual(['1.1', '1.2', '1.3', '2.1', '2.2', '2.3']);
    record.attempts.store(attempt(run, 1, 2, false));
    record.attempts.store(attempt(run, 2, 1, null, { final: false, outcome: 'rate_limited' }));
    record.attempts.store(attempt(run, 2, 3, null));
    expect(missing(record, run)).toEqual(['1.1', '1.3', '2.1', '2.2']);
    expect(record.attempts.missingCount(run)).toBe(4);
    const tries = [...record.attempts.missingAttempts(run)].map((pair) => pair.tries);
    expect(tries).toEqual([0, 0, 1, 0]);
  });

  test('come once each while their outcomes are stored during the iteration', () => {
    const record = openTemporary();
    const run = newRun(record, profile, 250);
    const seen: string[] = [];
    for (const pair of record.attempts.missingAttempts(run)) {
      seen.push(`${pair.item}.${pair.attempt}`);
      record.attempts.store(attempt(run, pair.item, pair.attempt, true));
    }
    expect(new Set(seen).size).toBe(750);
    expect(seen).toHaveLength(750);
    expect(missing(record, run)).toEqual([]);
  });

  test('of a large run are found fast enough to feed the queue', () => {
    const record = openTemporary();
    const run = newRun(record, profile, 5000);
    const before = performance.now();
    const found = missing(record, run).length;
    const elapsed = performance.now() - before;
    expect(found).toBe(15_000);
    expect(elapsed).toBeLessThan(3000);
  });

  test('a second final outcome for the same pair is refused', () => {
    const record = openTemporary();
    const run = newRun(record, profile, 1);
    record.attempts.store(attempt(run, 1, 1, true));
    expect(failureOf(() => record.attempts.store(attempt(run, 1, 1, false))).code).toBe('record_failed');
    expect(record.items.get(run, 1)?.attempts).toMatchObject([{ passed: true }]);
  });

  test('an attempt of an item the run does not have is refused', () => {
    const record = openTemporary();
    const run = newRun(record, profile, 1);
    record.items.add(newRun(record, profile, 0), [itemDraft(2)]);
    expect(failureOf(() => record.attempts.store(attempt(run, 2, 1, true))).code).toBe('record_failed');
  });
});

describe('attempts that share a commit', () => {
  test('are all there when their promises resolve, each under its own number', async () => {
    const record = openTemporary();
    const run = newRun(record, profile, 30);
    const stored = await Promise.all(
      Array.from({ length: 30 }, (_, n) => record.attempts.storeSoon(attempt(run, n + 1, 1, true))),
    );
    expect(new Set(stored.map((row) => row.attempt_id)).size).toBe(30);
    expect(stored.map((row) => row.item)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
    expect(record.attempts.missingCount(run)).toBe(60);
    expect(record.attempts.history(run, 7)).toEqual([stored[6]]);
  });

  test('do not fail with the one among them that is refused', async () => {
    const record = openTemporary();
    const run = newRun(record, profile, 2);
    const ends = await Promise.allSettled(
      [attempt(run, 1, 1, true), attempt(run, 1, 1, false), attempt(run, 2, 1, true)].map((one) =>
        record.attempts.storeSoon(one),
      ),
    );
    expect(ends.map((end) => end.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(record.attempts.missingCount(run)).toBe(4);
    expect(record.items.get(run, 1)?.attempts).toMatchObject([{ passed: true }]);
  });
});

describe('retrying failed attempts', () => {
  test('makes them missing again and keeps the failed ones as history', () => {
    const record = openTemporary();
    const run = newRun(record, profile, 1);
    record.attempts.store(attempt(run, 1, 1, true));
    record.attempts.store(attempt(run, 1, 2, null));
    record.attempts.store(attempt(run, 1, 3, null, { outcome: 'parse', raw_reply: 'garbage' }));
    expect(record.attempts.outcomes(run)).toMatchObject({ ok: 1, timeout: 1, parse: 1, http: 0 });
    expect(record.attempts.retryFailed(run)).toBe(2);
    expect(missing(record, run)).toEqual(['1.2', '1.3']);
    record.attempts.store(attempt(run, 1, 2, false, { try: 2 }));
    expect(record.attempts.history(run, 1).map((a) => [a.attempt, a.outcome, a.superseded])).toEqual([
      [1, 'ok', false],
      [2, 'timeout', true],
      [3, 'parse', true],
      [2, 'ok', false],
    ]);
    expect(record.attempts.history(run, 1)[2]?.raw_reply).toBe('garbage');
    expect(record.items.get(run, 1)?.attempts.map((a) => [a.attempt, a.passed])).toEqual([
      [1, true],
      [2, false],
    ]);
  });
});

describe('run items', () => {
  test('count fails and judged attempts, and show the spread of the scores', () => {
    const record = openTemporary();
    const run = newRun(record, profile, 1);
    record.attempts.store(attempt(run, 1, 1, true));
    record.attempts.store(attempt(run, 1, 2, false));
    record.attempts.store(attempt(run, 1, 3, null));
    const item = record.items.get(run, 1);
    expect(item).toMatchObject({ fails: 1, judged: 2, split: true, truth: true, original_passed: false });
    expect(item?.score_sd).toBeCloseTo(0.7 / Math.SQRT2, 12);
    expect(item?.attempts[2]).toMatchObject({
      outcome: 'timeout',
      passed: null,
      error: 'no answer within 60 s',
    });
  });

  test('are selected by how their attempts fell', () => {
    const record = openTemporary();
    const run = newRun(record, profile, 5);
    const votes: (boolean | null)[][] = [
      [true, true, true],
      [false, false, false],
      [true, false, true],
      [true, null, true],
    ];
    votes.forEach((item, i) => {
      item.forEach((passed, n) => {
        record.attempts.store(attempt(run, i + 1, n + 1, passed));
      });
    });
    const items = (selection: Parameters<typeof record.items.page>[1]) =>
      record.items.page(run, selection, 0, 10).rows.map((row) => row.item);
    expect(items('all')).toEqual([1, 2, 3, 4, 5]);
    expect(items('split')).toEqual([3]);
    expect(items('steady_fail')).toEqual([2]);
    expect(items('steady_pass')).toEqual([1]);
    expect(items('failed')).toEqual([4]);
    const page = record.items.page(run, 'all', 3, 1);
    expect(page.total).toBe(5);
    expect(page.rows.map((row) => [row.item, row.attempts.length])).toEqual([[4, 3]]);
    expect([...record.items.each(run)].map((row) => row.fails)).toEqual([0, 3, 1, 0, 0]);
  });

  test('share one stored prompt per exact text, whose messages come back as they were', () => {
    const folder = temporaryFolder();
    const record = openTemporary(folder);
    const run = newRun(record, profile, 0);
    const messages = [{ role: 'system', content: '判断', zeta: 1, alpha: 2 }];
    const other = [{ role: 'system', zeta: 1, alpha: 2, content: '判断' }];
    const prompts = [messages, messages, other].map((sent) => ({
      prompt_hash: 'one question',
      messages: sent,
    }));
    record.items.add(
      run,
      prompts.map((prompt, n) => itemDraft(n, { prompt, prompt_origin: 'log' })),
    );
    const keys = record.items.page(run, 'all', 0, 3).rows.map((row) => row.messages_sha256);
    expect(keys[0]).toBe(keys[1]);
    const sent = keys.map((key) => JSON.stringify(record.prompts.get(key)?.messages));
    expect(sent).toEqual([messages, messages, other].map((m) => JSON.stringify(m)));
    const db = new Database(join(folder, 'record.sqlite'), { readonly: true });
    expect(db.prepare('SELECT count(*) AS n FROM prompts').get()).toEqual({ n: 2 });
    db.close();
    expect(record.prompts.get('unknown')).toBeNull();
  });

  test('of one row are found over all runs, newest run first', () => {
    const record = openTemporary();
    const first = newRun(record, profile, 2);
    const second = newRun(record, profile, 1);
    expect(record.items.ofRow('1:1').map((item) => item.run_id)).toEqual([second, first]);
    expect(record.items.ofRow('1:2').map((item) => item.run_id)).toEqual([first]);
  });
});

describe('run heads', () => {
  test('say how far the run is and whether the prompt is the training prompt', () => {
    const record = openTemporary();
    const run = newRun(record, profile, 2);
    record.attempts.store(attempt(run, 1, 1, true));
    record.attempts.store(attempt(run, 1, 2, null, { final: false }));
    expect(record.runs.get(run)).toMatchObject({
      number: 1,
      state: 'running',
      profile_name: 'Local judge',
      model: 'judge-a',
      temperature: 0,
      samples: 2,
      attempts_done: 1,
      attempts_total: 6,
      same_prompt_as_training: 'unknown',
      ended_at: null,
    });
    record.items.add(run, [itemDraft(3, { same_prompt: 'no' })]);
    expect(record.runs.get(run)?.same_prompt_as_training).toBe('no');
    const exact = newRun(record, profile, 0);
    record.items.add(exact, [itemDraft(1, { same_prompt: 'yes' })]);
    expect(record.runs.get(exact)?.same_prompt_as_training).toBe('yes');
    expect(record.runs.list().map((head) => head.number)).toEqual([2, 1]);
  });

  test('end with a state, a time and a reason', () => {
    const record = openTemporary();
    const run = newRun(record, profile, 1);
    expect(record.runs.setState(run, 'paused').ended_at).toBeNull();
    const failed = record.runs.setState(run, 'failed', 'the disk is full');
    expect(failed.ended_at).not.toBeNull();
    expect(failed.error).toBe('the disk is full');
    expect(record.runs.setState(run, 'running')).toMatchObject({ ended_at: null, error: null });
    expect(failureOf(() => record.runs.setState('nope', 'done')).code).toBe('not_found');
  });

  test('of a process that died are interrupted at the next opening, unsealed ones failed', () => {
    const folder = temporaryFolder();
    const first = openRecord(folder);
    const sealed = newRun(first, profile, 1);
    const done = newRun(first, profile, 1);
    first.runs.setState(done, 'done');
    const unsealed = first.runs.create({
      purpose: 'repeat',
      profile,
      rubric_version: null,
      repeats: 3,
      filter: '',
      seed: 1,
    }).run_id;
    first.close();
    const record = openTemporary(folder);
    expect(record.interrupted_runs).toBe(2);
    expect(record.runs.get(sealed)?.state).toBe('interrupted');
    expect(record.runs.get(done)?.state).toBe('done');
    expect(record.runs.get(unsealed)).toMatchObject({ state: 'failed', sealed: false });
  });
});

describe('answers that are no fresh calls', () => {
  test('identical response ids are counted beyond the first of each', () => {
    const record = openTemporary();
    const run = newRun(record, profile, 2);
    for (const n of [1, 2, 3])
      record.attempts.store(attempt(run, 1, n, true, { response_id: n === 3 ? 'other' : 'same' }));
    record.attempts.store(attempt(run, 2, 1, null));
    expect(record.attempts.duplicateResponseIds(run)).toBe(1);
  });

  test('only real answers of the same judge are offered to a re-judging, each once a sample', () => {
    const record = openTemporary();
    const asked = { answer_key: 'key', may_reuse: true };
    const run = (samples: readonly Parameters<typeof itemDraft>[1][]) => {
      const { run_id } = record.runs.create({
        purpose: 'rejudge',
        profile,
        rubric_version: 'v2',
        repeats: 3,
        filter: '',
        seed: 1,
      });
      record.items.add(
        run_id,
        samples.map((change, n) => itemDraft(n + 1, change)),
      );
      record.runs.seal(run_id);
      return run_id;
    };
    const by = profile;
    const first = run([asked]);
    expect(record.answers.available('key', by)).toBe(0);
    record.attempts.store(attempt(first, 1, 1, null));
    expect(record.answers.available('key', by)).toBe(0);
    const stored = record.attempts.store(attempt(first, 1, 2, false));
    expect(record.answers.available('key', by)).toBe(1);
    expect(record.answers.available('other', by)).toBe(0);
    for (const other of [{ model: 'judge-b' }, { temperature: null }, { base_url: 'http://127.0.0.1:9/v1' }])
      expect(record.answers.available('key', { ...by, ...other })).toBe(0);
    const second = run([asked, { ...asked, may_reuse: false }, { answer_key: null, may_reuse: true }]);
    expect(record.answers.take(second, 3, by)).toBe(1);
    expect(record.attempts.history(second, 1)).toMatchObject([
      { reused_from: stored.attempt_id, attempt: 1, passed: false, final: true },
    ]);
    expect([...record.attempts.missingAttempts(second)]).toHaveLength(8);
    expect(record.attempts.reusedCount(second)).toBe(1);
    expect(record.attempts.usage(second)).toHaveLength(0);
    // what was taken over is no answer of its own
    expect(record.answers.available('key', by)).toBe(1);
  });
});

test.each(['https://user:secret@host/v1', 'https://host/v1?key=secret'])(
  'a run is not written down with the address %s',
  (base_url) => {
    const record = openTemporary();
    const failure = failureOf(() =>
      record.runs.create({
        purpose: 'repeat',
        profile: { ...profile, base_url },
        rubric_version: null,
        repeats: 3,
        filter: '',
        seed: 1,
      }),
    );
    expect(failure.code).toBe('bad_request');
    expect(JSON.stringify(failure)).not.toContain('secret');
    expect(record.runs.list()).toEqual([]);
  },
);
