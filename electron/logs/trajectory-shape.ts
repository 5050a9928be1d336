import type { Frame, TranscriptTurn } from '../core/model/verdict.ts';

/** Frames of a line (FORMATS §3); a frame that is a plain text is its text. */
export function framesOf(value: unknown): readonly Frame[] {
  if (!Array.isArray(value)) return [];
  return value.map((frame: unknown, index) => {
    if (!isObject(frame)) return { index, action: null, text: textOf(frame), state: null, image: null };
    return {
      index,
      action: textOf(frame.action),
      text: textOf(frame.text),
      state: textOf(frame.state),
      image: textOf(frame.image),
    };
  });
}

/** Chat turns of a line; content in parts is joined, and what is no text in it is shown as JSON. */
export function turnsOf(value: unknown): readonly TranscriptTurn[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isObject).map((turn) => {
    const { role, content, tool_calls, trainable } = turn;
    return {
      role: textOf(role) ?? '',
      content: Array.isArray(content) ? content.map(partOf).join('\n') : (textOf(content) ?? ''),
      tool_calls: tool_calls === undefined || tool_calls === null ? null : textOf(tool_calls),
      trainable: typeof trainable === 'boolean' ? trainable : null,
    };
  });
}

/** A text as it is, anything else as JSON; null where absent. */
export function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function partOf(part: unknown): string {
  return isObject(part) && typeof part.text === 'string' ? part.text : (textOf(part) ?? '');
}
