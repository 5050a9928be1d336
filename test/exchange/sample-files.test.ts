import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_TEMPLATE, promptHash, renderPrompt } from '../../electron/core/prompt/index.ts';
import { parseRubric, type RubricVersion, routeInstruction } from '../../electron/core/rubric/index.ts';
import { groundCriterion } from '../../electron/core/suspicion/index.ts';
import { writeSample } from '../../electron/exchange/sample/index.ts';
import { fill, scenarioOf, templates } from '../../electron/exchange/sample/scenario.ts';
import {
  type LogRow,
  readLog,
  readTrajectories,
  readTruth,
  verdictOf,
  type WrittenTrajectory,
} from './recount.ts';

const root = resolve(import.meta.dirname, '../..');
const rubricsFolder = join(root, 'rubrics');
const names = ['reward_log.jsonl', 'trajectories.jsonl', 'success_labels.csv', 'audit.db'];

function temporary(): string {
  return mkdtempSync(join(tmpdir(), 'assay-sample-'));
}

function hashes(folder: string): string[] {
  return names.map((name) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex'),
  );
}

function rubric(version: string): RubricVersion {
  const { rubric: read } = parseRubric(readFileSync(join(rubricsFolder, `${version}.yaml`), 'utf8'));
  if (read === null) throw new Error(`no rubric ${version}`);
  return read;
}

describe('the same seed', () => {
  test('gives the same bytes, another seed gives others', async () => {
    const folders = [temporary(), temporary(), temporary()];
    try {
      const [a = '', b = '', c = ''] = folders;
      const options = { rows: 1500, clean: false, rubricsFolder };
      const first = await writeSample(a, { ...options, seed: 11 });
      const second = await writeSample(b, { ...options, seed: 11 });
      await writeSample(c, { ...options, seed: 12 });
      expect(hashes(b)).toEqual(hashes(a));
      expect(second.planted).toEqual(first.planted);
      for (const [index, hash] of hashes(c).entries()) expect(hash).not.toBe(hashes(a)[index]);
    } finally {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('a folder is filled wholly or not at all', () => {
  test('a cancelled run leaves no file', async () => {
    const folder = temporary();
    const abort = new AbortController();
    const run = writeSample(folder, {
      rows: 4000,
      seed: 1,
      clean: false,
      rubricsFolder,
      signal: abort.signal,
      onProgress: ({ done }) => {
        if (done > 500) abort.abort();
      },
    });
    await expect(run).rejects.toMatchObject({ failure: { code: 'cancelled' } });
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  test('files that are there are not overwritten unless that is asked for', async () => {
    const folder = temporary();
    writeFileSync(join(folder, 'reward_log.jsonl'), '{"precious": true}\n');
    const options = { rows: 300, seed: 1, clean: false, rubricsFolder };
    await expect(writeSample(folder, options)).rejects.toMatchObject({ failure: { code: 'bad_request' } });
    expect(readFileSync(join(folder, 'reward_log.jsonl'), 'utf8')).toContain('precious');
    await writeSample(folder, { ...options, overwrite: true });
    expect(readLog(folder).rows).toHaveLength(300);
    rmSync(folder, { recursive: true });
  });

  test('a rubric that somebody edited is not overwritten either', async () => {
    const folder = temporary();
    mkdirSync(join(folder, 'rubrics'));
    writeFileSync(join(folder, 'rubrics', 'adapt_v1.yaml'), 'mine: {}\n');
    const options = { rows: 300, seed: 1, clean: false, rubricsFolder };
    await expect(writeSample(folder, options)).rejects.toMatchObject({ failure: { code: 'bad_request' } });
    expect(readFileSync(join(folder, 'rubrics', 'adapt_v1.yaml'), 'utf8')).toBe('mine: {}\n');
    rmSync(folder, { recursive: true });
  });

  test('missing rubrics, too few rows and a broken seed are refused with a sentence', async () => {
    const folder = temporary();
    const options = { rows: 300, seed: 1, clean: false, rubricsFolder };
    for (const wrong of [
      { ...options, rows: 10 },
      { ...options, rows: 300.5 },
      { ...options, seed: 0.5 },
    ])
      await expect(writeSample(folder, wrong)).rejects.toMatchObject({ failure: { code: 'bad_request' } });
    await expect(writeSample(folder, { ...options, rubricsFolder: folder })).rejects.toMatchObject({
      failure: { code: 'file_missing' },
    });
    expect(existsSync(join(folder, 'reward_log.jsonl'))).toBe(false);
    rmSync(folder, { recursive: true });
  });

  test('progress goes up to the number of rows', async () => {
    const folder = temporary();
    const seen: number[] = [];
    await writeSample(folder, {
      rows: 1000,
      seed: 1,
      clean: true,
      rubricsFolder,
      onProgress: ({ stage, done }) => {
        if (stage === 'rows') seen.push(done);
      },
    });
    expect(seen.at(-1)).toBe(1000);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    rmSync(folder, { recursive: true });
  });
});

test('100,000 rows are written with a heap far smaller than the file', () => {
  const folder = temporary();
  const script = `import { writeSample } from ${JSON.stringify(join(root, 'electron/exchange/sample/index.ts'))};
    const { files } = await writeSample(${JSON.stringify(folder)}, { rows: 100_001, seed: 3, clean: false, rubricsFolder: ${JSON.stringify(rubricsFolder)} });
    console.log(files[0].bytes);`;
  const run = spawnSync(process.execPath, ['--max-old-space-size=48', '--input-type=module', '-e', script], {
    encoding: 'utf8',
    timeout: 120_000,
  });
  rmSync(folder, { recursive: true, force: true });
  expect(run.stderr).toBe('');
  expect(run.status).toBe(0);
  expect(Number(run.stdout)).toBeGreaterThan(60_000_000);
}, 130_000);

describe('what is written reads like a real run', () => {
  const folder = temporary();
  let rows: LogRow[] = [];
  let truth = new Map<string, boolean>();
  let trajectories = new Map<string, WrittenTrajectory>();

  beforeAll(async () => {
    await writeSample(folder, { rows: 4000, seed: 77, clean: false, rubricsFolder });
    rows = readLog(folder).rows;
    truth = readTruth(folder).truth;
    trajectories = readTrajectories(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const falseNegatives = (): LogRow[] =>
    rows.filter((row) => truth.get(row.trajectory_id) === true && verdictOf(row) === 'fail');

  test('every row has every required field in its type', () => {
    const required: Record<string, (value: unknown) => boolean> = {
      task_id: (value) => typeof value === 'string' && value !== '',
      step: Number.isInteger,
      instruction_hash: (value) => /^[0-9a-f]{16}$/.test(String(value)),
      category: (value) => typeof value === 'string',
      coarse_id: (value) => typeof value === 'string',
      rubric_version: (value) => ['baseline', 'adapt_v1', 'adapt_v2'].includes(String(value)),
      fine_rubrics: (value) => Array.isArray(value) && value.length <= 2,
      frame_count: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 10,
      judge_model: (value) => typeof value === 'string',
      timestamp: (value) => typeof value === 'number',
      reward: (value) => value === 0 || value === 1 || value === null,
      success: (value) => typeof value === 'boolean' || typeof value === 'string',
      reason: (value) => typeof value === 'string' && value !== '' && !value.includes('{'),
      evidence: Array.isArray,
      rubric_hits: Array.isArray,
      latency_ms: (value) => value === null || Number(value) > 0,
      usage: (value) => value === null || typeof value === 'object',
      error: (value) => value === null || typeof value === 'string',
    };
    for (const row of rows) {
      const values = new Map<string, unknown>(Object.entries(row));
      for (const [field, holds] of Object.entries(required))
        expect(holds(values.get(field)), `${field} of ${row.trajectory_id}`).toBe(true);
    }
  });

  test('identities: one response id per call, time goes forward, totals add up, hashes fit', () => {
    const ids = rows.flatMap((row) => (row.response_id === undefined ? [] : [row.response_id]));
    expect(new Set(ids).size).toBe(ids.length);
    const times = rows.map((row) => row.timestamp);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    for (const { usage } of rows)
      if (usage !== null) expect(usage.total_tokens).toBe(usage.prompt_tokens + usage.completion_tokens);
    for (const row of rows) {
      const instruction = trajectories.get(row.trajectory_id)?.instruction ?? row.instruction;
      if (instruction !== undefined)
        expect(createHash('sha256').update(instruction, 'utf8').digest('hex').slice(0, 16)).toBe(
          row.instruction_hash,
        );
    }
  });

  test('every labelled trajectory has its frames, and no more frames are counted than were shown', () => {
    for (const trajectory of truth.keys()) expect(trajectories.has(trajectory)).toBe(true);
    for (const row of rows) {
      const frames = trajectories.get(row.trajectory_id)?.frames.length;
      if (frames !== undefined) expect(row.frame_count).toBe(Math.min(10, frames));
    }
    expect(rows.some((row) => row.frame_count === 10)).toBe(true);
  });

  test('the evidence of false negatives stands literally in their frames', () => {
    expect(falseNegatives().length).toBeGreaterThan(100);
    for (const row of falseNegatives()) {
      const states = trajectories.get(row.trajectory_id)?.frames.map((frame) => frame.state) ?? [];
      expect(row.evidence.length).toBeGreaterThanOrEqual(2);
      for (const quote of row.evidence) expect(states).toContain(quote);
    }
  });

  test('most false negatives of adapt_v1 cite a criterion whose quotes and numbers the instruction does not have', () => {
    const literals = (text: string): string[] =>
      Array.from(text.matchAll(/["“]([^"”]+)["”]|\d+(?::\d+)?/g), (match) => match[1] ?? match[0]);
    const strict = falseNegatives().filter((row) => row.rubric_version === 'adapt_v1');
    const citing = strict.filter((row) => {
      const instruction = trajectories.get(row.trajectory_id)?.instruction ?? '';
      return row.fine_rubrics.some((criterion) =>
        literals(criterion).some((literal) => !instruction.includes(literal) && row.reason.includes(literal)),
      );
    });
    expect(citing.length / strict.length).toBeGreaterThan(0.55);
    // Every coarse step is named as met: the criterion alone failed the row.
    for (const row of citing) {
      const steps =
        rubric('adapt_v1').categories.find((category) => category.id === row.category)?.steps ?? [];
      expect(row.rubric_hits).toEqual(expect.arrayContaining(steps.map((_, index) => `S${index + 1}`)));
    }
  });

  test('latency has a slow second mode, and both languages occur', () => {
    const latencies = rows.flatMap((row) => (row.latency_ms === null ? [] : [Number(row.latency_ms)]));
    const between = (low: number, high: number): number =>
      latencies.filter((value) => value >= low && value < high).length / latencies.length;
    expect(between(3800, 4800)).toBeGreaterThan(between(3000, 3800));
    const chinese = [...trajectories.values()].filter(({ instruction }) =>
      /\p{Script=Han}/u.test(instruction),
    );
    expect(chinese.length / trajectories.size).toBeGreaterThan(0.25);
    expect(chinese.length / trajectories.size).toBeLessThan(0.65);
  });

  test('some frames have a picture, and it is a whole SVG', () => {
    const images = [...trajectories.values()].flatMap(({ frames }) =>
      frames.flatMap(({ image }) => (image === undefined ? [] : [image])),
    );
    expect(images.length).toBeGreaterThan(100);
    for (const image of images.slice(0, 50)) {
      expect(image.startsWith('data:image/svg+xml;base64,')).toBe(true);
      const svg = Buffer.from(image.split(',')[1] ?? '', 'base64').toString('utf8');
      expect(svg).toMatch(/^<svg [^>]*>.*<\/svg>$/s);
    }
    expect([...trajectories.values()].some(({ messages }) => messages?.some((turn) => turn.trainable))).toBe(
      true,
    );
  });

  test('rows that keep their messages keep the hash of exactly those', () => {
    const kept = rows.filter((row) => row.messages !== undefined);
    expect(kept.length).toBeGreaterThan(20);
    for (const row of kept)
      expect(row.prompt_hash).toBe(
        promptHash(
          (row.messages ?? []).map(({ content }, index) => ({
            role: index === 0 ? 'system' : 'user',
            content,
          })),
        ),
      );
  });

  test('labelled rows without messages were asked what the app’s own template asks', () => {
    const some = rows
      .filter((row) => row.messages === undefined && row.prompt_hash !== undefined)
      .slice(0, 200);
    expect(some.length).toBe(200);
    for (const row of some) {
      const trajectory = trajectories.get(row.trajectory_id);
      if (trajectory === undefined) throw new Error(`no trajectory ${row.trajectory_id}`);
      const rendered = renderPrompt({
        template: DEFAULT_TEMPLATE,
        rubric: rubric(row.rubric_version),
        category: row.category,
        instruction: trajectory.instruction,
        fine_rubrics: row.fine_rubrics,
        trajectory: {
          trajectory: trajectory.trajectory_id,
          task_id: trajectory.task_id,
          step: trajectory.step,
          instruction: trajectory.instruction,
          frames: trajectory.frames.map((frame, index) => ({ index, ...frame, image: frame.image ?? null })),
          final_state: trajectory.final_state,
          messages: [],
          summary: null,
          origin: 'trajectories.jsonl:1',
          instruction_hash_matches: null,
        },
      });
      expect(rendered.prompt_hash).toBe(row.prompt_hash);
    }
  });
});

test('every template is worded so that the starter rubrics route it to its own category', () => {
  const starter = ['baseline', 'adapt_v1', 'adapt_v2'].map(rubric);
  const seen = new Set<string>();
  for (let task = 0; task < 3000; task += 1) {
    const { instruction, template } = scenarioOf(9, task);
    seen.add(template.instruction);
    for (const version of starter)
      expect(routeInstruction(version, instruction).category, instruction).toBe(template.category);
  }
  expect(seen.size).toBe(templates.en.length + templates.zh.length);
});

test('criteria meant as grounded are grounded in their instruction, invented ones are not', () => {
  for (let task = 0; task < 2000; task += 1) {
    const { instruction, template, right } = scenarioOf(4, task);
    for (const criterion of template.grounded)
      expect(groundCriterion(fill(criterion, right), instruction).verdict, criterion).toBe('grounded');
    for (const { criterion } of template.invented)
      expect(
        groundCriterion(fill(criterion, right), instruction).verdict,
        `${criterion} | ${instruction}`,
      ).toBe('ungrounded');
  }
});
