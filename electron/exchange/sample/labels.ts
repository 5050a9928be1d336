import { csvRecord } from '../csv.ts';
import { randomOf } from './random.ts';
import type { Story } from './story.ts';

export const labelHeader = csvRecord([
  'trajectory_id',
  'task_id',
  'true_success',
  'source',
  'annotator',
  'note',
  'task_type',
]);

const annotators = ['lin', 'marta', 'wang.j', 'deepa'];
const notes = [
  '',
  '',
  '',
  'seen in the last frame',
  'checked in the app, "done" is real',
  '已在应用内核对',
  '最后一帧可见，金额一致',
  'ended early, see frame 4',
];

export interface TruthLines {
  readonly text: string;
  readonly lines: number;
  /** Two labels that contradict each other: no truth until somebody decides. */
  readonly disputed: boolean;
}

/** The label (or two) of a labelled trajectory: two in three from a rule over the final state, the rest from people. */
export function truthLines(
  seed: number,
  story: Story,
  identity: { readonly trajectory_id: string; readonly task_id: string },
  doses: { readonly secondLabel: number; readonly disputed: number },
): TruthLines {
  const random = randomOf(seed, 'label', story.number);
  const second = random.chance(doses.secondLabel);
  const disputed = second && random.chance(doses.disputed);
  const byRule = second || random.chance(0.66);
  const line = (success: boolean, rule: boolean): string =>
    csvRecord([
      identity.trajectory_id,
      identity.task_id,
      success ? 1 : 0,
      rule ? 'rule' : 'human',
      rule ? null : random.pick(annotators),
      rule ? null : random.pick(notes),
      story.scenario.template.category,
    ]);
  const first = line(story.truth, byRule);
  return second
    ? { text: first + line(disputed ? !story.truth : story.truth, false), lines: 2, disputed }
    : { text: first, lines: 1, disputed: false };
}
