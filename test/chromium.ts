import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

/** Switches every browser test starts Chromium with: headless, no sandbox (tests may run as root), nothing that phones home. */
export const chromiumSwitches = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
] as const;

/** The Chromium to test with: the one named by ASSAY_CHROMIUM, one that is installed, or null. */
export function findChromium(): string | null {
  const named = process.env.ASSAY_CHROMIUM;
  if (named !== undefined && existsSync(named)) return named;
  const programs = [
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
    'chrome',
    'msedge',
  ];
  const suffix = process.platform === 'win32' ? '.exe' : '';
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    for (const program of programs) {
      const path = join(folder, program + suffix);
      if (folder !== '' && existsSync(path)) return path;
    }
  const fixed = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
    chromium.executablePath(),
  ];
  return fixed.find((path) => existsSync(path)) ?? null;
}

/** Finds a Chromium or installs one: Debian's package where apt may be used, else Playwright's own download. */
export function ensureChromium(say: (line: string) => void): string {
  const found = findChromium();
  if (found !== null) {
    say(`browser tests use the Chromium found at ${found}`);
    return found;
  }
  const apt = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (apt) {
    say('no Chromium found: installing Debian’s package chromium');
    spawnSync('apt-get', ['update'], { stdio: 'ignore' });
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  } else {
    say('no Chromium found: downloading Playwright’s');
    spawnSync(process.execPath, [join('node_modules', 'playwright-core', 'cli.js'), 'install', 'chromium'], {
      stdio: 'inherit',
    });
  }
  const installed = findChromium();
  if (installed === null)
    throw new Error(
      'No Chromium was found and none could be installed. Install one, or name it: ASSAY_CHROMIUM=/path/to/chromium npm test',
    );
  say(`browser tests use the Chromium installed at ${installed}`);
  return installed;
}
