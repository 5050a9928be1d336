import { userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { writeSample } from '../../exchange/sample/index.ts';
import { indexCounts } from '../../logs/query/index-counts.ts';
import { listSources } from '../../logs/sources.ts';
import type { Services, Settings } from '../contract.ts';
import { importFiles } from './import-files.ts';
import type { EngineParts } from './parts.ts';
import type { RubricLibrary } from './rubric-library.ts';

const languages: readonly Settings['language'][] = ['en', 'zh-CN', 'system'];
const themes: readonly Settings['theme'][] = ['light', 'dark', 'system'];
const sampleSeed = 7;

/** The workspace as a whole: what is in it, how it is set, and the sample that fills an empty one. */
export function workspaceService(parts: EngineParts, library: RubricLibrary): Services['workspace'] {
  const { store, record, jobs } = parts;
  return {
    async info() {
      const [sources, counts] = await Promise.all([listSources(store), indexCounts(store)]);
      return {
        name: parts.demo ? 'sample' : basename(parts.folder),
        path: parts.folder,
        version: parts.version,
        demo: parts.demo,
        capabilities: parts.capabilities,
        annotator: annotatorOf(parts),
        counts: {
          ...counts,
          labels: record.labels.counts().labels,
          runs: record.runs.list().length,
          rubrics: library.list().length,
          sources: sources.length,
        },
        has_truth: counts.false_negatives !== null,
        sources: sources.map(({ source_id, name, kind, imported, elapsed_ms, changed }) => ({
          source_id,
          name,
          kind,
          imported,
          elapsed_ms,
          changed,
        })),
      };
    },
    settings: () => settingsOf(parts),
    saveSettings(changes) {
      record.settings.set(changes);
      return settingsOf(parts);
    },
    async openSample() {
      const folder = join(parts.folder, 'sample');
      const { job } = jobs.start('import', 'sample', async (context) => {
        const sample = await writeSample(folder, {
          seed: sampleSeed,
          clean: false,
          rubricsFolder: parts.starterRubrics,
          overwrite: true,
          signal: context.signal,
        });
        const files = sample.files
          .map(({ path }) => path)
          .filter((path) => !/\.ya?ml$|schema\.json$/.test(path));
        await importFiles(parts, files, { kind: 'auto', signal: context.signal, report: context.report });
        return null;
      });
      return job;
    },
  };
}

/** Settings with their defaults; a value of another version of the app that is not known here reads as the default. */
export function settingsOf(parts: EngineParts): Settings {
  const { record } = parts;
  const language = languages.find((value) => value === record.settings.get('language'));
  const theme = themes.find((value) => value === record.settings.get('theme'));
  const profile = record.settings.get('default_profile');
  return {
    language: language ?? 'system',
    theme: theme ?? 'system',
    annotator: annotatorOf(parts),
    default_profile: typeof profile === 'string' ? profile : null,
  };
}

/** Whose labels are made here: the name in Settings, else the system's user name. */
export function annotatorOf({ record, env }: EngineParts): string {
  const stored = record.settings.get('annotator');
  if (typeof stored === 'string' && stored.trim() !== '') return stored;
  const named = env.USER ?? env.USERNAME;
  if (named !== undefined && named.trim() !== '') return named;
  try {
    return userInfo().username;
  } catch {
    return 'me'; // a container may have no entry for its user
  }
}
