import { describe, expect, test } from 'vitest';
import type { FineGenerationDraft } from '../../electron/record/index.ts';
import { failureOf, itemDraft, openTemporary, profile, temporaryFolder } from './workspace.ts';

const draft = (name: string, text: string) => ({ name, note: '', content_hash: 'h', text });

function generation(hash: string, change: Partial<FineGenerationDraft> = {}): FineGenerationDraft {
  return {
    instruction_hash: hash,
    instruction: `do ${hash}`,
    state: 'criteria',
    outcome: 'ok',
    profile,
    prompt: { prompt_hash: 'p', messages: [{ role: 'user', content: `do ${hash}` }] },
    kept: [{ text: 'To Ada', quote: 'Ada' }],
    refused: [{ text: 'x', quote: '', why: 'no_quote' }],
    raw_reply: '{"criteria": []}',
    error: null,
    response_id: 'r1',
    model: 'judge-a',
    prompt_tokens: 10,
    completion_tokens: 2,
    latency_ms: 5.5,
    started_at: 1,
    ended_at: 2,
    ...change,
  };
}

describe('templates', () => {
  test('each saving adds a version of its name; the very same text again adds none', () => {
    const { templates } = openTemporary();
    const first = templates.save(draft('a', 'one'));
    expect(first.version).toBe(1);
    expect(templates.save(draft('a', 'one'))).toEqual(first);
    expect(templates.save(draft('a', 'two')).version).toBe(2);
    expect(templates.save(draft('a', 'one'))).toMatchObject({ version: 3, text: 'one' });
    expect(templates.save(draft('b', 'one')).version).toBe(1);
    expect(templates.list().map(({ name, version }) => `${name}${version}`)).toEqual([
      'a3',
      'a2',
      'a1',
      'b1',
    ]);
    expect(templates.get(first.template_id)?.text).toBe('one');
  });

  test('one that a run was made with stays; another may go', () => {
    const record = openTemporary();
    const kept = record.templates.save(draft('a', 'one'));
    const other = record.templates.save(draft('a', 'two'));
    const run = record.runs.create({
      purpose: 'repeat',
      profile,
      rubric_version: null,
      repeats: 1,
      filter: '',
      seed: 1,
    });
    record.items.add(run.run_id, [itemDraft(1)]);
    record.questions.put({
      run_id: run.run_id,
      template_id: kept.template_id,
      fine: 'generated',
      pictures: 2,
      remarks: { frames_left_out: 3 },
    });
    expect(record.questions.get(run.run_id)).toEqual({
      run_id: run.run_id,
      template_id: kept.template_id,
      fine: 'generated',
      pictures: 2,
      remarks: { frames_left_out: 3 },
    });
    expect([...record.templates.runs()]).toEqual([[kept.template_id, 1]]);
    expect(failureOf(() => record.templates.remove(kept.template_id)).message).toContain('it stays');
    record.templates.remove(other.template_id);
    expect(failureOf(() => record.templates.remove(other.template_id)).code).toBe('not_found');
    expect(record.questions.get('no such run')).toBeNull();
  });
});

describe('pictures', () => {
  test('are known by what they are, at the place they were seen last', () => {
    const { pictures } = openTemporary();
    const sha256 = 'c'.repeat(64);
    pictures.keep([{ sha256, media_type: 'image/png', bytes: 3, path: '/a.png' }]);
    pictures.keep([{ sha256, media_type: 'image/png', bytes: 3, path: '/b.png' }]);
    expect(pictures.get(sha256)).toEqual({ sha256, media_type: 'image/png', bytes: 3, path: '/b.png' });
    expect(pictures.get('d'.repeat(64))).toBeNull();
  });
});

describe('generated criteria', () => {
  test('the newest that did not fail is in force; every one is kept with its reply', () => {
    const folder = temporaryFolder();
    const record = openTemporary(folder);
    const { fine } = record;
    expect(fine.inForce('h1')).toBeNull();
    const first = fine.add(generation('h1'));
    const failed = fine.add(
      generation('h1', { state: 'failed', outcome: 'timeout', kept: [], error: 'late' }),
    );
    expect(fine.inForce('h1')).toEqual(first);
    const none = fine.add(generation('h1', { state: 'none', kept: [], refused: [] }));
    expect(fine.inForce('h1')).toEqual(none);
    fine.add(
      generation('h2', { state: 'failed', outcome: 'http', kept: [], raw_reply: null, error: 'gone' }),
    );
    expect(fine.inForce('h2')).toBeNull();
    expect(fine.of('h1')).toEqual([none, failed, first]);
    expect(fine.counts()).toEqual({ criteria: 0, none: 1, failed: 1 });
    expect(fine.page(0, 1)).toMatchObject({ total: 2, rows: [{ instruction_hash: 'h2' }] });
    expect(fine.page(1, 5).rows).toEqual([none]);
    expect(first).toMatchObject({
      kept: [{ text: 'To Ada', quote: 'Ada' }],
      refused: [{ text: 'x', quote: '', why: 'no_quote' }],
      raw_reply: '{"criteria": []}',
      profile_name: 'Local judge',
    });
    record.close();
    expect(openTemporary(folder).fine.of('h1')).toHaveLength(3);
  });
});
