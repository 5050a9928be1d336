import { join } from 'node:path';
import { app, BrowserWindow, session, shell } from 'electron';

export const appOrigin = 'app://assay';

/** One window on the app's own pages: sandboxed, no node, no second window, no navigation away, no permission granted. */
export function openWindow(preload: string): BrowserWindow {
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    minWidth: 900,
    minHeight: 600,
    show: false,
    title: app.getName(),
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: false,
    },
  });
  window.once('ready-to-show', () => window.show());
  window.webContents.setWindowOpenHandler(({ url }) => {
    // a link in the app's own help text may open the person's browser; a link in a log is text and never gets here
    if (url.startsWith('https://')) void shell.openExternal(url);
    return { action: 'deny' };
  });
  window.webContents.on('will-navigate', (event, url) => {
    if (!url.startsWith(`${appOrigin}/`)) event.preventDefault();
  });
  window.webContents.on('will-attach-webview', (event) => event.preventDefault());
  session.defaultSession.setPermissionRequestHandler((_contents, permission, decide) => {
    decide(permission === 'clipboard-sanitized-write');
  });
  void window.loadURL(`${appOrigin}/`);
  return window;
}

/** The preload beside the built main file. */
export function preloadPath(): string {
  return join(import.meta.dirname, '..', 'preload', 'preload.cjs');
}
