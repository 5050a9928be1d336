import { auditCommand } from './audit.ts';
import { canaryCommand } from './canary.ts';
import type { Command } from './command.ts';
import { exportCommand } from './export.ts';
import { falseNegativesCommand } from './false-negatives.ts';
import { importLabelsCommand } from './import-labels.ts';
import { profileCommand } from './profile.ts';
import { rerunCommand } from './rerun.ts';
import { rubricCommand } from './rubric.ts';
import { sampleCommand } from './sample.ts';
import { serveCommand } from './serve.ts';
import { summaryCommand } from './summary.ts';
import { suspectsCommand } from './suspects.ts';
import { templateCommand } from './template.ts';

/** Every command by name, in the order `assay help` lists them. */
export const commands: readonly Command[] = [
  serveCommand,
  summaryCommand,
  falseNegativesCommand,
  suspectsCommand,
  auditCommand,
  rerunCommand,
  profileCommand,
  canaryCommand,
  rubricCommand,
  templateCommand,
  exportCommand,
  importLabelsCommand,
  sampleCommand,
];
