import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

export interface Child {
  readonly process: ChildProcess;
  /** The lines it printed so far. */
  readonly lines: readonly string[];
  /** Resolves once it printed a line that satisfies the condition; rejects when it ends without. */
  until(condition: (line: string) => boolean): Promise<string>;
  /** Resolves with the exit code, null where a signal ended it. */
  readonly ended: Promise<number | null>;
}

/** Runs a script of this folder tree in a Node process of its own. */
export function runChild(script: string, args: readonly string[]): Child {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const lines: string[] = [];
  const waiting = new Set<(line: string) => void>();
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString('utf8');
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    for (const look of waiting) look(line);
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)));
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  });
  return {
    process: child,
    lines,
    ended,
    until(condition) {
      const already = lines.find(condition);
      if (already !== undefined) return Promise.resolve(already);
      return new Promise((resolve, reject) => {
        waiting.add((line) => {
          if (condition(line)) resolve(line);
        });
        void ended.then((code) => reject(new Error(`the child ended with ${code}: ${errors}`)));
      });
    },
  };
}
