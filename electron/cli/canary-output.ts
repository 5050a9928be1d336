import type { CanaryChange, CanaryComparison, CanaryPairsView, CanaryView } from '../api/contract.ts';
import {
  count,
  counted,
  cut,
  interval,
  left,
  percent,
  printable,
  probability,
  right,
  table,
} from './text.ts';

/** A canary in `--json`. */
export function canaryReport({ canary_id, name, note, created_at, samples, pairs, runs }: CanaryView) {
  return {
    canary_id,
    name,
    note,
    created_at,
    samples,
    pairs,
    runs: runs.map(
      ({ run_id, number, state, model, repeats, attempts_done, attempts_total, started_at }) => ({
        run_id,
        number,
        state,
        model,
        repeats,
        attempts_done,
        attempts_total,
        started_at,
      }),
    ),
  };
}

/** A canary in a sentence. */
export function canaryText({ name, samples, pairs, runs }: CanaryView): string {
  return `Canary ${printable(name)}: ${counted(samples, 'sample')}${pairs === 0 ? '' : `, both sides of ${counted(pairs, 'pair')} among them`}, judged ${counted(runs.length, 'time')}.\n`;
}

/** The canaries of a workspace as a table. */
/** What can be asked of the opened pairs, and why the rest cannot. */
export function pairsText(found: CanaryPairsView): string {
  if (found.judged_pairs === 0)
    return 'No audit database is open in this workspace, so there are no pairs to freeze. Open one with assay audit or in the app.\n';
  const reasons = [
    [found.task_not_in_log, 'their task is in no opened reward log'],
    [
      found.agents_not_in_log,
      'no row of their task names either agent (policy_version, policy_model, or an id made of task and agent)',
    ],
    [found.one_side, 'only one side is a row of the log'],
  ] as const;
  const told = reasons.flatMap(([n, why]) => (n === 0 ? [] : [`${count(n)} cannot be asked: ${why}.`]));
  return [
    `${counted(found.judged_pairs, 'judged pair')}, ${count(found.pairs)} different ones; of ${count(found.both_sides)} both sides are rows of the opened logs.`,
    ...told,
    'An audit database holds the replies to a pair and not its prompt (judge_logs has prompt_hash alone), so a pair is asked as its two sides, one by one.',
    ...(found.chosen < found.both_sides ? [`${count(found.chosen)} of them are among those chosen.`] : []),
    ...(found.chosen > found.offered
      ? [`${count(found.offered)} of them are taken, spread over the files.`]
      : []),
    '',
  ].join('\n');
}

export function listText(canaries: readonly CanaryView[]): string {
  if (canaries.length === 0) return 'This workspace has no canary.\n';
  return table(
    [left('canary'), right('samples'), right('runs'), left('last run')],
    canaries.map(({ name, samples, runs }) => [
      cut(printable(name), 48),
      count(samples),
      count(runs.length),
      runs[0] === undefined ? '' : `#${runs[0].number} ${printable(runs[0].model)}`,
    ]),
  );
}

const fields: Readonly<Record<CanaryChange['field'], string>> = {
  judge_model: 'the judge',
  answered_by: 'the model that answered',
  base_url: 'the address',
  temperature: 'the temperature',
  response_format: 'the response format',
  max_tokens: 'the token limit',
  rubric: 'the rubric',
  prompt: 'the prompts',
  samples: 'the samples',
  repeats: 'the calls per sample',
};

function changeText({ field, a, b, samples }: CanaryChange): string {
  const of = samples === null ? '' : ` (${counted(samples, 'sample')})`;
  return field === 'prompt'
    ? `${fields.prompt}${of}`
    : `${fields[field]} ${printable(a)} → ${printable(b)}${of}`;
}

/** The comparison for a person: whether it is drift, what was changed, then the samples that moved. */
export function comparedText(
  name: string,
  { a, b, changes, drift, pairs, moves, moved }: CanaryComparison,
): string {
  const said =
    drift.paired === 0
      ? 'The two runs have no judged sample in common.'
      : drift.exceeds_noise === null
        ? 'One call per sample: whether this is drift or noise cannot be told.'
        : drift.exceeds_noise
          ? 'The verdicts moved by more than the noise.'
          : 'The verdicts did not move by more than the noise.';
  const { pass_rate: rate, disagreement, majority } = drift;
  const lines = [
    `Canary ${printable(name)}, run #${a.number} (${printable(a.model)}) against #${b.number} (${printable(b.model)}): ${said}`,
    changes.length === 0
      ? 'Nothing was changed: same judge, rubric, prompts and samples.'
      : `Changed: ${changes.map(changeText).join('; ')}.`,
    `Pass rate ${percent(rate.a)} → ${percent(rate.b)}, difference ${percent(rate.difference)} ${interval(rate.interval)} over ${counted(drift.paired, 'sample')}; shift ${probability(drift.p_shift)}, changed places ${probability(drift.p_churn)}, each against .025.`,
    `Disagreement between the runs ${percent(disagreement.between)}, within a run ${percent(disagreement.within)}; majority flips ${count(majority.b)} to fail, ${count(majority.c)} to pass (${majority.noneChanged ? 'no sample changed' : `McNemar ${probability(majority.p)}`}).`,
    ...(pairs === null
      ? []
      : [
          `Pairs: of ${count(pairs.judged)} judged on both sides in both runs ${count(pairs.moved)} are ordered differently, ${count(pairs.reversed)} of them the other way round. Whether that is more than noise is what the figures above say of their sides.`,
        ]),
    ...(drift.echoes
      ? [
          'The runs agree more than calls of one run do: a cache or a fixed seed answers, so noise cannot be seen.',
        ]
      : []),
    '',
  ].join('\n');
  if (moves.length === 0) return lines;
  const shown = moves.slice(0, 20);
  const calls = ({ fails, k }: { readonly fails: number; readonly k: number }) =>
    `${'✗'.repeat(fails)}${'✓'.repeat(k - fails)}`;
  return `${lines}${table(
    [left('moved sample'), left('before'), left('after'), left('truth')],
    shown.map((move) => [
      cut(printable(move.trajectory ?? move.task_id ?? move.row), 48),
      calls(move.a),
      calls(move.b),
      move.truth === null ? '' : move.truth ? 'success' : 'failure',
    ]),
  )}${moved > shown.length ? `… and ${count(moved - shown.length)} more.\n` : ''}`;
}
