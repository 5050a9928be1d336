import { randomUUID } from 'node:crypto';
import { fail } from '../../core/model/failure.ts';
import type { Job } from '../../core/model/job.ts';
import type { Trajectory } from '../../core/model/verdict.ts';
import { FINE_SCHEMA, fineMessages, instructionHash, promptHash, readFine } from '../../core/prompt/index.ts';
import { DEMO_PROFILE_ID, type RerunOutcome, type RerunTask, startRerun } from '../../judge/index.ts';
import { readingOf } from '../../logs/row-reading.ts';
import { trajectoryOf } from '../../logs/trajectory.ts';
import type { FineGenerationDraft } from '../../record/index.ts';
import type { JobContext } from '../jobs.ts';
import type { JudgeAccess } from './judge-access.ts';
import type { EngineParts } from './parts.ts';
import type { FinePlan, FineServices, SampleChoice } from './question-views.ts';
import { chooseRows, inBatches } from './run-choice.ts';

interface FineTask extends RerunTask {
  readonly instruction: string;
}

/** Samples whose trajectories are looked for together: the questions to the index take the time, not the reading. */
const BATCH = 250;

function textOf(trajectory: Trajectory | null): string | null {
  const text = trajectory?.instruction ?? null;
  return text === null || text.trim() === '' ? null : text;
}

/** What went wrong; that no verdict came is no fault here. */
function faultOf({ outcome, error }: RerunOutcome<FineTask>['result']): string {
  return outcome === 'ok' || outcome === 'missing' || error === null
    ? 'The reply holds no list of criteria.'
    : error;
}

/** Fine rubrics by a judge model: one call per instruction, what held and what was refused, and every reply. */
export function fineRubricService(parts: EngineParts, access: JudgeAccess): FineServices {
  const { store, record, jobs } = parts;

  /** The instructions of the chosen samples, each once, in their order. */
  const instructionsOf = async (
    choice: SampleChoice,
    whileLooking: (done: number, total: number) => void | Promise<void>,
  ): Promise<FinePlan & { readonly texts: ReadonlyMap<string, string> }> => {
    const { rows } = await chooseRows(store, choice, 1);
    const texts = new Map<string, string>();
    let without = 0;
    let done = 0;
    for await (const batch of inBatches(store, rows, BATCH)) {
      const reading = await readingOf(
        store,
        batch.map(({ row }) => row),
      );
      const read = batch.map(async ({ row }) => textOf((await reading.trajectory(row)).trajectory));
      for (const text of await Promise.all(read)) {
        if (text === null) without += 1;
        else texts.set(instructionHash(text), text);
      }
      done += batch.length;
      await whileLooking(done, rows.length);
    }
    return {
      samples: rows.length,
      instructions: texts.size,
      made: [...texts.keys()].filter((hash) => record.fine.inForce(hash) !== null).length,
      without_instruction: without,
      texts,
    };
  };

  const draftOf = (
    profile: FineGenerationDraft['profile'],
    { task, result }: RerunOutcome<FineTask>,
  ): FineGenerationDraft => {
    const messages = fineMessages(task.instruction);
    const read =
      result.outcome === 'ok' && result.fields !== null ? readFine(result.fields, task.instruction) : null;
    return {
      instruction_hash: instructionHash(task.instruction),
      instruction: task.instruction,
      state: read === null ? 'failed' : read.kept.length > 0 ? 'criteria' : 'none',
      outcome: read === null && result.outcome === 'ok' ? 'parse' : result.outcome,
      profile,
      prompt: {
        prompt_hash: promptHash(messages),
        messages: messages.map(({ role, content }) => ({ role, content: String(content) })),
      },
      kept: read?.kept ?? [],
      refused: read?.refused ?? [],
      raw_reply: result.raw_reply,
      error: read === null ? faultOf(result) : null,
      response_id: result.response_id,
      model: result.model,
      prompt_tokens: result.prompt_tokens,
      completion_tokens: result.completion_tokens,
      latency_ms: result.latency_ms,
      started_at: result.started_at,
      ended_at: result.ended_at,
    };
  };

  return {
    async plan(choice) {
      const { texts: _texts, ...plan } = await instructionsOf(choice, () => undefined);
      return plan;
    },
    async generate({ profile_id, again, ...choice }): Promise<Job> {
      const chosen = profile_id ?? record.settings.get('default_profile');
      const profile = access.profile(typeof chosen === 'string' ? chosen : DEMO_PROFILE_ID);
      const ready = await access.ready(profile);
      const key = access.key(ready);
      const work = async (context: JobContext): Promise<string | null> => {
        const { texts } = await instructionsOf(choice, async (done, total) => {
          await context.whenRunning();
          context.signal.throwIfAborted();
          context.report({ stage: 'preparing', done, total });
        });
        const wanted = [...texts].filter(([hash]) => again || record.fine.inForce(hash) === null);
        if (wanted.length === 0) return null;
        let done = 0;
        const calls = startRerun<FineTask>({
          run_id: `fine-${randomUUID()}`,
          profile: ready,
          key,
          schema: FINE_SCHEMA,
          seed: 1,
          client: access.client,
          ports: {
            missing: () =>
              wanted.map(([, instruction], at) => ({ item: at + 1, attempt: 1, tries: 0, instruction })),
            prompt: ({ instruction }) => fineMessages(instruction),
            store: (outcome) => {
              record.fine.add(draftOf(profile, outcome));
              if (!outcome.final) return;
              done += 1;
              context.report({ stage: 'calling', done, total: wanted.length });
            },
          },
        });
        context.onPause((paused) => (paused ? calls.pause() : calls.resume()));
        const stop = (): void => calls.cancel();
        context.signal.addEventListener('abort', stop);
        try {
          const { hopeless } = await calls.done;
          if (hopeless !== null) throw fail('judge_refused', hopeless.message);
        } finally {
          context.signal.removeEventListener('abort', stop);
        }
        return null;
      };
      return jobs.start('criteria', profile.name, work).job;
    },
    list: (offset, limit) => ({ counts: record.fine.counts(), ...record.fine.page(offset, limit) }),
    async ofRow(row) {
      const text = textOf(await trajectoryOf(store, row));
      return text === null ? [] : record.fine.of(instructionHash(text));
    },
  };
}
