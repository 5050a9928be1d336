import { describe, expect, test } from 'vitest';
import { EarlyStop } from '../../electron/judge/early-stop.ts';
import { JudgeClient } from '../../electron/judge/index.ts';
import { redirectSentence } from '../../electron/judge/redirect.ts';
import { callAt, faultServer, pass, profileAt } from './fault-server.ts';

/** A judge that sends every call on to `base_url`, as a gateway that has moved does. */
const movedTo = (base_url: string, status = 307) =>
  faultServer((response) => {
    response.writeHead(status, { Location: `${base_url}/chat/completions?token=secret` });
    response.end();
  });

describe('a judge that sends calls on', () => {
  test('to another port: nothing goes there, and the outcome says where it pointed and what to do', async () => {
    const there = await faultServer(pass);
    const moved = await movedTo(there.base_url);
    const result = await new JudgeClient().call(callAt(moved.base_url));
    expect(result).toMatchObject({ outcome: 'http', http_status: 307, retryable: false, passed: null });
    const origin = (base: string) => new URL(base).origin;
    expect(result.error).toBe(
      `The gateway sends calls on to ${there.base_url}/chat/completions (307), which is another origin than ${origin(moved.base_url)}; nothing was sent there. If that is your judge, make ${there.base_url} the base URL of the profile.`,
    );
    expect([moved.seen.length, there.seen.length]).toEqual([1, 0]);
  });

  test('within its origin: the verdict counts, and both requests had the same bytes', async () => {
    const judge = await faultServer((response, seen, call) => {
      if (seen.path.endsWith('/')) return pass(response, seen, call);
      response.writeHead(308, { Location: `${seen.path}/` });
      response.end();
    });
    const result = await new JudgeClient().call(callAt(judge.base_url));
    expect(result).toMatchObject({ outcome: 'ok', passed: true });
    const [first, second] = judge.seen;
    expect(second?.path).toBe('/v1/chat/completions/');
    expect(second?.text).toBe(first?.text);
    expect(second?.headers.authorization).toBe(first?.headers.authorization);
  });

  test('in circles: ends after three, and says so', async () => {
    const judge = await faultServer((response, seen) => {
      response.writeHead(302, { Location: seen.path });
      response.end();
    });
    const result = await new JudgeClient().call(callAt(judge.base_url));
    expect(result.outcome).toBe('http');
    expect(result.error).toMatch(/round in circles \(302, last to http:.*\); check the base URL/);
    expect(judge.seen).toHaveLength(4);
  });

  test('an address without a version that is sent elsewhere is not settled on', async () => {
    const there = await faultServer(pass);
    let gone = true;
    const judge = await faultServer((response, seen, call) => {
      if (!gone) return seen.path.startsWith('/v1') ? pass(response, seen, call) : notFound(response);
      response.writeHead(302, { Location: there.base_url });
      response.end();
    });
    const client = new JudgeClient();
    const base_url = judge.base_url.replace('/v1', '');
    const call = callAt(base_url, { profile: profileAt(base_url) });
    expect((await client.call(call)).outcome).toBe('http');
    gone = false;
    expect((await client.call(call)).outcome).toBe('ok');
    expect(there.seen).toHaveLength(0);
  });

  test('a run is given up after five', async () => {
    const there = await faultServer(pass);
    const moved = await movedTo(there.base_url);
    const client = new JudgeClient();
    const early = new EarlyStop(4);
    for (let call = 1; call <= 4; call += 1)
      expect(early.saw(await client.call(callAt(moved.base_url)))).toBeNull();
    expect(early.saw(await client.call(callAt(moved.base_url)))).toMatchObject({ http_status: 307 });
    expect(there.seen).toHaveLength(0);
  });
});

test('what a redirect is said to point to', () => {
  const said = (location: string | null) =>
    redirectSentence({ status: 308, location }, 'http://a.example/v1');
  // The same host by another scheme is another origin: the key would go where nobody sent it.
  expect(said('https://a.example/v1/chat/completions')).toMatch(
    /on to https:\/\/a\.example\/v1\/chat\/completions \(308\).*make https:\/\/a\.example\/v1 the base URL/,
  );
  expect(said('//b.example/chat/completions')).toMatch(/make http:\/\/b\.example the base URL/);
  expect(said('https://u:p@b.example/v1?key=k')).not.toMatch(/u:p|key=k/);
  for (const none of [null, '', 'ftp://b.example/', 'http://'])
    expect(said(none), String(none)).toMatch(none === '' ? /in circles/ : /named no address/);
});

function notFound(response: Parameters<typeof pass>[0]): void {
  response.writeHead(404, { 'Content-Type': 'application/json' });
  response.end('{"detail":"Not Found"}');
}
