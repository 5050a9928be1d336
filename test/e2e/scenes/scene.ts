import type { Page } from 'playwright-core';
import { ask, gridRow } from '../on-screen.ts';
import type { Workplace } from '../workplace.ts';

/** Loads an address of the app. */
export type Open = (path: string) => Promise<void>;

/** One picture. */
export interface Shot {
  readonly name: string;
  /** Taken at 1280 × 800 too, because much stands beside each other here. */
  readonly dense?: boolean;
  /** Goes there and waits until everything stands. */
  readonly show: (page: Page, open: Open) => Promise<void>;
}

/** Pictures of one state of the app; `prepare` brings it about. */
export interface Stage {
  readonly prepare?: (page: Page, open: Open) => Promise<void>;
  readonly shots: readonly Shot[];
  /** What the page may complain of here, because the picture is of a mistake. */
  readonly foresee?: RegExp;
}

/** One workspace, and what is done in it before each row of pictures. */
export interface Scene {
  readonly name: string;
  /** Takes minutes, so it is made only where it is asked for by its name. */
  readonly long?: true;
  /** Writes the files the app is started with; none for an empty workspace. */
  readonly files: (place: Workplace) => Promise<readonly string[]>;
  readonly stages: readonly Stage[];
  /** Ends what the stages started. */
  readonly after?: () => Promise<void>;
}

export const where = (filter: string): string => `where=${encodeURIComponent(filter)}`;

/** Waits until a row of the screen's only table has its text. */
export async function rowsShown(page: Page, index = 2): Promise<void> {
  const row = gridRow(page.getByRole('grid').first(), index);
  await row.getByRole('gridcell').nth(3).filter({ hasText: /\S/ }).waitFor({ timeout: 60_000 });
}

/** Waits until something the engine says of itself has become so. */
export async function until(page: Page, holds: () => Promise<boolean>, what: string): Promise<void> {
  for (const started = Date.now(); !(await holds()); await page.waitForTimeout(100))
    if (Date.now() - started > 300_000) throw new Error(`waited too long for ${what}`);
}

export interface RunSeen {
  readonly run_id: string;
  readonly state: string;
  readonly attempts_done: number;
  readonly attempts_total: number;
}

export async function runSeen(page: Page, runId: string): Promise<RunSeen> {
  const run = (await ask<RunSeen[]>(page, 'variance.runs')).find((each) => each.run_id === runId);
  if (run === undefined) throw new Error(`there is no run ${runId}`);
  return run;
}

/** Waits for a run to stand as it should. */
export async function runComesTo(page: Page, runId: string, holds: (run: RunSeen) => boolean): Promise<void> {
  const ended = ['failed', 'cancelled', 'done'];
  const arrived = async (): Promise<boolean> => {
    const run = await runSeen(page, runId);
    if (!holds(run) && ended.includes(run.state)) throw new Error(`run ${runId} ended as ${run.state}`);
    return holds(run);
  };
  await until(page, arrived, `run ${runId}`);
}
