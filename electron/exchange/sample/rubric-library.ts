import { copyFile, mkdir, readdir, readFile, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fail } from '../../core/model/failure.ts';
import type { Trajectory } from '../../core/model/verdict.ts';
import { DEFAULT_TEMPLATE, type RenderedPrompt, renderPrompt } from '../../core/prompt/index.ts';
import { categoryOf, parseRubric, type RubricVersion } from '../../core/rubric/index.ts';
import { type RubricName, rubricVersions } from './doses.ts';
import { type Category, categories } from './texts/template.ts';

/** The three versions a sample's verdicts refer to. */
export interface RubricLibrary {
  readonly files: readonly string[];
  /** How many steps a version has for a category. */
  stepCount(version: RubricName, category: Category): number;
  /** How many of a run's frames a judge is shown. */
  framesShown(version: RubricName, frames: number): number;
  /** What a judge is sent under the app's own template: a re-run that renders it again asks the same question. */
  prompt(
    version: RubricName,
    category: Category,
    fine: readonly string[],
    trajectory: Trajectory,
  ): Pick<RenderedPrompt, 'messages' | 'prompt_hash'>;
}

async function readVersion(folder: string, version: RubricName): Promise<RubricVersion> {
  const path = join(folder, `${version}.yaml`);
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw fail(
      'file_missing',
      `The rubric ${path} cannot be read; the sample needs it.`,
      { path },
      { cause },
    );
  });
  const { rubric, problems } = parseRubric(text);
  const error = problems.find((problem) => problem.severity === 'error');
  if (rubric === null || error !== undefined)
    throw fail('rubric_invalid', `The rubric ${path} has errors; the sample needs it whole.`, {
      path,
      line: error?.line ?? 1,
    });
  return rubric;
}

/** @throws FailureError `file_missing` or `rubric_invalid` where one of the three versions is not there or cannot be used */
export async function readRubricLibrary(folder: string): Promise<RubricLibrary> {
  const read = new Map<RubricName, RubricVersion>();
  for (const version of rubricVersions) read.set(version, await readVersion(folder, version));
  const files = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .sort();
  const steps = new Map<string, number>();
  for (const [version, rubric] of read)
    for (const category of categories) {
      const found = categoryOf(rubric, category);
      if (found === null)
        throw fail(
          'rubric_invalid',
          `The rubric ${version} has no category ${category}; the sample needs it.`,
          {
            version,
            category,
          },
        );
      steps.set(`${version}/${category}`, found.steps.length);
    }
  return {
    files,
    stepCount: (version, category) => steps.get(`${version}/${category}`) ?? 0,
    framesShown: (version, frames) => Math.min(read.get(version)?.frames.max ?? frames, frames),
    prompt: (version, category, fine, trajectory) =>
      renderPrompt({
        template: DEFAULT_TEMPLATE,
        rubric: read.get(version) ?? null,
        category,
        instruction: trajectory.instruction,
        fine_rubrics: fine,
        trajectory,
      }),
  };
}

async function sameContent(a: string, b: string): Promise<boolean | null> {
  const there = await readFile(b).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return there === null ? null : there.equals(await readFile(a));
}

/** The first of the library's files that stands in `to` with other content: somebody's own rubric. */
export async function occupiedRubric(
  library: RubricLibrary,
  from: string,
  to: string,
): Promise<string | null> {
  for (const name of library.files)
    if ((await sameContent(join(from, name), join(to, name))) === false) return join(to, name);
  return null;
}

export interface CopiedRubrics {
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  /** Takes away what was not there before. */
  discard(): Promise<void>;
}

/** Copies the library's files; those that are there already with the same content are left alone. */
export async function copyRubrics(library: RubricLibrary, from: string, to: string): Promise<CopiedRubrics> {
  const made = await mkdir(to, { recursive: true });
  const added: string[] = [];
  const discard = async (): Promise<void> => {
    for (const path of added) await rm(path, { force: true });
    if (made !== undefined) await rmdir(to);
  };
  try {
    const files = [];
    for (const name of library.files) {
      const path = join(to, name);
      const same = await sameContent(join(from, name), path);
      if (same === null) added.push(path);
      if (same !== true) await copyFile(join(from, name), path);
      files.push({ path, bytes: (await stat(path)).size });
    }
    return { files, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}
