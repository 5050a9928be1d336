import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { RubricLibrary } from '../api/services/rubric-library.ts';
import { fail } from '../core/model/failure.ts';
import { starterRubrics } from './screens.ts';

/**
 * Puts a folder's rubrics where the engine looks for them. A temporary library holds what was named and nothing else: a
 * starter rubric that happens to carry a version's name is not what the log's judge was given.
 *
 * @throws FailureError `file_missing`; `bad_request` where the library has another file or version of that name
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
  const held = new RubricLibrary(workspace, starterRubrics);
  for (const name of names) held.add(join(from, name), () => false);
}
