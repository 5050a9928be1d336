import type { Frame, Trajectory, TranscriptTurn } from '../model/verdict.ts';
import { type FrameSelection, numberRuns } from './frame-selection.ts';

function field(name: string, value: string | null): string[] {
  return value === null || value.trim() === '' ? [] : [`${name}: ${value.trim()}`];
}

function frameText(
  frame: Frame,
  ends: { readonly first: number; readonly last: number },
  image: string | null,
): string {
  const place = frame.index === ends.first ? ' (first)' : frame.index === ends.last ? ' (last)' : '';
  return [
    `Frame ${frame.index}${place}`,
    ...field('action', frame.action),
    ...field('text', frame.text),
    ...field('state', frame.state),
    ...(image === null ? [] : [image]),
  ].join('\n');
}

/** The chosen frames as text, in the order of the selection, with what was left out said where it is missing. */
export function framesText(
  frames: readonly Frame[],
  selection: FrameSelection,
  images: ReadonlyMap<number, string>,
): string {
  const byIndex = new Map(frames.map((frame) => [frame.index, frame]));
  const ends = { first: frames[0]?.index ?? -1, last: frames.at(-1)?.index ?? -1 };
  const parts: string[] = [];
  let previous: number | null = null;
  for (const index of selection.shown) {
    const frame = byIndex.get(index);
    if (frame === undefined) continue;
    if (selection.order === 'time') {
      const before = previous;
      const gap = selection.left_out.filter((left) => (before === null || left > before) && left < index);
      if (gap.length > 0) parts.push(`[left out: frame ${numberRuns(gap)}]`);
    }
    const image =
      frame.image === null ? null : images.has(index) ? '[screenshot attached]' : '[screenshot not shown]';
    parts.push(frameText(frame, ends, image));
    previous = index;
  }
  if (selection.order !== 'time' && selection.left_out.length > 0)
    parts.push(`[left out: frame ${numberRuns(selection.left_out)}]`);
  return parts.join('\n\n');
}

function transcriptText(turns: readonly TranscriptTurn[]): string {
  return turns
    .map((turn) =>
      [`[${turn.role}] ${turn.content}`.trimEnd(), ...field('tool calls', turn.tool_calls)].join('\n'),
    )
    .join('\n\n');
}

export const NO_TRAJECTORY = '(No trajectory was recorded.)';

/** All that is known of a run: its frames, else its transcript, else its summary; then the final state. */
export function trajectoryText(
  trajectory: Trajectory | null,
  frames: string,
  selection: FrameSelection,
): string {
  if (trajectory === null) return NO_TRAJECTORY;
  const body =
    selection.recorded > 0
      ? `${selection.recorded} frames were recorded, ${selection.shown.length} are shown.\n\n${frames}`
      : trajectory.messages.length > 0
        ? transcriptText(trajectory.messages)
        : (trajectory.summary ?? '').trim();
  const final = (trajectory.final_state ?? '').trim();
  const parts = [body, ...(final === '' ? [] : [`Final state:\n${final}`])].filter((part) => part !== '');
  return parts.length === 0 ? NO_TRAJECTORY : parts.join('\n\n');
}
