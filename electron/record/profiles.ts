import { randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import { fail } from '../core/model/failure.ts';
import type { KeyFile, NeighbourTool, Profile } from '../core/model/record.ts';
import { isVariableName } from '../core/model/variable-name.ts';
import { guarded } from './record-error.ts';

/** A profile as Settings sends it; null `profile_id` makes a new one. The demo judge is built in and never stored. */
export type ProfileDraft = Omit<Profile, 'profile_id' | 'demo' | 'key_file'> & {
  readonly profile_id: string | null;
};

export interface Profiles {
  /**
   * A key file stays with a profile for as long as its key may go there: another server, or a variable for the key, ends it.
   *
   * @throws FailureError `bad_request` where a field could hold a key, `not_found` for an unknown id
   */
  save(draft: ProfileDraft): Profile;
  /** Has the key read from a file that another tool keeps; null ends that. */
  pointKey(profileId: string, keyFile: KeyFile | null): Profile;
  get(profileId: string): Profile | null;
  /** By name. */
  list(): Profile[];
  /** Re-runs made with it keep their own copy. */
  remove(profileId: string): void;
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

type ProfileRow = Omit<Profile, 'demo' | 'images' | 'key_file'> & { readonly images: 0 | 1 };

interface KeyFileRow {
  readonly tool: NeighbourTool;
  readonly path: string;
  readonly field: string;
}

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
  const keyFile = db.prepare<[string], KeyFileRow>(
    'SELECT tool, path, field FROM profile_key_files WHERE profile_id = ?',
  );
  const putKeyFile = db.prepare(`
    INSERT INTO profile_key_files (profile_id, tool, path, field) VALUES (@profile_id, @tool, @path, @field)
    ON CONFLICT DO UPDATE SET tool = excluded.tool, path = excluded.path, field = excluded.field`);
  const dropKeyFile = db.prepare<[string]>('DELETE FROM profile_key_files WHERE profile_id = ?');
  const forgetDialects = db.prepare<[string]>('DELETE FROM gateway_dialects WHERE profile_id = ?');
  const toProfile = (row: ProfileRow): Profile => {
    const found = keyFile.get(row.profile_id);
    return {
      ...row,
      images: row.images === 1,
      demo: false,
      // Written below from a KeyFile's own field.
      ...(found === undefined ? {} : { key_file: { ...found, field: JSON.parse(found.field) } }),
    };
  };
  const required = (profileId: string): ProfileRow => {
    const row = one.get(profileId);
    if (row === undefined) throw unknown(profileId);
    return row;
  };
  const change = db.transaction((row: ProfileRow) => {
    const before = required(row.profile_id);
    // A key goes to the server it was found for, and to no other.
    if (row.key_env !== null || new URL(before.base_url).origin !== new URL(row.base_url).origin)
      dropKeyFile.run(row.profile_id);
    update.run({ ...row, now: now() });
  });
  const unknown = (profileId: string) =>
    fail('not_found', `No profile has the id ${profileId}.`, { profile_id: profileId });
  return {
    save: (draft) =>
      guarded('save the profile', () => {
        refuseKeys(draft);
        const { profile_id, images, ...rest } = draft;
        const row: ProfileRow = {
          ...columnsOf(rest),
          images: images ? 1 : 0,
          profile_id: profile_id ?? randomUUID(),
        };
        if (profile_id === null) insert.run({ ...row, now: now() });
        else change.immediate(row);
        return toProfile(row);
      }),
    pointKey: (profileId, file) =>
      guarded('save where the key is', () => {
        const row = required(profileId);
        if (file === null) dropKeyFile.run(profileId);
        else putKeyFile.run({ ...file, field: JSON.stringify(file.field), profile_id: profileId });
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
        forgetDialects.run(profileId);
      }),
  };
}

/** The columns alone: what else a caller's object carries is nothing to bind. */
function columnsOf(
  draft: Omit<ProfileDraft, 'profile_id' | 'images'>,
): Omit<ProfileRow, 'profile_id' | 'images'> {
  const { name, base_url, model, key_env, temperature, response_format, max_tokens, timeout_ms } = draft;
  const { concurrency, requests_per_minute, tokens_per_minute } = draft;
  const { price_prompt_per_million, price_completion_per_million } = draft;
  return {
    name,
    base_url,
    model,
    key_env,
    temperature,
    response_format,
    max_tokens,
    timeout_ms,
    concurrency,
    requests_per_minute,
    tokens_per_minute,
    price_prompt_per_million,
    price_completion_per_million,
  };
}
