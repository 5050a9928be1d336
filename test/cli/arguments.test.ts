import { describe, expect, test } from 'vitest';
import { edgesOf, namesOf, oneOf, thresholdsOf } from '../../electron/cli/arguments.ts';
import { type Output, parseArguments, reportFailure, usageFailure } from '../../electron/cli/command.ts';
import { commandLineProfile, keyVariableFor } from '../../electron/cli/judge-options.ts';
import { progressTo } from '../../electron/cli/progress.ts';
import { FailureError, fail } from '../../electron/core/model/failure.ts';

function refusal(work: () => unknown): FailureError {
  try {
    work();
  } catch (error) {
    if (error instanceof FailureError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('thresholds', () => {
  test('for all rows, for a judge, for a version and judge; names may hold = and /', () => {
    expect(thresholdsOf(['7', 'gpt-5.4=6.5', 'base/openai/gpt=8', 'demo:noise=0.2=-1'], '')).toEqual([
      { target: null, threshold: 7 },
      { target: 'gpt-5.4', threshold: 6.5 },
      { target: 'base/openai/gpt', threshold: 8 },
      { target: 'demo:noise=0.2', threshold: -1 },
    ]);
  });

  test.each(['', 'x', 'judge=', '=7', 'judge=NaN', 'Infinity'])('%j is bad usage', (text) => {
    expect(refusal(() => thresholdsOf([text], 'U')).failure.details).toEqual({ usage: true });
  });
});

test('names and edges', () => {
  expect(namesOf(' rubric_version, policy ,')).toEqual(['rubric_version', 'policy']);
  expect(namesOf(undefined)).toBeNull();
  expect(edgesOf('-0.01,0.2, 5', '')).toEqual([-0.01, 0.2, 5]);
  expect(refusal(() => edgesOf('0,,1', 'U')).failure.details).toEqual({ usage: true });
  expect(refusal(() => oneOf('xml', ['jsonl', 'csv'], 'csv', 'to', 'U')).message).toContain('jsonl, csv');
});

test('a value that begins with a minus is a value; an option is not swallowed', () => {
  const options = { buckets: { type: 'string' }, json: { type: 'boolean' } } as const;
  expect(parseArguments(['--buckets', '-0.01,0.2', '--json', 'f'], options, '')).toMatchObject({
    values: { buckets: '-0.01,0.2', json: true },
    positionals: ['f'],
  });
  expect(refusal(() => parseArguments(['--nope'], options, 'U')).message).toContain('usage: U');
});

describe('failures', () => {
  const written: { out: string; err: string } = { out: '', err: '' };
  const output: Output = {
    stdout: (text) => {
      written.out += text;
    },
    stderr: (text) => {
      written.err += text;
    },
    env: {},
    signal: new AbortController().signal,
  };

  test('JSON on stdout, a sentence on stderr, and 2 for bad usage alone', () => {
    expect(reportFailure(fail('file_missing', 'gone', { path: 'x' }), true, output)).toBe(1);
    expect(JSON.parse(written.out)).toEqual({
      error: { code: 'file_missing', message: 'gone', details: { path: 'x' } },
    });
    expect(written.err).toBe('');
    expect(reportFailure(usageFailure('wrong', 'U'), false, output)).toBe(2);
    expect(written.err).toBe('assay: wrong\nusage: U\n');
    written.out = '';
    expect(reportFailure(new Error('defect'), true, output)).toBe(1);
    expect(JSON.parse(written.out)).toEqual({ error: { code: 'internal', message: 'defect' } });
  });

  test('names of a file in a sentence cannot steer the terminal; its lines stay lines', () => {
    written.err = '';
    reportFailure(fail('wrong_shape', 'fields \u001b[2J\u009b2J\nusage: U'), false, output);
    expect(written.err).toBe('assay: fields \\u001b[2J\\u009b2J\nusage: U\n');
  });
});

describe('a judge from the command line', () => {
  const env = {
    OPENAI_API_KEY: 'secret',
    TAOTOKEN_API_KEY: 'secret',
    TAOTOKEN_BASE_URL: 'https://gate.example/api',
  };

  test('a key goes to its own address and to no other', () => {
    expect(keyVariableFor('https://api.openai.com/v1', env)).toBe('OPENAI_API_KEY');
    expect(keyVariableFor('https://gate.example/other', env)).toBe('TAOTOKEN_API_KEY');
    expect(keyVariableFor('http://127.0.0.1:8000/v1', env)).toBeNull();
    expect(keyVariableFor('https://api.openai.com.example/v1', env)).toBeNull();
    expect(keyVariableFor('https://taotoken.net/api', {})).toBe('TAOTOKEN_API_KEY');
  });

  test('its options and defaults', () => {
    const profile = commandLineProfile(
      { model: 'm', temperature: '0.7', 'key-env': 'MY_KEY' },
      'http://h:1/v1',
      env,
      '',
    );
    expect(profile).toMatchObject({
      base_url: 'http://h:1/v1',
      model: 'm',
      temperature: 0.7,
      key_env: 'MY_KEY',
    });
    expect(refusal(() => commandLineProfile({ temperature: '-1' }, 'http://h', env, 'U')).failure.code).toBe(
      'bad_request',
    );
  });
});

test('short work says nothing; long work says something now and then', () => {
  let now = 0;
  let said = '';
  const report = progressTo(
    (text) => {
      said += text;
    },
    () => now,
  );
  report({ stage: 'reading', done: 1, total: 10, message: 'a.jsonl' });
  now = 3_000;
  report({ stage: 'reading', done: 5, total: 10, message: 'a.jsonl' });
  now = 3_500;
  report({ stage: 'reading', done: 6, total: 10, message: 'a.jsonl' });
  expect(said).toBe('reading a.jsonl: 5 of 10 (50%)\n');
});
