import { randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import { fail } from '../core/model/failure.ts';
import type { Profile } from '../core/model/record.ts';
import { guarded } from './record-error.ts';

/** A profile as Settings sends it; null `profile_id` makes a new one. The demo judge is built in and never stored. */
export type ProfileDraft = Omit<Profile, 'profile_id' | 'demo'> & { readonly profile_id: string | null };

export interface Profiles {
  /** @throws FailureError `bad_request` where a field could hold a key, `not_found` for an unknown id */
  save(draft: ProfileDraft): Profile;
  get(profileId: string): Profile | null;
  /** By name. */
  list(): Profile[];
  /** Re-runs made with it keep their own copy. */
  remove(profileId: string): void;
}

/**
 * Whether a text can only be the name of an environment variable. A pasted key must not pass: keys carry lower-case
 * letters, dashes or long unbroken runs with many digits, which names do not.
 */
export function isVariableName(text: string): boolean {
  if (!/^[A-Z_][A-Z0-9_]{0,63}$/.test(text)) return false;
  const digits = text.replaceAll(/[^0-9]/g, '').length;
  const longestRun = Math.max(...text.split('_').map((part) => part.length));
  return digits < 8 && !(longestRun > 15 && digits > 2);
}

/** No message repeats what was typed: it may be the key. */
function refuseKeys(draft: ProfileDraft): void {
  if (draft.key_env !== null && !isVariableName(draft.key_env))
    throw fail(
      'bad_request',
      'The key field takes the name of an environment variable in capitals, such as TAOTOKEN_API_KEY, never the key itself. What was typed was not stored.',
      { field: 'key_env' },
    );
  refuseKeysInUrl(draft.base_url);
}

/** @throws FailureError `bad_request` for what is no http or https address, or one that could carry a key */
export function refuseKeysInUrl(base_url: string): void {
  const url = URL.canParse(base_url) ? new URL(base_url) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw fail('bad_request', 'The base URL must be a full http or https address.', { field: 'base_url' });
  if (url.username !== '' || url.password !== '' || url.search !== '')
    throw fail(
      'bad_request',
      'The base URL must not carry a user name, a password or a query: a key in it would be stored. Put the key into an environment variable and name that.',
      { field: 'base_url' },
    );
}

type ProfileRow = Omit<Profile, 'demo' | 'images'> & { readonly images: 0 | 1 };

const COLUMNS = `profile_id, name, base_url, model, key_env, temperature, response_format, max_tokens, timeout_ms,
  concurrency, requests_per_minute, tokens_per_minute, price_prompt_per_million, price_completion_per_million,
  images`;

export function profileRepository(db: Database.Database, now: () => number): Profiles {
  const values = COLUMNS.split(',').map((column) => `@${column.trim()}`);
  const insert = db.prepare(
    `INSERT INTO profiles (${COLUMNS}, created_at, updated_at) VALUES (${values.join(', ')}, @now, @now)`,
  );
  const update = db.prepare(`
    UPDATE profiles SET (${COLUMNS}) = (${values.join(', ')}), updated_at = @now WHERE profile_id = @profile_id`);
  const one = db.prepare<[string], ProfileRow>(`SELECT ${COLUMNS} FROM profiles WHERE profile_id = ?`);
  const all = db.prepare<[], ProfileRow>(`SELECT ${COLUMNS} FROM profiles ORDER BY name, profile_id`);
  const remove = db.prepare<[string]>('DELETE FROM profiles WHERE profile_id = ?');
  const toProfile = (row: ProfileRow): Profile => ({
    ...row,
    images: row.images === 1,
    demo: false,
  });
  const unknown = (profileId: string) =>
    fail('not_found', `No profile has the id ${profileId}.`, { profile_id: profileId });
  return {
    save: (draft) =>
      guarded('save the profile', () => {
        refuseKeys(draft);
        const row: ProfileRow = {
          ...draft,
          images: draft.images ? 1 : 0,
          profile_id: draft.profile_id ?? randomUUID(),
        };
        const written = (draft.profile_id === null ? insert : update).run({ ...row, now: now() });
        if (written.changes === 0) throw unknown(row.profile_id);
        return toProfile(row);
      }),
    get: (profileId) =>
      guarded('read the profile', () => {
        const row = one.get(profileId);
        return row === undefined ? null : toProfile(row);
      }),
    list: () => guarded('list the profiles', () => all.all().map(toProfile)),
    remove: (profileId) =>
      guarded('remove the profile', () => {
        if (remove.run(profileId).changes === 0) throw unknown(profileId);
      }),
  };
}
