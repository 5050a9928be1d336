import { randomOf } from './random.ts';
import { fill, type Scenario } from './scenario.ts';
import { phrases } from './texts/phrases.ts';

/** How a failing run fails: it stops before the last step, gets one value wrong, or gets stuck. */
export type Failing = 'unfinished' | 'slip' | 'stall';

/** What happened in one trajectory, before any frame is written out. */
export interface Story {
  /** Numbers every trajectory of the sample; frozen ones count from `firstFrozen`. */
  readonly number: number;
  readonly scenario: Scenario;
  readonly truth: boolean;
  /** Null for a success. */
  readonly failing: Failing | null;
  readonly stall: string;
  /** Frames of the whole run, not only those shown to the judge. Never 10, the cap of the starter rubrics: a row with 10 was cut. */
  readonly frames: number;
  /** The text of the last screen. */
  readonly final: string;
}

export const firstFrozen = 0x4000_0000;

export function storyOf(seed: number, number: number, scenario: Scenario, truth: boolean): Story {
  const random = randomOf(seed, 'rollout', number);
  const frames = random.chance(0.35) ? random.whole(12, 20) : random.whole(6, 9);
  const kind = random.unit();
  const stall = random.pick(phrases[scenario.language].stalls);
  const failing: Failing | null = truth ? null : kind < 0.4 ? 'unfinished' : kind < 0.8 ? 'slip' : 'stall';
  const { template, right, wrong } = scenario;
  const final =
    failing === null
      ? fill(template.done, right)
      : failing === 'slip'
        ? fill(template.done, wrong)
        : failing === 'unfinished'
          ? fill(template.unfinished, right)
          : stall;
  return { number, scenario, truth, failing, stall, frames, final };
}

export interface StoryFrame {
  readonly action: string;
  readonly text: string;
  readonly state: string;
}

/** All frames of a run, in time order: opening the app, the way with its detours, the look over it, the last step. */
export function framesOf(seed: number, story: Story): StoryFrame[] {
  const random = randomOf(seed, 'frames', story.number);
  const { scenario, failing } = story;
  const { template, language } = scenario;
  const words = phrases[language];
  const values = failing === 'slip' ? scenario.wrong : scenario.right;
  const filled = (action: string, text: string, state: string): StoryFrame => ({
    action,
    text: fill(text, values),
    state: fill(state, values),
  });
  const way = template.path.map(([action, text, state]) => filled(action, text, state));
  const head = [filled('open', random.pick(words.openApp), words.home)];
  const tail: StoryFrame[] = [];
  if (failing === 'stall') {
    way.pop();
    tail.push({ action: 'wait', text: words.detours[0]?.[1] ?? '', state: story.stall });
  } else if (failing === 'unfinished') {
    tail.push({ action: 'review', text: words.review, state: story.final });
  } else {
    tail.push(filled('review', words.review, template.ready));
    tail.push({ action: template.submit[0], text: fill(template.submit[1], values), state: story.final });
  }
  const detours = story.frames - head.length - way.length - tail.length;
  for (let made = 0; made < detours; made += 1) {
    const [action, text, state] = random.pick(words.detours);
    way.splice(random.whole(0, way.length), 0, { action, text, state });
  }
  return [...head, ...way, ...tail];
}
