import { describe, expect, test } from 'vitest';
import { EarlyStop } from '../../electron/judge/early-stop.ts';
import type { AttemptResult } from '../../electron/judge/index.ts';

function ended(change: Partial<AttemptResult>): AttemptResult {
  return {
    outcome: 'http',
    passed: null,
    score: null,
    reason: null,
    evidence: [],
    rubric_hits: [],
    repaired: false,
    repairs: [],
    coerced: [],
    fields: null,
    raw_reply: null,
    response_id: null,
    finish_reason: null,
    model: null,
    http_status: null,
    prompt_tokens: null,
    completion_tokens: null,
    total_tokens: null,
    latency_ms: 1,
    error: 'The gateway answered 401 (check the key): no such key',
    retryable: false,
    retry_after_ms: null,
    request_hash: 'h',
    response_format: 'none',
    started_at: 0,
    ended_at: 1,
    ...change,
  };
}

const ok = ended({ outcome: 'ok', passed: true, http_status: 200, error: null });
const status = (http_status: number) => ended({ http_status });
const stops = (results: readonly AttemptResult[], concurrency = 4): number | null => {
  const early = new EarlyStop(concurrency);
  const at = results.findIndex((result) => early.saw(result) !== null);
  return at === -1 ? null : at + 1;
};
const times = (count: number, result: AttemptResult) => Array.from({ length: count }, () => result);

describe('a run is given up', () => {
  test.each([401, 402, 403, 404])('after five answers %i in a row, where none was a verdict', (code) => {
    expect(stops(times(9, status(code)))).toBe(5);
    const early = new EarlyStop(4);
    const last = times(5, status(code))
      .map((result) => early.saw(result))
      .at(-1);
    expect(last).toMatchObject({ http_status: code });
    expect(last?.message).toContain('no such key');
  });

  test('after an empty account is refused, not after a rate is', () => {
    const quota = ended({ outcome: 'rate_limited', http_status: 429, retryable: false });
    const rate = ended({ outcome: 'rate_limited', http_status: 429, retryable: true });
    expect(stops(times(9, quota))).toBe(5);
    expect(stops(times(90, rate))).toBeNull();
  });

  test('where nobody listens, not where connections break', () => {
    const nobody = ended({
      error: 'The connection broke: connect ECONNREFUSED 127.0.0.1:9.',
      retryable: true,
    });
    const cut = ended({ error: 'The connection broke: other side closed.', retryable: true });
    expect(stops(times(9, nobody))).toBe(5);
    expect(stops(times(90, cut))).toBeNull();
  });

  test('only for answers of one kind in a row', () => {
    const mixed = Array.from({ length: 40 }, (_, n) => status(n % 2 === 0 ? 401 : 404));
    expect(stops(mixed)).toBeNull();
    const broken = Array.from({ length: 40 }, (_, n) =>
      n % 5 === 4 ? ended({ http_status: 500 }) : status(403),
    );
    expect(stops(broken)).toBeNull();
  });

  test('late, once the judge has answered: single samples may be refused', () => {
    expect(stops([ok, ...times(19, status(403)), ok, ...times(19, status(403))])).toBeNull();
    expect(stops([ok, ...times(30, status(403))])).toBe(21);
    // a whole round of calls in flight is refused alike before any of them is the first of a new kind
    expect(stops([ok, ...times(100, status(403))], 32)).toBe(65);
  });
});
