import { expect, test } from 'vitest';
import { Drafts } from '../../../../renderer/features/rubrics/drafts.ts';

function storage(): Map<string, string> & {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
} {
  const map = new Map<string, string>();
  return Object.assign(map, {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  });
}

test('a draft outlives a reload', () => {
  const kept = storage();
  new Drafts(kept).set('/w', { version: 'adapt_v2', text: '草稿', base: 'h' });
  expect(new Drafts(kept).get('/w', 'adapt_v2')).toEqual({ version: 'adapt_v2', text: '草稿', base: 'h' });
  expect(new Drafts(kept).get('/other', 'adapt_v2')).toBeNull();
});

test('a draft survives storage that refuses it', () => {
  const refusing = {
    getItem: () => null,
    setItem: () => {
      throw new Error('quota');
    },
    removeItem: () => undefined,
  };
  const drafts = new Drafts(refusing);
  drafts.set('/w', { version: 'v', text: 't', base: 'h' });
  expect(drafts.get('/w', 'v')?.text).toBe('t');
});

test('a dropped or damaged draft is none', () => {
  const kept = storage();
  const drafts = new Drafts(kept);
  drafts.set('/w', { version: 'v', text: 't', base: 'h' });
  const key = [...kept.keys()][0] ?? '';
  kept.setItem(key, '{"version":');
  expect(new Drafts(kept).get('/w', 'v')).toBeNull();
  drafts.drop('/w', 'v');
  expect(drafts.get('/w', 'v')).toBeNull();
});
