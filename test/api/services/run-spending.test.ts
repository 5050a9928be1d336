import { describe, expect, test } from 'vitest';
import { expectedCost, RunSpending } from '../../../electron/api/services/run-spending.ts';
import { profileAt } from '../../judge/fault-server.ts';

const priced = profileAt('http://127.0.0.1:9/v1', {
  price_prompt_per_million: 2,
  price_completion_per_million: 10,
  max_tokens: 1_000,
});
const nothing = { calls: 0, prompt_tokens: 0, completion_tokens: 0 };
const call = { prompt_tokens: 900, completion_tokens: 100 };

describe('what calls will cost', () => {
  test('is questions and replies at their prices, a reply no longer than it may be', () => {
    expect(expectedCost(priced, 10, 10_000)).toBeCloseTo((10_000 * 2 + 10 * 200 * 10) / 1e6, 12);
    expect(expectedCost({ ...priced, max_tokens: 50 }, 10, 10_000)).toBeCloseTo(
      (10_000 * 2 + 10 * 50 * 10) / 1e6,
      12,
    );
    expect(expectedCost({ ...priced, price_completion_per_million: null }, 10, 10_000)).toBeNull();
  });

  test('is reckoned from the text at first, and from what calls used once they say so', () => {
    const spending = new RunSpending(priced, nothing);
    const first = spending.expectedTokens(() => [{ role: 'user', content: 'word '.repeat(400) }]);
    expect(first).toBeGreaterThan(500);
    expect(first).toBeLessThan(1_000);
    spending.add(call);
    spending.add({ prompt_tokens: null, completion_tokens: null });
    expect(spending.expectedTokens(() => null)).toBe(1_000);
    expect(spending.cost()).toBeCloseTo((900 * 2 + 100 * 10) / 1e6, 12);
  });
});

describe('a cap', () => {
  const having = (calls: number) =>
    new RunSpending(priced, { calls, prompt_tokens: 900 * calls, completion_tokens: 100 * calls });

  test('leaves room for one more call and those in flight, at the mean of the calls so far', () => {
    const cap = { tokens: 10_000, cost: null };
    expect(having(9).reached(cap, 0)).toBeNull();
    expect(having(9).reached(cap, 1)).toContain('10,000 tokens');
    expect(having(10).reached(cap, 0)).toContain('with 10,000 used');
    expect(new RunSpending(priced, nothing).reached(cap, 31)).toBeNull();
  });

  test('on cost needs both prices', () => {
    expect(having(1).reached({ tokens: null, cost: 1 }, 0)).toBeNull();
    expect(having(1).reached({ tokens: null, cost: 0.003 }, 0)).toContain('cap of 0.003');
    const free = new RunSpending({ ...priced, price_prompt_per_million: null }, nothing);
    expect(free.reached({ tokens: null, cost: 1 }, 0)).toContain('states no prices');
  });
});
