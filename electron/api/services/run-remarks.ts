import type { EquallyAsked } from '../../core/diagnosis/index.ts';
import type { SamePrompt } from '../../core/model/record.ts';
import type { RemarkCount, Reproduced } from './question-views.ts';
import type { PreparedPrompt } from './run-prompts.ts';

/** What prompts lacked or had to bend, counted by samples. */
export class RemarkCounts {
  readonly #samples = new Map<string, number>();

  add({ remarks }: Pick<PreparedPrompt, 'remarks'>): void {
    for (const { code } of remarks) this.#samples.set(code, (this.#samples.get(code) ?? 0) + 1);
  }

  counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#samples);
  }

  /** @param scale of the samples looked at to all that are meant */
  list(scale: number): readonly RemarkCount[] {
    return [...this.#samples].map(([code, samples]) => ({ code, samples: Math.round(samples * scale) }));
  }
}

/** Samples by the calls that are made for each, and by what they truly are. */
export class AskedCounts {
  readonly #by = new Map<number, { items: number; true_successes: number; true_failures: number }>();

  /** @param calls those to be made: an answer of the record is none */
  add(calls: number, truth: boolean | null): void {
    const counts = this.#by.get(calls) ?? { items: 0, true_successes: 0, true_failures: 0 };
    this.#by.set(calls, counts);
    counts.items += 1;
    if (truth !== null) counts[truth ? 'true_successes' : 'true_failures'] += 1;
  }

  /** @param scale of the samples looked at to all that are meant */
  list(scale: number): readonly EquallyAsked[] {
    return [...this.#by].map(([calls, { items, true_successes, true_failures }]) => ({
      calls,
      items: Math.round(items * scale),
      true_successes: Math.round(true_successes * scale),
      true_failures: Math.round(true_failures * scale),
    }));
  }
}

/** How many of the samples ask what the training asked, how many do not, and of how many that is unknown. */
export function reproducedOf(each: readonly SamePrompt[]): Reproduced {
  const count = (wanted: SamePrompt): number => each.filter((one) => one === wanted).length;
  return { yes: count('yes'), no: count('no'), unknown: count('unknown') };
}
