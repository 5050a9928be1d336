import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { fail } from '../../core/model/failure.ts';
import { lintRubric, parseRubric, type RubricVersion, rubricContentHash } from '../../core/rubric/index.ts';

/** A rubric file of the workspace as it stands on disk now. */
export interface LibraryRubric {
  readonly version: string;
  readonly file: string;
  readonly text: string;
  /** Null where the file cannot be read as a rubric; its problems say why. */
  readonly rubric: RubricVersion | null;
  readonly content_hash: string | null;
  readonly errors: number;
}

/**
 * The workspace's `rubrics/` folder. Files may be edited by other programs at any time, so every call reads the folder
 * anew; it holds a handful of small files.
 */
export class RubricLibrary {
  readonly folder: string;

  constructor(workspace: string, starter: string) {
    this.folder = join(workspace, 'rubrics');
    if (existsSync(this.folder)) return;
    mkdirSync(this.folder, { recursive: true });
    // Read and written file by file: in a packaged app the starter library lies inside an archive that cannot be copied from.
    if (existsSync(starter))
      for (const name of readdirSync(starter))
        writeFileSync(join(this.folder, name), readFileSync(join(starter, name)));
  }

  /** Every version, parents before children where the files say so, else by name. */
  list(): readonly LibraryRubric[] {
    const files = readdirSync(this.folder).filter((name) => ['.yaml', '.yml'].includes(extname(name)));
    const read = files.map((file) => this.#read(file));
    const depth = (rubric: LibraryRubric, seen = 0): number => {
      const parent = read.find((other) => other.version === rubric.rubric?.parent);
      return parent === undefined || seen > read.length ? 0 : 1 + depth(parent, seen + 1);
    };
    return read.toSorted((a, b) => depth(a) - depth(b) || a.version.localeCompare(b.version));
  }

  /** @throws FailureError `not_found` */
  get(version: string): LibraryRubric {
    const found = this.find(version);
    if (found === null)
      throw fail('not_found', `There is no rubric version ${version} in ${this.folder}.`, { version });
    return found;
  }

  find(version: string): LibraryRubric | null {
    return this.list().find((rubric) => rubric.version === version) ?? null;
  }

  /** Writes to a temporary name first: a crash leaves the old file or the new one. */
  write(file: string, text: string): void {
    const path = join(this.folder, file);
    const temporary = `${path}.part`;
    writeFileSync(temporary, text);
    renameSync(temporary, path);
  }

  #read(file: string): LibraryRubric {
    const text = readFileSync(join(this.folder, file), 'utf8');
    const { rubric } = parseRubric(text);
    const { problems } = lintRubric(text);
    return {
      version: rubric?.version ?? basename(file, extname(file)),
      file,
      text,
      rubric,
      content_hash: rubric === null ? null : rubricContentHash(rubric),
      errors: problems.filter(({ severity }) => severity === 'error').length,
    };
  }
}
