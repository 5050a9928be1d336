import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openRecord } from '../../electron/record/index.ts';
import { runChild } from './child.ts';
import { failureOf, openTemporary, temporaryFolder } from './workspace.ts';

describe('one writer per workspace', () => {
  test('a second process is refused and told who holds the workspace and what to do', async () => {
    const folder = temporaryFolder();
    const holder = runChild('hold-workspace.ts', [folder]);
    await holder.until((line) => line === 'open');
    const failure = failureOf(() => openRecord(folder));
    expect(failure.code).toBe('workspace_locked');
    expect(failure.message).toContain(`process ${holder.process.pid}`);
    expect(failure.message).toContain('Close that one first');
    expect(failure.retryable).toBe(true);
    expect(failure.details?.pid).toBe(holder.process.pid);
  });

  test('a process that was killed leaves no stale lock', async () => {
    const folder = temporaryFolder();
    const holder = runChild('hold-workspace.ts', [folder]);
    await holder.until((line) => line === 'open');
    holder.process.kill('SIGKILL');
    await holder.ended;
    expect(openTemporary(folder).runs.list()).toEqual([]);
  });

  test('an owner file without a lock behind it stops nobody', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'record.owner.json'), JSON.stringify({ pid: 1, host: 'h', since: 'then' }));
    expect(() => openTemporary(folder)).not.toThrow();
  });

  test('the same process cannot open a workspace twice, and can after closing it', () => {
    const folder = temporaryFolder();
    const first = openRecord(folder);
    expect(failureOf(() => openRecord(folder)).code).toBe('workspace_locked');
    first.close();
    first.close();
    openTemporary(folder).labels.currentLabels();
  });

  test('two workspaces are open side by side', () => {
    openTemporary();
    expect(() => openTemporary()).not.toThrow();
  });

  test('a workspace that failed to open is free again', () => {
    const folder = temporaryFolder();
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, 'record.sqlite'),
      'this is no database, and it is longer than a header would be',
    );
    expect(failureOf(() => openRecord(folder)).code).toBe('record_failed');
    expect(failureOf(() => openRecord(folder)).code).toBe('record_failed');
  });
});
