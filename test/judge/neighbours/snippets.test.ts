import { describe, expect, test } from 'vitest';
import { neighbourSnippet, readNeighbour } from '../../../electron/judge/index.ts';
import { profileAt } from '../fault-server.ts';
import { home } from './settings.ts';

const named = profileAt('https://taotoken.net/api', {
  name: 'TaoToken',
  model: 'judge-a',
  key_env: 'TAOTOKEN_API_KEY',
});

describe('a snippet', () => {
  test('for Claude Code names the variable by a command, and no version in the address', () => {
    const { text, notes } = neighbourSnippet(
      'claude_code',
      { ...named, base_url: 'https://gate.example/v1' },
      'unsure',
    );
    expect(JSON.parse(text)).toEqual({
      env: { ANTHROPIC_BASE_URL: 'https://gate.example', ANTHROPIC_MODEL: 'judge-a' },
      apiKeyHelper: 'printenv TAOTOKEN_API_KEY',
    });
    expect(notes).toEqual(['messages_api']);
  });

  test('for Codex is read back as the same gateway', () => {
    const { text } = neighbourSnippet('codex', named, 'versioned');
    const path = home().write('config.toml', text);
    const [entry] = readNeighbour('codex', path, { TAOTOKEN_API_KEY: 'x' });
    expect(entry).toMatchObject({
      name: 'TaoToken',
      base_url: 'https://taotoken.net/api/v1',
      model: 'judge-a',
      current: true,
      key: { from: 'environment', variable: 'TAOTOKEN_API_KEY' },
    });
    expect(entry?.warnings.map(({ code }) => code)).toEqual(['wire_api_responses']);
    // where the address as given was answered, it stays as it is
    expect(neighbourSnippet('codex', named, 'as_given').text).toContain('"https://taotoken.net/api"');
  });

  test('for CC Switch is read back as two providers that lack their key', () => {
    const { text, notes } = neighbourSnippet('cc_switch', named, 'unsure');
    const path = home().write('config.json', text);
    const found = readNeighbour('cc_switch', path, {});
    expect(found.map(({ entry, base_url, model }) => [entry, base_url, model])).toEqual([
      ['claude/taotoken', 'https://taotoken.net/api', 'judge-a'],
      ['codex/taotoken', 'https://taotoken.net/api/v1', 'judge-a'],
    ]);
    expect(notes).toContain('key_by_hand');
  });

  test('never takes the name of Codex’s own provider', () => {
    const { text } = neighbourSnippet('codex', { ...named, name: 'OpenAI' }, 'unsure');
    expect(text).toContain('[model_providers.judge-openai]');
    expect(neighbourSnippet('codex', { ...named, name: '评审' }, 'unsure').text).toContain(
      'model_provider = "judge"',
    );
  });
});
