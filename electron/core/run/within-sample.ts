/** The spread of repeated values around their own sample's mean. */
export interface WithinSample {
  /** √(Σw·Σ(x − x̄_i)²/Σw(k_i − 1)) over samples with two values or more; null without one. */
  readonly sd: number | null;
  readonly samples: number;
  readonly values: number;
}

interface Spread {
  /** Σ(x − x̄)² inside the sample. */
  readonly squares: number;
  readonly k: number;
  /** 1/π of its draw. */
  readonly weight: number;
}

/** Pooled within-sample standard deviation: the root of the analysis of variance's MSW, below the line in METHODS §4's ICC. */
export function withinSample(
  samples: readonly { readonly values: readonly number[]; readonly weight: number }[],
): WithinSample {
  return pooled(
    samples.map(({ values, weight }) => {
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      return {
        squares: values.reduce((sum, value) => sum + (value - mean) ** 2, 0),
        k: values.length,
        weight,
      };
    }),
  );
}

/** The same for verdicts counted as 1 and 0: the sum of squares is s(k − s)/k. */
export function withinSampleOfCounts(
  samples: readonly { readonly fails: number; readonly judged: number; readonly weight: number }[],
): WithinSample {
  return pooled(
    samples.map(({ fails, judged, weight }) => ({
      squares: judged === 0 ? 0 : (fails * (judged - fails)) / judged,
      k: judged,
      weight,
    })),
  );
}

function pooled(samples: readonly Spread[]): WithinSample {
  const repeated = samples.filter(({ k }) => k > 1);
  let squares = 0;
  let freedom = 0;
  let values = 0;
  for (const sample of repeated) {
    squares += sample.weight * sample.squares;
    freedom += sample.weight * (sample.k - 1);
    values += sample.k;
  }
  return { sd: freedom === 0 ? null : Math.sqrt(squares / freedom), samples: repeated.length, values };
}
