import { extname, join } from 'node:path';
import { app, BrowserWindow, dialog, protocol } from 'electron';
import { workspaceFolderFor } from '../api/workspace-folder.ts';
import { EngineProcess } from './engine-process.ts';
import { registerHostCalls } from './host-calls.ts';
import { hostText } from './host-text.ts';
import { setMenu } from './menu.ts';
import { appOrigin, openWindow, preloadPath } from './window.ts';

/**
 * The desktop host: one engine process, one window, the app:// protocol between them. No port is opened. Everything the
 * app does is in the engine and the pages; here is only what needs Electron.
 */
protocol.registerSchemesAsPrivileged([
  {
    scheme: 'app',
    privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
  },
]);

/** Files named on a command line: whatever is not a switch and not the program itself. */
function filesOf(argv: readonly string[], workingDirectory: string): string[] {
  return argv
    .slice(app.isPackaged ? 1 : 2)
    .filter((argument) => !argument.startsWith('-'))
    .map((path) =>
      path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path) ? path : join(workingDirectory, path),
    );
}

let engine: EngineProcess | null = null;
const waiting: string[] = [];

function openPaths(paths: readonly string[]): void {
  if (paths.length === 0) return;
  if (engine === null) {
    waiting.push(...paths);
    return;
  }
  const body = JSON.stringify({ paths });
  const headers = { 'content-type': 'application/json' };
  void engine
    .fetch(new Request(`${appOrigin}/api/trpc/sources.open`, { method: 'POST', headers, body }))
    .then(async (response) => {
      if (!response.ok) dialog.showErrorBox(app.getName(), messageOf(await response.text()));
    })
    .catch((error: unknown) => dialog.showErrorBox(app.getName(), String(error)));
}

/** The sentence of a failure that crossed as JSON; any other text as it is. */
function messageOf(answer: string): string {
  try {
    const value: { readonly error?: { readonly message?: unknown } } | null = JSON.parse(answer); // our own router's answer
    const message = value?.error?.message;
    return typeof message === 'string' ? message : answer;
  } catch {
    return answer;
  }
}

async function chooseFiles(): Promise<void> {
  const chosen = await dialog.showOpenDialog({ properties: ['openFile', 'multiSelections'] });
  if (!chosen.canceled) openPaths(chosen.filePaths);
}

function start(): void {
  const files = [...filesOf(process.argv, process.cwd()), ...waiting];
  const workspace = process.env.ASSAY_WORKSPACE ?? workspaceFolderFor(files, process.env, process.platform);
  engine = new EngineProcess({
    // beside this file, as a source or as built
    modulePath: join(import.meta.dirname, `engine-entry${extname(import.meta.filename)}`),
    options: {
      workspace,
      files,
      rendererFolder: join(import.meta.dirname, '..', 'renderer'),
      rubricsFolder: join(app.getAppPath(), 'rubrics'),
      version: app.getVersion(),
      demo: process.argv.includes('--demo'),
      capabilities: { host: 'desktop', open_dialog: true, reveal: true, upload: false },
    },
    onRestart: (exitCode) => {
      for (const window of BrowserWindow.getAllWindows())
        window.webContents.send('assay:engine-restarted', exitCode);
    },
    onDown: (exitCode) => {
      dialog.showErrorBox(app.getName(), hostText(app.getLocale()).engineDown(exitCode));
    },
  });
  const running = engine;
  protocol.handle('app', (request) =>
    request.url.startsWith(`${appOrigin}/`)
      ? running.fetch(request)
      : new Response('no such host\n', { status: 404 }),
  );
  registerHostCalls();
  setMenu(app.getLocale(), () => void chooseFiles());
  openWindow(preloadPath());
}

if (app.requestSingleInstanceLock()) {
  app.on('second-instance', (_event, argv, workingDirectory) => {
    openPaths(filesOf(argv, workingDirectory));
    const window = BrowserWindow.getAllWindows()[0];
    if (window?.isMinimized() === true) window.restore();
    window?.focus();
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    openPaths([path]);
  });
  app.on('window-all-closed', () => app.quit());
  let closed = false;
  app.on('before-quit', (event) => {
    if (closed || engine === null) return;
    event.preventDefault();
    void engine.close().finally(() => {
      closed = true;
      app.quit();
    });
  });
  void app.whenReady().then(start);
} else {
  app.quit();
}
