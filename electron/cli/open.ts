import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fail } from '../core/model/failure.ts';
import { type Command, type ExitStatus, type Output, parseArguments, usageFailure } from './command.ts';
import { electronRuntime } from './electron-runtime.ts';
import { ensureScreens, projectFolder } from './screens.ts';
import { serveCommand } from './serve.ts';

const usage = 'assay [FILES…] [--workspace DIR] [--demo] [--port N]';

const options = {
  workspace: { type: 'string' },
  demo: { type: 'boolean' },
  port: { type: 'string' },
} as const;

/** `assay [FILES…]`: the desktop app; where Electron cannot start, the same app served on loopback, and why. */
export const openCommand: Command = {
  name: 'open',
  summary: 'the desktop app (served on 127.0.0.1 where Electron cannot start)',
  usage,
  async run(argv, output): Promise<ExitStatus> {
    const { values, positionals } = parseArguments(argv, options, usage);
    for (const path of positionals)
      if (!existsSync(path))
        throw usageFailure(
          `there is no command and no file named ${JSON.stringify(path)}; assay help lists the commands`,
          usage,
        );
    const runtime = electronRuntime(output.env, (line) => output.stderr(`${line}\n`));
    if ('missing' in runtime) {
      output.stderr(
        `The desktop window cannot open: ${runtime.missing}. The same app is served on 127.0.0.1 instead.\n`,
      );
      return serveCommand.run([...argv, '--open'], output);
    }
    return desktop(runtime.path, positionals, values, output);
  },
};

async function desktop(
  electron: string,
  files: readonly string[],
  values: { readonly workspace?: string | undefined; readonly demo?: boolean | undefined },
  output: Output,
): Promise<ExitStatus> {
  ensureScreens((line) => output.stderr(`${line}\n`));
  const main = join(projectFolder, 'out', 'main', 'main.js');
  if (!existsSync(main)) {
    output.stderr('Building the desktop host…\n');
    const built = spawnSync(
      process.execPath,
      [join(projectFolder, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js'), 'build'],
      {
        cwd: projectFolder,
        encoding: 'utf8',
      },
    );
    if (built.status !== 0)
      throw fail('internal', `building the desktop host failed: ${built.stderr.trim()}`);
  }
  const child = spawn(
    electron,
    [projectFolder, ...files.map((path) => resolve(path)), ...(values.demo === true ? ['--demo'] : [])],
    {
      stdio: 'inherit',
      env: {
        ...output.env,
        ...(values.workspace === undefined ? {} : { ASSAY_WORKSPACE: resolve(values.workspace) }),
      },
    },
  );
  output.signal.addEventListener('abort', () => child.kill('SIGTERM'));
  return new Promise((done) => {
    child.on('error', (error) => {
      output.stderr(`assay: Electron did not start: ${error.message}\n`);
      done(1);
    });
    child.on('exit', (code) => done(code === 0 ? 0 : 1));
  });
}
