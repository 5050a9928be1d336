import type { NeighbourFound, Snippet } from '../api/contract.ts';
import { neighbourFound } from '../api/services/neighbours.ts';
import { type NeighbourTool, neighbourTools } from '../core/model/record.ts';
import { neighbourPlaces, readNeighbour } from '../judge/index.ts';
import { type Command, type ExitStatus, type Output, parseArguments, usageFailure } from './command.ts';
import { warningText } from './profile-warnings.ts';
import { type Session, withSession } from './session.ts';
import { milliseconds, printable } from './text.ts';

const usage = [
  'assay profile list --workspace DIR [--json]',
  'assay profile read TOOL [FILE] [--json]',
  'assay profile adopt TOOL ENTRY --workspace DIR [--file F] [--model M] [--json]',
  'assay profile test PROFILE --workspace DIR [--json]',
  'assay profile snippet TOOL PROFILE --workspace DIR [--json]',
].join('\n       ');

const options = {
  workspace: { type: 'string' },
  file: { type: 'string' },
  model: { type: 'string' },
  json: { type: 'boolean' },
} as const;

interface Values {
  readonly workspace?: string | undefined;
  readonly file?: string | undefined;
  readonly model?: string | undefined;
  readonly json?: boolean | undefined;
}

/** `assay profile`: judges of a workspace, and the settings of neighbouring tools. No key is printed or kept. */
export const profileCommand: Command = {
  name: 'profile',
  summary:
    'judges of a workspace; settings of Claude Code, Codex and CC Switch read, and written as snippets',
  usage,
  details: [
    'TOOL            claude-code, codex or cc-switch',
    'read            what a tool’s settings describe, and what is mixed up in them; FILE: where it usually keeps them',
    'adopt           a profile from an entry of that; a key found there is pointed at, never copied',
    'test            one call, and what came back',
    'snippet         a profile in the words of that tool, without its key',
    '--json          one JSON document on stdout',
  ],
  async run(argv, output): Promise<ExitStatus> {
    const { values, positionals } = parseArguments(argv, options, usage);
    const [action = '', first = '', second = ''] = positionals;
    if (action === 'read') {
      const tool = toolOf(first);
      const path = second === '' ? usualPlace(tool, output.env) : second;
      return read(tool, path, values, output);
    }
    if (!['list', 'adopt', 'test', 'snippet'].includes(action))
      throw usageFailure('what about profiles: list, read, adopt, test or snippet?', usage);
    if (values.workspace === undefined)
      throw usageFailure(`${action} needs the --workspace that keeps the profiles`, usage);
    return withSession({ workspace: values.workspace, files: [] }, output, (session) => {
      if (action === 'list') return list(session, values, output);
      if (action === 'adopt') return adopt(session, toolOf(first), second, values, output);
      if (action === 'test') return test(session, first, values, output);
      return snippet(session, toolOf(first), second, values, output);
    });
  },
};

function toolOf(written: string): NeighbourTool {
  const tool = neighbourTools.find((each) => each === written.toLowerCase().replaceAll('-', '_'));
  if (tool === undefined)
    throw usageFailure(`which tool: claude-code, codex or cc-switch, not ${JSON.stringify(written)}`, usage);
  return tool;
}

function usualPlace(tool: NeighbourTool, env: NodeJS.ProcessEnv): string {
  return neighbourPlaces(env).find((place) => place.tool === tool)?.path ?? '';
}

async function read(tool: NeighbourTool, path: string, values: Values, output: Output): Promise<ExitStatus> {
  const found = readNeighbour(tool, path, output.env).map((entry) => neighbourFound(entry, output.env));
  output.stdout(
    values.json === true ? `${JSON.stringify({ tool, path, entries: found })}\n` : foundText(path, found),
  );
  return 0;
}

function foundText(path: string, found: readonly NeighbourFound[]): string {
  if (found.length === 0) return `${path} describes no gateway.\n`;
  return found
    .flatMap((entry) => [
      `${printable(entry.entry)}${entry.current ? ' (in use)' : ''}: ${printable(entry.name)}`,
      `  address  ${entry.base_url ?? '–'}`,
      `  model    ${entry.model === null ? '–' : printable(entry.model)}`,
      `  key      ${keyText(entry.key)}`,
      ...entry.warnings.map((warning) => `  ! ${printable(warningText(warning))}`),
      '',
    ])
    .join('\n');
}

function keyText(key: NeighbourFound['key']): string {
  if (key.from === 'environment') return `variable ${key.variable}, ${key.present ? 'set' : 'not set'}`;
  return key.from === 'file' ? printable(`${key.field} in ${key.path}`) : '–';
}

async function list(session: Session, values: Values, output: Output): Promise<ExitStatus> {
  const profiles = session.services.profiles.list();
  if (values.json === true) output.stdout(`${JSON.stringify({ profiles })}\n`);
  else
    for (const profile of profiles)
      output.stdout(
        `${printable(profile.name)}  ${profile.demo ? 'built in' : `${profile.base_url}  ${printable(profile.model)}`}  ${profile.key_present ? 'key present or not needed' : 'key missing'}\n`,
      );
  return 0;
}

async function adopt(
  { services }: Session,
  tool: NeighbourTool,
  entry: string,
  values: Values,
  output: Output,
): Promise<ExitStatus> {
  const places = services.neighbours.places();
  const path = values.file ?? places.find((place) => place.tool === tool)?.path ?? '';
  const profile = services.neighbours.adopt({ tool, path, entry, model: values.model ?? null });
  output.stdout(
    values.json === true
      ? `${JSON.stringify({ profile })}\n`
      : `The profile ${printable(profile.name)} is kept: ${profile.base_url}, ${printable(profile.model)}. Try it with: assay profile test ${JSON.stringify(profile.name)}\n`,
  );
  return 0;
}

async function test(session: Session, name: string, values: Values, output: Output): Promise<ExitStatus> {
  const result = await session.services.profiles.test(profileNamed(session, name).profile_id);
  if (values.json === true) output.stdout(`${JSON.stringify(result)}\n`);
  else if (result.ok)
    output.stdout(
      `Answered as ${printable(result.model ?? '–')} in ${milliseconds(result.latency_ms)}:\n${printable(result.reply ?? '')}\n`,
    );
  else output.stdout(`${printable(result.failure?.message ?? 'No verdict came back.')}\n`);
  return result.ok ? 0 : 1;
}

async function snippet(
  session: Session,
  tool: NeighbourTool,
  name: string,
  values: Values,
  output: Output,
): Promise<ExitStatus> {
  const written: Snippet = session.services.neighbours.snippet(profileNamed(session, name).profile_id, tool);
  if (values.json === true) output.stdout(`${JSON.stringify(written)}\n`);
  else {
    output.stdout(written.text);
    output.stderr(`For ${written.file}. ${written.notes.map((note) => noteTexts[note]).join(' ')}\n`);
  }
  return 0;
}

const noteTexts: Readonly<Record<Snippet['notes'][number], string>> = {
  key_by_hand: 'The key is not in it: put it in yourself.',
  no_key_needed: 'The profile needs no key.',
  messages_api: 'Claude Code speaks Anthropic’s Messages API: the gateway must serve it.',
  responses_api: 'Codex speaks the Responses API alone: the gateway must serve it.',
};

function profileNamed({ services }: Session, name: string) {
  const profiles = services.profiles.list();
  const found =
    profiles.find((profile) => profile.profile_id === name || profile.name === name) ??
    profiles.find((profile) => profile.name.toLowerCase() === name.toLowerCase());
  if (found === undefined)
    throw usageFailure(
      `there is no profile ${JSON.stringify(name)}; there are ${profiles.map((profile) => profile.name).join(', ')}`,
      usage,
    );
  return found;
}
