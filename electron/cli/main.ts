import type { Output } from './command.ts';
import { runCli } from './run.ts';

const abort = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    // the first ends the work in good order, a second one ends the process
    if (abort.signal.aborted) process.exit(130);
    abort.abort();
  });
// `| head` closes the pipe early; what is left unread is nobody's error
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});
const output: Output = {
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  env: process.env,
  signal: abort.signal,
};
process.exitCode = await runCli(process.argv.slice(2), output);
