import type { Frame, Trajectory } from '../../core/model/verdict.ts';
import { screenPicture } from './picture.ts';
import { randomOf } from './random.ts';
import { framesOf, type Story } from './story.ts';

/** How many of the trajectories have pictures, and how many a transcript beside the frames. */
const pictured = 0.25;
const transcribed = 0.1;

export interface Turn {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly type: 'function';
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  readonly tool_call_id?: string;
  readonly trainable: boolean;
}

/** The frames as they are written, pictures on the last two of some runs. */
function written(seed: number, story: Story): Omit<Frame, 'index'>[] {
  const random = randomOf(seed, 'frames', ~story.number);
  const withPictures = random.chance(pictured);
  const colour = random.whole(0, 5);
  const frames = framesOf(seed, story);
  return frames.map((frame, index) => ({
    ...frame,
    image:
      withPictures && index >= frames.length - 2
        ? screenPicture(story.scenario.template.app, frame, colour)
        : null,
  }));
}

function transcript(seed: number, story: Story): Turn[] {
  const turns: Turn[] = [
    {
      role: 'system',
      content: `You operate ${story.scenario.template.app} with the tool \`act\`.`,
      trainable: false,
    },
    { role: 'user', content: story.scenario.instruction, trainable: false },
  ];
  for (const [index, frame] of framesOf(seed, story).entries()) {
    const id = `call_${index}`;
    turns.push({
      role: 'assistant',
      content: frame.text,
      tool_calls: [
        {
          id,
          type: 'function',
          function: { name: 'act', arguments: JSON.stringify({ action: frame.action, target: frame.text }) },
        },
      ],
      trainable: true,
    });
    turns.push({ role: 'tool', tool_call_id: id, content: frame.state, trainable: false });
  }
  return turns;
}

/** The trajectory as the app reads it back from its line, transcript left out (frames go first in a prompt). */
export function trajectoryOf(seed: number, story: Story, identity: TrajectoryIdentity): Trajectory {
  return {
    trajectory: identity.trajectory_id,
    task_id: identity.task_id,
    step: identity.step,
    instruction: story.scenario.instruction,
    frames: written(seed, story).map((frame, index) => ({ index, ...frame })),
    final_state: story.final,
    messages: [],
    summary: null,
    origin: 'trajectories.jsonl',
    instruction_hash_matches: true,
  };
}

export interface TrajectoryIdentity {
  readonly trajectory_id: string;
  readonly task_id: string;
  readonly step: number;
  readonly policy_version: string;
}

/** One line of trajectories.jsonl, with its end. */
export function trajectoryLine(seed: number, story: Story, identity: TrajectoryIdentity): string {
  const withTranscript = randomOf(seed, 'frames', story.number ^ 0x2000_0000).chance(transcribed);
  return `${JSON.stringify({
    trajectory_id: identity.trajectory_id,
    task_id: identity.task_id,
    step: identity.step,
    instruction: story.scenario.instruction,
    frames: written(seed, story).map(({ image, ...frame }) => (image === null ? frame : { ...frame, image })),
    final_state: story.final,
    policy_version: identity.policy_version,
    tool_schema_version: 'tools-3',
    ...(withTranscript ? { messages: transcript(seed, story) } : {}),
  })}\n`;
}
