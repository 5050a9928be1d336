import { createHash } from 'node:crypto';

/** What makes two questions the same one: the task, the rubric that decides, what was judged, and the prompt itself. */
export interface AnswerSubject {
  readonly instruction_hash: string | null;
  /** The rubric file's content hash, or the text the log has of it. */
  readonly rubric: string | null;
  /** All that is held of the trajectory; null where it was not found. */
  readonly trajectory: unknown;
  readonly prompt_hash: string;
}

/** One hash (sha256, hex) by which an earlier answer is found. The judge's name is no part of it. */
export function answerKey({ instruction_hash, rubric, trajectory, prompt_hash }: AnswerSubject): string {
  const text = JSON.stringify([instruction_hash, rubric, trajectory ?? null, prompt_hash]);
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
