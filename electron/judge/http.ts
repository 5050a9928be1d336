import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { Agent, type Dispatcher, EnvHttpProxyAgent, request } from 'undici';
import { REDIRECTS_FOLLOWED, sameOriginTarget } from './redirect.ts';

const unpackGzip = promisify(gunzip);
const unpackBrotli = promisify(brotliDecompress);
const unpackDeflate = promisify(inflate);

/** The form of `fetch` that the `openai` package takes. */
export type JudgeFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * HTTP for judges. Node's own `fetch` gives a call up after five minutes without headers, which a long prompt on a local
 * model needs; here the profile's time limit is the only one. It also costs half the processor time of `fetch`: answers
 * are read as a whole, so no web stream is made for any of them.
 *
 * A redirect is followed within its origin, the prompt with it (a 303 is fetched without it, as HTTP has it); one that
 * points to another origin is given back as the answer it is, and nothing goes there.
 *
 * Rejects with what broke the connection, a connection that closes in the middle of an answer included.
 */
export function judgeFetch(): JudgeFetch {
  const dispatcher = connections();
  return async (input, init = {}) => {
    const asked = init.headers instanceof Headers ? init.headers : new Headers(init.headers);
    const headers = Object.fromEntries(asked);
    let address = new URL(input instanceof Request ? input.url : input);
    let method = methodOf(init.method);
    let body = typeof init.body === 'string' ? init.body : null;
    for (let followed = 0; ; followed += 1) {
      const answer = await request(address, {
        dispatcher,
        method,
        headers,
        body,
        signal: init.signal ?? null,
      });
      const target = followed < REDIRECTS_FOLLOWED ? targetOf(answer, address) : null;
      if (target === null) return wholeAnswer(answer);
      await answer.body.dump();
      if (answer.statusCode === 303) {
        method = 'GET';
        body = null;
      }
      address = target;
    }
  };
}

function targetOf({ statusCode, headers }: Dispatcher.ResponseData, from: URL): URL | null {
  const location = [headers.location ?? null].flat()[0] ?? null;
  return sameOriginTarget({ status: statusCode, location }, from);
}

async function wholeAnswer(answer: Dispatcher.ResponseData): Promise<Response> {
  const text = await textOf(answer);
  const headers = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [value].flat().map((one) => [name, one]),
  );
  return new WholeAnswer(text, { status: answer.statusCode, headers });
}

/**
 * An answer whose text is there already. A `Response` made from text builds a web stream around it, which is a sixth of
 * what a call allocates and outlives it until the collector comes by; nobody reads these as a stream.
 */
class WholeAnswer extends Response {
  override readonly text: () => Promise<string>;
  override readonly json: () => Promise<unknown>;

  constructor(text: string, head: ResponseInit) {
    super(null, head);
    this.text = async () => text;
    this.json = async () => JSON.parse(text);
  }
}

/** No encoding was asked for; some gateways pack their answers all the same. */
async function textOf({ headers, body }: Dispatcher.ResponseData): Promise<string> {
  const encoding = [headers['content-encoding'] ?? 'identity'].flat().join(',').toLowerCase();
  if (encoding === 'identity') return body.text();
  const bytes = Buffer.from(await body.arrayBuffer());
  if (encoding === 'gzip' || encoding === 'x-gzip') return (await unpackGzip(bytes)).toString('utf8');
  if (encoding === 'br') return (await unpackBrotli(bytes)).toString('utf8');
  if (encoding === 'deflate') return (await unpackDeflate(bytes)).toString('utf8');
  throw new Error(`the answer is packed as ${encoding}, which nobody asked for`);
}

/** No limit but the caller's signal; a proxy only where Node is told to use the one of the environment. */
function connections(): Dispatcher {
  const limits = { headersTimeout: 0, bodyTimeout: 0 };
  return process.env.NODE_USE_ENV_PROXY === '1' ? new EnvHttpProxyAgent(limits) : new Agent(limits);
}

function methodOf(method: string | undefined): Dispatcher.HttpMethod {
  return method?.toUpperCase() === 'GET' ? 'GET' : 'POST';
}
