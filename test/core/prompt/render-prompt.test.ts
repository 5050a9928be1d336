import { describe, expect, test } from 'vitest';
import type { Frame, Trajectory } from '../../../electron/core/model/verdict.ts';
import {
  checkTemplate,
  DEFAULT_TEMPLATE,
  type FrameRule,
  type PromptInput,
  renderPrompt,
  responseFormat,
  VERDICT_SCHEMA,
} from '../../../electron/core/prompt/index.ts';
import { parseRubric } from '../../../electron/core/rubric/index.ts';

const rubric = parseRubric(`version: v1
fine: {max: 1}
frames: {max: 3, key_actions: [send]}
routing: {mail: [send, 发送]}
categories:
  mail: {name: Mail, steps: [The message is sent], output_format: success and score}
  general: {steps: [The outcome is shown]}
`).rubric;

const frame = (index: number, action: string, image: string | null = null): Frame => ({
  index,
  action,
  text: `text ${index}`,
  state: null,
  image,
});

const trajectory: Trajectory = {
  trajectory: 't1',
  task_id: 'task',
  step: 3,
  instruction: 'Send it',
  frames: [
    frame(0, 'open', 'a.png'),
    frame(1, 'scroll'),
    frame(2, 'scroll'),
    frame(3, 'send', 'b.png'),
    frame(4, 'end'),
  ],
  final_state: 'Message sent',
  messages: [],
  summary: null,
  origin: 'x:1',
  instruction_hash_matches: true,
};

const input: PromptInput = {
  template: {
    system: '{{category}} {{rubric_version}}',
    user:
      '{{instruction}}\n{{rubric_text}}\n{{fine_text}}\n{{trajectory}}\n{{output_format}}' +
      '{% for frame in frames if frame.picture %}{% part %}Screenshot of frame {{ frame.index }}:{{ frame.picture }}{% endfor %}',
  },
  rubric,
  category: null,
  instruction: 'Send it',
  fine_rubrics: ['To Bob'],
  trajectory,
};

describe('rendering a prompt', () => {
  test('routes, chooses frames and says what was left out', () => {
    const prompt = renderPrompt(input);
    expect(prompt.messages).toEqual([
      { role: 'system', content: 'mail v1' },
      {
        role: 'user',
        content: `Send it
Kind of task: Mail (mail)

Steps, each of which must be met:
S1. The message is sent
F1. To Bob
5 frames were recorded, 3 are shown.

Frame 0 (first)
action: open
text: text 0
[screenshot not shown]

[left out: frame 1–2]

Frame 3
action: send
text: text 3
[screenshot not shown]

Frame 4 (last)
action: end
text: text 4

Final state:
Message sent
success and score`,
      },
    ]);
    expect(prompt.remarks).toEqual([
      { code: 'frames_left_out', count: 2 },
      { code: 'images_not_shown', count: 2 },
    ]);
    expect(prompt).toMatchObject({ category: 'mail', frames: { shown: [0, 3, 4], left_out: [1, 2] } });
  });

  test('images follow the text, each behind its frame, where the profile takes them', () => {
    const prompt = renderPrompt({
      ...input,
      images: new Map([
        [3, 'data:image/png;base64,AA=='],
        [1, 'data:,'],
      ]),
    });
    const content = prompt.messages[1]?.content;
    expect(Array.isArray(content) ? content.slice(1) : []).toEqual([
      { type: 'text', text: 'Screenshot of frame 3:' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
    ]);
    expect(prompt.remarks).toContainEqual({ code: 'images_not_shown', count: 1 });
  });

  test('the same input is the same prompt; any other word, category or frame is another', () => {
    const hash = renderPrompt(input).prompt_hash;
    expect(renderPrompt({ ...input }).prompt_hash).toBe(hash);
    for (const other of [
      { ...input, instruction: 'Send it.' },
      { ...input, category: 'general' },
      { ...input, template: { ...input.template, frames: { order: 'ends_first' as const } } },
      { ...input, fine_rubrics: [] },
    ])
      expect(renderPrompt(other).prompt_hash).not.toBe(hash);
  });

  test('nothing that a template writes is trimmed; a system text that comes out empty is no message', () => {
    const template = { system: '{% if step == 99 %}x{% endif %}', user: '\n {{ task_id }} \n' };
    expect(renderPrompt({ ...input, task_id: 't', step: 1, template }).messages).toEqual([
      { role: 'user', content: '\n t \n' },
    ]);
    expect(renderPrompt({ ...input, task_id: 't', step: 99, template }).messages).toHaveLength(2);
    expect(
      renderPrompt({ ...input, task_id: 't', template: { ...template, content: 'parts' } }).messages,
    ).toEqual([{ role: 'user', content: [{ type: 'text', text: '\n t \n' }] }]);
  });

  test('the rubric is there as its file has it, as text, and as values', () => {
    const user = (text: string): unknown =>
      renderPrompt({ ...input, template: { system: '', user: text } }).messages[0]?.content;
    expect(user('{{ rubric_source }}')).toBe(
      '{name: Mail, steps: [The message is sent], output_format: success and score}',
    );
    expect(user('{{ rubric | yaml }}')).toBe(
      'name: Mail\nsteps:\n- The message is sent\noutput_format: success and score\n',
    );
    expect(user('{{ rubric | json }}')).toBe(
      '{"name": "Mail", "steps": ["The message is sent"], "output_format": "success and score"}',
    );
    expect(user('{% for s in rubric.steps %}{{ loop.index }}) {{ s }}{% endfor %}')).toBe(
      '1) The message is sent',
    );
  });

  test('the template says which frames are shown, and in which order', () => {
    const shown = (frames: FrameRule): unknown =>
      renderPrompt({
        ...input,
        template: {
          system: '',
          user: '{% for f in frames %}{{ f.number }}{{ f.action }} {% endfor %}',
          frames,
        },
      }).messages[0]?.content;
    expect(shown({})).toBe('1open 4send 5end ');
    expect(shown({ order: 'ends_first' })).toBe('1open 5end 4send ');
    expect(shown({ max: null, order: 'ends_first' })).toBe('1open 5end 2scroll 3scroll 4send ');
    expect(shown({ max: null, order: 'ends_first', orderWhen: 'cut' })).toBe(
      '1open 2scroll 3scroll 4send 5end ',
    );
    expect(shown({ max: 4, order: 'picked' })).toBe('1open 5end 4send 3scroll ');
    expect(shown({ max: 4, keep: [], fill: 'start' })).toBe('1open 2scroll 3scroll 5end ');
    expect(shown({ max: 4, keep: ['scro'], match: 'contains', keepFrom: 'start', fill: 'none' })).toBe(
      '1open 2scroll 3scroll 5end ',
    );
  });

  test('a sample that a template cannot be rendered for says where and why', () => {
    const template = { system: '', user: 'a\n{{ row.x | from_json }}' };
    expect(renderPrompt({ ...input, template, row: { x: '7' } }).messages[0]?.content).toBe('a\n7');
    expect(() => renderPrompt({ ...input, template, row: { x: 'no' } })).toThrow(
      'user text, line 2, column 10: from_json',
    );
  });

  test('without a rubric the logged text is sent word for word', () => {
    const prompt = renderPrompt({ ...input, rubric: null, rubric_text: 'Be fair.', category: 'mail' });
    expect(String(prompt.messages[1]?.content)).toContain('\nBe fair.\n');
    expect(prompt.frames.max).toBeNull();
    expect(prompt.remarks.map((remark) => remark.code)).not.toContain('no_rubric');
  });

  test('what is missing is said', () => {
    const codes = renderPrompt({
      ...input,
      rubric: null,
      instruction: null,
      trajectory: null,
    }).remarks.map((remark) => remark.code);
    expect(codes).toEqual(['no_rubric', 'no_instruction', 'no_trajectory']);
    expect(renderPrompt({ ...input, category: 'maps', fine_rubrics: ['a', 'b'] }).remarks).toEqual(
      expect.arrayContaining([
        { code: 'category_fallback', count: 1 },
        { code: 'fine_over_max', count: 1 },
      ]),
    );
  });

  test('a transcript stands in for frames, a summary for both', () => {
    const turns = [
      { role: 'assistant', content: 'I click', tool_calls: '[{"name":"click"}]', trainable: true },
    ];
    const talk = renderPrompt({ ...input, trajectory: { ...trajectory, frames: [], messages: turns } });
    expect(String(talk.messages[1]?.content)).toContain(
      '[assistant] I click\ntool calls: [{"name":"click"}]\n\nFinal state:',
    );
    const told = renderPrompt({
      ...input,
      trajectory: { ...trajectory, frames: [], final_state: null, summary: 'It was sent.' },
    });
    expect(String(told.messages[1]?.content)).toContain('\nIt was sent.\n');
  });

  test('the default template renders every part of the question', () => {
    expect(checkTemplate(DEFAULT_TEMPLATE)).toEqual([]);
    const { messages } = renderPrompt({ ...input, template: DEFAULT_TEMPLATE });
    const user = String(messages[1]?.content);
    for (const part of [
      'Send it',
      'S1. The message is sent',
      'F1. To Bob',
      '<trajectory>',
      'Message sent',
      'success and score',
    ])
      expect(user).toContain(part);
    expect(messages.map((message) => String(message.content)).join('')).not.toContain('{{');
  });

  test('strict structured output requires every key it names', () => {
    expect(VERDICT_SCHEMA.required).toEqual(Object.keys(VERDICT_SCHEMA.properties));
    expect(responseFormat('json_schema')).toMatchObject({
      type: 'json_schema',
      json_schema: { strict: true },
    });
    expect(responseFormat('json_object')).toEqual({ type: 'json_object' });
    expect(responseFormat('none')).toBeUndefined();
  });
});
