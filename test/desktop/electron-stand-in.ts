import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { join } from 'node:path';

/**
 * The few calls the desktop host makes of Electron, as their documentation describes them. The utility process is a real
 * child process that runs the real engine; messages between the two are structured-cloned, as Electron's are.
 */
type Handler = (request: Request) => Promise<Response> | Response;

export const protocolHandlers = new Map<string, Handler>();
export const schemes: { readonly scheme: string; readonly privileges: Readonly<Record<string, boolean>> }[] =
  [];
export const errorBoxes: { readonly title: string; readonly content: string }[] = [];
export const children: ChildProcess[] = [];
export const revealed: string[] = [];
export const chooser: { answer: { canceled: boolean; filePaths: string[] } } = {
  answer: { canceled: true, filePaths: [] },
};

export const protocol = {
  registerSchemesAsPrivileged: (list: typeof schemes) => schemes.push(...list),
  handle: (scheme: string, handler: Handler) => protocolHandlers.set(scheme, handler),
};

class App extends EventEmitter {
  isPackaged = false;
  quitting = false;
  requestSingleInstanceLock = () => true;
  getName = () => 'Assay';
  getVersion = () => '0.0.0-test';
  getLocale = () => 'zh-CN';
  getAppPath = () => join(import.meta.dirname, '..', '..');
  whenReady = () => Promise.resolve();
  /** As Electron does: before-quit may hold the quit back; without that, the app ends. */
  quit(): void {
    let held = false;
    this.emit('before-quit', {
      preventDefault: () => {
        held = true;
      },
    });
    if (!held) {
      this.quitting = true;
      this.emit('quit');
    }
  }
}
export const app = new App();

export class WebContents extends EventEmitter {
  readonly sent: { readonly channel: string; readonly args: readonly unknown[] }[] = [];
  openHandler: ((details: { url: string }) => { action: string }) | null = null;
  send(channel: string, ...args: readonly unknown[]): void {
    this.sent.push({ channel, args });
  }
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.openHandler = handler;
  }
}

export class BrowserWindow extends EventEmitter {
  static readonly windows: BrowserWindow[] = [];
  static getAllWindows = () => BrowserWindow.windows;
  static fromWebContents = (contents: WebContents) =>
    BrowserWindow.windows.find((window) => window.webContents === contents) ?? null;
  readonly webContents = new WebContents();
  readonly options: { readonly webPreferences: Readonly<Record<string, unknown>> };
  url = '';
  constructor(options: BrowserWindow['options']) {
    super();
    this.options = options;
    BrowserWindow.windows.push(this);
  }
  loadURL(url: string): Promise<void> {
    this.url = url;
    return Promise.resolve();
  }
  show(): void {}
  focus(): void {}
  restore(): void {}
  isMinimized = () => false;
}

export const permissions: { decide: ((permission: string) => boolean) | null } = { decide: null };
export const session = {
  defaultSession: {
    setPermissionRequestHandler: (
      handler: (contents: unknown, permission: string, done: (allowed: boolean) => void) => void,
    ) => {
      permissions.decide = (permission) => {
        let answer = false;
        handler(null, permission, (allowed) => {
          answer = allowed;
        });
        return answer;
      };
    },
  },
};

export const dialog = {
  showErrorBox: (title: string, content: string) => errorBoxes.push({ title, content }),
  showOpenDialog: () => Promise.resolve(chooser.answer),
};
export const opened: string[] = [];
export const shell = {
  openExternal: (url: string) => {
    opened.push(url);
    return Promise.resolve();
  },
  showItemInFolder: (path: string) => revealed.push(path),
};
export const calls = new Map<string, (event: unknown, ...args: unknown[]) => unknown>();
export const ipcMain = {
  handle: (channel: string, listener: (event: unknown, ...args: unknown[]) => unknown) =>
    calls.set(channel, listener),
};
export const menus: unknown[] = [];
export const Menu = {
  buildFromTemplate: (template: unknown) => template,
  setApplicationMenu: (menu: unknown) => menus.push(menu),
};

class UtilityProcess extends EventEmitter {
  readonly #child: ChildProcess;
  constructor(modulePath: string, args: readonly string[]) {
    super();
    this.#child = fork(modulePath, [...args], {
      execArgv: ['--import', new URL('./parent-port.ts', import.meta.url).href],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    children.push(this.#child);
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.on('exit', (code, signal) => this.emit('exit', code ?? (signal === null ? 0 : 9)));
  }
  postMessage(message: unknown): void {
    if (this.#child.connected) this.#child.send(message as object); // Electron takes any cloneable value, and drops it once the process is gone
  }
}
export const utilityProcess = {
  fork: (modulePath: string, args: readonly string[]) => new UtilityProcess(modulePath, args),
};
