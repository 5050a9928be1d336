import { withinSample, withinSampleOfCounts } from '../../core/run/within-sample.ts';
import { Z95 } from '../../core/statistics/index.ts';
import { type BinGroup, binGroups } from '../../logs/query/bin-groups.ts';
import type { StoredRun } from '../../record/index.ts';
import type { EngineParts } from './parts.ts';
import { rerunState } from './rerun-verdicts.ts';
import { representative } from './run-selection.ts';
import type { NoiseBandView, NoiseGroup } from './run-views.ts';

interface Measured {
  readonly run: StoredRun;
  readonly verdict: ReturnType<typeof withinSample>;
  readonly score: ReturnType<typeof withinSample>;
}

/**
 * What the judge's own noise makes of the mean reward of a range of steps. Measured by re-runs that asked the training's
 * question of the training's judge; the newest such run of a version and judge speaks for it.
 */
export class NoiseBand {
  readonly #parts: EngineParts;
  #state = '';
  #measured: ReadonlyMap<string, Measured> = new Map();

  constructor(parts: EngineParts) {
    this.#parts = parts;
  }

  /**
   * Per range of steps the standard error √(Σ n_g·sd_g²)/n of its mean reward, over the versions and judges in it, and
   * 1.96 times that as half the band. Null where a version or judge in the range was not measured, or where its rewards are
   * neither its verdicts nor its scores.
   */
  async of(filter: string, bins: number): Promise<NoiseBandView> {
    this.#measure();
    const rows = await binGroups(this.#parts.store, filter, bins);
    const groups = [...Map.groupBy(rows, nameOf)].map(([name, group]) => this.#group(name, group));
    const byName = new Map(groups.map((group) => [nameOf(group), group]));
    return {
      groups,
      bins: [...Map.groupBy(rows, ({ step_low }) => step_low).values()].map((inBin) => {
        let n = 0;
        let measured = 0;
        let variance = 0;
        for (const row of inBin) {
          const sd = byName.get(nameOf(row))?.sd ?? null;
          n += row.rows;
          if (sd === null) continue;
          measured += row.rows;
          variance += row.rows * sd * sd;
        }
        const se = measured === n && n > 0 ? Math.sqrt(variance) / n : null;
        return {
          step_low: inBin[0]?.step_low ?? 0,
          step_high: inBin[0]?.step_high ?? 0,
          rows: n,
          measured,
          se,
          half: se === null ? null : Z95 * se,
        };
      }),
    };
  }

  #group(name: string, rows: readonly BinGroup[]): NoiseGroup {
    const total = rows.reduce((sum, row) => sum + row.rows, 0);
    const whole = (field: 'as_verdict' | 'as_score') =>
      rows.reduce((sum, row) => sum + row[field], 0) === total;
    const reward_is = whole('as_verdict') ? 'verdict' : whole('as_score') ? 'score' : null;
    const measured = this.#measured.get(name);
    const found = reward_is === null ? undefined : measured?.[reward_is];
    const first = rows[0];
    return {
      rubric_version: first?.rubric_version ?? null,
      judge_model: first?.judge_model ?? null,
      rows: total,
      reward_is,
      sd: found?.sd ?? null,
      samples: found?.samples ?? 0,
      calls: found?.values ?? 0,
      run_id: measured?.run.run_id ?? null,
      run_number: measured?.run.number ?? null,
    };
  }

  #measure(): void {
    const { record } = this.#parts;
    const state = rerunState(record);
    if (state === this.#state) return;
    const measured = new Map<string, Measured>();
    for (const run of record.runs.list()) {
      // samples chosen by what the judge had said of them scatter more, or less, than others
      if (run.state !== 'done' || run.purpose !== 'repeat' || !representative(run)) continue;
      const items = record.counts
        .of(run.run_id)
        .filter((item) => item.judge_model === run.profile.model && item.same_prompt === 'yes')
        .map((item) => ({ ...item, weight: item.inclusion === null ? 1 : 1 / item.inclusion }));
      for (const [name, group] of Map.groupBy(items, nameOf)) {
        if (measured.has(name) || !group.some(({ judged }) => judged > 1)) continue;
        measured.set(name, {
          run,
          verdict: withinSampleOfCounts(group),
          score: withinSample(group.map(({ scores, weight }) => ({ values: scores, weight }))),
        });
      }
    }
    this.#measured = measured;
    this.#state = state;
  }
}

function nameOf({
  rubric_version,
  judge_model,
}: {
  readonly rubric_version: string | null;
  readonly judge_model: string | null;
}): string {
  return JSON.stringify([rubric_version, judge_model]);
}
