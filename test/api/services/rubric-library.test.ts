import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importFiles } from '../../../electron/api/services/import-files.ts';
import { RubricLibrary } from '../../../electron/api/services/rubric-library.ts';
import { rubricService } from '../../../electron/api/services/rubrics.ts';
import { triageService } from '../../../electron/api/services/triage.ts';
import { FailureError } from '../../../electron/core/model/failure.ts';
import { failureOf, labelDraft, temporaryFolder } from '../../record/workspace.ts';
import { addLog, rubricText, workspace } from './suspect-workspace.ts';

const rubric = (version: string, step = 'The message is sent') =>
  rubricText.replace('version: v1', `version: ${version}`).replace('The message is sent', step);

/** A starter library with one version, and a workspace that has its copy. */
function opened() {
  const folder = temporaryFolder();
  const starter = join(folder, 'starter');
  mkdirSync(starter);
  writeFileSync(join(starter, 'v1.yaml'), rubric('v1'));
  const library = new RubricLibrary(join(folder, 'workspace'), starter);
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const files = () => readdirSync(library.folder).sort();
  return { library, file, files };
}

describe('adding a rubric file', () => {
  test('that is there already, by text or by meaning, changes nothing', () => {
    const { library, file, files } = opened();
    library.add(file('v1.yaml', rubric('v1')), () => false);
    library.add(file('copy.yaml', `# a comment\n${rubric('v1')}`), () => false);
    expect(files()).toEqual(['v1.yaml']);
  });

  test('of a version that another file has is refused: two files with one version say two things', () => {
    const { library, file, files } = opened();
    library.add(file('v2.yaml', rubric('v2')), () => true);
    const failure = failureOf(() => library.add(file('mine.yaml', rubric('v2', 'Other')), () => true));
    expect(failure).toMatchObject({ code: 'bad_request', details: { version: 'v2', file: 'v2.yaml' } });
    expect(files()).toEqual(['v1.yaml', 'v2.yaml']);
    expect(library.get('v2').text).toBe(rubric('v2'));
  });

  test('of a name that another version has is refused', () => {
    const { library, file } = opened();
    library.add(file('a.yaml', rubric('v2')), () => true);
    expect(failureOf(() => library.add(file('a.yaml', rubric('v3')), () => true)).code).toBe('bad_request');
  });

  test('takes the place of an untouched starter, and of nothing that anybody uses or edited', () => {
    const { library, file, files } = opened();
    const own = file('own.yaml', rubric('v1', 'As it was in training'));
    expect(failureOf(() => library.add(own, () => false)).code).toBe('bad_request');
    library.write('v1.yaml', rubric('v1', 'Edited'));
    expect(failureOf(() => library.add(own, () => true)).code).toBe('bad_request');
    library.write('v1.yaml', rubric('v1'));
    library.add(own, () => true);
    expect(files()).toEqual(['own.yaml']);
    expect(library.get('v1').text).toContain('As it was in training');
  });
});

describe('the library', () => {
  test('says of two files with one version that both are wrong', () => {
    const { library, file } = opened();
    writeFileSync(join(library.folder, 'again.yaml'), readFileSync(file('x.yaml', rubric('v1', 'Other'))));
    expect(library.list().map((each) => [each.file, each.errors])).toEqual([
      ['again.yaml', 1],
      ['v1.yaml', 1],
    ]);
  });

  test('reads past a folder that is named like a rubric', () => {
    const { library } = opened();
    mkdirSync(join(library.folder, 'old.yaml'));
    expect(library.list().map(({ version }) => version)).toEqual(['v1']);
  });
});

test('a version that a label refers to is kept as it was, whatever becomes of its file', async () => {
  const { parts, library } = await workspace();
  const line = {
    task_id: 'a',
    trajectory_id: 'a',
    rubric_version: 'v1',
    judge_model: 'j',
    reward: 1,
    success: true,
  };
  await addLog(parts, [line]);
  const triage = triageService(parts, library);
  const label = { row: '1:1', value: 'success', mistake: null, note: '' } as const;
  await triage.label(label);
  library.write('v1.yaml', rubric('v1', 'Edited by another program'));
  await triage.label(label);
  expect(parts.record.rubrics.get('v1')?.text).toBe(rubricText);
});

describe('saving a rubric', () => {
  test('as a child never writes over a file that holds another version', async () => {
    const { parts, library } = await workspace();
    const service = rubricService(parts, library);
    library.write('v2.yaml', rubric('other'));
    const saved = await service.saveChild({
      parent: 'v1',
      version: 'v2',
      note: 'n',
      text: rubric('v1', 'Stricter'),
    });
    expect(saved.head).toMatchObject({ version: 'v2', parent: 'v1', file: 'v2-2.yaml' });
    expect(library.get('other').text).toBe(rubric('other'));
    expect(library.get('v1').text).toBe(rubricText);
    await expect(
      service.saveChild({ parent: 'v1', version: 'v2', note: '', text: rubric('v1') }),
    ).rejects.toBeInstanceOf(FailureError);
  });

  test('in place is refused for what a verdict or a label refers to', async () => {
    const { parts, library } = await workspace();
    const service = rubricService(parts, library);
    await service.saveInPlace('v1', rubric('v1', 'Clearer'));
    expect(library.get('v1').text).toContain('Clearer');
    parts.record.labels.setLabel(labelDraft('t', { rubric_version: 'v1' }));
    await expect(service.saveInPlace('v1', rubric('v1'))).rejects.toMatchObject({
      failure: { code: 'rubric_locked' },
    });
    await addLog(parts, [{ task_id: 'a', rubric_version: 'v2', judge_model: 'j', reward: 1, success: true }]);
    library.write('v2.yaml', rubric('v2'));
    await expect(service.saveInPlace('v2', rubric('v2', 'x'))).rejects.toMatchObject({
      failure: { code: 'rubric_locked' },
    });
    expect(library.get('v2').text).toBe(rubric('v2'));
  });
});

describe('opening files', () => {
  const options = (kind: 'auto' | 'truth' | 'reward_log') =>
    ({ kind, signal: new AbortController().signal, report: () => undefined }) as const;
  const log = '{"task_id":"a","trajectory_id":"a","judge_model":"j","reward":1,"success":true}\n';

  test('that are refused leaves no trace in the record', async () => {
    const { parts } = await workspace();
    const path = join(parts.folder, 'notes.jsonl');
    writeFileSync(path, '{"x":1}\n');
    await expect(importFiles(parts, [path], options('reward_log'))).rejects.toBeInstanceOf(FailureError);
    expect(parts.record.sources.list()).toEqual([]);
  });

  test('again as a kind they are not leaves the record as the index is', async () => {
    const { parts } = await workspace();
    const path = join(parts.folder, 'log.jsonl');
    writeFileSync(path, log);
    await importFiles(parts, [path], options('auto'));
    const before = parts.record.sources.list();
    await expect(importFiles(parts, [path], options('truth'))).rejects.toBeInstanceOf(FailureError);
    expect(parts.record.sources.list().map(({ kind, source_id }) => [kind, source_id])).toEqual(
      before.map(({ kind, source_id }) => [kind, source_id]),
    );
    expect(existsSync(path)).toBe(true);
  });
});
