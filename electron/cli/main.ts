import { type Command, type Output, reportFailure } from './command.ts';
import { commands } from './commands.ts';
import { openCommand } from './open.ts';
import { appVersion } from './version.ts';

/** The list of commands, one line each. */
function help(): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  const lines = commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`);
  return `assay ${appVersion}: inspect LLM-judge rewards\n\n  assay [FILES…]  ${openCommand.summary}\n\n${lines.join('\n')}\n\nassay COMMAND --help shows its options.\n`;
}

async function main(argv: readonly string[]): Promise<number> {
  const abort = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
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
  const [first, ...rest] = argv;
  if (first === 'help' || first === '--help' || first === '-h') {
    output.stdout(help());
    return 0;
  }
  if (first === '--version' || first === '-V') {
    output.stdout(`${appVersion}\n`);
    return 0;
  }
  const named: Command | undefined = commands.find((command) => command.name === first);
  const command = named ?? openCommand;
  const own = named === undefined ? argv : rest;
  if (named !== undefined && (own.includes('--help') || own.includes('-h'))) {
    const details = (named.details ?? []).map((line) => `  ${line}\n`).join('');
    output.stdout(`${named.summary}\nusage: ${named.usage}\n${details === '' ? '' : `\n${details}`}`);
    return 0;
  }
  try {
    return await command.run(own, output);
  } catch (error) {
    return reportFailure(error, own.includes('--json'), output);
  }
}

process.exitCode = await main(process.argv.slice(2));
