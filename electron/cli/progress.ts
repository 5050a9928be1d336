import { count } from './text.ts';

/** What long work says of itself. */
export interface Step {
  readonly stage: string;
  readonly done: number;
  readonly total: number | null;
  readonly message?: string | null;
}

const quietFor = 1_500;
const every = 2_000;

/** Progress on stderr, a line now and then; work that is over quickly says nothing. */
export function progressTo(
  write: (text: string) => void,
  now: () => number = Date.now,
): (step: Step) => void {
  const started = now();
  let last = started;
  return ({ stage, done, total, message }) => {
    const time = now();
    if (time - started < quietFor || time - last < every) return;
    last = time;
    const subject = message === undefined || message === null || message === '' ? '' : ` ${message}`;
    const amount =
      total === null || total === 0
        ? done === 0
          ? ''
          : `: ${count(done)}`
        : `: ${count(done)} of ${count(total)} (${Math.floor((100 * done) / total)}%)`;
    write(`${stage}${subject}${amount}\n`);
  };
}
