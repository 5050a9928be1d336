import { fail } from '../../core/model/failure.ts';
import {
  type Environment,
  fieldName,
  type NeighbourEntry,
  neighbourEntry,
  neighbourPlaces,
  neighbourSnippet,
  presetOf,
  readNeighbour,
} from '../../judge/index.ts';
import type { ProfileDraft } from '../../record/index.ts';
import type { JudgeAccess } from './judge-access.ts';
import type { NeighbourFound, NeighbourServices } from './judge-views.ts';
import type { EngineParts } from './parts.ts';

/** An entry as it may leave the engine: of a key, where it lies, and whether the variable is set here. */
export function neighbourFound(entry: NeighbourEntry, env: Environment): NeighbourFound {
  const { tool: _tool, key, ...rest } = entry;
  if (key.from === 'file')
    return { ...rest, key: { from: 'file', path: key.file.path, field: fieldName(key.file.field) } };
  if (key.from === 'none') return { ...rest, key };
  return { ...rest, key: { ...key, present: (env[key.variable]?.trim() ?? '') !== '' } };
}

/** Settings of tools beside this one: read on demand, made into profiles, written as snippets. Keys stay where they are. */
export function neighbourService({ record, env }: EngineParts, access: JudgeAccess): NeighbourServices {
  const freeName = (name: string): string => {
    const taken = new Set(access.profiles().map((profile) => profile.name));
    if (!taken.has(name)) return name;
    for (let n = 2; ; n += 1) if (!taken.has(`${name} ${n}`)) return `${name} ${n}`;
  };

  return {
    places: () => neighbourPlaces(env),
    read: (tool, path) => readNeighbour(tool, path, env).map((entry) => neighbourFound(entry, env)),
    adopt({ tool, path, entry, model }) {
      const chosen = neighbourEntry(tool, path, entry, env);
      const asked = model?.trim() ?? '';
      const used = asked === '' ? chosen.model : asked;
      if (chosen.base_url === null)
        throw fail('bad_request', `${chosen.name} names no address that could be called.`, { entry });
      if (used === null)
        throw fail('bad_request', `${chosen.name} names no model: say which judge it is.`, { entry });
      const { preset: _preset, demo: _demo, ...common } = presetOf('openai');
      const draft: ProfileDraft = {
        ...common,
        profile_id: null,
        name: freeName(chosen.name.slice(0, 90)),
        base_url: chosen.base_url,
        model: used,
        key_env: chosen.key.from === 'environment' ? chosen.key.variable : null,
      };
      const saved = record.profiles.save(draft);
      return chosen.key.from === 'file' ? record.profiles.pointKey(saved.profile_id, chosen.key.file) : saved;
    },
    snippet(profileId, tool) {
      const profile = access.profile(profileId);
      if (profile.demo)
        throw fail('bad_request', 'The demo judge lives in this app; no other tool can call it.');
      return neighbourSnippet(tool, profile, access.client.dialect(profile).address);
    },
  };
}
