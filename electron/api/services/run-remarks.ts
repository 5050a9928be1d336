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

/** How many of the samples ask what the training asked, how many do not, and of how many that is unknown. */
export function reproducedOf(each: readonly SamePrompt[]): Reproduced {
  const count = (wanted: SamePrompt): number => each.filter((one) => one === wanted).length;
  return { yes: count('yes'), no: count('no'), unknown: count('unknown') };
}
