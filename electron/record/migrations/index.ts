import { evidenceAndLabels } from './0001-evidence-and-labels.ts';
import { runs } from './0002-runs.ts';
import { library } from './0003-library.ts';
import { viewsAndDraws } from './0004-views-and-draws.ts';
import { promptsAndCriteria } from './0005-prompts-and-criteria.ts';
import { drawsAndCanaries } from './0006-draws-and-canaries.ts';
import { howLogsAreRead } from './0007-how-logs-are-read.ts';
import { gateways } from './0008-gateways.ts';
import { figuresOfRuns } from './0009-figures-of-runs.ts';
import { answersAgain } from './0010-answers-again.ts';
import { canaryPairs } from './0011-canary-pairs.ts';
import { kindsOfMappings } from './0012-kinds-of-mappings.ts';
import type { Migration } from './migration.ts';

/** Every migration in order. A released one is never edited; a change is a new one. */
export const migrations: readonly Migration[] = [
  evidenceAndLabels,
  runs,
  library,
  viewsAndDraws,
  promptsAndCriteria,
  drawsAndCanaries,
  howLogsAreRead,
  gateways,
  figuresOfRuns,
  answersAgain,
  canaryPairs,
  kindsOfMappings,
];
