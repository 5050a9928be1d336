import { type Command, type ExitStatus, type Output, reportFailure } from './command.ts';
import { commands } from './commands.ts';
import { openCommand } from './open.ts';
import { appVersion } from './version.ts';

/** The list of commands, one line each. */
function help(): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  const lines = commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`);
  return `assay ${appVersion}: inspect LLM-judge rewards\n\n  assay [FILES…]  ${openCommand.summary}\n\n${lines.join('\n')}\n\nassay COMMAND --help shows its options.\n`;
}

/** One call of the command line, from its arguments to its exit status. Never throws: a failure is written. */
export async function runCli(argv: readonly string[], output: Output): Promise<ExitStatus> {
  const [first, ...rest] = argv;
  if (first === 'help' || first === '--help' || first === '-h') {
    output.stdout(help());
    return 0;
  }
  if (first === '--version' || first === '-V') {
    output.stdout(`${appVersion}\n`);
    return 0;
  }
  const named: Command | undefined = [openCommand, ...commands].find((command) => command.name === first);
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
