import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openEngine } from '../api/engine.ts';
import { workspaceFolderFor } from '../api/workspace-folder.ts';
import { startServer } from '../serve/server.ts';
import {
  type Command,
  type ExitStatus,
  type Output,
  parseArguments,
  usageFailure,
  wholeNumber,
} from './command.ts';
import { mappingsOf, readingOptions } from './reading-options.ts';
import { ensureScreens, rendererFolder, starterRubrics } from './screens.ts';
import { openFiles } from './serve-files.ts';
import { appVersion } from './version.ts';

const usage =
  'assay serve [FILES…] [--port N] [--host ADDRESS] [--workspace DIR] [--map FIELD=PATH,…] [--demo] [--follow] [--token T] [--open]';

const options = {
  port: { type: 'string' },
  host: { type: 'string' },
  workspace: { type: 'string' },
  demo: { type: 'boolean' },
  follow: { type: 'boolean' },
  token: { type: 'string' },
  map: readingOptions.map,
  mapping: readingOptions.mapping,
  open: { type: 'boolean' },
} as const;

/** `assay serve`: the app over loopback for a browser, until Ctrl C. */
export const serveCommand: Command = {
  name: 'serve',
  summary: 'the app in a browser, served on 127.0.0.1',
  usage,
  details: [
    '--port N         the port; any free one without it',
    '--host ADDRESS   listen there instead of on 127.0.0.1; whoever reaches it needs the token of the printed address',
    '--token T        the token of the printed address; a new one each time without it',
    '--workspace DIR  work in this workspace; without it in the one of the first file’s folder',
    '--map FIELD=PATH,…  read the named logs of other names: reward=grade,success=judge.passed; may be repeated; other kinds',
    '                 after their name: truth:true_success=label,trajectory_id=episode',
    '--mapping NAME|FILE  a mapping saved in the workspace, or a JSON file of {"field": "path"}; may be repeated',
    '--follow         read on what is written to the named reward logs (without names: to those that are open)',
    '--demo           a sample run with planted faults, and a judge that needs no network',
    '--open           open the address in a browser where there is a display',
  ],
  async run(argv, output): Promise<ExitStatus> {
    const { values, positionals } = parseArguments(argv, options, usage);
    const files = positionals.map((path) => resolve(path));
    const mappings = mappingsOf(values, usage);
    if (mappings.length > 0 && files.length === 0)
      throw usageFailure('a mapping is for files that are named', usage);
    ensureScreens((line) => output.stderr(`${line}\n`));
    // A demo without a workspace of its own lives as long as the process.
    const temporary =
      values.demo === true && values.workspace === undefined
        ? await mkdtemp(join(tmpdir(), 'assay-demo-'))
        : null;
    const workspace = resolve(
      values.workspace ?? temporary ?? workspaceFolderFor(files, output.env, process.platform),
    );
    try {
      const engine = await openEngine({
        workspace,
        rendererFolder,
        rubricsFolder: starterRubrics,
        version: appVersion,
        demo: values.demo === true,
        capabilities: { host: 'serve', open_dialog: false, reveal: false, upload: true },
        env: output.env,
        onDefect: (error, where) =>
          output.stderr(
            `assay: defect in ${where}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
          ),
      });
      try {
        const served = await startServer({
          fetch: engine.fetch,
          port: wholeNumber(values.port, 0, 'port'),
          host: values.host ?? '127.0.0.1',
          ...(values.token === undefined ? {} : { token: values.token }),
        });
        output.stdout(`Assay is at ${served.url}\n`);
        output.stderr(`Workspace ${workspace}. Ctrl C ends it.\n`);
        if (values.open === true) openInBrowser(served.url, output);
        if (files.length > 0)
          for (const sentence of await openFiles(engine.parts, files, mappings))
            output.stderr(`${sentence}\n`);
        else if (values.demo === true) await engine.services.workspace.openSample();
        if (values.follow === true)
          engine.services.following.followWhenRead(files.length > 0 ? files : 'all');
        await new Promise<void>((done) => {
          if (output.signal.aborted) done();
          output.signal.addEventListener('abort', () => done());
        });
        await served.close();
      } finally {
        await engine.close();
      }
    } finally {
      if (temporary !== null) await rm(temporary, { recursive: true, force: true });
    }
    return 0;
  },
};

/** Opens the address where there is a display; elsewhere the printed line is enough. */
export function openInBrowser(url: string, output: Output): void {
  const linux = process.platform === 'linux';
  if (linux && output.env.DISPLAY === undefined && output.env.WAYLAND_DISPLAY === undefined) return;
  const [program, ...rest] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['explorer.exe', url]
        : ['xdg-open', url];
  if (program === undefined) return;
  const child = spawn(program, rest, { stdio: 'ignore', detached: true });
  child.on('error', () => output.stderr('No browser could be opened; use the address above.\n'));
  child.unref();
}
