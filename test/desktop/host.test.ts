import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

vi.mock('electron', () => import('./electron-stand-in.ts'));

const electron = await import('./electron-stand-in.ts');
const workspace = mkdtempSync(join(tmpdir(), 'assay-desktop-'));

/** Polls until the condition holds; the engine is a real process and takes its time. */
async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 20_000;
  while (Date.now() < end) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`never happened: ${what}`);
}

async function ask(path: string, init?: RequestInit): Promise<Response> {
  const handler = electron.protocolHandlers.get('app');
  if (handler === undefined) throw new Error('the app:// protocol has no handler');
  return handler(new Request(`app://assay${path}`, init));
}

interface Answer<T> {
  readonly result: { readonly data: T };
}

async function call<T>(path: string, input: unknown): Promise<T> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  };
  const answer = await ask(`/api/trpc/${path}`, init);
  return ((await answer.json()) as Answer<T>).result.data;
}

/** Reads a log that carries its messages and starts a slow re-run over it; resolves when some attempts are stored. */
async function startRerun(): Promise<string> {
  const log = join(workspace, 'log.jsonl');
  const messages = [{ role: 'user', content: 'Instruction: send the mail. Frame 0: mail sent.' }];
  const lines = Array.from({ length: 60 }, (_, at) =>
    JSON.stringify({
      trajectory_id: `x${at}`,
      task_id: `t${at}`,
      judge_model: 'j',
      rubric_version: 'v',
      reward: 0,
      success: false,
      messages,
    }),
  );
  writeFileSync(log, `${lines.join('\n')}\n`);
  await call('sources.open', { paths: [log], kind: 'reward_log' });
  await until('the log is read', async () => {
    const answer = await ask('/api/trpc/workspace.info');
    return (
      ((await answer.json()) as Answer<{ counts: { verdicts: number } }>).result.data.counts.verdicts === 60
    );
  });
  const { run_id } = await call<{ run_id: string }>('variance.start', { filter: '', repeats: 20 });
  await until('attempts come in', async () => {
    const found = (await runs()).find((run) => run.run_id === run_id);
    return found !== undefined && found.attempts_done > 30;
  });
  return run_id;
}

interface Run {
  readonly run_id: string;
  readonly state: string;
  readonly attempts_done: number;
}

async function runs(): Promise<readonly Run[]> {
  const answer = await ask('/api/trpc/variance.runs');
  return ((await answer.json()) as Answer<readonly Run[]>).result.data;
}

async function runState(runId: string): Promise<string | undefined> {
  return (await runs()).find((run) => run.run_id === runId)?.state;
}

beforeAll(async () => {
  process.env.ASSAY_WORKSPACE = workspace;
  process.argv = [process.argv[0] ?? 'node', 'main'];
  await import('../../electron/desktop/main.ts');
  await until('the window opens', () => electron.BrowserWindow.windows.length === 1);
});

afterAll(async () => {
  electron.app.quit();
  await until('the app quits', () => electron.app.quitting);
  rmSync(workspace, { recursive: true, force: true });
});

describe('the desktop host', () => {
  test('opens one locked-down window on the app’s own origin', () => {
    const [window] = electron.BrowserWindow.windows;
    expect(window?.url).toBe('app://assay/');
    expect(window?.options.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
    });
    expect(electron.schemes).toEqual([
      {
        scheme: 'app',
        privileges: expect.objectContaining({
          standard: true,
          secure: true,
          supportFetchAPI: true,
          stream: true,
        }),
      },
    ]);
  });

  test('answers the contract over app://, from the engine’s own process', async () => {
    const answer = await ask('/api/trpc/workspace.info');
    expect(answer.status).toBe(200);
    const body = (await answer.json()) as {
      result: { data: { path: string; capabilities: { host: string } } };
    };
    expect(body.result.data.path).toBe(workspace);
    expect(body.result.data.capabilities.host).toBe('desktop');
    expect(electron.children).toHaveLength(1);
    expect(electron.children[0]?.pid).not.toBe(process.pid);
  });

  test('serves nothing under another host name', async () => {
    const handler = electron.protocolHandlers.get('app');
    expect((await handler?.(new Request('app://elsewhere/')))?.status).toBe(404);
  });

  test('denies new windows, navigation away and permissions; opens https in the person’s browser', () => {
    const contents = electron.BrowserWindow.windows[0]?.webContents;
    expect(contents?.openHandler?.({ url: 'https://example.org/' })).toEqual({ action: 'deny' });
    expect(contents?.openHandler?.({ url: 'file:///etc/passwd' })).toEqual({ action: 'deny' });
    expect(electron.opened).toEqual(['https://example.org/']);
    let prevented = 0;
    const event = { preventDefault: () => (prevented += 1) };
    contents?.emit('will-navigate', event, 'https://example.org/');
    contents?.emit('will-navigate', event, 'app://assay/verdicts');
    contents?.emit('will-attach-webview', event);
    expect(prevented).toBe(2);
    expect(electron.permissions.decide?.('media')).toBe(false);
    expect(electron.permissions.decide?.('clipboard-sanitized-write')).toBe(true);
  });

  test('native calls answer the app’s own page and refuse any other', async () => {
    const contents = electron.BrowserWindow.windows[0]?.webContents;
    electron.chooser.answer = { canceled: false, filePaths: ['/logs/reward_log.jsonl'] };
    const open = electron.calls.get('assay:open-files');
    const own = { sender: contents, senderFrame: { url: 'app://assay/sources' } };
    await expect(open?.(own)).resolves.toEqual(['/logs/reward_log.jsonl']);
    await expect(open?.({ sender: contents, senderFrame: { url: 'https://evil.example/' } })).rejects.toThrow(
      'may not call the host',
    );
    const reveal = electron.calls.get('assay:reveal');
    expect(() => reveal?.({ sender: contents, senderFrame: null }, '/x')).toThrow('may not call the host');
    expect(electron.revealed).toEqual([]);
  });

  test('the menu speaks the system’s language', () => {
    expect(JSON.stringify(electron.menus[0])).toContain('打开文件…');
  });

  test('an engine that dies is started once more and the window is told; a second death is said and stays', async () => {
    const window = electron.BrowserWindow.windows[0];
    const run = await startRerun();
    electron.children[0]?.kill('SIGKILL');
    await until(
      'the engine is back',
      async () => electron.children.length === 2 && (await ask('/api/trpc/workspace.info')).status === 200,
    );
    expect(window?.webContents.sent).toEqual([{ channel: 'assay:engine-restarted', args: [9] }]);
    // the re-run that was under way goes on from the record by itself
    await until('the re-run is done', async () => (await runState(run)) === 'done');
    electron.children[1]?.kill('SIGKILL');
    await until('the failure is said', () => electron.errorBoxes.length === 1);
    expect(electron.errorBoxes[0]?.content).toContain('引擎已两次停止');
    expect(electron.children).toHaveLength(2);
    expect((await ask('/api/trpc/workspace.info')).status).toBe(503);
  });
});
