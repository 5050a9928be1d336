import type Database from 'better-sqlite3';
import type { ScaleAnswer, ScoringJudge } from '../core/model/score-scale.ts';
import { guarded } from './record-error.ts';

/** What scores are out of, as it was answered once for each judge and version. */
export interface ScoreScales {
  list(): ScaleAnswer[];
  /** Keeps the answers, each in place of an earlier one for the same judge; all or none. */
  answer(answers: readonly ScaleAnswer[]): void;
  /** The judge is asked about again. */
  forget(judge: ScoringJudge): void;
}

export function scoreScaleRepository(db: Database.Database, now: () => number): ScoreScales {
  const all = db.prepare<[], { judge: string; top: number | null }>(
    'SELECT judge, top FROM score_scales ORDER BY judge',
  );
  const upsert = db.prepare<[string, number | null, number]>(`
    INSERT INTO score_scales (judge, top, answered_at) VALUES (?, ?, ?)
    ON CONFLICT (judge) DO UPDATE SET top = excluded.top, answered_at = excluded.answered_at`);
  const drop = db.prepare<[string]>('DELETE FROM score_scales WHERE judge = ?');
  const answerAll = db.transaction((answers: readonly ScaleAnswer[]) => {
    for (const { top, ...judge } of answers) upsert.run(keyOf(judge), top, now());
  });
  return {
    list: () =>
      guarded('list the scales', () =>
        all.all().map(({ judge, top }) => {
          // Written by `keyOf`.
          const [rubric_version, judge_model] = JSON.parse(judge) as [string | null, string | null];
          return { rubric_version, judge_model, top };
        }),
      ),
    answer: (answers) => guarded('keep the scale', () => answerAll.immediate(answers)),
    forget: (judge) =>
      guarded('forget the scale', () => {
        drop.run(keyOf(judge));
      }),
  };
}

function keyOf({ rubric_version, judge_model }: ScoringJudge): string {
  return JSON.stringify([rubric_version, judge_model]);
}
