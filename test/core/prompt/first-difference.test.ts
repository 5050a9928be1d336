import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countPictures,
  firstDifference,
  pictureReference,
  picturesIn,
  recordedRequest,
  type SentMessages,
  withPictures,
} from '../../../electron/core/prompt/index.ts';

const user = (content: string): SentMessages => [
  { role: 'system', content: 's' },
  { role: 'user', content },
];

describe('the first difference', () => {
  test('names byte, message, line and column, and both texts from there', () => {
    expect(firstDifference(user('a\n发送 x'), user('a\n发送 y'))).toEqual({
      byte: Buffer.byteLength('[{"role":"system","content":"s"},{"role":"user","content":"a\\n发送 '),
      bytes: {
        template: Buffer.byteLength(JSON.stringify(user('a\n发送 x'))),
        training: Buffer.byteLength(JSON.stringify(user('a\n发送 y'))),
      },
      place: { message: 1, role: 'user', line: 2, column: 4 },
      same: 'a\n发送 ',
      template: 'x',
      training: 'y',
    });
  });

  test('a text that ends early, another order of keys, another number of messages', () => {
    expect(firstDifference(user('a'), user('a\n'))).toMatchObject({ template: '', training: '\n' });
    expect(firstDifference(user('a'), [{ role: 'system', content: 's' }])).toMatchObject({ place: null });
    const turned: SentMessages = [{ content: 's', role: 'system' }];
    expect(firstDifference([{ role: 'system', content: 's' }], turned)).toMatchObject({
      byte: 3,
      place: null,
    });
    expect(firstDifference(user('a'), user('a'))).toBeNull();
  });

  test('never cuts a character in two, and is there exactly where the bytes differ', () => {
    expect(firstDifference(user('😀'), user('😁'))?.same).toBe('');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        const found = firstDifference(user(a), user(b));
        expect(found === null).toBe(a === b);
        if (found === null) return;
        const [left, right] = [a, b].map((text) => Buffer.from(JSON.stringify(user(text))));
        expect(left?.subarray(0, found.byte).equals(right?.subarray(0, found.byte) ?? Buffer.of())).toBe(
          true,
        );
      }),
    );
  });
});

describe('a recorded request', () => {
  test('is read as a whole body, a list of messages, or the text of the user message', () => {
    const messages = user('hi');
    expect(recordedRequest(JSON.stringify({ model: 'm', messages }))).toEqual(messages);
    expect(recordedRequest(JSON.stringify({ url: '/v1', body: { messages } }))).toEqual(messages);
    expect(recordedRequest(JSON.stringify(messages))).toEqual(messages);
    expect(recordedRequest('[Task] judge it\n')).toEqual([{ role: 'user', content: '[Task] judge it\n' }]);
    expect(recordedRequest('  ')).toBeNull();
    expect(recordedRequest('{"other": 1}')).toBeNull();
  });
});

describe('pictures in stored messages', () => {
  const sha = 'ab'.repeat(32);
  const messages: SentMessages = [
    { role: 'system', content: 's' },
    {
      role: 'user',
      content: [
        { type: 'text', text: pictureReference(sha) },
        { type: 'image_url', image_url: { url: pictureReference(sha), detail: 'low' } },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
      ],
    },
  ];

  test('are found, counted and filled where they are shown, and nowhere else', () => {
    expect(picturesIn(messages)).toEqual([sha]);
    expect(countPictures(messages)).toBe(2);
    expect(JSON.stringify(withPictures(messages, () => 'data:,x'))).toBe(
      JSON.stringify(messages).replace(`{"url":"${pictureReference(sha)}"`, '{"url":"data:,x"'),
    );
    expect(withPictures(messages.slice(0, 1), () => '')[0]).toBe(messages[0]);
  });
});
