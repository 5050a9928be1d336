import { type EngineOptions, openEngine } from '../api/engine.ts';
import { type Message, serveTransport } from './transport.ts';

/** The engine's process: options as JSON in the last argument, requests over the parent's port until it says close. */
const options = JSON.parse(process.argv.at(-1) ?? '{}') as Omit<EngineOptions, 'env' | 'onDefect'> & {
  readonly files: readonly string[];
};
const port = process.parentPort;
const opened = openEngine({
  ...options,
  env: process.env,
  onDefect: (error, where) => console.error(`assay: defect in ${where}:`, error),
});

serveTransport(
  {
    post: (message) => port.postMessage(message),
    listen: (listener) => {
      port.on('message', (event) => listener(event.data as Message)); // only our own main process holds the other end
    },
  },
  async (request) => (await opened).fetch(request),
);

port.on('message', (event) => {
  if ((event.data as { kind?: unknown }).kind !== 'close') return;
  void opened.then((engine) => engine.close()).finally(() => process.exit(0));
});

try {
  const engine = await opened;
  if (options.files.length > 0) await engine.services.sources.open(options.files, 'auto');
} catch (error) {
  // every request is answered with this failure, so the window can show it
  console.error(`assay: ${error instanceof Error ? error.message : String(error)}`);
}
