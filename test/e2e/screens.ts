import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Session, serveHost } from './hosts.ts';
import { ask } from './on-screen.ts';
import { chineseScene } from './scenes/chinese.ts';
import { emptyScene, mistakesScene } from './scenes/empty.ts';
import { jobScene } from './scenes/job.ts';
import { millionScene } from './scenes/million.ts';
import { quarantineScene } from './scenes/quarantine.ts';
import { rerunScene } from './scenes/rerun.ts';
import type { Scene, Shot, Stage } from './scenes/scene.ts';
import { Workplace } from './workplace.ts';

/**
 * `npm run screens -- FOLDER [NAME…]`: pictures of every screen, or of the scenes and pictures named, light and dark,
 * in English and Chinese, 1440 × 900, and 1280 × 800 too where a screen is dense. The scene `million` takes minutes and is
 * made only where it, or one of its pictures, is named.
 */
const scenes: readonly Scene[] = [
  jobScene,
  chineseScene,
  quarantineScene,
  rerunScene,
  emptyScene,
  mistakesScene,
  millionScene,
];

const usual = { width: 1440, height: 900 } as const;
const narrow = { width: 1280, height: 800 } as const;

function wantedShots(scene: Scene, stage: Stage, names: readonly string[]): readonly Shot[] {
  if (names.includes(scene.name)) return stage.shots;
  if (names.length === 0) return scene.long === true ? [] : stage.shots;
  return stage.shots.filter((shot) => names.includes(shot.name));
}

/** All looks of one stage's pictures. */
async function takeAll(app: Session, shots: readonly Shot[], target: string): Promise<void> {
  const { page } = app;
  const open = (path: string): Promise<void> => app.open(path);
  for (const language of ['en', 'zh-CN'] as const)
    for (const theme of ['light', 'dark'] as const) {
      await ask(page, 'workspace.saveSettings', { language, theme });
      await open('/settings');
      await page.locator(`html[lang="${language}"][data-mantine-color-scheme="${theme}"]`).waitFor();
      for (const shot of shots)
        for (const size of shot.dense === true ? [usual, narrow] : [usual]) {
          await page.setViewportSize(size);
          await shot.show(page, open).catch(async (error: unknown) => {
            await page.screenshot({ path: join(target, `${shot.name}-failed.png`) });
            throw error;
          });
          await page.mouse.move(size.width / 2, size.height - 1);
          // Pages of a table and the charts' widths settle a moment after they are there.
          await page.waitForTimeout(500);
          const wide = size === usual ? '' : `-${size.width}`;
          const path = join(target, `${shot.name}${wide}-${theme}-${language}.png`);
          await page.screenshot({ path });
          console.log(path);
        }
    }
  await page.setViewportSize(usual);
}

async function takeScene(scene: Scene, names: readonly string[], target: string): Promise<void> {
  const last = scene.stages.findLastIndex((stage) => wantedShots(scene, stage, names).length > 0);
  if (last < 0) return;
  const place = new Workplace(serveHost);
  try {
    const files = await scene.files(place);
    const app = await place.start(files, { scrollbars: true });
    // Pictures may be made beside other work, and nobody waits for them.
    app.page.setDefaultTimeout(90_000);
    await app.page.getByRole('main').getByRole('heading').first().waitFor();
    if (files.length > 0)
      await app.page
        .locator('footer')
        .getByText(/last import/)
        .waitFor({ timeout: 300_000 });
    for (const stage of scene.stages.slice(0, last + 1)) {
      const work = async (): Promise<void> => {
        await stage.prepare?.(app.page, (path) => app.open(path));
        const shots = wantedShots(scene, stage, names);
        if (shots.length > 0) await takeAll(app, shots, target);
      };
      await (stage.foresee === undefined ? work() : app.watch.foresee(stage.foresee, work));
    }
    app.watch.expectQuiet();
  } finally {
    await scene.after?.();
    await place.close();
  }
}

async function main([folder, ...names]: readonly string[]): Promise<void> {
  if (folder === undefined) throw new Error('usage: npm run screens -- FOLDER [NAME…]');
  const known = scenes.flatMap((scene) => [
    scene.name,
    ...scene.stages.flatMap((stage) => stage.shots.map((shot) => shot.name)),
  ]);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`there is no ${unknown.join(', ')}; there are ${known.join(', ')}`);
  const target = resolve(folder);
  await mkdir(target, { recursive: true });
  for (const scene of scenes) await takeScene(scene, names, target);
}

await main(process.argv.slice(2));
