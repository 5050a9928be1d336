import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { faultServer, pass } from '../judge/fault-server.ts';
import { SECRET } from '../judge/neighbours/settings.ts';
import { CliFolder } from './run-cli.ts';

vi.setConfig({ testTimeout: 120_000 });

const folder = new CliFolder();
afterAll(() => folder.remove());

function write(name: string, content: unknown): string {
  const path = folder.file(name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

/** Whether a text is in any file of a folder, whatever its form. */
function anywhere(path: string, text: string): readonly string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(text));
}

describe('settings of a neighbouring tool', () => {
  test('are read where they usually lie, and no key is printed', async () => {
    write('home/.claude/settings.json', {
      env: { ANTHROPIC_BASE_URL: 'https://gate.example?utm_source=x', ANTHROPIC_AUTH_TOKEN: SECRET },
      model: 'claude-x',
    });
    const env = { HOME: folder.file('home') };
    const plain = await folder.run(['profile', 'read', 'claude-code'], { env });
    expect(plain.status, plain.stderr).toBe(0);
    expect(plain.stdout).toContain('env.ANTHROPIC_AUTH_TOKEN in');
    expect(plain.stdout).toContain('tracking query (utm_source)');
    const json = await folder.run(['profile', 'read', 'claude-code', '--json'], { env });
    expect(JSON.parse(json.stdout)).toMatchObject({
      tool: 'claude_code',
      entries: [
        { base_url: 'https://gate.example', key: { from: 'file', field: 'env.ANTHROPIC_AUTH_TOKEN' } },
      ],
    });
    for (const { stdout, stderr } of [plain, json]) expect(stdout + stderr).not.toContain('planted');
  });

  test('become a profile whose calls carry the key, which nothing of ours keeps', async () => {
    const server = await faultServer(pass);
    const path = write(
      'codex/config.toml',
      [
        'model = "judge-a"',
        'model_provider = "gate"',
        '[model_providers.gate]',
        'name = "Gate"',
        `base_url = "${server.base_url}"`,
        `experimental_bearer_token = "${SECRET}"`,
      ].join('\n'),
    );
    const workspace = folder.file('ws');
    const made = await folder.run([
      'profile',
      'adopt',
      'codex',
      'gate',
      '--file',
      path,
      '--workspace',
      workspace,
      '--json',
    ]);
    expect(made.status, made.stderr).toBe(0);
    expect(JSON.parse(made.stdout)).toMatchObject({
      profile: { name: 'Gate', model: 'judge-a', key_env: null, key_file: { tool: 'codex', path } },
    });
    const tried = await folder.run(['profile', 'test', 'gate', '--workspace', workspace]);
    expect(tried.status, tried.stdout + tried.stderr).toBe(0);
    expect(tried.stdout).toContain('Answered as judge-a-2026');
    expect(server.seen[0]?.headers.authorization).toBe(`Bearer ${SECRET}`);
    const snippet = await folder.run(['profile', 'snippet', 'claude-code', 'Gate', '--workspace', workspace]);
    expect(snippet.status, snippet.stderr).toBe(0);
    expect(JSON.parse(snippet.stdout).env.ANTHROPIC_AUTH_TOKEN).toBe('');
    for (const { stdout, stderr } of [made, tried, snippet]) expect(stdout + stderr).not.toContain('planted');
    expect(anywhere(workspace, 'planted')).toEqual([]);

    write('codex/config.toml', 'model = "judge-a"\n');
    const gone = await folder.run(['profile', 'test', 'Gate', '--workspace', workspace, '--json']);
    expect(gone.status).toBe(1);
    expect(JSON.parse(gone.stdout).error).toMatchObject({ code: 'no_key' });
  });

  test('that are not there, or a tool nobody knows, say so', async () => {
    const missing = await folder.run(['profile', 'read', 'codex', folder.file('none.toml')]);
    expect(missing.status).toBe(1);
    expect(missing.stderr).toContain('There is no file');
    expect((await folder.run(['profile', 'read', 'emacs'])).status).toBe(2);
    expect((await folder.run(['profile', 'list'])).status).toBe(2);
  });
});
