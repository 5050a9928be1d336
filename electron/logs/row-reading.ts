import type { RowId, Trajectory } from '../core/model/verdict.ts';
import type { LogStore } from './log-store.ts';
import type { RawLine } from './raw-lines.ts';
import { keysOf, lineReader, namedById, onlyInLine, openedTrajectories } from './trajectories-of-rows.ts';
import {
  readStoredWithFields,
  type StoredTrajectory,
  trajectoryInLine,
  trajectoryWithFields,
  type VerdictKey,
} from './trajectory.ts';

/** Reads what the files say of rows. Where the lines stand was asked once for all of them. */
export interface RowReading {
  /** @throws FailureError as `rawLine` */
  line(row: RowId): RawLine;
  /** @throws FailureError as `trajectoryWithFields` */
  trajectory(row: RowId): Promise<{
    readonly trajectory: Trajectory | null;
    readonly fields: Readonly<Record<string, unknown>> | null;
  }>;
}

/**
 * The same lines and trajectories as `rawLine` and `trajectoryWithFields` find one by one, with a few questions to the
 * index for all rows: with thousands of rows the questions are what takes the time.
 */
export async function readingOf(store: LogStore, rows: readonly RowId[]): Promise<RowReading> {
  const [line, keys, named, files] = await Promise.all([
    lineReader(store, rows),
    rows.length === 0 ? new Map<RowId, VerdictKey>() : keysOf(store, rows),
    rows.length === 0 ? new Map<RowId, StoredTrajectory>() : namedById(store, rows),
    openedTrajectories(store),
  ]);
  return {
    line,
    async trajectory(row) {
      const key = keys.get(row);
      const stored = named.get(row);
      if (key !== undefined && stored === undefined && onlyInLine(key, files))
        return { trajectory: trajectoryInLine(line(row).fields, key), fields: null };
      // an id without an identity stands for two trajectories, and does not say which
      return key === undefined || stored === undefined || key.trajectory === null
        ? await trajectoryWithFields(store, row)
        : await readStoredWithFields(stored, key);
    },
  };
}
