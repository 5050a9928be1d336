import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { fail } from '../core/model/failure.ts';
import { starterRubrics } from './screens.ts';

/**
 * Puts a folder's rubrics where the engine looks for them. A temporary library holds what was named and nothing else: a
 * starter rubric that happens to carry a version's name is not what the log's judge was given.
 *
 * @throws FailureError `file_missing`; `bad_request` where the workspace has another file of that name
 */
export function fillLibrary(workspace: string, rubrics: string | undefined, temporary: boolean): void {
  const library = join(workspace, 'rubrics');
  if (temporary) mkdirSync(library, { recursive: true });
  if (rubrics === undefined) return;
  const from = resolve(rubrics);
  if (!existsSync(from) || !statSync(from).isDirectory())
    throw fail('file_missing', `There is no folder ${from} to take rubrics from.`, { path: from });
  const names = readdirSync(from).filter((name) => ['.yaml', '.yml'].includes(extname(name).toLowerCase()));
  if (names.length === 0)
    throw fail('file_missing', `The folder ${from} holds no YAML file.`, { path: from });
  if (!existsSync(library)) {
    mkdirSync(library, { recursive: true });
    if (existsSync(starterRubrics)) cpSync(starterRubrics, library, { recursive: true });
  }
  for (const name of names) copyRubric(join(from, name), join(library, name));
}

function copyRubric(from: string, to: string): void {
  if (!existsSync(to)) cpSync(from, to);
  else if (!readFileSync(from).equals(readFileSync(to)))
    throw fail(
      'bad_request',
      `The workspace's library has another ${basename(to)}. Rename ${from}, or save it as a child version.`,
      { path: to },
    );
}
