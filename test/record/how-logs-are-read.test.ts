import { describe, expect, test } from 'vitest';
import { failureOf, openTemporary, temporaryFolder } from './workspace.ts';

describe('mappings', () => {
  test('are saved under a name, replaced, listed by name and removed', () => {
    const { mappings } = openTemporary();
    mappings.save('theirs', 'reward_log', { reward: 'grade' });
    mappings.save('ours', 'truth', { success: 'judge.ok' });
    expect(mappings.save('theirs', 'reward_log', { reward: 'judge.output.score' }).fields).toEqual({
      reward: 'judge.output.score',
    });
    expect(mappings.list().map(({ name, kind }) => [name, kind])).toEqual([
      ['ours', 'truth'],
      ['theirs', 'reward_log'],
    ]);
    expect(mappings.save('theirs', 'audit', { judge_pref: 'winner' }).kind).toBe('audit');
    mappings.remove('ours');
    expect(mappings.get('ours')).toBeNull();
    expect(failureOf(() => mappings.remove('ours')).code).toBe('not_found');
  });

  test('what a file is read by outlives the workspace being closed, and the saved mapping itself', () => {
    const folder = temporaryFolder();
    const record = openTemporary(folder);
    const { source_id } = record.sources.opened({ path: '/a', kind: 'reward_log', bytes: 1, mtime_ms: 1 });
    const mapping = {
      name: 'theirs',
      kind: 'reward_log',
      fields: { reward: 'grade' },
      by: 'shape',
    } as const;
    record.mappings.save('theirs', 'reward_log', mapping.fields);
    record.mappings.setForSource(source_id, mapping);
    record.mappings.remove('theirs');
    record.close();
    const again = openTemporary(folder);
    expect(again.mappings.ofSource(source_id)).toEqual(mapping);
    again.mappings.setForSource(source_id, null);
    expect(again.mappings.ofSource(source_id)).toBeNull();
  });
});

test('the scale of a judge is kept once for each version, absent names included, until it is forgotten', () => {
  const folder = temporaryFolder();
  const record = openTemporary(folder);
  const one = { rubric_version: 'v1', judge_model: 'j' };
  const unnamed = { rubric_version: null, judge_model: 'j' };
  record.scales.answer([
    { ...one, top: 5 },
    { ...unnamed, top: null },
  ]);
  record.scales.answer([{ ...one, top: 10 }]);
  record.close();
  const again = openTemporary(folder);
  expect(again.scales.list()).toEqual(
    expect.arrayContaining([
      { ...one, top: 10 },
      { ...unnamed, top: null },
    ]),
  );
  again.scales.forget(unnamed);
  expect(again.scales.list()).toEqual([{ ...one, top: 10 }]);
  expect(failureOf(() => again.scales.answer([{ ...one, top: -1 }])).code).toBe('record_failed');
});
