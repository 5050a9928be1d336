import { createHash } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { failureOf, labelDraft, openTemporary, temporaryFolder } from './workspace.ts';

describe('labels', () => {
  test('the label in force is the last one per trajectory and annotator', () => {
    const { labels } = openTemporary();
    labels.setLabel(labelDraft('t1', { value: 'success' }));
    labels.setLabel(labelDraft('t1', { value: 'failure', mistake: 'missed_frame', note: 'frame 3' }));
    labels.setLabel(labelDraft('t1', { annotator: 'bob', value: 'unsure' }));
    labels.setLabel(labelDraft('t2'));
    expect(labels.currentLabels().map((l) => [l.trajectory, l.annotator, l.value])).toEqual([
      ['t1', 'ada', 'failure'],
      ['t1', 'bob', 'unsure'],
      ['t2', 'ada', 'success'],
    ]);
    expect(labels.currentLabels({ annotator: 'bob' })).toHaveLength(1);
    expect(labels.labelsOf('t1').map((l) => l.annotator)).toEqual(['ada', 'bob']);
    expect(labels.currentLabel('t1', 'ada')?.mistake).toBe('missed_frame');
    expect(labels.currentLabel('t2', 'bob')).toBeNull();
    expect(labels.counts()).toEqual({ labels: 3, unsure: 1, trajectories: 2 });
    expect(labels.counts({ annotator: 'ada' })).toEqual({ labels: 2, unsure: 0, trajectories: 2 });
  });

  test('undo restores the label before, one step at a time, and only the annotator’s own', () => {
    const { labels } = openTemporary();
    labels.setLabel(labelDraft('t1', { value: 'success' }));
    labels.setLabel(labelDraft('t1', { value: 'failure' }));
    labels.setLabel(labelDraft('t1', { annotator: 'bob', value: 'unsure' }));
    const first = labels.undoLast('ada');
    expect(first?.removed.value).toBe('failure');
    expect(first?.restored?.value).toBe('success');
    expect(labels.currentLabel('t1', 'ada')?.value).toBe('success');
    const second = labels.undoLast('ada');
    expect(second?.removed.value).toBe('success');
    expect(second?.restored).toBeNull();
    expect(labels.undoLast('ada')).toBeNull();
    expect(labels.labelsOf('t1').map((l) => l.annotator)).toEqual(['bob']);
  });

  test('a label set after an undo stands, and the next undo takes that one back', () => {
    const { labels } = openTemporary();
    labels.setLabel(labelDraft('t1', { value: 'success' }));
    labels.undoLast('ada');
    labels.setLabel(labelDraft('t1', { value: 'unsure' }));
    expect(labels.currentLabel('t1', 'ada')?.value).toBe('unsure');
    expect(labels.undoLast('ada')?.restored).toBeNull();
  });

  test('history keeps everything that was said, taken back or not', () => {
    let clock = 100;
    const { labels } = openTemporary(temporaryFolder(), {
      now: () => {
        clock += 1;
        return clock;
      },
    });
    labels.setLabel(labelDraft('t1', { value: 'success' }));
    labels.setLabel(labelDraft('t1', { value: 'failure' }));
    labels.undoLast('ada');
    const history = labels.history('t1');
    expect(history.map((entry) => [entry.event, entry.label.value])).toEqual([
      ['set', 'success'],
      ['set', 'failure'],
      ['undone', 'failure'],
    ]);
    expect(history.map((entry) => entry.at)).toEqual(
      history.map((entry) => entry.at).toSorted((a, b) => a - b),
    );
  });

  test('the judged line is copied with its hash, once however many label it', () => {
    const folder = temporaryFolder();
    const record = openTemporary(folder);
    const text = '{"instruction":"发送邮件","success":false,"note":"\u2028"}';
    const evidence = { source_name: 'reward_log.jsonl', source_line: 412, text };
    const label = record.labels.setLabel(labelDraft('t1', { evidence }));
    record.labels.setLabel(labelDraft('t1', { evidence, annotator: 'bob' }));
    expect(label.line_sha256).toBe(createHash('sha256').update(text).digest('hex'));
    expect(record.lines.text(label.line_sha256 ?? '')).toBe(text);
    expect(record.labels.currentLabels()).toMatchObject([
      { source_name: 'reward_log.jsonl', source_line: 412 },
      { source_name: 'reward_log.jsonl', source_line: 412 },
    ]);
    const db = new Database(join(folder, 'record.sqlite'), { readonly: true });
    expect(db.prepare('SELECT count(*) AS n FROM lines').get()).toEqual({ n: 1 });
    db.close();
  });

  test('a label picked by hand has no inclusion probability, a drawn one keeps its own', () => {
    const { labels } = openTemporary();
    expect(labels.setLabel(labelDraft('t1')).inclusion_probability).toBeNull();
    labels.setLabel(labelDraft('t2', { inclusion_probability: 0.05 }));
    expect(labels.currentLabel('t2', 'ada')?.inclusion_probability).toBe(0.05);
    expect(failureOf(() => labels.setLabel(labelDraft('t3', { inclusion_probability: 0 }))).code).toBe(
      'record_failed',
    );
  });

  test('several labels are saved together or not at all', () => {
    const { labels } = openTemporary();
    expect(() =>
      labels.setLabels([labelDraft('t1'), labelDraft('t2', { inclusion_probability: 7 })]),
    ).toThrow();
    expect(labels.currentLabels()).toEqual([]);
    expect(labels.setLabels([labelDraft('t1', { created_at: 5 }), labelDraft('t2')])).toHaveLength(2);
    expect(labels.currentLabel('t1', 'ada')?.created_at).toBe(5);
  });

  test('the file itself refuses to change or delete what was said', () => {
    const folder = temporaryFolder();
    const record = openTemporary(folder);
    record.labels.setLabel(labelDraft('t1'));
    const db = new Database(join(folder, 'record.sqlite'));
    expect(() => db.exec(`UPDATE label_events SET value = 'failure'`)).toThrow('only added');
    expect(() => db.exec('DELETE FROM label_events')).toThrow('only added');
    db.close();
  });
});
