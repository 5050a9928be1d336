import { describe, expect, test } from 'vitest';
import {
  canonicalMessages,
  instructionHash,
  promptHash,
  samePrompt,
  samePromptOverall,
  trainingMessages,
} from '../../../electron/core/prompt/index.ts';

const messages = [
  { role: 'system', content: '判断' },
  { role: 'user', content: '做完了吗? 😀' },
] as const;

describe('the hashes of instruction and prompt', () => {
  // Computed with Python's hashlib and json.
  test('an instruction', () => {
    expect(instructionHash('打开设置')).toBe('37aa6ad6a36d46fa');
  });

  test('a prompt: keys sorted, no white space, non-ASCII as it is', () => {
    expect(promptHash(messages)).toBe('ea6921fd99dea425');
    expect(canonicalMessages(messages)).toBe(
      '[{"content":"判断","role":"system"},{"content":"做完了吗? 😀","role":"user"}]',
    );
  });

  test('null fields and a lone text part make no difference, an image does', () => {
    const same = [
      { content: '判断', role: 'system', name: null },
      { role: 'user', content: [{ type: 'text', text: '做完了吗? 😀' }] },
    ];
    expect(promptHash(same)).toBe(promptHash(messages));
    const seen = [
      messages[0],
      {
        role: 'user',
        content: [
          { type: 'text', text: '做完了吗? 😀' },
          { type: 'image_url', image_url: { url: 'data:,' } },
        ],
      },
    ];
    expect(promptHash(seen)).not.toBe(promptHash(messages));
  });
});

describe('whether a re-run asks the training question', () => {
  test('logged messages decide, whatever hash stands beside them', () => {
    expect(samePrompt({ messages, prompt_hash: 'feedfeedfeedfeed' }, messages)).toBe('yes');
    expect(samePrompt({ messages, prompt_hash: null }, [messages[0]])).toBe('no');
  });

  test.each([
    ['our own recipe', 'ea6921fd99dea425', 'yes'],
    ['json.dumps', '572bc27f07681ba7', 'yes'],
    [
      'json.dumps without escapes, whole',
      '358d735bbd19b18101796e4a8c0fbb4813e1823d43876d2b1bca79185f57e3ff',
      'yes',
    ],
    ['the texts joined by line breaks', '19212bc31a6e75c0', 'yes'],
    ['in capitals, with its name in front', 'SHA256:EA6921FD99DEA425', 'yes'],
    ['another sha256', 'd9298a10d1b07358', 'no'],
    ['an md5', '9dd4e461268c8034f5c8564e155c67a6', 'unknown'],
    ['no hash at all', 'prompt-7', 'unknown'],
  ])('a logged hash by %s', (_name, prompt_hash, expected) => {
    expect(samePrompt({ messages: null, prompt_hash }, messages)).toBe(expected);
  });

  test('a log that says nothing leaves it unknown', () => {
    expect(samePrompt({ messages: null, prompt_hash: null }, messages)).toBe('unknown');
    expect(samePromptOverall([])).toBe('unknown');
    expect(samePromptOverall(['yes', 'unknown'])).toBe('unknown');
    expect(samePromptOverall(['yes', 'no'])).toBe('no');
    expect(samePromptOverall(['yes', 'yes'])).toBe('yes');
  });
});

describe('the messages of the training', () => {
  test('are taken as they stand, unknown fields included', () => {
    const logged = [{ role: 'user', content: 'judge this', name: 'x', cache: { a: 1 } }];
    expect(trainingMessages({ messages: logged })).toEqual({ messages: logged, from: 'messages' });
    expect(trainingMessages({ messages: JSON.stringify(logged) })).toEqual({
      messages: logged,
      from: 'messages',
    });
  });

  test('a prompt is one user message, a list of turns, or text that begins with a bracket', () => {
    expect(trainingMessages({ prompt: 'judge' })).toEqual({
      messages: [{ role: 'user', content: 'judge' }],
      from: 'prompt',
    });
    expect(trainingMessages({ prompt: messages })).toEqual({ messages, from: 'prompt' });
    expect(trainingMessages({ prompt: '[Task] judge' })).toMatchObject({
      messages: [{ content: '[Task] judge' }],
    });
  });

  test('a last turn that is the logged reply is not part of the question', () => {
    const logged = [...messages, { role: 'assistant', content: '{"success": true}' }];
    expect(trainingMessages({ messages: logged, raw_output: '{"success": true}\n' }).messages).toEqual(
      messages,
    );
    expect(trainingMessages({ messages: logged, raw_output: 'other' }).messages).toHaveLength(3);
  });

  test('what cannot be sent again says why', () => {
    expect(trainingMessages({})).toEqual({ messages: null, why: 'absent' });
    expect(trainingMessages({ messages: [], prompt: null })).toEqual({ messages: null, why: 'unreadable' });
    expect(trainingMessages({ messages: [{ role: 'user' }] })).toEqual({ messages: null, why: 'unreadable' });
    expect(trainingMessages({ messages: [...messages, { role: 'tool', content: 'ok' }] })).toEqual({
      messages: null,
      why: 'agent_transcript',
    });
    expect(trainingMessages({ messages: { role: 'user' }, prompt: 'judge' })).toMatchObject({
      from: 'prompt',
    });
  });
});
