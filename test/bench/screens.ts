import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { chromiumSwitches, findChromium } from '../chromium.ts';
import { buildScreens, startStandIn } from '../renderer/stand-in-engine.ts';
import { openBenchEngine, served } from './engine.ts';
import { measureScroll, type ScrollFigures } from './table-scroll.ts';

/** Scrolling in Chromium and the first load, as lines of RESULTS.md. */
export async function screenLines(workspace: string): Promise<readonly string[]> {
  const screens = await buildScreens();
  try {
    const engine = await openBenchEngine(workspace, screens.folder);
    let own: ScrollFigures;
    try {
      own = await served(engine, measureScroll);
    } finally {
      await engine.close();
    }
    const standIn = await startStandIn(screens.folder, 10_000_000);
    try {
      const made = await measureScroll(standIn.url);
      const bytes = await firstLoad(standIn.url);
      return [
        'The verdict table from its first row to its last in Chromium, by the thumb, the wheel and the keyboard.',
        '',
        '| rows | longest task | its processor time | tasks over 100 ms | most rows in the page | last row reached |',
        '| ---: | ---: | ---: | ---: | ---: | --- |',
        scrollLine(own),
        scrollLine(made),
        '| *bar* | 100 ms | | 0 | below 100 | yes |',
        '',
        `The first screen loads ${Math.round(bytes / 1000)} kB (gzip) of scripts and styles; bar: 350 kB.`,
      ];
    } finally {
      await standIn.close();
    }
  } finally {
    await screens.remove();
  }
}

function scrollLine(figures: ScrollFigures): string {
  const cells = [
    figures.rows.toLocaleString('en'),
    `${figures.longest_task_ms.toFixed(0)} ms`,
    `${figures.longest_task_cpu_ms.toFixed(0)} ms`,
    figures.tasks_over_100_ms,
    figures.most_rows_in_page,
    figures.last_row_reached ? 'yes' : 'no',
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Bytes of scripts and styles, each packed by gzip, until the first screen is there. */
async function firstLoad(url: string): Promise<number> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('no Chromium was found');
  const browser = await chromium.launch({ executablePath, args: [...chromiumSwitches] });
  try {
    const page = await browser.newPage();
    const bodies: Promise<Buffer>[] = [];
    page.on('response', (response) => {
      if (/\.(js|css)$/.test(new URL(response.url()).pathname)) bodies.push(response.body());
    });
    await page.goto(url);
    await page
      .getByRole('alert')
      .or(page.getByRole('heading', { level: 1 }))
      .first()
      .waitFor();
    return (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body).byteLength, 0);
  } finally {
    await browser.close();
  }
}
