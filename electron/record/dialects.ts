import type Database from 'better-sqlite3';
import type { GatewayDialect, Profile } from '../core/model/record.ts';
import { guarded } from './record-error.ts';

type Asked = Pick<Profile, 'profile_id' | 'base_url' | 'model' | 'response_format'>;

/** How each gateway was found to want to be spoken to: a later session need not be refused once more to know. */
export interface Dialects {
  get(profile: Asked): GatewayDialect | null;
  keep(profile: Asked, dialect: GatewayDialect): void;
  /** The profile's gateway is asked afresh; so is one whose profile was removed. */
  forget(profileId: string): void;
}

export function dialectRepository(db: Database.Database, now: () => number): Dialects {
  const one = db.prepare<[Asked], GatewayDialect>(`
    SELECT response_format, token_limit, address FROM gateway_dialects
    WHERE profile_id = @profile_id AND base_url = @base_url AND model = @model AND asked_format = @response_format`);
  const keep = db.prepare(`
    INSERT INTO gateway_dialects
      (profile_id, base_url, model, asked_format, response_format, token_limit, address, learned_at)
    VALUES (@profile_id, @base_url, @model, @asked_format, @response_format, @token_limit, @address, @now)
    ON CONFLICT DO UPDATE SET response_format = excluded.response_format, token_limit = excluded.token_limit,
      address = excluded.address, learned_at = excluded.learned_at`);
  const forget = db.prepare<[string]>('DELETE FROM gateway_dialects WHERE profile_id = ?');
  const asked = ({ profile_id, base_url, model, response_format }: Asked): Asked => ({
    profile_id,
    base_url,
    model,
    response_format,
  });
  return {
    get: (profile) => guarded('read what a gateway takes', () => one.get(asked(profile)) ?? null),
    keep: (profile, { response_format, token_limit, address }) =>
      guarded('save what a gateway takes', () => {
        const { response_format: asked_format, ...rest } = asked(profile);
        keep.run({ ...rest, asked_format, response_format, token_limit, address, now: now() });
      }),
    forget: (profileId) =>
      guarded('forget what a gateway takes', () => {
        forget.run(profileId);
      }),
  };
}
