import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Jobs } from '../../../electron/api/jobs.ts';
import type { EngineParts } from '../../../electron/api/services/parts.ts';
import { RubricLibrary } from '../../../electron/api/services/rubric-library.ts';
import { rejoin } from '../../../electron/logs/join.ts';
import { LogStore } from '../../../electron/logs/log-store.ts';
import { importRewardLog } from '../../../electron/logs/reward-log/index.ts';
import { importTrajectories } from '../../../electron/logs/tables/trajectories.ts';
import { openTemporary, temporaryFolder } from '../../record/workspace.ts';

/** Three frames at most; two steps for mail. */
export const rubricText = `version: v1
frames: {max: 3, key_actions: [input, send]}
routing: {mail: [send]}
categories:
  mail: {name: Mail, steps: [The recipient is right, The message is sent], pitfalls: [], output_format: json}
  general: {name: General, steps: [The outcome is shown], pitfalls: [], output_format: json}
`;

/** A workspace with both stores, one rubric version and no logs. */
export async function workspace(): Promise<{ readonly parts: EngineParts; readonly library: RubricLibrary }> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'rubrics'));
  writeFileSync(join(folder, 'rubrics', 'v1.yaml'), rubricText);
  const store = await LogStore.open({ folder, threads: 2 });
  onTestFinished(() => store.close());
  const record = openTemporary(folder);
  const parts: EngineParts = {
    folder,
    store,
    record,
    jobs: new Jobs(() => 0),
    env: {},
    version: 'test',
    demo: false,
    capabilities: { host: 'serve', open_dialog: false, reveal: false, upload: false },
    starterRubrics: join(folder, 'none'),
    now: () => 0,
  };
  return { parts, library: new RubricLibrary(folder, parts.starterRubrics) };
}

type Line = Readonly<Record<string, unknown>>;

/** Writes a reward log beside the workspace and opens it. */
export async function addLog(parts: EngineParts, lines: readonly Line[]): Promise<void> {
  const path = join(parts.folder, 'reward_log.jsonl');
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await importRewardLog(parts.store, path, { now: 0 });
  await rejoin(parts.store);
}

/** Writes a trajectory file beside the workspace and opens it. */
export async function addTrajectories(parts: EngineParts, lines: readonly Line[]): Promise<void> {
  const path = join(parts.folder, 'trajectories.jsonl');
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await importTrajectories(parts.store, path);
  await rejoin(parts.store);
}
