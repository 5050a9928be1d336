import { basename, join, resolve } from 'node:path';
import { fail } from '../../core/model/failure.ts';
import { batchRequestLine, readBatchLine } from '../../judge/index.ts';
import type { StoredRun } from '../../record/index.ts';
import { BatchResults, linesOf, storedCall } from './batch-results.ts';
import { BatchWriter } from './batch-writer.ts';
import { downloadAddress } from './downloads.ts';
import type { JudgeAccess } from './judge-access.ts';
import type { BatchServices } from './judge-views.ts';
import type { EngineParts } from './parts.ts';
import { storedRun } from './stored-run.ts';

/** Runs that are asked by batch files: requests written out, results read back as attempts, the rest still missing. */
export function batchService(parts: EngineParts, access: JudgeAccess, exportsFolder: string): BatchServices {
  const { record, jobs } = parts;

  const idle = (runId: string): StoredRun => {
    const run = storedRun(record, runId);
    if (run.state === 'running' || run.state === 'paused' || !run.sealed)
      throw fail(
        'bad_request',
        `Re-run ${run.number} is under way: cancel it first, what came back is kept.`,
        {
          run_id: runId,
        },
      );
    if (run.profile.demo)
      throw fail('bad_request', 'The demo judge reads no batch files; start the run as it is.');
    return run;
  };

  async function* requestLines(run: StoredRun): AsyncGenerator<string> {
    const dialect = access.client.dialect(run.profile);
    for (const task of record.attempts.missingAttempts(run.run_id)) {
      const id = { run_id: run.run_id, item: task.item, attempt: task.attempt, try: task.tries + 1, dialect };
      yield batchRequestLine(await storedCall(parts, run, task.messages_sha256), id);
    }
  }

  return {
    async write(runId, path) {
      const run = idle(runId);
      const left = record.attempts.missingCount(runId);
      if (left === 0) throw fail('bad_request', `Re-run ${run.number} lacks no attempt.`, { run_id: runId });
      const target = resolve(path ?? join(exportsFolder, `batch-run-${run.number}.jsonl`));
      const files = await inJob(`batch #${run.number}`, async (report, signal) => {
        const writer = new BatchWriter(target);
        let done = 0;
        try {
          for await (const line of requestLines(run)) {
            signal.throwIfAborted();
            await writer.add(line);
            done += 1;
            report(done, left);
          }
          return await writer.finish();
        } catch (error) {
          await writer.discard();
          throw error;
        }
      });
      record.runs.setState(
        runId,
        'interrupted',
        `Its requests were written to ${files.map((file) => basename(file.path)).join(', ')}: read the results back, or go on with calls.`,
      );
      return files.map((file) => ({ ...file, download: downloadAddress(exportsFolder, file.path) }));
    },
    async read(runId, paths) {
      const chosen = runId ?? (await runNamedIn(paths));
      const run = idle(chosen);
      const result = await inJob(`batch #${run.number}`, async (report, signal) =>
        new BatchResults(parts, run).readAll(paths, report, signal),
      );
      if (result.missing === 0) record.runs.setState(run.run_id, 'done');
      else if (run.state !== 'interrupted') record.runs.setState(run.run_id, 'interrupted');
      return result;
    },
  };

  /** Seen, and cancelled, like other long work; the answer is the caller's. */
  async function inJob<T>(
    title: string,
    work: (report: (done: number, total: number | null) => void, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const answer = Promise.withResolvers<T>();
    jobs.start('export', title, async (context) => {
      try {
        answer.resolve(
          await work((done, total) => context.report({ stage: 'batch', done, total }), context.signal),
        );
        return null;
      } catch (error) {
        answer.reject(
          context.signal.aborted ? fail('cancelled', 'The batch files were given up half way.') : error,
        );
        throw error;
      }
    });
    return answer.promise;
  }

  async function runNamedIn(paths: readonly string[]): Promise<string> {
    for (const path of paths)
      for await (const text of linesOf(path)) {
        const line = readBatchLine(text);
        if (line.kind === 'result' || line.kind === 'not_run') return line.id.run_id;
      }
    throw fail(
      'wrong_shape',
      `${paths.map((path) => basename(path)).join(', ')}: no line answers a request that Assay wrote.`,
    );
  }
}
