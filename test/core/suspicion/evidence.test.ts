import { describe, expect, test } from 'vitest';
import type { Trajectory } from '../../../electron/core/model/verdict.ts';
import { locateEvidence } from '../../../electron/core/suspicion/index.ts';

const trajectory: Trajectory = {
  trajectory: 't',
  task_id: null,
  step: null,
  instruction: 'Send the invoice to Bob',
  frames: [
    { index: 0, action: 'open_app(mail)', text: 'Inbox  (3)', state: null, image: null },
    { index: 14, action: 'attach', text: '附件：报销单.pdf', state: 'draft', image: null },
    { index: 22, action: 'click_submit', text: null, state: '状态：已发送', image: null },
  ],
  final_state: 'Message sent to Bob',
  messages: [],
  summary: null,
  origin: 'x:1',
  instruction_hash_matches: null,
};

describe('finding evidence in a trajectory', () => {
  test.each([
    ['已发送', 22, 'state', '已发送'],
    ['报销单.pdf', 14, 'text', '报销单.pdf'],
    ['frame 22: “已发送”', 22, 'state', '已发送'],
    ['inbox (3)', 0, 'text', 'Inbox  (3)'],
    ['"Message sent to Bob."', null, 'final_state', 'Message sent to Bob'],
    ['The banner says “message sent” at the end', null, 'final_state', 'Message sent'],
    ['click_submit', 22, 'action', 'click_submit'],
  ])('%s', (item, frame, field, text) => {
    const [found] = locateEvidence([item], trajectory);
    expect(found?.place).toMatchObject({ frame, field, text });
  });

  test.each([['subject: report'], ['sen'], ['Bo'], ['。'], [''], ['the invoice to Bob'], ['no send action']])(
    '“%s” is not there',
    (item) => {
      expect(locateEvidence([item], trajectory)).toEqual([{ item, place: null }]);
    },
  );

  test('a transcript is searched turn by turn', () => {
    const talk: Trajectory = {
      ...trajectory,
      frames: [],
      messages: [
        { role: 'assistant', content: 'I open it', tool_calls: null, trainable: true },
        { role: 'tool', content: 'Saved as draft', tool_calls: null, trainable: false },
      ],
    };
    expect(locateEvidence(['saved as draft'], talk)[0]?.place).toMatchObject({
      frame: null,
      turn: 1,
      field: 'message',
      span: { start: 0, end: 14 },
    });
  });
});
