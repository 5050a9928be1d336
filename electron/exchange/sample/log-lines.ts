import type { WrittenFile } from '../written-file.ts';
import { type Defect, damaged, noDefects, placeDefects } from './defects.ts';
import type { JudgeRow } from './judge-row.ts';
import type { DefectTally, ReadingTally } from './tally.ts';

/** Writes the reward log's lines, plants the defects among them, and counts what a reader must find. */
export class LogLines {
  readonly defects: DefectTally = noDefects();
  readonly #file: WrittenFile;
  readonly #waiting: { row: number; defect: Defect }[];
  #rows = 0;
  #lines = 0;
  #glueNext = false;

  constructor(file: WrittenFile, seed: number, rows: number, defectScale: number) {
    this.#file = file;
    this.#waiting = defectScale === 0 ? [] : placeDefects(seed, rows, defectScale);
  }

  /**
   * Writes one row.
   *
   * @param sound the row has a verdict of its own and nothing else odd about it, so that a defect may be planted
   * @returns whether its reward can still be read
   */
  write(row: JudgeRow, sound: boolean): { readonly rewardReadable: boolean } {
    const number = this.#rows;
    this.#rows += 1;
    const json = JSON.stringify(row);
    const defect = sound && !this.#glueNext ? this.#due(number) : null;
    if (defect === null) {
      this.#line(json);
      return { rewardReadable: true };
    }
    this.defects[defect] += 1;
    if (defect === 'blank_lines') this.#line('');
    if (defect === 'cut_lines') this.#line(json.slice(0, Math.floor(json.length * 0.6)));
    if (defect === 'glued_lines') {
      this.#file.write(json);
      this.#glueNext = true;
      return { rewardReadable: true };
    }
    this.#line(damaged(defect, json, number) ?? json);
    if (defect === 'duplicate_lines') this.#line(json);
    return { rewardReadable: defect !== 'nan_rewards' };
  }

  #due(number: number): Defect | null {
    const next = this.#waiting[0];
    if (next === undefined || next.row > number) return null;
    this.#waiting.shift();
    return next.defect;
  }

  #line(text: string): void {
    this.#file.write(`${text}\n`);
    this.#lines += 1;
    this.#glueNext = false;
  }

  reading(): ReadingTally {
    const { defects } = this;
    return {
      lines: this.#lines,
      records: this.#rows + defects.duplicate_lines + defects.cut_lines,
      imported: this.#rows,
      duplicates: defects.duplicate_lines,
      quarantined: defects.cut_lines,
      blank: defects.blank_lines,
      glued_extra: defects.glued_lines,
      warnings: { nan: defects.nan_rewards, coerced: defects.string_booleans + defects.numeric_strings },
    };
  }
}
