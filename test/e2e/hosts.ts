import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  type Browser,
  chromium,
  type ElectronApplication,
  _electron as electron,
  type Page,
} from 'playwright-core';
import { chromiumSwitches, findChromium } from '../chromium.ts';
import { Watch } from './watch.ts';

/** What a host is started with. */
export interface StartOptions {
  readonly workspace: string;
  readonly demo?: boolean;
  /** Shows scrollbars, which a browser without a window leaves out. */
  readonly scrollbars?: boolean;
  /** Language of the browser; the app follows it until a person chooses. */
  readonly locale?: string;
}

/** One running app and the page that shows it. */
export interface Session {
  readonly page: Page;
  /** Scheme, host and port of the app's own pages. */
  readonly origin: string;
  readonly workspace: string;
  readonly watch: Watch;
  /** What the app itself wrote on its standard error. */
  readonly log: () => string;
  /** Loads an address of the app as a person would who typed it. */
  open(path: string): Promise<void>;
  /** Keeps a screenshot in the folder ASSAY_E2E_PICTURES names; nothing where it names none. */
  picture(name: string): Promise<void>;
  /** Ends the app and everything it started; throws on what the page complained of. */
  stop(): Promise<void>;
}

export interface Host {
  readonly name: string;
  /** Why it cannot run here; null where it can. */
  readonly missing: string | null;
  start(files: readonly string[], options: StartOptions): Promise<Session>;
}

const root = resolve(import.meta.dirname, '..', '..');
const startMs = 60_000;
const size = { width: 1440, height: 900 } as const;

/** Only what a process needs to run: no key and no address of a real judge may reach a test. */
function bareEnvironment(home: string): Record<string, string> {
  const kept = ['PATH', 'SystemRoot', 'DISPLAY', 'WAYLAND_DISPLAY', 'XDG_RUNTIME_DIR', 'XAUTHORITY'];
  return {
    ...Object.fromEntries(
      kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
    ),
    HOME: home,
    USERPROFILE: home,
    APPDATA: home,
    XDG_CONFIG_HOME: home,
    XDG_DATA_HOME: home,
    TMPDIR: home,
    TEMP: home,
    TMP: home,
    USER: 'tester',
    USERNAME: 'tester',
  };
}

/** `assay serve` as a person starts it, and a real Chromium on the address it prints. */
export const serveHost: Host = {
  name: 'served to Chromium',
  missing: findChromium() === null ? 'no Chromium is here' : null,
  async start(files, options) {
    const home = await mkdtemp(join(tmpdir(), 'assay-e2e-'));
    const server = spawn(
      process.execPath,
      [
        join(root, 'electron', 'cli', 'main.ts'),
        'serve',
        '--port',
        '0',
        '--workspace',
        options.workspace,
        ...(options.demo === true ? ['--demo'] : []),
        ...files,
      ],
      { cwd: home, env: bareEnvironment(home), stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const written = { out: '', err: '' };
    let browser: Browser | null = null;
    const end = async (): Promise<void> => {
      await browser?.close();
      await endProcess(server);
      await rm(home, { recursive: true, force: true });
    };
    try {
      const address = await printedAddress(server, written);
      browser = await chromium.launch({
        executablePath: findChromium() ?? '',
        args: [...chromiumSwitches],
        ...(options.scrollbars === true ? { ignoreDefaultArgs: ['--hide-scrollbars'] } : {}),
      });
      const context = await browser.newContext({
        viewport: size,
        locale: options.locale ?? 'en-US',
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      const { origin } = new URL(address);
      const watch = new Watch(page, origin);
      await page.goto(address);
      return session({ page, origin, watch, end, log: () => written.err, workspace: options.workspace });
    } catch (error) {
      await end();
      throw error;
    }
  },
};

/** The Electron executable of this checkout, or null where it was never fetched. */
export function electronExecutable(): string | null {
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(root, 'node_modules', 'electron', 'dist');
  const names: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
    darwin: join('Electron.app', 'Contents', 'MacOS', 'Electron'),
    win32: 'electron.exe',
  };
  const path = join(folder, names[process.platform] ?? 'electron');
  return existsSync(path) ? path : null;
}

/** The desktop app, built, under Playwright's Electron driver. */
export const electronHost: Host = {
  name: 'in Electron',
  missing:
    electronExecutable() === null
      ? 'Electron’s runtime is not here'
      : existsSync(join(root, 'out', 'main', 'main.js'))
        ? null
        : 'the desktop host is not built (npm run build)',
  async start(files, options) {
    const home = await mkdtemp(join(tmpdir(), 'assay-e2e-'));
    let app: ElectronApplication | null = null;
    const end = async (): Promise<void> => {
      await app?.close();
      await rm(home, { recursive: true, force: true });
    };
    try {
      app = await electron.launch({
        executablePath: electronExecutable() ?? '',
        args: [
          root,
          ...(options.demo === true ? ['--demo'] : []),
          ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
          `--lang=${options.locale ?? 'en-US'}`,
          `--user-data-dir=${join(home, 'profile')}`,
          ...files,
        ],
        env: { ...bareEnvironment(home), ASSAY_WORKSPACE: options.workspace },
        cwd: home,
        timeout: startMs,
      });
      let log = '';
      app.process().stderr?.on('data', (chunk: Buffer) => {
        log += chunk.toString();
      });
      const page = await app.firstWindow({ timeout: startMs });
      const origin = 'app://assay';
      const watch = new Watch(page, origin);
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      // what the page did before the watch began is seen by loading it once more
      await page.reload();
      return session({ page, origin, watch, end, log: () => log, workspace: options.workspace });
    } catch (error) {
      await end();
      throw error;
    }
  },
};

interface Parts {
  readonly page: Page;
  readonly origin: string;
  readonly watch: Watch;
  readonly workspace: string;
  readonly log: () => string;
  readonly end: () => Promise<void>;
}

function session({ end, ...parts }: Parts): Session {
  parts.page.setDefaultTimeout(15_000);
  let ended = false;
  return {
    ...parts,
    async open(path) {
      await parts.page.goto(`${parts.origin}${path}`);
    },
    async picture(name) {
      const folder = process.env.ASSAY_E2E_PICTURES;
      if (folder === undefined) return;
      await parts.page.screenshot({ path: join(folder, `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.png`) });
    },
    async stop() {
      if (ended) return;
      ended = true;
      parts.watch.close();
      await end();
      parts.watch.expectQuiet();
      if (/^assay: defect in /m.test(parts.log()))
        throw new Error(`the engine reported a defect:\n${parts.log()}`);
    },
  };
}

/** The address in `Assay is at …`, or an error with what the server wrote instead. */
function printedAddress(server: ChildProcess, written: { out: string; err: string }): Promise<string> {
  return new Promise((found, failed) => {
    const late = setTimeout(
      () => failed(new Error(`no address within ${startMs / 1000} s:\n${written.out}${written.err}`)),
      startMs,
    );
    server.on('error', failed);
    server.on('exit', (code) => {
      clearTimeout(late);
      failed(new Error(`the server ended with ${code}:\n${written.out}${written.err}`));
    });
    server.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      written.err += chunk;
    });
    server.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      written.out += chunk;
      const address = /^Assay is at (http:\/\/\S+)$/m.exec(written.out)?.[1];
      if (address === undefined) return;
      clearTimeout(late);
      found(address);
    });
  });
}

/** Ends one process this module started: Ctrl C first, and where that is not heeded within ten seconds, for good. */
async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  child.kill('SIGINT');
  const impatient = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await gone;
  clearTimeout(impatient);
}
