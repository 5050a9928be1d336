import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type Channel,
  type Message,
  serveTransport,
  TransportClient,
} from '../../electron/desktop/transport.ts';

/** A real message channel: everything that crosses is structured-cloned, as between processes. */
const ports: MessagePort[] = [];

function channelOf(port: MessagePort): Channel {
  ports.push(port);
  return {
    post: (message) => port.postMessage(message),
    listen: (listener) => {
      port.on('message', (message: Message) => listener(message));
    },
  };
}

function connect(handler: (request: Request) => Promise<Response>): TransportClient {
  const { port1, port2 } = new MessageChannel();
  serveTransport(channelOf(port2), handler);
  return new TransportClient(channelOf(port1));
}

afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

describe('a fetch carried between two processes', () => {
  test('method, headers, body and status arrive as they were sent', async () => {
    const client = connect(async (request) => {
      const body = await request.text();
      return new Response(
        `${request.method} ${new URL(request.url).pathname} ${request.headers.get('x-note')} ${body}`,
        {
          status: 201,
          headers: { 'x-answer': '是' === body ? 'yes' : 'no' },
        },
      );
    });
    const answer = await client.fetch(
      new Request('app://assay/api/upload', { method: 'POST', headers: { 'x-note': 'a b' }, body: '是' }),
    );
    expect(answer.status).toBe(201);
    expect(answer.headers.get('x-answer')).toBe('yes');
    expect(await answer.text()).toBe('POST /api/upload a b 是');
  });

  test('a body of many chunks arrives whole, in order', async () => {
    const parts = Array.from({ length: 500 }, (_, index) => `part ${index};`);
    const client = connect(async () => {
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          for (const part of parts) controller.enqueue(bytes(part));
          controller.close();
        },
      });
      return new Response(stream);
    });
    const answer = await client.fetch(new Request('app://assay/x'));
    expect(await answer.text()).toBe(parts.join(''));
  });

  test('nothing is produced that nobody reads', async () => {
    let produced = 0;
    const client = connect(async () => {
      const stream = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            produced += 1;
            controller.enqueue(bytes('x'.repeat(1024)));
          },
        },
        { highWaterMark: 0 },
      );
      return new Response(stream);
    });
    const answer = await client.fetch(new Request('app://assay/endless'));
    const reader = answer.body?.getReader();
    await reader?.read();
    await reader?.read();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(produced).toBeLessThanOrEqual(3);
    await reader?.cancel();
  });

  test('taking a request back aborts the handler on the other side', async () => {
    const aborted = Promise.withResolvers<boolean>();
    const client = connect(
      (request) =>
        new Promise(() => {
          request.signal.addEventListener('abort', () => aborted.resolve(true));
        }),
    );
    const abort = new AbortController();
    const answer = client.fetch(new Request('app://assay/slow', { signal: abort.signal }));
    abort.abort();
    await expect(answer).rejects.toThrow('taken back');
    expect(await aborted.promise).toBe(true);
  });

  test('an engine that dies fails what is open, head or body, with the reason', async () => {
    const client = connect(async (request) => {
      if (request.url.endsWith('/never')) return new Promise(() => undefined);
      return new Response(new ReadableStream({ start: (controller) => controller.enqueue(bytes('begun')) }));
    });
    const never = client.fetch(new Request('app://assay/never'));
    const begun = await client.fetch(new Request('app://assay/begun'));
    const text = begun.text();
    await new Promise((resolve) => setTimeout(resolve, 20));
    client.abandon('the engine stopped');
    await expect(never).rejects.toThrow('the engine stopped');
    await expect(text).rejects.toThrow('the engine stopped');
  });

  test('a handler that throws is an error here, with its message', async () => {
    const client = connect(async () => {
      throw new Error('no such table');
    });
    await expect(client.fetch(new Request('app://assay/x'))).rejects.toThrow('no such table');
  });

  test('a handler that gives the request body up survives what was on its way already', async () => {
    let deliver: (message: Message) => void = () => undefined;
    const answered = Promise.withResolvers<Message>();
    const channel: Channel = {
      post: (message) => {
        if (message.kind === 'response' || message.kind === 'failed') answered.resolve(message);
      },
      listen: (listener) => {
        deliver = listener;
      },
    };
    serveTransport(channel, async (request) => {
      const reader = request.body?.getReader();
      const first = reader?.read();
      await reader?.cancel();
      await first;
      return new Response('refused', { status: 413 });
    });
    const head = {
      kind: 'request',
      id: 1,
      url: 'app://assay/upload',
      method: 'PUT',
      headers: [],
      body: true,
    } as const;
    deliver(head);
    expect(await answered.promise).toMatchObject({ kind: 'response', status: 413 });
    deliver({ kind: 'chunk', id: 1, of: 'request', bytes: bytes('late') });
    deliver({ kind: 'end', id: 1, of: 'request' });
    deliver({ kind: 'abort', id: 1, of: 'request' });
  });

  test('a request that was taken back before it was sent never reaches the other side', async () => {
    let reached = 0;
    const client = connect(async () => {
      reached += 1;
      return new Response('x');
    });
    const taken = new Request('app://assay/x', { signal: AbortSignal.abort() });
    await expect(client.fetch(taken)).rejects.toThrow('taken back');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(reached).toBe(0);
  });

  test('a 204 has no body and settles', async () => {
    const client = connect(async () => new Response(null, { status: 204 }));
    const answer = await client.fetch(new Request('app://assay/x'));
    expect(answer.status).toBe(204);
    expect(await answer.text()).toBe('');
  });
});
