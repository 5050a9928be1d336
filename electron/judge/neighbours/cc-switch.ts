import { claudeCodeEntry, type Place } from './claude-code.ts';
import { type CodexLogin, codexEntries } from './codex.ts';
import type { NeighbourEntry } from './entry.ts';
import { fromToml, type Tree, textOf, treeOf } from './settings-file.ts';

/**
 * The providers of CC Switch: `cc-switch.db`, or the `config.json` of earlier versions, by app; the oldest form has one
 * list for Claude Code alone. Apps whose protocol is not known here are listed as such.
 */
export function ccSwitchEntries(file: Tree, path: string): readonly NeighbourEntry[] {
  const oldest = treeOf(file.providers) !== null;
  const apps = oldest ? { claude: file } : file;
  return Object.entries(apps).flatMap(([app, value]) => {
    const providers = treeOf(treeOf(value)?.providers);
    const current = textOf(treeOf(value)?.current);
    if (providers === null) return [];
    return Object.entries(providers).flatMap(([id, each]) => {
      const provider = treeOf(each);
      if (provider === null) return [];
      const place: Place = {
        tool: 'cc_switch',
        path,
        within: [...(oldest ? [] : [app]), 'providers', id, 'settingsConfig'],
        entry: `${app}/${id}`,
        name: textOf(provider.name) ?? id,
        current: id === current,
      };
      return entriesOf(app, treeOf(provider.settingsConfig) ?? {}, place);
    });
  });
}

function entriesOf(app: string, settings: Tree, place: Place): readonly NeighbourEntry[] {
  if (app === 'claude') {
    const entry = claudeCodeEntry(settings, place);
    return entry === null ? [] : [entry];
  }
  if (app !== 'codex') return [unsupported(app, place)];
  const text = textOf(settings.config);
  const config = text === null ? {} : fromToml(text, `The Codex settings of ${place.name}`);
  const within = [...place.within, 'config'];
  const all = codexEntries(config, { ...place, within, entry: '', name: '' }, loginOf(settings, place));
  // One provider of the list is one gateway: that in use of the file it writes.
  const used = all.find((entry) => entry.entry === (textOf(config.model_provider) ?? 'openai')) ?? all[0];
  return used === undefined
    ? []
    : [{ ...used, entry: place.entry, name: place.name, current: place.current }];
}

function loginOf(settings: Tree, { path, within }: Place): CodexLogin {
  if (textOf(treeOf(settings.auth)?.OPENAI_API_KEY) === null)
    return { key: { from: 'environment', variable: 'OPENAI_API_KEY' }, literal: false };
  const field = [...within, 'auth', 'OPENAI_API_KEY'];
  return { key: { from: 'file', file: { tool: 'cc_switch', path, field } }, literal: true };
}

function unsupported(app: string, { tool, entry, name, current }: Place): NeighbourEntry {
  const warnings = [{ code: 'tool_unsupported', field: null, detail: app }] as const;
  return { entry, tool, name, current, base_url: null, model: null, key: { from: 'none' }, warnings };
}
