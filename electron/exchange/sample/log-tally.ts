import type { RubricName } from './doses.ts';
import type { JudgeRow, LostCall } from './judge-row.ts';
import { emptyGroup, type GroupTally } from './tally.ts';
import { cellOf } from './verdict-text.ts';

export interface CountedRow {
  readonly row: JudgeRow;
  readonly lost: LostCall | null;
  readonly rewardReadable: boolean;
  /** Null where there is no label or the labels disagree. */
  readonly truth: boolean | null;
  readonly cites: boolean;
  readonly contradicts: boolean;
  readonly invented: boolean;
  readonly withMessages: boolean;
}

/** Counts rows as they are written. */
export class LogTally {
  readonly groups = new Map<string, GroupTally>();
  readonly versions: readonly RubricName[];
  trajectories = 0;
  messages = 0;
  labelled = 0;
  labelRows = 0;
  disputed = 0;

  constructor(versions: readonly RubricName[]) {
    this.versions = versions;
  }

  countLabel(lines: number, disputed: boolean): void {
    this.labelled += 1;
    this.labelRows += lines;
    if (disputed) this.disputed += 1;
  }

  countRow(counted: CountedRow): void {
    const { row, lost } = counted;
    const key = `${row.rubric_version}\u0000${row.judge_model}`;
    let group = this.groups.get(key);
    if (group === undefined) {
      group = emptyGroup(row.rubric_version, row.judge_model);
      this.groups.set(key, group);
    }
    group.rows += 1;
    if (counted.withMessages) this.messages += 1;
    if (counted.invented) group.rows_with_invented += 1;
    if (counted.rewardReadable) {
      group.reward_rows_as_trained += 1;
      group.reward_sum_as_trained += row.reward;
    }
    if (lost !== null) {
      group.unjudged.total += 1;
      group.unjudged[lost] += 1;
      return;
    }
    group.judged += 1;
    if (row.success) group.passed += 1;
    if (counted.rewardReadable) {
      group.reward_rows += 1;
      group.reward_sum += row.reward;
    }
    if (counted.truth === null) return;
    const cell = cellOf(counted.truth, row.success);
    group[cell] += 1;
    if (cell === 'fn' && counted.cites) group.fn_citing_invented += 1;
    if (cell === 'fn' && counted.contradicts) group.fn_contradicting += 1;
  }
}
