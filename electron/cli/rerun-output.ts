import type { PromptPreview } from '../api/contract.ts';
import type { AdviceCode, CaveatCode, JudgeVerdict } from '../core/diagnosis/index.ts';
import { assertNever } from '../core/model/failure.ts';
import type { RunHead, SamePrompt } from '../core/model/record.ts';
import type { RunFigures } from '../core/run/run-figures.ts';
import type { StoredRunItem } from '../record/index.ts';
import {
  count,
  counted,
  cut,
  figure,
  left,
  milliseconds,
  percent,
  printable,
  rateWithInterval,
  right,
  table,
} from './text.ts';

/** `rerun --json` (CLI.md). */
export interface RerunReport extends Omit<RunFigures, 'diagnosis'> {
  readonly run: {
    readonly run_id: string;
    readonly number: number;
    readonly state: RunHead['state'];
    readonly model: string;
    readonly temperature: number | null;
    readonly rubric_version: string | null;
    readonly repeats: number;
  };
  /** The judges of the samples' own verdicts, and whether the one asked now is each of them. */
  readonly training_judges: readonly string[];
  readonly same_judge_as_training: SamePrompt;
  /** On the judge that was asked. */
  readonly verdict: JudgeVerdict;
  readonly advice: readonly AdviceCode[];
  readonly caveats: readonly CaveatCode[];
  /** Chosen samples that could not be asked about, by reason; null where the run was made earlier. */
  readonly skipped: PromptPreview['skipped'] | null;
  readonly items: readonly RerunItem[];
}

export interface RerunItem {
  readonly row: string;
  readonly trajectory: string | null;
  readonly task_id: string | null;
  readonly attempts: readonly {
    readonly attempt: number;
    readonly passed: boolean | null;
    readonly score: number | null;
    readonly reason: string | null;
    readonly latency_ms: number | null;
    readonly error: string | null;
    /** Taken over from an earlier run: counted in no figure of repeats. */
    readonly reused: boolean;
  }[];
  readonly fails: number;
  readonly split: boolean;
  readonly score_sd: number | null;
  readonly original_passed: boolean | null;
  readonly truth: boolean | null;
}

/** The report of a run from its stored figures and items. */
export function rerunReport(
  head: RunHead,
  figures: RunFigures,
  items: readonly StoredRunItem[],
  skipped: PromptPreview['skipped'] | null,
): RerunReport {
  const { diagnosis, ...rest } = figures;
  const { run_id, number, state, model, temperature, rubric_version, repeats } = head;
  return {
    run: { run_id, number, state, model, temperature, rubric_version, repeats },
    ...rest,
    ...judgesOf(model, items),
    verdict: diagnosis.verdict,
    advice: diagnosis.advice,
    caveats: diagnosis.caveats,
    skipped,
    items: items.map((item) => ({
      row: item.row,
      trajectory: item.trajectory,
      task_id: item.task_id,
      attempts: item.attempts.map(({ attempt, passed, score, reason, latency_ms, error, reused }) => ({
        attempt,
        passed,
        score,
        reason,
        latency_ms,
        error,
        reused,
      })),
      fails: item.fails,
      split: item.split,
      score_sd: item.score_sd,
      original_passed: item.original_passed,
      truth: item.truth,
    })),
  };
}

function judgesOf(
  model: string,
  items: readonly StoredRunItem[],
): Pick<RerunReport, 'training_judges' | 'same_judge_as_training'> {
  const names = new Set(items.map(({ judge_model }) => judge_model));
  const training_judges = [...names].filter((name) => name !== null).sort();
  const same = training_judges.every((name) => name === model);
  return { training_judges, same_judge_as_training: !same ? 'no' : names.has(null) ? 'unknown' : 'yes' };
}

const samePromptWords: Readonly<Record<RunFigures['same_prompt_as_training'], string>> = {
  yes: 'The prompt is the training prompt.',
  no: 'The prompt is not the training prompt: this is another question, and no noise of the training judge.',
  unknown:
    'Whether the prompt is the training prompt is unknown: the log holds neither the messages nor their hash.',
};

/** The noise of one model says nothing of another's. */
function judgeWords({ same_judge_as_training, training_judges, run }: RerunReport): readonly string[] {
  switch (same_judge_as_training) {
    case 'yes':
      return [];
    case 'no':
      return [
        `The judge asked, ${printable(run.model)}, is not the one of the log (${training_judges.map(printable).join(', ')}): noise and verdict are its own.`,
      ];
    case 'unknown':
      return [
        'The log does not say which judge gave its verdicts: noise and verdict are of the one asked now.',
      ];
    default:
      return assertNever(same_judge_as_training);
  }
}

const mark = (passed: boolean | null): string => (passed === null ? '?' : passed ? '✓' : '✗');

/** The run for a person: verdict and figures first, then the samples that split. */
export function rerunText(report: RerunReport): string {
  const { flip, failed } = report;
  const failures = Object.entries(failed)
    .filter(([, number]) => number > 0)
    .map(([cause, number]) => `${cause} ${count(number)}`);
  const errors = [
    ['steady false negatives (every repeat fails a true success)', report.steady_false_negatives],
    ['flickering false negatives (some do)', report.flickering_false_negatives],
    ['steady false positives (every repeat passes a true failure)', report.steady_false_positives],
    ['flickering false positives (some do)', report.flickering_false_positives],
  ] as const;
  const lines = [
    `Run #${report.run.number}, ${report.run.model}: ${counted(report.samples, 'sample')}, ${counted(report.attempts, 'attempt')}, ${count(report.ok)} answered${failures.length === 0 ? '' : ` (${failures.join(', ')})`}.`,
    `Verdict: ${report.verdict}.${report.advice.length === 0 ? '' : ` Advice: ${report.advice.join(', ')}.`}${report.caveats.length === 0 ? '' : ` Mind: ${report.caveats.join(', ')}.`}`,
    samePromptWords[report.same_prompt_as_training],
    ...judgeWords(report),
    ...(report.representative
      ? []
      : ['The samples were chosen by what the judge had said of them: no rate here is a rate of the judge.']),
    `Of ${counted(report.repeated, 'sample')} judged at least twice ${rateWithInterval(flip.any, flip.any_interval)} split (pairwise ${percent(flip.pairwise)}); noise share ${rateWithInterval(flip.noise_share, flip.noise_share_interval)}; ICC(1) ${figure(flip.icc1, 3)}; mean score deviation ${figure(report.score_sd_mean, 3)}.`,
    ...(report.weighted
      ? ['Rows had different chances to be drawn: rates and means are weighted by them.']
      : []),
    ...(report.split_bound === null
      ? []
      : [
          `None split, which bounds the split rate at ${percent(report.split_bound)}. Repeats estimate the noise of a population; they certify no single sample.`,
        ]),
    ...errors.flatMap(([name, share]) =>
      share === null
        ? []
        : [
            `${count(share.count)} of ${count(share.n)} ${name}: ${rateWithInterval(share.rate, share.interval)}.`,
          ],
    ),
    ...(report.reused === 0
      ? []
      : [
          `${counted(report.reused, 'answer')} from the record, of calls made in earlier runs: in no figure of repeats, and paid for before.`,
        ]),
    ...(report.duplicate_response_ids === 0
      ? []
      : [
          `${counted(report.duplicate_response_ids, 'answer')} came with a response id seen before: a cache answered, which is no repeat.`,
        ]),
    `Latency p50 ${milliseconds(report.latency_ms.p50)}, p95 ${milliseconds(report.latency_ms.p95)}; tokens ${report.tokens.sum_total === null ? '–' : count(report.tokens.sum_total)}${report.cost === null ? '' : `; cost ${figure(report.cost, 4)}`}.`,
    ...(report.skipped ?? []).map(({ reason, count: number }) => `Skipped ${count(number)}: ${reason}.`),
  ];
  const split = report.items.filter((item) => item.split);
  const shown = split.slice(0, 20);
  const columns = [left('split sample'), left('log'), left('attempts'), right('score sd'), left('reason')];
  const rows = shown.map((item) => [
    cut(item.trajectory ?? item.task_id ?? item.row, 48),
    mark(item.original_passed),
    item.attempts.map(({ passed }) => mark(passed)).join(' '),
    figure(item.score_sd, 3),
    cut(item.attempts.find(({ passed }) => passed === false)?.reason ?? '', 70),
  ]);
  const rest = split.length - shown.length;
  return `${lines.join('\n')}\n${shown.length === 0 ? '' : `\n${table(columns, rows)}`}${rest > 0 ? `… and ${count(rest)} more\n` : ''}`;
}
