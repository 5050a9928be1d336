import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import { runCli } from '../../electron/cli/run.ts';

const main = resolve(import.meta.dirname, '../../electron/cli/main.ts');

export interface CliRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Called with all of stderr so far; may signal the child. */
  readonly onStderr?: (text: string, kill: (signal: NodeJS.Signals) => void) => void;
  /** Called once the child runs. */
  readonly onStart?: (kill: (signal: NodeJS.Signals) => void) => void;
}

/** A folder of the tests' own for temporary workspaces: what a command leaves behind shows in it. */
export class CliFolder {
  readonly path: string = mkdtempSync(join(tmpdir(), 'assay-cli-test-'));

  file(...parts: readonly string[]): string {
    return join(this.path, ...parts);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  /** Runs the real command line in a process of its own. */
  async run(args: readonly string[], options: CliOptions = {}): Promise<CliRun> {
    const temporary = mkdtempSync(join(this.path, 'tmp-'));
    const child = spawn(process.execPath, [main, ...args], {
      cwd: this.path,
      // no key of the machine's own may reach a test
      env: {
        PATH: process.env.PATH,
        HOME: this.path,
        USER: 'tester',
        TMPDIR: temporary,
        TEMP: temporary,
        TMP: temporary,
        ...options.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const text = { stdout: '', stderr: '' };
    const kill = (signal: NodeJS.Signals) => {
      child.kill(signal);
    };
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text.stdout += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      text.stderr += chunk;
      options.onStderr?.(text.stderr, kill);
    });
    options.onStart?.(kill);
    const status = await new Promise<number | null>((done, failed) => {
      child.on('error', failed);
      child.on('close', done);
    });
    if (status !== null) expect(readdirSync(temporary), 'nothing is left behind').toEqual([]);
    rmSync(temporary, { recursive: true, force: true });
    return { status, ...text };
  }

  /** The same in this process, for what does not hang on being one: a process of its own costs a second. */
  async here(args: readonly string[], signal = new AbortController().signal): Promise<CliRun> {
    const temporary = mkdtempSync(join(this.path, 'tmp-'));
    const before = process.env.TMPDIR;
    const text = { stdout: '', stderr: '' };
    process.env.TMPDIR = temporary;
    try {
      const status = await runCli(args, {
        stdout: (written) => {
          text.stdout += written;
        },
        stderr: (written) => {
          text.stderr += written;
        },
        env: { USER: 'tester' },
        signal,
      });
      expect(readdirSync(temporary), 'nothing is left behind').toEqual([]);
      return { status, ...text };
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
      rmSync(temporary, { recursive: true, force: true });
    }
  }

  /** The JSON document of a command that must end with this status, in this process. */
  async json(args: readonly string[], wantedStatus = 0): Promise<unknown> {
    return document(args, await this.here([...args, '--json']), wantedStatus);
  }

  /** The same in a process of its own. */
  async jsonOfProcess(args: readonly string[], wantedStatus = 0): Promise<unknown> {
    return document(args, await this.run([...args, '--json']), wantedStatus);
  }
}

function document(
  args: readonly string[],
  { status, stdout, stderr }: CliRun,
  wantedStatus: number,
): unknown {
  expect(status, `${args.join(' ')}\n${stderr}${stdout.slice(0, 2000)}`).toBe(wantedStatus);
  expect(stdout).not.toMatch(/\bNaN\b|Infinity/);
  return JSON.parse(stdout);
}
