import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A judge on loopback that answers after LATENCY_MS with a verdict and an id of its own; prints its base URL.
 * `node judge-server.ts LATENCY_MS`. It ends when its standard input does.
 */
const latency = Number(process.argv[2] ?? 50);
let calls = 0;

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    setTimeout(() => {
      calls += 1;
      const text = answer(calls);
      response.writeHead(200, {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(text),
      });
      response.end(text);
    }, latency);
  });
});
// A connection that closes between two rounds would be a fault of the server, not of who calls it.
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => {
  // A server that listens on a TCP port has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  console.log(`http://127.0.0.1:${port}/v1`);
});
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));

function answer(call: number): string {
  const success = call % 3 !== 0;
  const verdict = {
    success,
    score: success ? 0.9 : 0.2,
    reason: success
      ? 'The last frame shows the message as sent to the person who was named, and nothing else was asked for.'
      : 'The message is still a draft in the last frame; nothing in the run shows that it was sent.',
    evidence: ['Message sent to Ada: hello', 'click_submit send'],
    rubric_hits: ['S1', 'S2'],
  };
  return JSON.stringify({
    id: `chatcmpl-bench-${call}`,
    object: 'chat.completion',
    created: 1_760_000_000,
    model: 'judge-a-2026',
    choices: [
      { index: 0, message: { role: 'assistant', content: JSON.stringify(verdict) }, finish_reason: 'stop' },
    ],
    usage: { prompt_tokens: 760, completion_tokens: 90, total_tokens: 850 },
  });
}
