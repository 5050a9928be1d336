import { expect, test } from 'vitest';
import { overviewService } from '../../../electron/api/services/overview.ts';
import { RunEvidence } from '../../../electron/api/services/run-evidence.ts';
import { summaryFile } from '../../../electron/api/services/summary-csv.ts';
import { originalCell, readCsv } from '../../../electron/exchange/csv.ts';
import { summary } from '../../../electron/logs/query/summary.ts';
import { addLog, workspace } from './suspect-workspace.ts';

const categories = ['=cmd|" /C calc"!A0', '数据, "录入"\r\n二', null];

async function opened() {
  const { parts } = await workspace();
  await addLog(
    parts,
    Array.from({ length: 90 }, (_, at) => ({
      trajectory_id: `t${at}`,
      task_id: `task${at}`,
      step: at,
      category: categories[at % 3],
      rubric_version: `v${at % 2}`,
      judge_model: 'judge-x',
      reward: at % 7 === 0 ? 0.1 : 1,
      success: at % 11 === 0 ? null : at % 7 !== 0,
      latency_ms: 1000 + at / 3,
    })),
  );
  return parts;
}

async function read(text: string) {
  const records = await Array.fromAsync(readCsv([text]));
  const [head, ...rows] = records.map(({ cells }) => cells.map(originalCell));
  return rows.map((row) => Object.fromEntries((head ?? []).map((name, at) => [name, row[at] ?? ''])));
}

test('the file holds every group with every digit, the ends of each interval in columns of their own', async () => {
  const parts = await opened();
  const rows = await read(await summaryFile(parts, '', ['category', 'rubric_version']));
  const { groups } = await summary(parts.store, { filter: '', by: ['category', 'rubric_version'] });
  expect(rows).toHaveLength(6);
  for (const [at, group] of groups.entries()) {
    const row = rows[at] ?? {};
    expect(row.category).toBe(group.key.category ?? '');
    expect(Number(row.rows)).toBe(group.rows);
    expect(Number(row.success_rate)).toBe(group.success_rate);
    expect([Number(row.success_low), Number(row.success_high)]).toEqual(group.success_interval);
    expect(Number(row.reward_mean_as_trained)).toBe(group.reward_mean_as_trained);
    expect(Number(row.latency_p95)).toBe(group.latency_ms.p95);
    // No truth is opened: an empty cell, never a 0.
    expect(row.fn_rate).toBe('');
  }
});

test('a category that a spreadsheet would run as a formula is written as text, records end with CRLF', async () => {
  const parts = await opened();
  const text = await summaryFile(parts, '', ['category']);
  expect(text).not.toMatch(/(^|,|\n)"?=/);
  expect(text.split('\r\n').length).toBe(6);
  expect((await read(text)).map((row) => row.category).toSorted()).toEqual(
    ['', ...categories.slice(0, 2)].toSorted(),
  );
});

test('the filter holds for the file, and no field makes one line', async () => {
  const parts = await opened();
  const rows = await read(await summaryFile(parts, 'step < 10', ['none']));
  expect(rows.map((row) => row.rows)).toEqual(['10']);
  expect(Object.keys(rows[0] ?? {})[0]).toBe('rows');
  await expect(summaryFile(parts, '', ['nosuch'])).rejects.toThrow('There is no field "nosuch"');
});

test('groups made by what the judge said get no verdict on the judge, as rows chosen by it get none', async () => {
  const parts = await opened();
  const service = overviewService(parts, new RunEvidence(parts));
  expect((await service.view('', ['rubric_version'])).diagnoses).toHaveLength(2);
  for (const field of ['outcome', 'passed', 'unjudged', 'reward']) {
    const view = await service.view('', [field]);
    expect(view.summary.groups.length).toBeGreaterThan(1);
    expect(view.diagnoses).toEqual([]);
    expect(view.headline).toBeNull();
  }
});
