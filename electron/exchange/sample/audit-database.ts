import { rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { fail } from '../../core/model/failure.ts';
import type { PairDoses } from './doses.ts';
import { type Choice, drawPair, type PairDraw } from './pair-draws.ts';
import { PairTally } from './pair-tally.ts';
import { opaqueHex, type Random, randomOf } from './random.ts';
import { scenarioOf } from './scenario.ts';
import type { PairsTally } from './tally.ts';
import type { RunOptions } from './training-run.ts';

const ddl = `
CREATE TABLE audit_pairs(pair_id TEXT PRIMARY KEY, task_id TEXT NOT NULL, agent_a TEXT NOT NULL, agent_b TEXT NOT NULL,
  success_a INTEGER NOT NULL, success_b INTEGER NOT NULL, judge_pref TEXT NOT NULL, judge_score_a REAL, judge_score_b REAL,
  reward_gap REAL, misselected INTEGER, created_at TEXT DEFAULT CURRENT_TIMESTAMP,
  task_type TEXT, external_gap REAL, len_a INTEGER, len_b INTEGER);
CREATE TABLE judge_logs(log_id TEXT PRIMARY KEY, pair_id TEXT NOT NULL, role TEXT NOT NULL, model TEXT NOT NULL,
  prompt_hash TEXT, raw_output TEXT, parsed_json TEXT, created_at TEXT DEFAULT CURRENT_TIMESTAMP);
CREATE INDEX judge_logs_pair ON judge_logs(pair_id);
`;

const agents = ['sft-base', 'ckpt-0200', 'ckpt-0400', 'ckpt-0800', 'ckpt-1200'];
const models = ['qwen-vl-judge', 'internvl-judge'] as const;
const unreadable = ['unparsed', 'C', ''];

function preference(random: Random, choice: Choice, oddSpelling: number): string {
  const plain = choice === 'tie' ? 'tie' : choice === 'first' ? 'A' : 'B';
  if (!random.chance(oddSpelling)) return plain;
  return choice === 'tie'
    ? 'TIE'
    : choice === 'first'
      ? random.pick(['a', 'A>B'])
      : random.pick(['b', 'B>A']);
}

/** Scores from 1 to 10 in hundredths, apart by the gap, the chosen side higher. */
function scoresOf(random: Random, draw: PairDraw): readonly [number, number] | null {
  if (draw.gapHundredths === null) return null;
  const low = random.whole(150, 950 - draw.gapHundredths);
  const high = low + draw.gapHundredths;
  // A tie whose scores differ after all: either side may be the higher.
  const firstHigher = draw.choice === 'first' || (draw.choice === 'tie' && random.chance(0.5));
  return firstHigher ? [high / 100, low / 100] : [low / 100, high / 100];
}

function misselectedOf(draw: PairDraw): boolean | null {
  if (!draw.readable) return null;
  const [first, second] = draw.success;
  if (first === second || draw.choice === 'tie') return false;
  return draw.choice === 'first' ? !first : !second;
}

function timeText(index: number): string {
  return new Date(Date.UTC(2026, 10, 7, 9) + index * 21_000).toISOString().slice(0, 19).replace('T', ' ');
}

export interface WrittenDatabase {
  readonly figures: PairsTally;
  readonly rows: number;
  /** Moves the finished database to its place, or takes everything away again. */
  publish(): Promise<{ readonly path: string; readonly bytes: number }>;
  discard(): Promise<void>;
}

/** Writes the audit database under a temporary name. A signal that is aborted stops it and leaves nothing. */
export async function writeAuditDatabase(
  path: string,
  seed: number,
  basePairs: number,
  doses: PairDoses,
  options: RunOptions,
): Promise<WrittenDatabase> {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.partial`);
  await rm(temporary, { force: true });
  const database = new Database(temporary);
  let rows = 0;
  const tally = new PairTally(doses);
  try {
    // No journal beside it: the file is thrown away unless it is finished.
    database.pragma('journal_mode = OFF');
    database.pragma('synchronous = OFF');
    database.exec(ddl);
    database.exec('BEGIN');
    const writer = rowWriter(database, seed, doses, tally);
    for (let base = 0; base < basePairs; base += 1) {
      const draws = drawPair(seed, base, doses);
      for (const draw of draws) writer(draw, rows++);
      const [first, second] = draws;
      if (first !== undefined && second !== undefined) tally.countSwapped(first, second);
      if (base % 200 === 0) {
        if (options.signal?.aborted === true)
          throw fail('cancelled', 'Writing the sample was cancelled; nothing was kept.');
        options.onProgress?.({ stage: 'pairs', done: base, total: basePairs });
      }
    }
    database.exec('COMMIT');
    database.close();
  } catch (error) {
    database.close();
    await rm(temporary, { force: true });
    throw error;
  }
  let published = false;
  return {
    figures: tally.finish(),
    rows,
    publish: async () => {
      const { size } = await stat(temporary);
      await rename(temporary, path);
      published = true;
      return { path, bytes: size };
    },
    discard: () => rm(published ? path : temporary, { force: true }),
  };
}

function rowWriter(
  database: Database.Database,
  seed: number,
  doses: PairDoses,
  tally: PairTally,
): (draw: PairDraw, index: number) => void {
  const insertPair = database.prepare(
    'INSERT INTO audit_pairs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const insertLog = database.prepare('INSERT INTO judge_logs VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  return (draw, index) => {
    // What belongs to the pair is drawn by its number, what belongs to the row by its own.
    const pair = randomOf(seed, 'audit', ~draw.base);
    const row = randomOf(seed, 'audit', 0x1000_0000 + index);
    const { template, language } = scenarioOf(seed, 0x1000_0000 + draw.base);
    const names = [pair.whole(0, 4), pair.whole(0, 3)] as const;
    const two = [
      agents[names[0]] ?? '',
      agents[names[1] < names[0] ? names[1] : names[1] + 1] ?? '',
    ] as const;
    const lengths = [pair.whole(120, 1900), pair.whole(120, 1900)] as const;
    const model = models[draw.base % 4 === 3 ? 1 : 0];
    const second = draw.firstAgent === 0 ? 1 : 0;
    const scores = scoresOf(row, draw);
    const raw = draw.readable ? preference(row, draw.choice, doses.oddSpelling) : row.pick(unreadable);
    const misselected = misselectedOf(draw);
    const columnWrong = misselected !== null && row.chance(doses.wrongColumn);
    const column = misselected === null ? null : Number(misselected !== columnWrong);
    const pair_id = `p${String(index).padStart(5, '0')}`;
    const created = timeText(index);
    insertPair.run(
      pair_id,
      `pair-task-${String(draw.base).padStart(4, '0')}`,
      two[draw.firstAgent],
      two[second],
      Number(draw.success[0]),
      Number(draw.success[1]),
      raw,
      scores?.[0] ?? null,
      scores?.[1] ?? null,
      draw.gapHundredths === null ? null : draw.gapHundredths / 100,
      column,
      created,
      template.category,
      draw.externalHundredths === null ? null : draw.externalHundredths / 100,
      lengths[draw.firstAgent],
      lengths[second],
    );
    tally.countRow(draw, misselected, scores, columnWrong);
    const reply = {
      winner: raw,
      ...(scores === null ? {} : { score_a: scores[0], score_b: scores[1] }),
      reason: reasonText(language, draw.choice),
    };
    const text = draw.readable
      ? JSON.stringify(reply)
      : 'Both answers have their merits; it depends on what is wanted.';
    const hash = opaqueHex(seed, 0x7b9, index);
    insertLog.run(`${pair_id}-j`, pair_id, 'judge', model, hash, text, draw.readable ? text : null, created);
    if (row.chance(0.25)) {
      const success = draw.success[0];
      const check = JSON.stringify({ success, missing: success ? [] : [template.slip] });
      insertLog.run(`${pair_id}-t`, pair_id, 'task_check', 'state-checker', null, check, check, created);
      tally.figures.task_checks += 1;
    }
  };
}

function reasonText(language: 'en' | 'zh', choice: Choice): string {
  if (language === 'zh')
    return choice === 'tie'
      ? '两次运行的结果相当。'
      : `${choice === 'first' ? 'A' : 'B'} 更接近指令要求的结果。`;
  return choice === 'tie'
    ? 'Both runs end in about the same state.'
    : `${choice === 'first' ? 'A' : 'B'} ends closer to what was asked for.`;
}
