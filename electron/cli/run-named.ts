import { fail } from '../core/model/failure.ts';
import type { RunHead } from '../core/model/record.ts';
import type { Session } from './session.ts';

/** The run of a number (`3` or `#3`) or an id. @throws FailureError `not_found`, with the runs there are */
export async function runNamed({ services }: Session, wanted: string): Promise<RunHead> {
  const runs = await services.variance.runs();
  const run = runs.find(
    ({ run_id, number }) => run_id === wanted || String(number) === wanted.replace(/^#/, ''),
  );
  if (run !== undefined) return run;
  throw fail(
    'not_found',
    `There is no run ${wanted} in this workspace. ${runs.length === 0 ? 'It has none.' : `It has ${runs.map(({ number }) => `#${number}`).join(', ')}.`}`,
  );
}
