import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ReplyOutcome, readReply, readTolerantJson } from '../../../electron/core/reply/index.ts';
import { fuzzRuns, tried } from '../../fuzz-runs.ts';

const winner = (text: string): ReplyOutcome => readReply(text, { required: ['winner'] });

/** What a reply comes to, in short: the verdict, or why there is none. */
function brief(outcome: ReplyOutcome): unknown {
  if (outcome.outcome !== 'verdict') return `${outcome.outcome}: ${outcome.why}`;
  return outcome.value.preference ?? outcome.value.success;
}

describe('replies of a pairwise judge, as seen in the wild', () => {
  test.each([
    ['fenced', '```json\n{"winner": "A", "score_a": 5, "score_b": 1}\n```', 'A', ['fence']],
    [
      'preamble',
      'My evaluation:\n{"winner": "B", "score_a": 2}\nI hope this helps.',
      'B',
      ['surrounding_text'],
    ],
    [
      'comments',
      '```json\n{\n  "winner": "A",  // fits the limit\n  "score_a": 4,   # one slip\n  "score_b": 3,\n}\n```',
      'A',
      ['fence', 'comments', 'trailing_comma'],
    ],
    [
      'url_in_string',
      '{"winner": "A", "reasons": ["http://example.org/b // no comment"], "score_a": 4}',
      'A',
      [],
    ],
    ['raw_newline', '{"winner": "A", "reasons": ["one line\nanother line"]}', 'A', ['control_characters']],
    [
      'twice',
      '{"winner": "A", "n": 3}\n\n```json\n{"winner": "A", "n": 3}\n```',
      'A',
      ['fence', 'surrounding_text', 'several_objects'],
    ],
    ['single_quotes', "{'winner': 'tie', 'score_a': 2}", 'tie', ['single_quotes']],
  ])('%s', (_case, text, expected, repairs) => {
    const read = winner(text);
    expect(brief(read)).toBe(expected);
    expect(read).toMatchObject({ repaired: repairs.length > 0, repairs });
  });

  test('duplicate_key: the last one wins, as in JSON.parse, and the reply is flagged', () => {
    expect(winner('{"winner": "A", "score_a": 4, "winner": "B"}')).toMatchObject({
      outcome: 'verdict',
      value: { preference: 'B' },
      repaired: false,
      duplicateKeys: ['winner'],
    });
  });

  test.each([
    ['cut_off', '{\n  "winner": "A",\n  "score_a": 4,\n  "score_b":', 'truncated: cut_off'],
    ['cut_off_fence', '```json\n{"winner": "B", "score_a": 2', 'truncated: cut_off'],
    ['twice_differs', '{"winner": "A"}\nThinking again:\n{"winner": "B"}', 'parse: contradictory'],
    [
      'nested_verdict',
      '{"winner": {"part1": "A", "part2": "A"}, "score_a": 5}',
      'missing: required_unreadable',
    ],
    [
      'contradiction',
      'B seems better than mine: [[B>A]]\n\nFinal verdict, A is better: [[A>B]]',
      'parse: no_object',
    ],
    ['no_verdict', 'Neither answer does what was asked.', 'parse: no_object'],
    ['empty', '', 'missing: empty'],
    ['substring_trap', 'INCORRECT', 'parse: no_object'],
  ])('%s is no verdict', (_case, text, expected) => {
    expect(brief(winner(text))).toBe(expected);
  });

  test('an object encoded twice is decoded twice and marked', () => {
    expect(winner('"{\\"winner\\":\\"A\\"}"')).toMatchObject({
      outcome: 'verdict',
      repairs: ['encoded_twice'],
    });
  });
});

describe('replies of a judge of one trajectory', () => {
  test('a whole object is read as it stands', () => {
    const text =
      '{"success": false, "score": 0.25, "reason": "no send", "evidence": ["draft"], "rubric_hits": ["S1"], "x": 1}';
    expect(readReply(text, { finishReason: 'stop' })).toEqual({
      outcome: 'verdict',
      repaired: false,
      repairs: [],
      duplicateKeys: [],
      value: {
        success: false,
        score: 0.25,
        preference: null,
        reason: 'no send',
        evidence: ['draft'],
        rubric_hits: ['S1'],
        coerced: [],
        fields: JSON.parse(text),
      },
    });
  });

  test('values are coerced by the rules of a log, and said to be', () => {
    const read = readReply(
      '{"success": "是", "score": "8/10", "evidence": "one", "rubric_hits": {"S1": true, "S2": false}}',
    );
    expect(read).toMatchObject({
      value: {
        success: true,
        score: 0.8,
        evidence: ['one'],
        rubric_hits: ['S1: true', 'S2: false'],
        coerced: [
          { field: 'success', from: '是' },
          { field: 'score', from: '8/10' },
        ],
      },
    });
  });

  test.each([
    ['a maybe', '{"success": "maybe"}', 'missing: required_unreadable'],
    ['a null', '{"success": null, "reason": "cannot tell"}', 'missing: required_unreadable'],
    ['a score alone: nobody stated a threshold', '{"score": 0.9}', 'missing: required_absent'],
    ['a wrapped verdict', '{"result": {"success": true}}', 'missing: required_absent'],
    ['a bare number', '8', 'parse: no_object'],
    ['a list of several verdicts', '[{"success": true}, {"success": false}]', 'parse: contradictory'],
    ['prose that sounds sure', 'The task was a success: true.', 'parse: no_object'],
    ['prose in braces', 'Verdict: {success is true}', 'parse: no_object'],
    ['bare keys', '{success: true}', 'parse: malformed'],
    ['bare keys around a verdict', '{success: false, "was": {"success": true}}', 'parse: malformed'],
    ['a verdict inside a cut-off object', '{"steps": [{"success": true}, {"succ', 'truncated: cut_off'],
    ['a verdict inside an unreadable object', '{"a": oops, "b": {"success": true}}', 'parse: malformed'],
    [
      'a verdict taken back in a cut-off one',
      '{"success": true}\nNo, rather\n{"success": fal',
      'truncated: cut_off',
    ],
    [
      'a verdict taken back in an unreadable one',
      '{"success": true}\nNo, rather\n{"success": oops}',
      'parse: malformed',
    ],
    ['thinking that never ends', '<think>The verdict is {"success": true}', 'truncated: unclosed_think'],
    ['thinking again after the verdict', '{"success": true} <think>but wait', 'truncated: unclosed_think'],
    ['thinking alone', '<think>{"success": true}</think>', 'parse: no_object'],
    ['a refusal', 'I’m sorry, but I can’t help with judging this.', 'refused: refusal_text'],
    ['a refusal in Chinese', '抱歉，我无法评估该内容。', 'refused: refusal_text'],
    ['white space', ' \n', 'missing: empty'],
  ])('%s is no verdict', (_case, text, expected) => {
    expect(brief(readReply(text))).toBe(expected);
  });

  test.each([
    [
      'drafts in the thinking do not count',
      '<think>{"success": false}</think>\n{"success": true}',
      true,
      ['think'],
    ],
    [
      'nor does the format repeated first',
      'Format: {"success": true or false, "score": n}\nAnswer: {"success": false}',
      false,
      ['surrounding_text'],
    ],
    [
      'formulas and stray braces are stepped over',
      'Given {x | x > 0 and \\frac{a}{b}: {"success": true}',
      true,
      ['surrounding_text'],
    ],
    [
      'the same verdict in two objects: the last is read',
      '{"success": true, "score": 1}\n{"success": "yes", "score": 0.9}',
      true,
      ['surrounding_text', 'several_objects'],
    ],
    ['Python literals', "{'success': True, 'score': None}", true, ['single_quotes', 'python_literals']],
    ['NaN is null', '{"success": true, "score": NaN}', true, ['not_a_number']],
    ['a tag inside a string', '```\n{"success": true, "reason": "typed <think>"}\n```', true, ['fence']],
    ['a list of one', '[{"success": true}]', true, ['surrounding_text']],
  ])('%s', (_case, text, success, repairs) => {
    expect(readReply(text)).toMatchObject({
      outcome: 'verdict',
      repaired: true,
      repairs,
      value: { success },
    });
  });

  test('a byte order mark is no repair', () => {
    expect(readReply('\uFEFF{"success": true}')).toMatchObject({ outcome: 'verdict', repaired: false });
  });

  test('the finish reason comes before the text', () => {
    expect(readReply('{"success": true}', { finishReason: 'length' })).toEqual({
      outcome: 'truncated',
      why: 'finish_reason',
    });
    expect(readReply('{"success": true}', { finishReason: 'MAX_TOKENS' }).outcome).toBe('truncated');
    expect(readReply('{"success": true}', { finishReason: 'content_filter' }).outcome).toBe('refused');
    expect(readReply(null, { finishReason: 'stop' })).toEqual({ outcome: 'missing', why: 'empty' });
  });

  test('required keys are the caller’s', () => {
    const required = ['success', 'score'];
    expect(brief(readReply('{"success": true}', { required }))).toBe('missing: required_absent');
    expect(brief(readReply('{"success": true, "score": "high"}', { required }))).toBe(
      'missing: required_unreadable',
    );
    expect(
      brief(readReply('{"success": true, "score": 1}\n{"success": true, "score": 0.2}', { required })),
    ).toBe('parse: contradictory');
  });
});

describe('what holds for every reply', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"success"',
    "'success'",
    ':',
    ',',
    'true',
    'false',
    'True',
    '"',
    "'",
    '\\',
    '\n',
    '```json\n',
    '```',
    '<think>',
    '</think>',
    'the task succeeded ',
    '// ',
    '# ',
    '/*',
    '*/',
    '\\u12',
    '0.5',
    '{"success": true}',
    '{"success": false}',
  );
  const reply = fc.oneof(
    fc.string(),
    fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join('')),
  );

  test('reading never throws', () => {
    fc.assert(
      fc.property(reply, (text) => {
        tried('replies');
        expect(['verdict', 'parse', 'truncated', 'refused', 'missing']).toContain(readReply(text).outcome);
      }),
      { numRuns: fuzzRuns(2000, 5) },
    );
  });

  test('a verdict never comes from prose: without a brace and the key there is none', () => {
    fc.assert(
      fc.property(reply, (text) => {
        tried('replies');
        const read = readReply(text);
        if (read.outcome !== 'verdict') return;
        expect(text).toContain('{');
        expect(text).toContain('success');
        expect(Object.hasOwn(read.value.fields, 'success')).toBe(true);
      }),
      { numRuns: fuzzRuns(2000, 5) },
    );
  });

  test('any object survives a fence, a preamble and a trailing sentence unchanged', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.dictionary(fc.string(), fc.jsonValue()), (success, rest) => {
        const fields = { ...rest, success };
        const json = JSON.stringify(fields);
        const read = readReply(`Here it is:\n\`\`\`json\n${json}\n\`\`\`\nDone.`);
        expect(read).toMatchObject({ outcome: 'verdict', repaired: true, value: { success } });
        if (read.outcome === 'verdict') expect(read.value.fields).toEqual(JSON.parse(json));
      }),
    );
  });

  test('the tolerant reader agrees with JSON.parse on everything that is JSON', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const read = readTolerantJson(json, 0);
        expect(read).toMatchObject({ ok: true });
        if (read.ok) {
          expect(read.value).toEqual(JSON.parse(json));
          expect(read.repairs.size).toBe(0);
        }
      }),
    );
  });

  test('a megabyte of braces, quotes or nesting takes no more than a moment', () => {
    const started = process.cpuUsage();
    for (const piece of ['{', '{"', '{"a":', '[', '{"success": true}', '<think>', '{}', '{"a" 1}'])
      readReply(piece.repeat(Math.ceil(300_000 / piece.length)));
    // processor time: the machine may have other work
    const { user } = process.cpuUsage(started);
    expect(user / 1000).toBeLessThan(5000);
  });
});
