import type { GatewayDialect, Profile } from '../core/model/record.ts';

export type Dialect = GatewayDialect;

/** Keeps what gateways were found to take over the end of a session. */
export interface DialectStore {
  get(profile: Profile): Dialect | null;
  keep(profile: Profile, dialect: Dialect): void;
}

/** How a gateway is spoken to before anything was learned of it. */
export function firstDialect(profile: Profile): Dialect {
  return { response_format: profile.response_format, token_limit: 'max_tokens', address: 'unsure' };
}

/** What a 4xx answer says, as far as it can be about the request's form. */
export interface Refusal {
  readonly status: number;
  readonly text: string;
}

/**
 * The dialect to try next after a refusal that names what it does not take; null where the refusal is about something
 * else. json_schema falls back to json_object, that to none: the prompt asks for JSON in any case.
 */
export function nextDialect(dialect: Dialect, refusal: Refusal): Dialect | null {
  if (refusal.status !== 400 && refusal.status !== 404 && refusal.status !== 415 && refusal.status !== 422)
    return null;
  const text = refusal.text.toLowerCase();
  if (dialect.token_limit === 'max_tokens' && text.includes('max_completion_tokens'))
    return { ...dialect, token_limit: 'max_completion_tokens' };
  if (
    dialect.response_format !== 'none' &&
    /response[_ ]?format|json[_ ]?schema|json[_ ]?object|json mode|structured[_ ]?output|guided[_ ]?json/.test(
      text,
    )
  )
    return {
      ...dialect,
      response_format: dialect.response_format === 'json_schema' ? 'json_object' : 'none',
    };
  return null;
}

/** Dialects by profile: what one call found out, the next ones need not; with a store, those of later sessions too. */
export class DialectMemory {
  readonly #known = new Map<string, Dialect>();
  readonly #store: DialectStore | null;

  constructor(store: DialectStore | null = null) {
    this.#store = store;
  }

  current(profile: Profile): Dialect {
    const key = keyOf(profile);
    const known = this.#known.get(key) ?? this.#store?.get(profile) ?? firstDialect(profile);
    this.#known.set(key, known);
    return known;
  }

  /** Takes over what a call learned, unless another call in flight learned something first. */
  learn(profile: Profile, from: Dialect, to: Dialect): void {
    if (!sameDialect(this.current(profile), from) || sameDialect(from, to)) return;
    this.#known.set(keyOf(profile), to);
    this.#store?.keep(profile, to);
  }

  /** Asks the profile's gateway afresh. */
  forget(profileId: string): void {
    for (const key of this.#known.keys())
      if (key.startsWith(JSON.stringify([profileId]).slice(0, -1))) this.#known.delete(key);
  }
}

function sameDialect(a: Dialect, b: Dialect): boolean {
  return (
    a.response_format === b.response_format && a.token_limit === b.token_limit && a.address === b.address
  );
}

function keyOf(profile: Profile): string {
  return JSON.stringify([profile.profile_id, profile.base_url, profile.model, profile.response_format]);
}
