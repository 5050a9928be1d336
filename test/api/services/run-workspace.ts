import { onTestFinished } from 'vitest';
import type { RunStart } from '../../../electron/api/contract.ts';
import { Jobs } from '../../../electron/api/jobs.ts';
import { canaryService } from '../../../electron/api/services/canaries.ts';
import { JudgeAccess } from '../../../electron/api/services/judge-access.ts';
import { varianceService } from '../../../electron/api/services/variance.ts';
import type { Job } from '../../../electron/core/model/job.ts';
import {
  type Behaviour,
  completion,
  faultServer,
  json,
  profileAt,
  verdict,
} from '../../judge/fault-server.ts';
import { endedJob } from './ended-job.ts';
import { addLog, workspace } from './suspect-workspace.ts';

type Line = Readonly<Record<string, unknown>>;

/** Lines that hold what the judge was sent; odd ones passed. */
export function lines(count: number, change: (at: number) => Line = () => ({})): Line[] {
  return Array.from({ length: count }, (_, at) => ({
    trajectory_id: `t${at}`,
    task_id: `task${at}`,
    step: at,
    category: at % 10 === 0 ? 'rare' : 'common',
    judge_model: 'judge-a',
    rubric_version: 'v1',
    reward: at % 2,
    success: at % 2 === 1,
    messages: [{ role: 'user', content: `Judge number ${at}.` }],
    ...change(at),
  }));
}

/** A judge on loopback that passes what it is told to; `number` is the sample's, `call` counts this sample's calls from 1. */
export async function judgeBy(passes: (number: number, call: number) => boolean) {
  const calls = new Map<number, number>();
  const behave: Behaviour = (response, seen) => {
    const number = Number(/number (\d+)/.exec(JSON.stringify(seen.body.messages))?.[1]);
    const call = (calls.get(number) ?? 0) + 1;
    calls.set(number, call);
    json(
      response,
      200,
      completion(verdict(passes(number, call)), { id: `r-${number}-${call}-${Math.random()}` }),
    );
  };
  return faultServer(behave);
}

/** The services of re-runs over a log, and what tests ask of them. */
export async function runWorkspace(log: readonly Line[]) {
  const made = await workspace();
  await addLog(made.parts, log);
  const parts = { ...made.parts, jobs: new Jobs(Date.now), now: Date.now };
  const access = new JudgeAccess(parts.record, {});
  onTestFinished(() => access.close());
  const variance = varianceService(parts, made.library, access);
  const canaries = canaryService(parts, variance);
  const ended = (job: Job): Promise<Job> => endedJob(parts.jobs, job);
  const profile = (base_url: string, model = 'judge-a'): string => {
    const { demo: _demo, ...draft } = profileAt(base_url, { concurrency: 8, timeout_ms: 10_000, model });
    return parts.record.profiles.save({ ...draft, profile_id: null }).profile_id;
  };
  const run = async (change: Partial<RunStart>): Promise<string> => {
    const begun = await variance.start({
      rows: [],
      filter: '',
      limit: 1000,
      repeats: 3,
      profile_id: null,
      rubric_version: null,
      ...change,
    });
    const job = await ended(begun.job);
    if (job.state !== 'done') throw new Error(`the run ended as ${job.state}: ${job.failure?.message ?? ''}`);
    return begun.run_id;
  };
  const view = (runId: string) => variance.run(runId, { show: 'all', offset: 0, limit: 1000 });
  return { parts, library: made.library, variance, canaries, ended, profile, run, view };
}
