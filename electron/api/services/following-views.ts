import type { Failure } from '../../core/model/failure.ts';

/** A reward log that is read on while it is written. */
export interface FollowedLog {
  readonly source_id: number;
  readonly name: string;
  /** `vanished`: the file is gone, and is not looked for any more. */
  readonly state: 'following' | 'vanished';
  /** The last reading since following began; null before the first. */
  readonly last: {
    /** Milliseconds since 1970. */
    readonly read_at: number;
    /** Lines that were read. */
    readonly lines: number;
    /** The whole file was read, not only what was added: it was replaced, or is of a kind that is always read so. */
    readonly whole: boolean;
  } | null;
  /** Why the last change of the file could not be read; the index has what was read before. */
  readonly failure: Failure | null;
}

/** Reading on what is written to open reward logs. */
export interface FollowingServices {
  /** The logs that are followed, and those that vanished while they were. */
  list(): readonly FollowedLog[];
  /** Turns following on or off; the workspace keeps it. Says the list then. @throws FailureError `not_found` */
  follow(sourceId: number, on: boolean): readonly FollowedLog[];
  /** Follows those of the files that are reward logs, once they are read; `all`: every one that is open then. */
  followWhenRead(paths: readonly string[] | 'all'): void;
}
