import { writeFileSync } from 'node:fs';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { summaryDocument } from './figures.ts';
import { CliFolder } from './run-cli.ts';

vi.setConfig({ testTimeout: 120_000 });

const folder = new CliFolder();
afterAll(() => folder.remove());

function file(name: string, content: string): string {
  const path = folder.file(name);
  writeFileSync(path, content);
  return path;
}

const text = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const native = file(
  'native.jsonl',
  text(
    Array.from({ length: 40 }, (_, at) => ({
      task_id: `p${at}`,
      reward: (at % 11) / 10,
      success: at % 3 === 0,
      judge_model: 'a',
    })),
  ),
);
const theirs = file(
  'theirs.jsonl',
  text(
    Array.from({ length: 40 }, (_, at) => ({
      prompt_id: `p${at}`,
      'final.grade': (at % 11) / 10,
      judge: { name: 'a', output: { passed: at % 3 === 0 } },
    })),
  ),
);
const map = 'task_id=prompt_id,reward="final.grade",success=judge.output.passed,judge_model=judge.name';
const fields = {
  task_id: 'prompt_id',
  reward: '"final.grade"',
  success: 'judge.output.passed',
  judge_model: 'judge.name',
};
const saved = file('theirs-mapping.json', JSON.stringify({ fields }));

async function summaryOf(args: readonly string[]) {
  return summaryDocument.parse(await folder.json(['summary', ...args]));
}

describe('a log of other names', () => {
  test.each([
    ['by --map', ['--map', map]],
    ['by --mapping FILE', ['--mapping', saved]],
    ['by a file and a field of its own', ['--mapping', saved, '--map', 'success=judge.output.passed']],
  ])('%s gives the figures of the log with the right names', async (_, args) => {
    expect(await summaryOf([theirs, ...args])).toEqual(await summaryOf([native]));
  });

  test('without a mapping is refused in one sentence that names its fields', async () => {
    const { status, stderr } = await folder.here(['summary', theirs]);
    expect(status).toBe(1);
    expect(stderr).toContain(
      'theirs.jsonl cannot be opened: its lines have the fields prompt_id, final.grade, judge',
    );
  });

  test.each([
    [['--map', 'prize=grade'], 1, /no field prize/],
    [['--map', 'reward'], 2, /FIELD=PATH/],
    [['--mapping', 'nobody'], 1, /no mapping named nobody/],
  ])('%j is refused', async (args, status, said) => {
    const run = await folder.here(['summary', theirs, ...args]);
    expect([run.status, run.stderr]).toEqual([status, expect.stringMatching(said)]);
  });
});

describe('labels and pairs of other names', () => {
  const labels = (name: string, header: string) =>
    file(
      name,
      `${header}\n${Array.from({ length: 40 }, (_, at) => `p${at},${at % 4 === 0 ? 0 : 1}`).join('\n')}\n`,
    );
  const own = labels('labels.csv', 'task_id,true_success');
  const foreign = labels('gold.csv', 'case,gold');
  const kept = file(
    'gold-mapping.json',
    JSON.stringify({ kind: 'truth', fields: { task_id: 'case', true_success: 'gold' } }),
  );

  test.each([
    ['by --map', ['--map', 'truth:task_id=case,true_success=gold']],
    ['by a file that says its kind', ['--mapping', kept]],
    ['by a file of a stated kind', ['--mapping', `truth:${kept}`]],
  ])('%s give the figures of labels with the right names', async (_, args) => {
    const wanted = await summaryOf([native, '--truth', own]);
    expect(wanted.groups[0]?.truth?.n).toBe(40);
    expect(await summaryOf([theirs, '--map', map, '--truth', foreign, ...args])).toEqual(wanted);
  });

  test('pairs are audited by a mapping of their own', async () => {
    const rows = [
      { pair_id: 'a', success_a: 1, success_b: 0, judge_pref: 'B' },
      { pair_id: 'b', success_a: 0, success_b: 1, judge_pref: 'B' },
    ];
    const right = file('pairs.jsonl', text(rows));
    const other = file(
      'battles.jsonl',
      text(
        rows.map(({ pair_id, success_a, success_b, judge_pref }) => ({
          pair_id,
          ok: [success_a, success_b],
          won: judge_pref,
        })),
      ),
    );
    expect(
      await folder.json(['audit', other, '--map', 'judge_pref=won,success_a=ok.0,success_b=ok.1']),
    ).toEqual(await folder.json(['audit', right]));
  });
});

describe('scores above 1', () => {
  const tens = file(
    'tens.jsonl',
    text(
      [7, 3, 10].map((score, at) => ({
        task_id: `t${at}`,
        rubric_version: 'v',
        judge_model: 'j',
        score,
        success: true,
      })),
    ),
  );

  test('are divided by what --scale says, for the judge it names, and said to be', async () => {
    const rescaled = async (scale: string) => (await summaryOf([tens, '--scale', scale])).warnings.rescaled;
    expect(await rescaled('10')).toBe(3);
    expect(await rescaled('v/j=10')).toBe(3);
    expect((await summaryOf([tens])).warnings.rescaled).toBe(0);
  });

  test.each([
    ['5', /reach 10, beyond the stated scale of 5/],
    ['other=10', /No judge is named other/],
    ['x', /--scale takes N/],
  ])('--scale %s is refused', async (scale, said) => {
    expect((await folder.here(['summary', tens, '--scale', scale])).stderr).toMatch(said);
  });

  test('are rescaled for one session alone in a workspace that stays', async () => {
    const workspace = folder.file('workspace');
    expect((await summaryOf([tens, '--workspace', workspace, '--scale', '10'])).warnings.rescaled).toBe(3);
    expect((await summaryOf(['--workspace', workspace])).warnings.rescaled).toBe(0);
  });
});
