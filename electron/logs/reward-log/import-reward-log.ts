import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { FailureError, failSaying } from '../../core/model/failure.ts';
import type { AppliedMapping } from '../../core/model/mapping.ts';
import type { SourceReport } from '../../core/model/source.ts';
import { type LogStore, type Transaction, textFolder } from '../log-store.ts';
import { compileMapping } from '../mapping/compile.ts';
import { removeCopy } from '../sources.ts';
import { amendLog, removeFiles } from './amend-log.ts';
import { dropUnusedColumns } from './extra-columns.ts';
import { finishLog } from './finish-log.ts';
import { grownLog } from './grown-log.ts';
import { type ImportContext, ReadAnotherWay, type Way } from './import-context.ts';
import { LineThread } from './line-thread.ts';
import { type LogText, openLogText } from './log-text.ts';
import { type ImportProgress, ProgressReporter } from './progress.ts';
import { stageGrown } from './stage-grown.ts';
import { stageLog } from './stage-log.ts';

export interface ImportRewardLogOptions {
  /** The source's id where the record has given it one; else the id the path had before, or the next free one. */
  readonly source_id?: number;
  readonly signal?: AbortSignal;
  /** Where the log keeps its fields, if it has other names for them. */
  readonly mapping?: AppliedMapping | null;
  /** At most ten times a second. */
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Reads a reward log (plain, gzip or zstd JSON Lines) into the index, whatever is wrong with single lines of it. A file
 * that was read before is replaced; readers see either import, never half of one. records = imported + duplicates +
 * quarantined and lines = records + blank − glued_extra always hold.
 *
 * @throws FailureError `file_missing`, `file_unreadable`, `wrong_shape` where no line has a field of a judge log,
 *   `cancelled`; `index_failed` where the index cannot be written. Nothing of the import is left then.
 */
export async function importRewardLog(
  store: LogStore,
  path: string,
  options: ImportRewardLogOptions,
): Promise<SourceReport> {
  const begun = performance.now();
  const reporter = new ProgressReporter(options.onProgress ?? (() => undefined));
  const text = await cancellable(options.signal, () =>
    openLogText(path, store.folder, {
      signal: options.signal,
      mapping: options.mapping == null ? null : compileMapping(options.mapping.fields),
      onProgress: (done, total) => reporter.tell('decompressing', done, total),
    }),
  );
  const before = await textPathOf(store, path);
  try {
    const read = { now: options.now, elapsedMs: () => performance.now() - begun };
    const report = await readText(store, text, reporter, options, read);
    if (before !== null && before !== text.textPath) removeCopy(store, path, before);
    return report;
  } catch (error) {
    removeCopy(store, path, text.textPath);
    throw error;
  } finally {
    await store.transaction(dropUnusedColumns);
  }
}

/** A try may change each part of the way once. */
const waysToRead = 6;

/** The first try takes the fast way; what a try stumbles over decides how the next one reads. */
async function readText(
  store: LogStore,
  text: LogText,
  reporter: ProgressReporter,
  options: ImportRewardLogOptions,
  read: { readonly now: number; readonly elapsedMs: () => number },
): Promise<SourceReport> {
  const grown = await grownLog(store, text, options.mapping != null);
  let way: Way = { exact: false, lineByLine: false, longest: 0, keys: null, plain: true, grown };
  for (let left = waysToRead; ; left -= 1) {
    try {
      return await cancellable(options.signal, () => readOnce(store, text, reporter, options, read, way));
    } catch (error) {
      if (!(error instanceof ReadAnotherWay) || left === 0) throw asFailure(error, text);
      way = { ...way, ...error.way };
      if (way.longest === -1) way = { ...way, longest: await longestLineOf(text, options.signal) };
    }
  }
}

/** Bytes of a text's longest line. */
async function longestLineOf(text: LogText, signal: AbortSignal | undefined): Promise<number> {
  const thread = new LineThread(text.textPath);
  const stop = () => void thread.close();
  signal?.addEventListener('abort', stop);
  try {
    return (await cancellable(signal, () => thread.scan([], () => undefined))).index.longest;
  } finally {
    signal?.removeEventListener('abort', stop);
    await thread.close();
  }
}

async function readOnce(
  store: LogStore,
  text: LogText,
  reporter: ProgressReporter,
  { signal, source_id, mapping }: ImportRewardLogOptions,
  read: { readonly now: number; readonly elapsedMs: () => number },
  way: Way,
): Promise<SourceReport> {
  const names = mapping == null ? null : compileMapping(mapping.fields);
  const thread = new LineThread(text.textPath, names);
  const folder = join(store.folder, textFolder);
  mkdirSync(folder, { recursive: true });
  const unique = randomUUID();
  const context: ImportContext = {
    text,
    thread,
    reporter,
    way,
    mapping: names,
    applied: mapping ?? null,
    files: {
      records: join(folder, `${unique}-records.jsonl`),
      quarantine: join(folder, `${unique}-quarantine.jsonl`),
      tail: join(folder, `${unique}-tail.jsonl`),
    },
    check: () => signal?.throwIfAborted(),
  };
  let running: Transaction | null = null;
  const stop = () => {
    running?.interrupt();
    void thread.close();
  };
  signal?.addEventListener('abort', stop);
  try {
    return await store.publish({
      stage: async (tx) => {
        running = tx;
        context.check();
        const id = source_id ?? (await idFor(tx, text.path));
        if (way.grown !== null && !way.exact && way.grown.source_id === id)
          return await stageGrown(tx, context, way.grown);
        return await stageLog(tx, context, id);
      },
      amend: (tx, staged) => amendLog(tx, context, staged),
      finish: (tx, amended) => {
        reporter.tell('finishing', 0, 4);
        return finishLog(tx, context, amended, read);
      },
      undo: async (tx) => {
        running = null;
        await tx.run('DELETE FROM verdicts WHERE source_id < 0');
      },
    });
  } finally {
    running = null;
    signal?.removeEventListener('abort', stop);
    await thread.close();
    removeFiles(context);
  }
}

async function idFor(tx: Transaction, path: string): Promise<number> {
  const [found] = await tx.all<{ id: number }>(
    `SELECT coalesce((SELECT min(source_id) FROM sources WHERE path = ?), (SELECT max(source_id) FROM sources) + 1, 1) AS id`,
    [path],
  );
  return found?.id ?? 1;
}

async function textPathOf(store: LogStore, path: string): Promise<string | null> {
  const [row] = await store.all<{ text_path: string }>('SELECT text_path FROM sources WHERE path = ?', [
    path,
  ]);
  return row?.text_path ?? null;
}

/** Whatever breaks off a cancelled import is the cancellation. */
async function cancellable<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  try {
    signal?.throwIfAborted();
    return await work();
  } catch (error) {
    if (signal?.aborted === true) throw failSaying('cancelled', 'import_cancelled', {});
    throw error;
  }
}

function asFailure(error: unknown, text: LogText): unknown {
  if (error instanceof FailureError) return error;
  return failSaying(
    'index_failed',
    'not_indexed',
    { name: text.name, cause: said(error) },
    { path: text.path },
    { cause: error },
  );
}

function said(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
