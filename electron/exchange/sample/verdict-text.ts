import type { Doses, RubricName } from './doses.ts';
import type { Random } from './random.ts';
import { fill, type Scenario } from './scenario.ts';
import type { Story } from './story.ts';
import { type Phrases, phrases } from './texts/phrases.ts';

/** Which of the four a verdict is. */
export type Cell = 'tp' | 'fp' | 'fn' | 'tn';

export function cellOf(truth: boolean, passed: boolean): Cell {
  return truth ? (passed ? 'tp' : 'fn') : passed ? 'fp' : 'tn';
}

/** The instance-level criteria of one judging, and the complaint about an invented one among them. */
export interface Fine {
  readonly criteria: readonly string[];
  /** Null where no criterion is invented. An invented criterion stands last. */
  readonly complaint: string | null;
}

/**
 * The criteria a trajectory is judged by under one version; the same for every vote on it.
 *
 * @param failsWrongly some vote on a true success fails: then an invented criterion is what it rests on, with the dose
 */
export function fineOf(
  random: Random,
  doses: Doses,
  scenario: Scenario,
  version: RubricName,
  failsWrongly: boolean,
  most: 1 | 2,
): Fine {
  const { template, right } = scenario;
  const invents = random.chance(
    failsWrongly ? doses.inventedCriterion[version] : doses.inventedUncited[version],
  );
  const first = random.whole(0, template.grounded.length - 1);
  const wanted = random.chance(0.5) ? most : 1;
  const grounded = [first, (first + 1) % template.grounded.length].map((index) =>
    fill(template.grounded[index] ?? '', right),
  );
  if (invents) {
    const invention = random.pick(template.invented);
    return {
      criteria: [...grounded.slice(0, wanted - 1), fill(invention.criterion, right)],
      complaint: fill(invention.complaint, right),
    };
  }
  // From adapt_v2 on the generator may abstain.
  const abstains = version === 'adapt_v2' && random.chance(0.45);
  return { criteria: abstains ? [] : grounded.slice(0, wanted), complaint: null };
}

export interface Context {
  /** How many steps the rubric has for the category. */
  readonly steps: number;
  readonly framesShown: number;
  /** Shorter texts, for logs of millions of rows. */
  readonly brief: boolean;
}

export interface VerdictText {
  readonly reason: string;
  readonly evidence: readonly string[];
  /** Ids as the rubric's output format asks for: S1, S2, F1. */
  readonly hits: readonly string[];
  readonly score: number;
  /** The reason rests on the invented criterion. */
  readonly cites: boolean;
  readonly contradicts: boolean;
}

function ids(letter: string, count: number): string[] {
  return Array.from({ length: Math.max(0, count) }, (_, index) => `${letter}${index + 1}`);
}

function hundredths(random: Random, low: number, high: number): number {
  return random.whole(low, high) / 100;
}

function reasonOf(random: Random, pool: readonly string[], values: Readonly<Record<string, string>>): string {
  return fill(random.pick(pool), values);
}

function failureReason(random: Random, words: Phrases, story: Story): string {
  const { scenario, failing } = story;
  const { template, right, wrong } = scenario;
  if (failing === 'unfinished') return reasonOf(random, words.unfinished, { unfinished: story.final });
  if (failing === 'slip')
    return reasonOf(random, words.slipped, {
      right: right[template.slip] ?? '',
      wrong: wrong[template.slip] ?? '',
    });
  return reasonOf(random, words.stalled, { stall: story.stall });
}

/**
 * What the judge writes beside its verdict. Evidence quotes the frames literally, except for a wrong pass of a run that
 * never got there: that quotes a screen nobody saw.
 */
export function verdictText(
  random: Random,
  doses: Doses,
  story: Story,
  fine: Fine,
  passed: boolean,
  context: Context,
): VerdictText {
  const { steps, framesShown, brief } = context;
  const { scenario, failing } = story;
  const { template, right, wrong } = scenario;
  const words = phrases[scenario.language];
  const cell = cellOf(story.truth, passed);
  const said = fill(template.says, right);
  const sentences = ([first = '', second]: readonly string[]): string =>
    scenario.language === 'zh'
      ? `${first}。${second ?? ''}`
      : `${first}.${second === undefined ? '' : ` ${second}`}`;
  const contradicts = cell === 'fn' && random.chance(doses.contradiction);
  switch (cell) {
    case 'tp':
      return {
        reason: sentences(brief ? [said] : [said, random.pick(words.passes)]),
        evidence: !brief && random.chance(0.4) ? [fill(template.ready, right), story.final] : [story.final],
        hits: [...ids('S', steps), ...ids('F', fine.criteria.length)],
        score: hundredths(random, 78, 100),
        cites: false,
        contradicts: false,
      };
    case 'fp':
      return {
        reason: sentences(brief ? [said] : [said, random.pick(words.passes)]),
        evidence: [failing === 'slip' ? story.final : fill(template.done, right)],
        hits: [...ids('S', steps), ...ids('F', fine.criteria.length)],
        score: hundredths(random, 60, 92),
        cites: false,
        contradicts: false,
      };
    case 'fn': {
      const score = contradicts ? hundredths(random, 50, 75) : hundredths(random, 0, 40);
      const evidence = [fill(template.ready, right), story.final];
      if (fine.complaint !== null)
        return {
          reason: reasonOf(random, words.butComplaint, { says: said, complaint: fine.complaint }),
          evidence,
          hits: [...ids('S', steps), ...ids('F', fine.criteria.length - 1)],
          score,
          cites: true,
          contradicts,
        };
      const missed = story.frames > framesShown || random.chance(0.5);
      const pool = missed ? words.missedFrame : words.wording;
      return {
        reason: reasonOf(random, pool, {
          ready: evidence[0] ?? '',
          done: story.final,
          frames: String(framesShown),
        }),
        evidence,
        hits: [...ids('S', steps - 1), ...ids('F', fine.criteria.length)],
        score,
        cites: false,
        contradicts,
      };
    }
    case 'tn':
      return {
        reason: failureReason(random, words, story),
        evidence: [failing === 'slip' ? fill(template.ready, wrong) : story.final],
        hits: ids('S', failing === 'stall' ? 0 : steps - 1),
        score: hundredths(random, 0, 35),
        cites: false,
        contradicts: false,
      };
  }
}
