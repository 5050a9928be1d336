import type { FieldMapping, MappedKind } from '../../core/model/mapping.ts';
import { readPreference, readScore, readVerdictValue } from '../../core/reply/index.ts';
import { type FoundValues, plainText } from './found-fields.ts';
import { fieldsOfKind, type KindFields, usageCounts } from './kinds.ts';
import { foldName, judgeWords } from './names.ts';
import { writePath } from './path.ts';

interface Candidate {
  readonly field: string;
  readonly path: string;
  readonly points: number;
}

/** Values a field can have: what does not look like it is not proposed, whatever it is called. */
type Fits = (values: FoundValues) => boolean;

const share = 0.8;

/**
 * What names and values suggest, for fields that the file does not have under their own names. Each value fills one field.
 * Nothing is proposed from values alone: a number between 0 and 1 may be anything.
 */
export function proposeMapping(found: readonly FoundValues[], kind: MappedKind = 'reward_log'): FieldMapping {
  const { names: otherNames, isKnown } = fieldsOfKind(kind);
  const own = new Set(found.flatMap(({ path }) => (path.length === 1 ? path : [])));
  const candidates: Candidate[] = [];
  for (const [field, names] of Object.entries(otherNames)) {
    if (own.has(field) || (field.startsWith('usage.') && own.has('usage'))) continue;
    for (const values of found) {
      const points = pointsOf(field, names, values, isKnown);
      if (points > 0 && fits(field)(values)) candidates.push({ field, path: writePath(values.path), points });
    }
  }
  const proposed = new Map<string, string>();
  const taken = new Set<string>();
  for (const { field, path } of candidates.toSorted((a, b) => b.points - a.points)) {
    if (proposed.has(field) || taken.has(path)) continue;
    // Counts of `usage`, or all of it: whichever came first.
    if (field === 'usage' && usageCounts.some((name) => proposed.has(name))) continue;
    if (field.startsWith('usage.') && proposed.has('usage')) continue;
    proposed.set(field, path);
    taken.add(path);
  }
  return Object.fromEntries(
    Object.keys(otherNames).flatMap((field) => {
      const path = proposed.get(field);
      return path === undefined ? [] : [[field, path]];
    }),
  );
}

const ofJudge = new Set(['reward', 'score', 'success', 'reason', 'judge_model', 'error', 'raw_output']);

/** How well a path names a field; 0 where it does not. Nearer to the surface, or inside what is the judge's, is better. */
function pointsOf(
  field: string,
  names: readonly string[],
  { path }: FoundValues,
  isKnown: KindFields['isKnown'],
): number {
  const last = path.at(-1) ?? '';
  // A field of another meaning keeps it.
  if (path.length === 1 && isKnown(last)) return 0;
  const own = foldName(field.replace(/^usage\./, ''));
  const rankOf = (name: string) => {
    const at = names.indexOf(name);
    return name === own ? 0 : at === -1 ? Number.POSITIVE_INFINITY : at + 1;
  };
  // `final.grade` and `eval_reward`: the last word says what it is, of those fields that are the judge's.
  const word = last.split(/[\s_\-./]+/).at(-1) ?? '';
  const byWord =
    (ofJudge.has(field) || field === 'true_success') && word !== last
      ? rankOf(foldName(word)) + 4
      : Number.POSITIVE_INFINITY;
  const rank = Math.min(rankOf(foldName(last)), rankOf(foldName(path.join(''))), byWord);
  if (rank === Number.POSITIVE_INFINITY) return 0;
  const inJudge = path.slice(0, -1).some((key) => judgeWords.includes(foldName(key)));
  return 100 - 3 * rank - 4 * (path.length - 1) + (inJudge && ofJudge.has(field) ? 12 : 0);
}

function fits(field: string): Fits {
  switch (field) {
    case 'reward':
    case 'score':
      return mostly(
        (json) => readScore(jsonValue(json)).value !== null || /^-?(?:NaN|Infinity)$/i.test(json),
      );
    case 'success':
    case 'true_success':
    case 'success_a':
    case 'success_b':
    case 'misselected':
      return mostly((json) => readVerdictValue(jsonValue(json)).passed !== null);
    case 'step':
    case 'frame_count':
      return mostly((json) => /^"?\d+(?:\.0*)?"?$/.test(json));
    case 'frames':
      // Objects or texts: a list of numbers is a score for each step.
      return ({ kinds, values }) => kinds.has('list') && [...values].some((json) => /^\[\s*[{"]/.test(json));
    case 'judge_pref':
      return mostly((json) => readPreference(jsonValue(json)).preference !== null);
    case 'judge_score_a':
    case 'judge_score_b':
    case 'reward_gap':
    case 'latency_ms':
    case 'temperature':
    case 'cost':
    case 'usage.prompt_tokens':
    case 'usage.completion_tokens':
    case 'usage.total_tokens':
      return mostly((json) => readScore(jsonValue(json)).value !== null);
    case 'timestamp':
      return mostly((json) => /^"?\d{9,17}(?:\.\d+)?"?$|^"\d{4}-\d{2}-\d{2}/.test(json));
    case 'usage':
      return ({ kinds }) => kinds.has('object');
    case 'components':
      return ({ kinds }) => kinds.has('object');
    case 'evidence':
    case 'rubric_hits':
    case 'fine_rubrics':
    case 'step_scores':
    case 'messages':
      return ({ kinds }) => kinds.has('list');
    case 'judge_model':
    case 'rubric_version':
    case 'category':
    case 'policy_model':
      return ({ kinds, values, lines }) =>
        only(kinds, 'text') &&
        (values.size <= 8 || values.size * 4 <= lines) &&
        mostly(isShort)({ kinds, values, lines, path: [] });
    case 'reason':
    case 'instruction':
    case 'prompt':
    case 'raw_output':
    case 'error':
      return ({ kinds }) => kinds.has('text');
    case 'trajectory_id':
    case 'response_id':
      return ({ kinds, values, lines }) =>
        !kinds.has('object') && !kinds.has('list') && values.size >= Math.min(lines, 60) / 2;
    default:
      return ({ kinds }) => !kinds.has('object') && !kinds.has('list');
  }
}

function mostly(test: (json: string) => boolean): Fits {
  return ({ values, kinds }) =>
    !kinds.has('object') && !kinds.has('list') && [...values].filter(test).length >= share * values.size;
}

function isShort(json: string): boolean {
  return json.length <= 120;
}

function only(kinds: ReadonlySet<string>, kind: string): boolean {
  return kinds.size === 1 && kinds.has(kind);
}

/** A JSON text as the value it is; NaN and infinities as the words. */
function jsonValue(json: string): unknown {
  if (json === 'true' || json === 'false') return json === 'true';
  if (json.startsWith('"')) return plainText(json);
  const number = Number(json);
  return Number.isNaN(number) ? json : number;
}
