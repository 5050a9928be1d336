import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { fail } from '../../core/model/failure.ts';
import { lintRubric, parseRubric, type RubricVersion, rubricContentHash } from '../../core/rubric/index.ts';
import type { WorkspaceRecord } from '../../record/index.ts';

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
  readonly #starter: string;

  constructor(workspace: string, starter: string) {
    this.folder = join(workspace, 'rubrics');
    this.#starter = starter;
    if (existsSync(this.folder)) return;
    // Under another name until it is whole: a library that is there is never filled again.
    const filling = `${this.folder}.part`;
    mkdirSync(filling, { recursive: true });
    // Read and written file by file: in a packaged app the starter library lies inside an archive that cannot be copied from.
    if (existsSync(starter))
      for (const name of readdirSync(starter))
        writeFileSync(join(filling, name), readFileSync(join(starter, name)));
    renameSync(filling, this.folder);
  }

  /** Every version, parents before children where the files say so, else by name. */
  list(): readonly LibraryRubric[] {
    const read = this.#readAll();
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

  /**
   * Copies a rubric file into the library. The same file, or the same version with the same meaning, is there already. A
   * starter that nobody touched gives way to a person's own version of that name, where `mayReplace` allows it; nothing else
   * is written over.
   *
   * @throws FailureError `file_missing`; `bad_request` where the name or the version is taken
   */
  add(path: string, mayReplace: (version: string) => boolean): void {
    if (!existsSync(path)) throw fail('file_missing', `There is no file ${path}.`, { path });
    const text = readFileSync(path, 'utf8');
    const given = readRubric(basename(path), text);
    const taken = this.list().filter(({ version, file }) => version === given.version || file === given.file);
    const there = taken.some(
      (one) =>
        one.text === text ||
        (one.version === given.version && one.rubric !== null && one.content_hash === given.content_hash),
    );
    if (there) return;
    const [other] = taken.filter((one) => !this.#isStarter(one) || !mayReplace(one.version));
    if (other !== undefined)
      throw fail(
        'bad_request',
        other.version === given.version
          ? `The library has another version ${given.version}, in ${other.file}. Give the new one another version, or save it as a child version.`
          : `The library has another file ${given.file}. Rename the new one, or save it as a child version.`,
        { path, version: given.version, file: other.file },
      );
    this.write(given.file, text);
    for (const { file } of taken) if (file !== given.file) rmSync(join(this.folder, file));
  }

  #isStarter({ file, text }: LibraryRubric): boolean {
    const path = join(this.#starter, file);
    return existsSync(path) && readFileSync(path, 'utf8') === text;
  }

  /** The name of a new version's file. A file of that name may hold another version: it is not written over. */
  freeFile(version: string): string {
    for (let n = 1; ; n += 1) {
      const name = n === 1 ? `${version}.yaml` : `${version}-${n}.yaml`;
      if (!existsSync(join(this.folder, name))) return name;
    }
  }

  /** Writes to a temporary name first: a crash leaves the old file or the new one. */
  write(file: string, text: string): void {
    const path = join(this.folder, file);
    const temporary = `${path}.part`;
    writeFileSync(temporary, text);
    renameSync(temporary, path);
  }

  /** A version that two files claim is an error of both: which of them a verdict was judged by, nobody can say. */
  #readAll(): readonly LibraryRubric[] {
    const files = readdirSync(this.folder, { withFileTypes: true })
      .filter((entry) => !entry.isDirectory() && ['.yaml', '.yml'].includes(extname(entry.name)))
      .map(({ name }) => name)
      .sort();
    const read = files.flatMap((file) => this.#read(file) ?? []);
    const claims = Map.groupBy(read, ({ version }) => version);
    return read.map((rubric) =>
      (claims.get(rubric.version)?.length ?? 0) > 1 ? { ...rubric, errors: rubric.errors + 1 } : rubric,
    );
  }

  /** Null where the file went away after the folder was listed: an editor may be replacing it just now. */
  #read(file: string): LibraryRubric | null {
    let text: string;
    try {
      text = readFileSync(join(this.folder, file), 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
    return readRubric(file, text);
  }
}

/** Writes a version's text into the record as it stands now. */
export function rememberRubric(record: WorkspaceRecord, rubric: LibraryRubric): void {
  record.rubrics.put({
    version: rubric.version,
    parent: rubric.rubric?.parent ?? null,
    note: rubric.rubric?.note ?? null,
    content_hash: rubric.content_hash ?? '',
    file: rubric.file,
    text: rubric.text,
  });
}

/**
 * Keeps the text of a version that a label or a re-run is about to refer to: from then on the file may be edited or go, and
 * what was meant stays. The first text kept is never replaced from here.
 */
export function keepReferred(record: WorkspaceRecord, library: RubricLibrary, version: string | null): void {
  if (version === null || record.rubrics.get(version) !== null) return;
  const found = library.find(version);
  if (found !== null) rememberRubric(record, found);
}

/** Without a version of its own a file is called by its name. */
function readRubric(file: string, text: string): LibraryRubric {
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
