import { utilityProcess } from 'electron';
import { type Message, TransportClient } from './transport.ts';

export interface EngineProcessOptions {
  /** The engine's entry; it reads its options as JSON from its last argument. */
  readonly modulePath: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** The engine died and was started once more, or died again and stays down. */
  readonly onRestart: (exitCode: number) => void;
  readonly onDown: (exitCode: number) => void;
}

/** Milliseconds. */
const closeWithin = 30_000;

/**
 * The engine in a process of its own, asked by fetch. It is started once more if it dies; a second death within a minute
 * leaves it down, because something the engine reads kills it and a loop would hide that.
 */
export class EngineProcess {
  readonly #options: EngineProcessOptions;
  #client: TransportClient | null = null;
  #child: Electron.UtilityProcess | null = null;
  #lastStart = 0;
  #closing = false;
  #restarted = false;

  constructor(options: EngineProcessOptions) {
    this.#options = options;
    this.#start();
  }

  /** Sends a request to the engine; an engine that is down answers 503 with what to do. */
  async fetch(request: Request): Promise<Response> {
    if (this.#client === null)
      return new Response('The engine stopped twice. Restart Assay.\n', { status: 503 });
    try {
      return await this.#client.fetch(request);
    } catch (error) {
      return new Response(`${error instanceof Error ? error.message : String(error)}\n`, { status: 503 });
    }
  }

  /**
   * Asks the engine to close its stores and waits for it to end. One that does not is ended: what people made is on the disk
   * at every moment, and the index can be made again.
   */
  close(): Promise<void> {
    this.#closing = true;
    const child = this.#child;
    if (child === null) return Promise.resolve();
    return new Promise((resolve) => {
      const late = setTimeout(() => child.kill(), closeWithin);
      child.once('exit', () => {
        clearTimeout(late);
        resolve();
      });
      child.postMessage({ kind: 'close' });
    });
  }

  #start(): void {
    this.#lastStart = Date.now();
    const options = JSON.stringify({ ...this.#options.options, restarted: this.#restarted });
    const child = utilityProcess.fork(this.#options.modulePath, [options], {
      serviceName: 'Assay engine',
      stdio: 'inherit',
    });
    this.#child = child;
    const client = new TransportClient({
      post: (message) => child.postMessage(message),
      listen: (listener) => {
        child.on('message', (message: Message) => listener(message));
      },
    });
    this.#client = client;
    child.once('exit', (code) => {
      this.#child = null;
      client.abandon('the engine stopped while it was answering; try again');
      if (this.#closing) return;
      if (Date.now() - this.#lastStart < 60_000 && this.#restarted) {
        this.#client = null;
        this.#options.onDown(code);
        return;
      }
      this.#restarted = true;
      this.#start();
      this.#options.onRestart(code);
    });
  }
}
