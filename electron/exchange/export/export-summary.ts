import type { SummaryGroup, TruthFigures } from '../../core/model/summary.ts';
import { unjudgedCauses } from '../../core/model/verdict.ts';
import { type CellValue, csvRecord } from '../csv.ts';
import { type ExportOptions, type WrittenExport, writeExport } from './write-export.ts';

type Figure = readonly [name: string, value: (group: SummaryGroup) => CellValue];

function truth(name: string, value: (figures: TruthFigures) => CellValue): Figure {
  return [name, (group) => (group.truth === null ? null : value(group.truth))];
}

/** Rates are fractions, latencies milliseconds; an empty cell is undefined, never 0. */
const figures: readonly Figure[] = [
  ['rows', (group) => group.rows],
  ['judged', (group) => group.judged],
  ['unjudged', (group) => group.unjudged.total],
  ...unjudgedCauses.map((cause): Figure => [`unjudged_${cause}`, (group) => group.unjudged[cause]]),
  ['reward_mean', (group) => group.reward_mean],
  ['reward_mean_as_trained', (group) => group.reward_mean_as_trained],
  ['reward_sd', (group) => group.reward_sd],
  ['success_rate', (group) => group.success_rate],
  ['success_low', (group) => group.success_interval?.[0]],
  ['success_high', (group) => group.success_interval?.[1]],
  ['interval_method', (group) => group.interval_method],
  ['clusters', (group) => group.clusters],
  ['success_rate_if_unjudged_fail', (group) => group.worst_case[0]],
  ['success_rate_if_unjudged_pass', (group) => group.worst_case[1]],
  ['latency_n', (group) => group.latency_ms.n],
  ['latency_mean', (group) => group.latency_ms.mean],
  ['latency_p50', (group) => group.latency_ms.p50],
  ['latency_p95', (group) => group.latency_ms.p95],
  ['latency_p99', (group) => group.latency_ms.p99],
  ['latency_max', (group) => group.latency_ms.max],
  ['tokens_n', (group) => group.tokens.n],
  ['tokens_mean', (group) => group.tokens.mean_total],
  ['tokens_prompt', (group) => group.tokens.sum_prompt],
  ['tokens_completion', (group) => group.tokens.sum_completion],
  ['tokens_total', (group) => group.tokens.sum_total],
  truth('truth_n', ({ n }) => n),
  truth('tp', ({ tp }) => tp),
  truth('fp', ({ fp }) => fp),
  truth('fn', ({ fn }) => fn),
  truth('tn', ({ tn }) => tn),
  truth('fn_rate', ({ fn_rate }) => fn_rate),
  truth('fn_low', ({ fn_interval }) => fn_interval?.[0]),
  truth('fn_high', ({ fn_interval }) => fn_interval?.[1]),
  truth('fn_interval_method', ({ fn_interval_method }) => fn_interval_method),
  truth('fp_rate', ({ fp_rate }) => fp_rate),
  truth('fp_low', ({ fp_interval }) => fp_interval?.[0]),
  truth('fp_high', ({ fp_interval }) => fp_interval?.[1]),
  truth('fp_interval_method', ({ fp_interval_method }) => fp_interval_method),
  truth('false_omission', ({ false_omission }) => false_omission),
  truth('false_discovery', ({ false_discovery }) => false_discovery),
  truth('kappa', ({ kappa }) => kappa),
  truth('ac1', ({ ac1 }) => ac1),
  truth('agreement', ({ agreement }) => agreement),
  ['repeat_items', (group) => group.repeats?.items],
  ['repeat_any_flip', (group) => group.repeats?.any_flip],
  ['repeat_pairwise', (group) => group.repeats?.pairwise],
];

/** The summary as CSV: a column per field it is grouped by, then the figures. */
export function summaryCsv(groups: readonly SummaryGroup[], by: readonly string[]): string[] {
  return [
    csvRecord([...by, ...figures.map(([name]) => name)]),
    ...groups.map((group) =>
      csvRecord([...by.map((field) => group.key[field]), ...figures.map(([, value]) => value(group))]),
    ),
  ];
}

/** Writes `reward_signal_summary.csv` (or another name) with its manifest. Errors as `writeExport`. */
export async function exportSummary(
  groups: readonly SummaryGroup[],
  by: readonly string[],
  options: Omit<ExportOptions, 'format'>,
): Promise<WrittenExport> {
  const [head = '', ...rows] = summaryCsv(groups, by);
  return writeExport(head, rows, { ...options, format: 'csv' });
}
