import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { Agent, type Dispatcher, EnvHttpProxyAgent, interceptors, request } from 'undici';

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
 * Rejects with what broke the connection, a connection that closes in the middle of an answer included.
 */
export function judgeFetch(): JudgeFetch {
  const dispatcher = connections();
  return async (input, init = {}) => {
    const address = input instanceof Request ? input.url : input;
    const asked = init.headers instanceof Headers ? init.headers : new Headers(init.headers);
    const answer = await request(address, {
      dispatcher,
      method: methodOf(init.method),
      headers: Object.fromEntries(asked),
      body: typeof init.body === 'string' ? init.body : null,
      signal: init.signal ?? null,
    });
    const text = await textOf(answer);
    const headers = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [value].flat().map((one) => [name, one]),
    );
    // A Response with one of these statuses must have no body at all.
    const empty = answer.statusCode === 204 || answer.statusCode === 205 || answer.statusCode === 304;
    return new Response(empty ? null : text, { status: answer.statusCode, headers });
  };
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
  const agent = process.env.NODE_USE_ENV_PROXY === '1' ? new EnvHttpProxyAgent(limits) : new Agent(limits);
  return agent.compose(interceptors.redirect({ maxRedirections: 3 }));
}

function methodOf(method: string | undefined): Dispatcher.HttpMethod {
  return method?.toUpperCase() === 'GET' ? 'GET' : 'POST';
}
