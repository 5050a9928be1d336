import { readFileSync, writeFileSync } from 'node:fs';
import { scrollTo } from '../in-page.ts';
import { ask, gridRow } from '../on-screen.ts';
import type { Workplace } from '../workplace.ts';
import { rowsShown, type Scene, type Shot } from './scene.ts';

/** What goes wrong with lines of a log: two writers, a full disk, a proxy's page, a hand edit, another program. */
function ugly(line: string): readonly string[] {
  return [
    line.slice(0, Math.floor(line.length * 0.7)),
    '<html><body><h1>502 Bad Gateway</h1></body></html>',
    `${line.slice(0, 60)}${line}`,
    JSON.stringify(['task-0001', 1, 'communication', 'baseline']),
    'null',
    '"judge_call_failed"',
    'Traceback (most recent call last): File "judge.py", line 214, in ask',
    line.replaceAll('"', "'"),
    line.replace('"reward":', '"reward":,'),
    '2026-11-24 14:02:11,318 WARNING 裁判超时，跳过本条（task-0153，第 178 步）',
    line.replace('"success":true', '"success":True').replace('"success":false', '"success":False'),
    '{"task_id":"task-0099","reason":"没有写完的一行，磁盘已满',
  ];
}

/** A log of which one line in forty cannot be read, beside sound lines with every oddity. */
async function writeUgly(place: Workplace): Promise<readonly string[]> {
  const [log = '', ...rest] = await place.writeSample(4000);
  const lines = readFileSync(log, 'utf8').split('\n');
  const bad = lines.flatMap((line, index) =>
    index % 500 === 250 && line.startsWith('{') ? ugly(line).map((text, at) => ({ index, at, text })) : [],
  );
  const spoilt = lines.flatMap((line, index) => [
    line,
    ...bad.filter((each) => each.index + each.at * 31 === index).map(({ text }) => text),
  ]);
  writeFileSync(log, spoilt.join('\n'));
  writeFileSync(
    place.path('sample', 'wandb_table.jsonl'),
    '{"epoch":1,"loss":0.31}\n{"epoch":2,"loss":0.28}\n',
  );
  return [log, ...rest];
}

const shown = async (page: Parameters<Shot['show']>[0]): Promise<void> => {
  await rowsShown(page, 1);
  await page.getByRole('main').evaluate(scrollTo, 1);
};

/** Lines that could not be read, with text, offset and cause; and a file that is no log at all. */
export const quarantineScene: Scene = {
  name: 'quarantine',
  files: writeUgly,
  stages: [
    {
      shots: [
        {
          name: 'quarantine',
          dense: true,
          show: async (page, open) => {
            await open('/sources?source=1');
            await shown(page);
          },
        },
        {
          name: 'quarantine-line',
          show: async (page, open) => {
            await open('/sources?source=1');
            await shown(page);
            await gridRow(page.getByRole('grid'), 2).click();
            await page.locator('main section strong').last().waitFor();
            await shown(page);
          },
        },
        {
          name: 'quarantine-all',
          show: async (page, open) => {
            await open('/sources');
            await rowsShown(page, 1);
          },
        },
        {
          name: 'quarantine-refused',
          show: async (page, open) => {
            await open('/sources');
            await rowsShown(page, 1);
            const [log] = await ask<{ path: string }[]>(page, 'sources.list');
            const folder = (log?.path ?? '').replace(/reward_log\.jsonl$/, '');
            await page
              .locator('main input:not([type="hidden"], [type="checkbox"], [type="file"])')
              .first()
              .fill(`${folder}wandb_table.jsonl`);
            await page.keyboard.press('Enter');
            await page.waitForTimeout(1500);
          },
        },
      ],
    },
  ],
};
