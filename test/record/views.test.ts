import { describe, expect, test } from 'vitest';
import { openRecord } from '../../electron/record/index.ts';
import { failureOf, openTemporary, temporaryFolder } from './workspace.ts';

const view = { filter: 'not passed', sort: [{ column: 'step', direction: 'desc' }], widths: { reason: 400 } };

describe('saved views', () => {
  test('are kept across restarts, and listed by name whatever the case', () => {
    const folder = temporaryFolder();
    const first = openRecord(folder);
    first.views.add({ screen: 'verdicts', name: 'late', view });
    first.views.add({ screen: 'verdicts', name: 'Early', view: {} });
    first.close();
    const again = openRecord(folder);
    const found = again.views.list('verdicts');
    expect(found.map(({ name }) => name)).toEqual(['Early', 'late']);
    expect(found[1]?.view).toEqual(view);
    expect(again.views.list('pairs')).toEqual([]);
    again.close();
  });

  test('are renamed and overwritten in place, and a name is never taken twice', () => {
    let time = 1000;
    const { views } = openTemporary(undefined, { now: () => time });
    const made = views.add({ screen: 'verdicts', name: 'a', view });
    const other = views.add({ screen: 'verdicts', name: 'b', view });
    time = 2000;
    expect(views.change(made.view_id, { view: { filter: 'passed' } })).toMatchObject({
      name: 'a',
      view: { filter: 'passed' },
      created_at: 1000,
      updated_at: 2000,
    });
    expect(views.change(made.view_id, { name: 'c' })).toMatchObject({
      name: 'c',
      view: { filter: 'passed' },
    });
    expect(failureOf(() => views.change(other.view_id, { name: 'c' }))).toMatchObject({
      code: 'bad_request',
      details: { taken: true },
    });
    expect(failureOf(() => views.add({ screen: 'verdicts', name: 'b', view })).code).toBe('bad_request');
    expect(views.list('verdicts').map(({ name }) => name)).toEqual(['b', 'c']);
    // its own name is no other's
    expect(views.change(other.view_id, { name: 'b' }).name).toBe('b');
  });

  test('that are gone are said to be gone', () => {
    const { views } = openTemporary();
    const made = views.add({ screen: 'verdicts', name: 'a', view });
    views.remove(made.view_id);
    expect(views.list('verdicts')).toEqual([]);
    expect(failureOf(() => views.remove(made.view_id)).code).toBe('not_found');
    expect(failureOf(() => views.change(made.view_id, { name: 'b' })).code).toBe('not_found');
  });
});
