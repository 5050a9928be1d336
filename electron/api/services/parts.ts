import type { LogStore } from '../../logs/log-store.ts';
import type { WorkspaceRecord } from '../../record/index.ts';
import type { Capabilities } from '../contract.ts';
import type { Jobs } from '../jobs.ts';

/** What the services of one workspace share. */
export interface EngineParts {
  /** The workspace's folder. */
  readonly folder: string;
  readonly store: LogStore;
  readonly record: WorkspaceRecord;
  readonly jobs: Jobs;
  readonly env: NodeJS.ProcessEnv;
  readonly version: string;
  readonly demo: boolean;
  readonly capabilities: Capabilities;
  /** Starter rubrics, copied into a workspace that has none. */
  readonly starterRubrics: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
