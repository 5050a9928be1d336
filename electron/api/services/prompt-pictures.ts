import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { RowId, Trajectory } from '../../core/model/verdict.ts';
import {
  compileTemplate,
  type PromptTemplate,
  pictureReference,
  shownFrameIndexes,
  templateTexts,
} from '../../core/prompt/index.ts';
import type { RubricVersion } from '../../core/rubric/index.ts';
import { pictureFile, pictureFolder } from '../../logs/frame-image.ts';
import type { LogStore } from '../../logs/log-store.ts';
import type { StoredPicture } from '../../record/index.ts';
import type { Skipped } from './run-prompts.ts';

/** Beyond these no gateway goes along: one picture, and all of one question, in bytes. */
const LARGEST_PICTURE = 15 * 1024 * 1024;
const LARGEST_QUESTION = 45 * 1024 * 1024;

/** The pictures of one question. */
export interface PromptPictures {
  /** What the template puts in, by frame: a reference to a file, or the data URL of the log. */
  readonly images: ReadonlyMap<number, string>;
  /** Pictures from files, to be noted in the record. */
  readonly files: readonly StoredPicture[];
  /** Data URL by hash. */
  readonly urls: ReadonlyMap<string, string>;
}

const none: PromptPictures = { images: new Map(), files: [], urls: new Map() };

/**
 * Reads the pictures that a template shows of a trajectory. A picture that is not there, or too large to be sent, is never
 * left out silently: the sample is skipped, and the reason names it.
 */
export async function promptPictures(
  store: LogStore,
  row: RowId,
  template: PromptTemplate,
  trajectory: Trajectory | null,
  rubric: RubricVersion | null,
): Promise<PromptPictures | Skipped> {
  if (trajectory === null || !showsPictures(template)) return none;
  const byIndex = new Map(trajectory.frames.map((frame) => [frame.index, frame.image]));
  const images = new Map<number, string>();
  const files = new Map<string, StoredPicture>();
  const urls = new Map<string, string>();
  let folder: string | null = null;
  let all = 0;
  for (const index of shownFrameIndexes(template, trajectory, rubric)) {
    const image = byIndex.get(index) ?? null;
    if (image === null || image.trim() === '') continue;
    let bytes: number;
    if (/^data:image\/[a-z0-9.+-]+;base64,/i.test(image)) {
      bytes = Math.floor(((image.length - image.indexOf(',') - 1) * 3) / 4);
      images.set(index, image);
    } else {
      folder ??= await pictureFolder(store, row);
      const found = await pictureFile(folder, image);
      if (found === null)
        return { skip: 'picture_missing', why: `frame ${index}: ${shortName(image)} is not beside the log` };
      if (found.bytes > LARGEST_PICTURE) return tooLarge(index, found.bytes, LARGEST_PICTURE);
      const content = await readFile(found.path);
      const sha256 = createHash('sha256').update(content).digest('hex');
      bytes = content.length;
      images.set(index, pictureReference(sha256));
      urls.set(sha256, `data:${found.type};base64,${content.toString('base64')}`);
      files.set(sha256, { sha256, media_type: found.type, bytes, path: found.path });
    }
    all += bytes;
    if (bytes > LARGEST_PICTURE) return tooLarge(index, bytes, LARGEST_PICTURE);
    if (all > LARGEST_QUESTION) return tooLarge(index, all, LARGEST_QUESTION);
  }
  return { images, files: [...files.values()], urls };
}

/** Whether a template puts pictures anywhere: reading files for nothing takes long. */
function showsPictures(template: PromptTemplate): boolean {
  const { used } = compileTemplate(template);
  return (
    (used.has('frames') || used.has('all_frames')) &&
    templateTexts(template).some(({ content }) => /\bpicture\b/.test(content))
  );
}

function tooLarge(index: number, bytes: number, most: number): Skipped {
  const mb = (value: number): string => (value / 1024 / 1024).toFixed(1);
  return {
    skip: 'picture_too_large',
    why: `frame ${index} makes ${mb(bytes)} MB, and ${mb(most)} MB can be sent`,
  };
}

function shortName(image: string): string {
  return image.length > 80 ? `${image.slice(0, 77)}…` : image;
}
