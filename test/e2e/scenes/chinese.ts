import { readFileSync, writeFileSync } from 'node:fs';
import { gridRow } from '../on-screen.ts';
import type { Workplace } from '../workplace.ts';
import { rowsShown, type Scene, where } from './scene.ts';

const categories: Readonly<Record<string, string>> = {
  communication: '通信与消息发送',
  create_modify: '新建与修改',
  file_management: '文件管理',
  navigation: '导航与出行',
  purchase_booking: '购买与预订',
  search_read: '查询与阅读',
  settings_change: '设置更改',
  general: '通用',
};

/** Said behind every fifth reason, so that lines break between Chinese, English, figures and marks. */
const long =
  '此外，裁判在第 12 帧（Sent · “已发送”）之后没有再看到确认提示；按照 adapt_v1 第 3 步“最终状态必须可见”，' +
  '即使收件人、抄送与附件 report_2026-11.pdf 均正确，也只能给 0.35 分——此处与基线不同，请人工复核。';

interface Line {
  readonly [field: string]: unknown;
  readonly reason: string;
  readonly category: string;
  readonly task_id: string;
}

function parsed(text: string): Line | null {
  try {
    return JSON.parse(text) as Line; // a line of our own sample, unless it was damaged on purpose
  } catch {
    return null;
  }
}

/** A log in which everything that may be Chinese is: instructions, reasons, evidence, categories, ids and unknown fields. */
async function writeChinese(place: Workplace): Promise<readonly string[]> {
  const [log = '', truth = '', trajectories = ''] = await place.writeSample(16_000);
  const lines = readFileSync(log, 'utf8')
    .split('\n')
    .map(parsed)
    .filter((line) => line !== null && /\p{Script=Han}/u.test(line.reason))
    .map((line, index) => {
      if (line === null) return '';
      const task = line.task_id.replace(/^(task|frozen)-/, (_all, kind: string) =>
        kind === 'task' ? '任务-' : '固定集-',
      );
      return JSON.stringify({
        ...line,
        task_id: task,
        category: categories[line.category] ?? line.category,
        coarse_id: categories[line.category] ?? line.category,
        reason: index % 5 === 2 ? line.reason + long : line.reason,
        备注: index % 7 === 0 ? '模拟器重启后重新采集' : '无',
        采集环境: index % 2 === 0 ? '安卓 15／平板' : '网页端（Chromium）',
      });
    });
  const path = place.path('sample', '奖励日志_第三轮（复核后）.jsonl');
  writeFileSync(path, `${lines.join('\n')}\n`);
  return [path, truth, trajectories];
}

/** A log full of Chinese, in screens of either language. */
export const chineseScene: Scene = {
  name: 'chinese',
  files: writeChinese,
  stages: [
    {
      shots: [
        {
          name: 'chinese-overview',
          dense: true,
          show: async (page, open) => {
            await open('/?by=category');
            await page.locator('figure svg[data-plot] path').last().waitFor({ state: 'attached' });
          },
        },
        {
          name: 'chinese-verdicts',
          dense: true,
          show: async (page, open) => {
            await open(
              `/verdicts?${where('category = 通信与消息发送')}&columns=${encodeURIComponent('line,task_id,passed,score,truth,category,备注,采集环境,reason')}`,
            );
            await rowsShown(page);
          },
        },
        {
          name: 'chinese-verdict',
          dense: true,
          show: async (page, open) => {
            await open(`/verdicts?${where('false_negative')}&q=${encodeURIComponent('人工复核')}`);
            await rowsShown(page, 1);
            await page.getByRole('grid').focus();
            await page.keyboard.press('Home');
            await page.keyboard.press('Enter');
            await page.locator('aside details').nth(3).waitFor();
          },
        },
        {
          name: 'chinese-triage',
          dense: true,
          show: async (page, open) => {
            await open('/triage?mode=false_negatives');
            await page.locator('main blockquote').first().waitFor();
          },
        },
        {
          name: 'chinese-sources',
          show: async (page, open) => {
            await open('/sources?source=1');
            await page.getByRole('main').getByRole('row').nth(2).waitFor();
          },
        },
        {
          name: 'chinese-searched',
          show: async (page, open) => {
            await open(`/verdicts?q=${encodeURIComponent('没有再看到')}`);
            await gridRow(page.getByRole('grid'), 1)
              .getByRole('gridcell')
              .nth(3)
              .filter({ hasText: /\S/ })
              .waitFor();
          },
        },
      ],
    },
  ],
};
