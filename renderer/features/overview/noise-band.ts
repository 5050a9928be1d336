import type { StepBin } from '../../../electron/api/types.ts';
import { useApiQuery } from '../../app/api.ts';
import { hrefTo, useFilter } from '../../app/location.ts';

export interface NoiseBand {
  /** Around the mean reward of each range; null where the judge's noise was not measured. */
  readonly low: readonly (number | null)[];
  readonly high: readonly (number | null)[];
  /** Half the band, for the table. */
  readonly half: readonly (number | null)[];
  /** The re-run that measured most of it. */
  readonly href: string;
}

/**
 * How far the judge's own noise alone moves the mean reward of each range of steps, from stored re-runs on the training's
 * prompt. Null where none measured any of it, and the chart then says nothing of noise.
 */
export function useNoiseBand(bins: readonly StepBin[]): NoiseBand | null {
  const { filter } = useFilter();
  const band = useApiQuery('variance.noiseBand', { filter }, { keep: true, enabled: bins.length > 0 });
  if (band.data === undefined) return null;
  const halves = new Map(band.data.bins.map(({ step_low, half }) => [step_low, half]));
  const half = bins.map((bin) => (bin.reward_mean === null ? null : (halves.get(bin.step_low) ?? null)));
  if (half.every((each) => each === null)) return null;
  const [largest] = band.data.groups
    .filter(({ run_id, sd }) => run_id !== null && sd !== null)
    .toSorted((a, b) => b.rows - a.rows);
  const at = (sign: 1 | -1) =>
    bins.map((bin, index) => {
      const by = half[index] ?? null;
      return bin.reward_mean === null || by === null ? null : bin.reward_mean + sign * by;
    });
  return {
    low: at(-1),
    high: at(1),
    half,
    href: hrefTo('variance', largest?.run_id == null ? {} : { run: largest.run_id }),
  };
}
