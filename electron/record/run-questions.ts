import type Database from 'better-sqlite3';
import { fromJson, type JsonValue } from './json.ts';
import { guarded } from './record-error.ts';

/** Where a sample's fine rubrics come from: its own log, what a judge model generated for its instruction, or none. */
export const fineSources = ['log', 'generated', 'none'] as const;
export type FineSource = (typeof fineSources)[number];

/** How the questions of a run came to be. Written when its samples are, and not changed. */
export interface RunQuestions {
  readonly run_id: string;
  /** Null for the app's own template. */
  readonly template_id: string | null;
  readonly fine: FineSource;
  /** Pictures in all questions together. */
  readonly pictures: number;
  /** What the prompts lacked or had to bend: how many samples, by code. */
  readonly remarks: Readonly<Record<string, number>>;
}

export interface RunQuestionStore {
  put(questions: RunQuestions): void;
  /** Null for a run of before templates. */
  get(runId: string): RunQuestions | null;
}

export function runQuestionRepository(db: Database.Database): RunQuestionStore {
  const upsert = db.prepare<[Omit<RunQuestions, 'remarks'> & { readonly remarks: string }]>(`
    INSERT INTO run_questions (run_id, template_id, fine, pictures, remarks)
    VALUES (@run_id, @template_id, @fine, @pictures, @remarks)
    ON CONFLICT (run_id) DO UPDATE SET pictures = excluded.pictures, remarks = excluded.remarks`);
  const one = db.prepare<[string], Omit<RunQuestions, 'remarks'> & { readonly remarks: string }>(
    'SELECT * FROM run_questions WHERE run_id = ?',
  );
  return {
    put: (questions) =>
      guarded('save how the questions came to be', () => {
        upsert.run({ ...questions, remarks: JSON.stringify(questions.remarks) });
      }),
    get: (runId) =>
      guarded('read how the questions came to be', () => {
        const row = one.get(runId);
        return row === undefined ? null : { ...row, remarks: counts(fromJson(row.remarks)) };
      }),
  };
}

function counts(value: JsonValue): Readonly<Record<string, number>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([code, count]) => (typeof count === 'number' ? [[code, count]] : [])),
  );
}
