/**
 * A Request and its Response carried over a message channel between two processes, bodies chunk by chunk. A chunk is sent
 * only when the other side asks for one, so a slow reader holds a fast writer back and memory stays flat.
 */
export interface Channel {
  post(message: Message): void;
  /** Calls the listener for every message until the channel ends. */
  listen(listener: (message: Message) => void): void;
}

type Head = {
  readonly kind: 'request';
  readonly id: number;
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: boolean;
};

export type Message =
  | Head
  | {
      readonly kind: 'response';
      readonly id: number;
      readonly status: number;
      readonly headers: readonly (readonly [string, string])[];
      readonly body: boolean;
    }
  | { readonly kind: 'pull' | 'end' | 'abort'; readonly id: number; readonly of: Direction }
  | {
      readonly kind: 'chunk';
      readonly id: number;
      readonly of: Direction;
      readonly bytes: Uint8Array<ArrayBuffer>;
    }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };

type Direction = 'request' | 'response';

const bodiless = new Set([101, 103, 204, 205, 304]);

/** One body on its way out: answers each pull with the next chunk. */
class Outgoing {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;
  readonly #channel: Channel;
  readonly #id: number;
  readonly #of: Direction;

  constructor(channel: Channel, id: number, of: Direction, stream: ReadableStream<Uint8Array<ArrayBuffer>>) {
    this.#channel = channel;
    this.#id = id;
    this.#of = of;
    this.#reader = stream.getReader();
  }

  /** True while more may follow. */
  async next(): Promise<boolean> {
    try {
      const { done, value } = await this.#reader.read();
      if (done) {
        this.#channel.post({ kind: 'end', id: this.#id, of: this.#of });
        return false;
      }
      this.#channel.post({ kind: 'chunk', id: this.#id, of: this.#of, bytes: value });
      return true;
    } catch {
      this.#channel.post({ kind: 'abort', id: this.#id, of: this.#of });
      return false;
    }
  }

  async cancel(): Promise<void> {
    await this.#reader.cancel().catch(() => undefined); // a stream that failed on its own has nothing left to cancel
  }
}

/** One body on its way in: a stream that pulls over the channel. */
class Incoming {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  #controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  #wake: (() => void) | undefined;
  /** A chunk may be on its way when the reader gives up; a closed stream takes none, and says so by throwing. */
  #open = true;

  constructor(channel: Channel, id: number, of: Direction, onCancel: () => void) {
    this.stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () =>
          new Promise<void>((resolve) => {
            this.#wake = resolve;
            channel.post({ kind: 'pull', id, of });
          }),
        cancel: () => {
          this.#open = false;
          channel.post({ kind: 'abort', id, of });
          onCancel();
        },
      },
      { highWaterMark: 0 },
    );
  }

  push(bytes: Uint8Array<ArrayBuffer>): void {
    if (this.#open) this.#controller?.enqueue(bytes);
    this.#settle();
  }

  end(): void {
    if (this.#open) this.#controller?.close();
    this.#open = false;
    this.#settle();
  }

  fail(reason: string): void {
    if (this.#open) this.#controller?.error(new Error(reason));
    this.#open = false;
    this.#settle();
  }

  #settle(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}

interface Pending {
  readonly resolve: (response: Response) => void;
  readonly reject: (error: Error) => void;
  readonly sending: Outgoing | null;
  receiving: Incoming | null;
  settled: boolean;
}

/** The asking side: `fetch` sends a request over the channel; `abandon` fails all that is open, when the other side died. */
export class TransportClient {
  readonly #channel: Channel;
  readonly #pending = new Map<number, Pending>();
  #next = 1;

  constructor(channel: Channel) {
    this.#channel = channel;
    channel.listen((message) => this.#receive(message));
  }

  fetch(request: Request): Promise<Response> {
    if (request.signal.aborted) return Promise.reject(new Error('the request was taken back'));
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      const body = request.body as ReadableStream<Uint8Array<ArrayBuffer>> | null;
      this.#pending.set(id, {
        resolve,
        reject,
        sending: body === null ? null : new Outgoing(this.#channel, id, 'request', body),
        receiving: null,
        settled: false,
      });
      request.signal.addEventListener('abort', () => {
        const open = this.#pending.get(id);
        if (open === undefined) return;
        this.#channel.post({ kind: 'abort', id, of: 'response' });
        this.#fail(id, open, 'the request was taken back');
      });
      this.#channel.post({
        kind: 'request',
        id,
        url: request.url,
        method: request.method,
        headers: [...request.headers],
        body: body !== null,
      });
    });
  }

  abandon(reason: string): void {
    for (const [id, open] of this.#pending) this.#fail(id, open, reason);
  }

  #fail(id: number, open: Pending, reason: string): void {
    this.#pending.delete(id);
    if (!open.settled) open.reject(new Error(reason));
    open.receiving?.fail(reason);
    if (open.sending !== null) void open.sending.cancel();
  }

  #receive(message: Message): void {
    const open = this.#pending.get(message.id);
    if (open === undefined) return;
    switch (message.kind) {
      case 'response': {
        const incoming = message.body
          ? new Incoming(this.#channel, message.id, 'response', () => this.#pending.delete(message.id))
          : null;
        open.receiving = incoming;
        open.settled = true;
        if (incoming === null) this.#pending.delete(message.id);
        open.resolve(
          new Response(incoming?.stream ?? null, {
            status: message.status,
            headers: message.headers.map(([name, value]): [string, string] => [name, value]),
          }),
        );
        return;
      }
      case 'chunk':
        open.receiving?.push(message.bytes);
        return;
      case 'end':
        this.#pending.delete(message.id);
        open.receiving?.end();
        return;
      case 'pull':
        void open.sending?.next();
        return;
      case 'failed':
        this.#fail(message.id, open, message.message);
        return;
      case 'abort':
        if (message.of === 'request') void open.sending?.cancel();
        else this.#fail(message.id, open, 'the answer broke off');
        return;
      case 'request':
        return;
    }
  }
}

interface Serving {
  readonly abort: AbortController;
  receiving: Incoming | null;
  sending: Outgoing | null;
}

/** The answering side: runs the handler for every request that arrives on the channel. */
export function serveTransport(channel: Channel, handler: (request: Request) => Promise<Response>): void {
  const open = new Map<number, Serving>();

  const answer = async (head: Head) => {
    const serving: Serving = { abort: new AbortController(), receiving: null, sending: null };
    open.set(head.id, serving);
    if (head.body) serving.receiving = new Incoming(channel, head.id, 'request', () => undefined);
    try {
      const response = await handler(
        new Request(head.url, {
          method: head.method,
          headers: head.headers.map(([name, value]): [string, string] => [name, value]),
          body: serving.receiving?.stream ?? null,
          signal: serving.abort.signal,
          ...(head.body ? { duplex: 'half' } : {}),
        } as RequestInit), // duplex is required by Node for a streamed body and unknown to its types
      );
      const body = bodiless.has(response.status)
        ? null
        : (response.body as ReadableStream<Uint8Array<ArrayBuffer>> | null);
      if (serving.abort.signal.aborted) {
        await body?.cancel();
        open.delete(head.id);
        return;
      }
      if (body !== null) serving.sending = new Outgoing(channel, head.id, 'response', body);
      else open.delete(head.id);
      channel.post({
        kind: 'response',
        id: head.id,
        status: response.status,
        headers: [...response.headers],
        body: body !== null,
      });
    } catch (error) {
      open.delete(head.id);
      channel.post({
        kind: 'failed',
        id: head.id,
        message: error instanceof Error ? error.message : String(error),
      });
    }
  };

  channel.listen((message) => {
    if (message.kind === 'request') {
      void answer(message);
      return;
    }
    const serving = open.get(message.id);
    if (serving === undefined) return;
    if (message.kind === 'chunk') serving.receiving?.push(message.bytes);
    else if (message.kind === 'end') serving.receiving?.end();
    else if (message.kind === 'pull') {
      void serving.sending?.next().then((more) => {
        if (!more) open.delete(message.id);
      });
    } else if (message.kind === 'abort') {
      if (message.of === 'request') serving.receiving?.fail('the request broke off');
      else {
        serving.abort.abort();
        void serving.sending?.cancel();
        open.delete(message.id);
      }
    }
  });
}
