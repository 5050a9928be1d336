import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { readTemplateFile } from '../../electron/core/prompt/index.ts';
import { completion, faultServer, json, verdict } from '../judge/fault-server.ts';
import { temporaryFolder } from '../record/workspace.ts';
import { CliFolder } from './run-cli.ts';

const cli = new CliFolder();
afterAll(() => cli.remove());

vi.setConfig({ testTimeout: 120_000 });

const made = resolve(import.meta.dirname, '..', 'api', 'services', 'training-judge');
const template = join(made, 'template.yaml');

interface Recorded {
  readonly body: string;
}

function files() {
  const folder = temporaryFolder();
  const rubrics = join(folder, 'library');
  mkdirSync(rubrics);
  copyFileSync(join(made, 'rubric.yaml'), join(rubrics, 'adapt_v1.yaml'));
  const requests = readFileSync(join(made, 'requests.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Recorded);
  return {
    folder,
    requests,
    opened: [
      join(made, 'reward_log.jsonl'),
      '--trajectories',
      join(made, 'trajectories.jsonl'),
      '--rubrics',
      rubrics,
    ],
  };
}

describe('assay template', () => {
  test('default prints a template that can be used as it is', async () => {
    const { stdout, status } = await cli.here(['template', 'default']);
    expect(status).toBe(0);
    expect(readTemplateFile(stdout)).toMatchObject({ name: 'my-judge', problems: [] });
  });

  test('check names line and column and what was meant, and fails', async () => {
    const { folder } = files();
    const path = join(folder, 'mine.yaml');
    writeFileSync(path, 'user: |-\n  {{ rubric_text }} {{ trajectory }}\n  {{ instuction }}\n');
    const { stdout, status } = await cli.here(['template', 'check', path]);
    expect(status).toBe(1);
    expect(stdout).toContain(`${path}:3:6: error:`);
    expect(stdout).toContain('“instruction”');
    expect(await cli.here(['template', 'check', template, '--json'])).toMatchObject({ status: 0 });
  });

  test('try counts what is reproduced, and shows where a recorded request parts from it', async () => {
    const { folder, opened, requests } = files();
    const whole = await cli.here([
      'template',
      'try',
      ...opened,
      '--template',
      template,
      '--images',
      '--json',
    ]);
    expect(JSON.parse(whole.stdout)).toMatchObject({
      looked_at: requests.length,
      yes: requests.length,
      no: 0,
      unknown: 0,
      first: null,
    });
    const turned = join(folder, 'turned.yaml');
    writeFileSync(turned, readFileSync(template, 'utf8').replace('order: picked', 'order: time'));
    const recorded = join(folder, 'recorded.json');
    writeFileSync(recorded, requests[4]?.body ?? '');
    const args = [
      'template',
      'try',
      ...opened,
      '--template',
      turned,
      '--recorded',
      recorded,
      '--row',
      '2:5',
      '--json',
    ];
    expect(JSON.parse((await cli.here(args)).stdout)).toMatchObject({
      first: {
        same_prompt: 'no',
        difference: { place: { message: 1, role: 'user' }, template: expect.stringMatching(/^1 /) },
      },
    });
  });
});

describe('assay rerun --template', () => {
  test('sends what training sent, and says so; one with an error sends nothing', async () => {
    const { folder, opened, requests } = files();
    const server = await faultServer((response) => json(response, 200, completion(verdict(true))));
    const judge = ['--base-url', server.base_url, '--model', 'judge-x', '--images', '--repeats', '1'];
    const run = await cli.here(['rerun', ...opened, ...judge, '--template', template, '--json']);
    expect(JSON.parse(run.stdout)).toMatchObject({ same_prompt_as_training: 'yes', ok: requests.length });
    for (const { body } of requests) {
      const messages = body.slice('{"messages":'.length, body.lastIndexOf(',"model":'));
      expect(server.seen.filter(({ text }) => text.includes(`"messages":${messages}`))).toHaveLength(1);
    }
    const broken = join(folder, 'broken.yaml');
    writeFileSync(broken, 'user: "{{ nonesuch }}"\n');
    const before = server.seen.length;
    const refused = await cli.here(['rerun', ...opened, ...judge, '--template', broken]);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('broken.yaml line 1, column 11');
    expect(server.seen).toHaveLength(before);
  });
});

describe('assay rubric fine', () => {
  test('makes criteria by the demo judge, keeps them in the workspace, and a re-run can take them', async () => {
    const { folder } = files();
    const workspace = join(folder, 'workspace');
    const opened = [join(made, 'reward_log.jsonl'), '--trajectories', join(made, 'trajectories.jsonl')];
    const kept = ['--workspace', workspace];
    const first = await cli.here(['rubric', 'fine', ...opened, ...kept, '--demo', '--json']);
    const report = JSON.parse(first.stdout) as {
      readonly items: readonly {
        readonly instruction: string;
        readonly kept: readonly { readonly quote: string }[];
      }[];
    };
    expect(report).toMatchObject({ samples: 14, instructions: 14, calls: 14, failed: 0 });
    for (const { instruction, kept: criteria } of report.items) {
      expect(criteria.length).toBeLessThanOrEqual(2);
      for (const { quote } of criteria) expect(instruction).toContain(quote);
    }
    const again = await cli.here(['rubric', 'fine', ...kept, '--demo', '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ calls: 0, made: 14 });
    const run = await cli.here([
      'rerun',
      ...kept,
      '--demo',
      '--repeats',
      '1',
      '--fine',
      'generated',
      '--json',
    ]);
    expect(JSON.parse(run.stdout)).toMatchObject({ samples: 14, same_prompt_as_training: 'no' });
  });
});
