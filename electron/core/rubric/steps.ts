import { createHash } from 'node:crypto';
import { folded } from './fold-text.ts';
import type { RubricCategory } from './rubric.ts';
import { wordSimilarity } from './similar.ts';

/** A step, pitfall or fine rubric as the judge is shown it. */
export interface RubricItem {
  /** `S1`, `P1`, `F1`: what the judge is asked to name in `rubric_hits`. Counts from 1 within one rendering. */
  readonly id: string;
  /** First 8 hex digits of sha256 of the folded text: the same item in another version, wherever it stands there. */
  readonly key: string;
  readonly text: string;
}

export function rubricItems(letter: 'S' | 'P' | 'F', texts: readonly string[]): RubricItem[] {
  return texts.map((text, index) => ({
    id: `${letter}${index + 1}`,
    key: createHash('sha256').update(folded(text), 'utf8').digest('hex').slice(0, 8),
    text,
  }));
}

export interface MatchedHits {
  /** Ids of the items that a hit names, in the order of the items. */
  readonly hit: readonly string[];
  /** Ids of the items that a hit names as missed ("S2: missed", "未满足：步骤2"). */
  readonly missed: readonly string[];
  /** Ids of the items that nothing names. */
  readonly unnamed: readonly string[];
  /** Hits that name no item of this rubric. */
  readonly unmatched: readonly string[];
}

const missedAtEnd =
  /[:：=\-–—>([（]\s*(?:not\s+(?:met|hit|satisfied)|unmet|miss(?:ed|ing)?|fail(?:ed)?|false|no|未满足|不满足|未通过|未命中|失败|否|✗|✘|×)[)\]）]?[.。]?$/u;
const missedAtStart =
  /^(?:not\s+(?:met|hit|satisfied)|unmet|miss(?:ed|ing)?|fail(?:ed)?|未满足|不满足|未通过|未命中|✗|✘|×)\s*[:：\-–—]?\s+|^(?:未满足|不满足|未通过|未命中)[:：]?/u;
const metAtEnd =
  /[:：=\-–—>([（]\s*(?:met|hit|satisfied|pass(?:ed)?|true|yes|ok|满足|通过|命中|成功|是|✓|✔)[)\]）]?[.。]?$/u;

/** A number that stands for an item: `S1`, `s1`, `1`, `step 1`, `steps[0]`, `步骤1`, `第1步`, each alone or before a text. */
function itemNumber(hit: string, letter: string): { readonly number: number; readonly rest: string } | null {
  const indexed = /^(?:[\w.-]*\.)?(?:steps|pitfalls|fine_rubrics|fine)\[(\d+)\]$/.exec(hit);
  if (indexed !== null && letterOf(hit) === letter) return { number: Number(indexed[1]) + 1, rest: '' };
  const words = letter === 'S' ? 'step|步骤' : letter === 'P' ? 'pitfall|陷阱' : 'fine(?:[ _]rubric)?|细则';
  const named = new RegExp(
    `^(?:${letter.toLowerCase()}|(?:${words})[ _#-]*)(\\d+)(?:$|[ .:：)、，,-]+(.*)$)`,
    'u',
  ).exec(hit);
  if (named !== null) return { number: Number(named[1]), rest: (named[2] ?? '').trim() };
  const chinese = letter === 'S' ? /^第(\d+)步(?:$|[ .:：、]*(.*)$)/u.exec(hit) : null;
  if (chinese !== null) return { number: Number(chinese[1]), rest: (chinese[2] ?? '').trim() };
  const bare = letter === 'S' ? /^#?(\d+)(?:$|[.:：)、] *(.*)$)/u.exec(hit) : null;
  if (bare !== null) return { number: Number(bare[1]), rest: (bare[2] ?? '').trim() };
  return null;
}

function letterOf(hit: string): string {
  if (/(?:^|\.)pitfalls\[/.test(hit)) return 'P';
  if (/(?:^|\.)fine(?:_rubrics)?\[/.test(hit)) return 'F';
  return 'S';
}

function itemOf(hit: string, items: readonly RubricItem[], letter: string): RubricItem | null {
  const exact = items.find((item) => folded(item.text) === hit || item.key === hit);
  if (exact !== undefined) return exact;
  const numbered = itemNumber(hit, letter);
  if (numbered !== null) return items[numbered.number - 1] ?? null;
  let best: { item: RubricItem; likeness: number } | null = null;
  for (const item of items) {
    const likeness = wordSimilarity(item.text, hit);
    if (likeness >= 0.8 && (best === null || likeness > best.likeness)) best = { item, likeness };
  }
  return best?.item ?? null;
}

/**
 * Which items a log's `rubric_hits` name, by id, by number, by key, by their text or by nearly their text. A hit that
 * says "missed" counts as missed, and wins over a hit that says the opposite.
 */
export function matchRubricHits(items: readonly RubricItem[], hits: readonly string[]): MatchedHits {
  const letter = items[0]?.id.slice(0, 1) ?? 'S';
  const hit = new Set<string>();
  const missed = new Set<string>();
  const unmatched: string[] = [];
  for (const written of hits) {
    const text = folded(written);
    const exact = items.find((item) => folded(item.text) === text);
    // A step may itself end in "failed"; only what stands beside a name or a text is an outcome.
    const negative = exact === undefined && (missedAtEnd.test(text) || missedAtStart.test(text));
    const bare = text.replace(missedAtEnd, '').replace(missedAtStart, '').replace(metAtEnd, '').trim();
    const item = exact ?? itemOf(bare, items, letter) ?? itemOf(text, items, letter);
    if (item === null) unmatched.push(written);
    else (negative ? missed : hit).add(item.id);
  }
  for (const id of missed) hit.delete(id);
  const ids = items.map((item) => item.id);
  return {
    hit: ids.filter((id) => hit.has(id)),
    missed: ids.filter((id) => missed.has(id)),
    unnamed: ids.filter((id) => !hit.has(id) && !missed.has(id)),
    unmatched,
  };
}

/** The steps of a category with their ids. */
export function stepsOf(category: RubricCategory): RubricItem[] {
  return rubricItems('S', category.steps);
}
