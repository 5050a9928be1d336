import type {
  AttemptOutcome,
  GatewayDialect,
  NeighbourTool,
  Profile,
  RunCap,
} from '../../core/model/record.ts';
import type { NeighbourPlace, NeighbourWarning, Snippet } from '../../judge/index.ts';
import type { Downloadable } from './view-types.ts';

export type { NeighbourPlace, NeighbourWarning, Snippet } from '../../judge/index.ts';

/** A gateway found in a neighbour's settings, as it may be shown: of a key, where it lies. */
export interface NeighbourFound {
  readonly entry: string;
  readonly name: string;
  readonly current: boolean;
  readonly base_url: string | null;
  readonly model: string | null;
  readonly key:
    | { readonly from: 'environment'; readonly variable: string; readonly present: boolean }
    | { readonly from: 'file'; readonly path: string; readonly field: string }
    | { readonly from: 'none' };
  readonly warnings: readonly NeighbourWarning[];
}

export interface NeighbourServices {
  /** Where each tool keeps its settings, and whether they are there. Opens nothing. */
  places(): readonly NeighbourPlace[];
  /** Reads one tool's settings, now and because somebody asked. */
  read(tool: NeighbourTool, path: string): readonly NeighbourFound[];
  /** Makes a profile of an entry; a model is needed where the settings name none. */
  adopt(asked: {
    readonly tool: NeighbourTool;
    readonly path: string;
    readonly entry: string;
    readonly model: string | null;
  }): Profile;
  /** A profile in the words of another tool, for the clipboard; no key is in it. */
  snippet(profileId: string, tool: NeighbourTool): Snippet;
}

export interface BatchFile extends Downloadable {
  readonly path: string;
  readonly requests: number;
  readonly bytes: number;
}

/** What reading results brought. */
export interface BatchRead {
  readonly run_id: string;
  readonly lines: number;
  readonly stored: number;
  readonly outcomes: Readonly<Partial<Record<AttemptOutcome, number>>>;
  /** Answers for attempts that have one already. */
  readonly already: number;
  /** Asked for and never run: the batch expired or was cancelled. */
  readonly not_run: number;
  /** Lines of other runs, or of other programs. */
  readonly foreign: number;
  readonly unreadable: number;
  /** Attempts of the run that are still missing. */
  readonly missing: number;
}

export interface BatchServices {
  /**
   * Writes the missing attempts of a run as request files of OpenAI's batch form, as many as its limits need. Null for a
   * path writes into the workspace, to be downloaded.
   */
  write(runId: string, path: string | null): Promise<readonly BatchFile[]>;
  /** Reads result and error files back as attempts; the run is that of the first line that names one. */
  read(runId: string | null, paths: readonly string[]): Promise<BatchRead>;
}

export interface JudgeCallServices {
  cap(runId: string): RunCap | null;
  setCap(runId: string, cap: RunCap | null): void;
  /** What each stored profile's gateway was found to take, where that is not what its profile says. */
  learned(): readonly { readonly profile_id: string; readonly dialect: GatewayDialect }[];
  /** Asks the profile's gateway afresh from the next call on. */
  forget(profileId: string): void;
}

export interface JudgeServices {
  readonly neighbours: NeighbourServices;
  readonly batches: BatchServices;
  readonly judgeCalls: JudgeCallServices;
}
