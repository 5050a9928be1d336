import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { failSaying } from '../../core/model/failure.ts';
import { keepFirstScreen } from '../../logs/query/first-screen.ts';
import { listSources } from '../../logs/sources.ts';
import { type FileStat, fileStat } from '../../logs/tables/file-stat.ts';
import type { FollowedLog, FollowingServices } from './following-views.ts';
import { importFiles } from './import-files.ts';
import type { EngineParts } from './parts.ts';

/** How often the files of followed logs are looked at, milliseconds. */
export const lookEveryMs = 3000;
/** Setting of the workspace: the ids of the followed logs. */
const setting = 'following';
/** A file that is replaced may be away for a moment: so many looks in a row must miss it. */
const misses = 2;
/**
 * After a reading that took longer than a second it rests for so many times that long: a large log must not keep a core
 * busy by being followed.
 */
const rest = 4;
const restedFromMs = 1000;

interface Followed {
  readonly source_id: number;
  readonly path: string;
  state: FollowedLog['state'];
  last: FollowedLog['last'];
  failure: FollowedLog['failure'];
  /** The file as it was when it was last compared with the index, or tried. */
  seen: FileStat | null;
  missed: number;
  /** Of `performance.now()`; not looked at before. */
  due: number;
  job: string | null;
}

/**
 * Keeps reward logs up to date while they are written: looks at their files every few seconds, and reads the one that
 * changed. Nothing but a look at the file's size and time is done while nothing changes; one log is read at a time, and
 * none while another import runs.
 */
export class LogFollower implements FollowingServices {
  readonly #parts: EngineParts;
  readonly #everyMs: number;
  readonly #onDefect: (error: unknown) => void;
  readonly #logs = new Map<number, Followed>();
  /** Files to follow once they are read; `all` for whatever is open then. */
  #awaited: readonly string[] | 'all' | null = null;
  readonly #closing = new AbortController();
  #looking: Promise<void> | null = null;

  /** @param everyMs time between two looks; null: nothing is followed here, whatever the workspace says */
  constructor(parts: EngineParts, everyMs: number | null, onDefect: (error: unknown) => void) {
    this.#parts = parts;
    this.#everyMs = everyMs ?? lookEveryMs;
    this.#onDefect = onDefect;
    if (everyMs === null) return;
    for (const id of followedIds(parts)) this.#add(id);
    this.#begin();
  }

  list(): readonly FollowedLog[] {
    return [...this.#logs.values()]
      .filter(({ source_id }) => this.#parts.record.sources.get(source_id) !== null)
      .map(({ source_id, path, state, last, failure }) => ({
        source_id,
        name: basename(path),
        state,
        last,
        failure,
      }));
  }

  follow(sourceId: number, on: boolean): readonly FollowedLog[] {
    if (!on) this.#drop(sourceId);
    else if (!this.#add(sourceId)) throw failSaying('not_found', 'not_open', {}, { source_id: sourceId });
    this.#keep();
    this.#begin();
    return this.list();
  }

  /** Follows those of the files that turn out to be reward logs, once no import runs any more. */
  followWhenRead(paths: readonly string[] | 'all'): void {
    this.#awaited = paths;
    this.#begin();
  }

  /** Ends with the look that is under way; its import is a job, and stopped with the jobs. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#looking;
  }

  /** Puts a reward log on the list, anew where it had stopped; false where it is none that is open. */
  #add(sourceId: number): boolean {
    const source = this.#parts.record.sources.get(sourceId);
    if (source === null || source.kind !== 'reward_log') return false;
    if (this.#logs.get(sourceId)?.state === 'following') return true;
    this.#logs.set(sourceId, {
      source_id: sourceId,
      path: source.path,
      state: 'following',
      last: null,
      failure: null,
      seen: null,
      missed: 0,
      due: 0,
      job: null,
    });
    return true;
  }

  #drop(sourceId: number): void {
    const log = this.#logs.get(sourceId);
    this.#logs.delete(sourceId);
    if (log === undefined || log.job === null) return;
    this.#parts.jobs.cancel(log.job);
  }

  #keep(): void {
    const ids = this.#following().map(({ source_id }) => source_id);
    this.#parts.record.settings.set({ [setting]: ids });
  }

  #following(): readonly Followed[] {
    return [...this.#logs.values()].filter(({ state }) => state === 'following');
  }

  #begin(): void {
    if (this.#looking !== null) return;
    this.#looking = this.#lookOnAndOn();
  }

  async #lookOnAndOn(): Promise<void> {
    const { signal } = this.#closing;
    // `#looking` is set by whoever begins this, and taken back at its end
    await Promise.resolve();
    while (!signal.aborted && (this.#awaited !== null || this.#following().length > 0)) {
      try {
        await sleep(this.#everyMs, undefined, { signal, ref: false });
        await this.#look();
      } catch (error) {
        // closing cuts off whatever is under way
        if (signal.aborted || this.#parts.jobs.closing) return;
        this.#onDefect(error);
      }
    }
    this.#looking = null;
  }

  async #look(): Promise<void> {
    if (this.#imports()) return;
    if (this.#awaited !== null) await this.#adopt(this.#awaited);
    for (const log of this.#following()) {
      if (this.#closing.signal.aborted) return;
      if (performance.now() >= log.due) await this.#lookAt(log);
    }
  }

  #imports(): boolean {
    return this.#parts.jobs.list().some((job) => job.kind === 'import' && job.ended_at === null);
  }

  async #adopt(awaited: readonly string[] | 'all'): Promise<void> {
    this.#awaited = null;
    for (const { source_id, path } of await listSources(this.#parts.store))
      if (awaited === 'all' || awaited.includes(path)) this.#add(source_id);
    this.#keep();
  }

  async #lookAt(log: Followed): Promise<void> {
    const { store, record } = this.#parts;
    if (record.sources.get(log.source_id) === null) {
      this.#drop(log.source_id);
      this.#keep();
      return;
    }
    const found = fileStat(log.path);
    if (found === null) {
      log.missed += 1;
      if (log.missed < misses) return;
      log.state = 'vanished';
      log.failure = null;
      this.#keep();
      return;
    }
    log.missed = 0;
    if (found.bytes === log.seen?.bytes && found.mtime_ms === log.seen.mtime_ms) return;
    const source = (await listSources(store)).find(({ source_id }) => source_id === log.source_id);
    if (source === undefined || !this.#isFollowed(log) || this.#imports()) return;
    // what cannot be read is tried again when the file has changed once more
    log.seen = found;
    if (source.changed) await this.#read(log);
  }

  #isFollowed(log: Followed): boolean {
    return this.#logs.get(log.source_id) === log;
  }

  async #read(log: Followed): Promise<void> {
    const begun = performance.now();
    const { job, done } = this.#parts.jobs.start('follow', basename(log.path), async ({ signal, report }) => {
      const [read] = await importFiles(this.#parts, [log.path], { kind: 'reward_log', signal, report });
      await keepFirstScreen(this.#parts.store);
      if (read === undefined) return null;
      const added = read.remarks.find(({ code }) => code === 'lines_added')?.count ?? 0;
      log.last = { read_at: this.#parts.now(), lines: added > 0 ? added : read.lines, whole: added === 0 };
      return null;
    });
    log.job = job.job_id;
    const { failure } = await done;
    log.job = null;
    log.failure = failure;
    const ended = performance.now();
    if (ended - begun > restedFromMs) log.due = ended + rest * (ended - begun);
  }
}

function followedIds({ record }: EngineParts): readonly number[] {
  const stored = record.settings.get(setting);
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'number') : [];
}
