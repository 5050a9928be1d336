import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { fail } from '../core/model/failure.ts';
import { answerRepository, type EarlierAnswers } from './answers.ts';
import { type AttemptWriter, attemptWriter } from './attempt-writer.ts';
import { type Attempts, attemptRepository } from './attempts.ts';
import { type Canaries, canaryRepository } from './canaries.ts';
import { type CanaryPairs, canaryPairRepository } from './canary-pairs.ts';
import { type Dialects, dialectRepository } from './dialects.ts';
import { type Draws, drawRepository } from './draws.ts';
import { type Exports, exportRepository } from './exports.ts';
import { type FineGenerations, fineGenerationRepository } from './fine-generations.ts';
import { type Labels, labelRepository } from './labels.ts';
import { type Lines, lineRepository } from './lines.ts';
import { lockWorkspace } from './lock.ts';
import { type Mappings, mappingRepository } from './mappings.ts';
import { inspect, type Migrated, migrate } from './migrate.ts';
import { migrations as allMigrations } from './migrations/index.ts';
import type { Migration } from './migrations/migration.ts';
import { type Pictures, pictureRepository } from './pictures.ts';
import { type Profiles, profileRepository } from './profiles.ts';
import { type Prompts, promptRepository } from './prompts.ts';
import { causeOf, guarded } from './record-error.ts';
import { type RubricHeads, rubricRepository } from './rubrics.ts';
import { type RunCaps, runCapRepository } from './run-caps.ts';
import { type RunCounts, runCountRepository } from './run-counts.ts';
import { type RunItems, runItemRepository } from './run-items.ts';
import { type RunQuestionStore, runQuestionRepository } from './run-questions.ts';
import { figureInput, type StoredFigureInput } from './run-reading.ts';
import { type Runs, runRepository } from './runs.ts';
import { type ScoreScales, scoreScaleRepository } from './score-scales.ts';
import { type SettingsStore, settingsRepository } from './settings.ts';
import { type Sources, sourceRepository } from './sources.ts';
import { type Templates, templateRepository } from './templates.ts';
import { type SavedViews, viewRepository } from './views.ts';

export const RECORD_FILE = 'record.sqlite';

/** The record of one workspace: what a person made or paid for. One process holds it open at a time. */
export interface WorkspaceRecord {
  readonly path: string;
  readonly migrated: Migrated;
  /** Runs that were under way when the last process died. */
  readonly interrupted_runs: number;
  readonly sources: Sources;
  readonly mappings: Mappings;
  readonly scales: ScoreScales;
  readonly lines: Lines;
  readonly labels: Labels;
  readonly prompts: Prompts;
  readonly runs: Runs;
  readonly items: RunItems;
  readonly attempts: Attempts;
  readonly counts: RunCounts & {
    /** Everything the figures of a run are computed from. */
    figureInput(run: { readonly run_id: string; readonly draw_id: string | null }): StoredFigureInput;
  };
  readonly draws: Draws;
  readonly canaries: Canaries;
  readonly canaryPairs: CanaryPairs;
  /** For a run under way: stores attempts in a thread of its own. Close it before the record. */
  readonly answers: EarlierAnswers;
  openAttemptWriter(): AttemptWriter;
  readonly rubrics: RubricHeads;
  readonly templates: Templates;
  readonly questions: RunQuestionStore;
  readonly pictures: Pictures;
  readonly fine: FineGenerations;
  readonly profiles: Profiles;
  readonly dialects: Dialects;
  readonly caps: RunCaps;
  readonly settings: SettingsStore;
  readonly exports: Exports;
  readonly views: SavedViews;
  /** Folds the write-ahead log into the file and frees the workspace. Safe to call twice. */
  close(): void;
}

export interface RecordOptions {
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Another list of migrations, for tests of the upgrade itself. */
  readonly migrations?: readonly Migration[];
}

/**
 * Opens the record in a workspace folder, making both where they are missing, and becomes its one writer.
 * A file that cannot be opened is never replaced or deleted.
 *
 * @throws FailureError `workspace_locked`, `workspace_newer` or `record_failed`
 */
export function openRecord(folder: string, options: RecordOptions = {}): WorkspaceRecord {
  const now = options.now ?? Date.now;
  const steps = options.migrations ?? allMigrations;
  const path = join(folder, RECORD_FILE);
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw fail(
      'record_failed',
      `Cannot make the workspace folder ${folder}: ${causeOf(error)}.`,
      { path: folder },
      { cause: error },
    );
  }
  const lock = lockWorkspace(folder, now());
  let db: Database.Database | null = null;
  try {
    inspect(path, steps.at(-1)?.version ?? 0);
    const opened = guarded('be opened', () => connect(path));
    db = opened;
    const migrated = migrate(opened, path, steps, now());
    opened.pragma('foreign_keys = ON');
    const close = () => {
      if (opened.open) {
        opened.pragma('wal_checkpoint(TRUNCATE)');
        opened.close();
      }
      lock.release();
    };
    return guarded('be opened', () => assemble(opened, path, migrated, now, close));
  } catch (error) {
    db?.close();
    lock.release();
    throw error;
  }
}

/** FULL: a commit is on the disk when it returns, in WAL mode too. */
function connect(path: string): Database.Database {
  const db = new Database(path);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  return db;
}

function assemble(
  db: Database.Database,
  path: string,
  migrated: Migrated,
  now: () => number,
  close: () => void,
): WorkspaceRecord {
  const lines = lineRepository(db, now);
  const prompts = promptRepository(db, now);
  const runs = runRepository(db, now);
  return {
    path,
    migrated,
    interrupted_runs: runs.markInterrupted(),
    sources: sourceRepository(db, now),
    mappings: mappingRepository(db, now),
    scales: scoreScaleRepository(db, now),
    lines,
    labels: labelRepository(db, lines, now),
    prompts,
    runs,
    items: runItemRepository(db, lines, prompts),
    attempts: attemptRepository(db),
    answers: answerRepository(db),
    counts: {
      ...runCountRepository(db),
      figureInput: (run) => guarded('read the re-run', () => figureInput(db, run)),
    },
    draws: drawRepository(db, now),
    canaries: canaryRepository(db, now),
    canaryPairs: canaryPairRepository(db),
    openAttemptWriter: () => attemptWriter(path),
    rubrics: rubricRepository(db, now),
    templates: templateRepository(db, now),
    questions: runQuestionRepository(db),
    pictures: pictureRepository(db, now),
    fine: fineGenerationRepository(db, prompts),
    profiles: profileRepository(db, now),
    dialects: dialectRepository(db, now),
    caps: runCapRepository(db),
    settings: settingsRepository(db, now),
    exports: exportRepository(db, now),
    views: viewRepository(db, now),
    close,
  };
}
