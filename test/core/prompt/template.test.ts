import { describe, expect, test } from 'vitest';
import {
  checkTemplate,
  compileTemplate,
  DEFAULT_TEMPLATE,
  type PromptTemplate,
  readTemplateFile,
  renderPrompt,
  TemplateFault,
  templateFileText,
} from '../../../electron/core/prompt/index.ts';

describe('checking a template', () => {
  test('problems name the place, a likely name and what to do', () => {
    const problems = checkTemplate({
      system: 'You\nuse {{ instructoin }}',
      user: '{{rubric_text}} {% for frame in frames %}{{ frame.acton }} {{ frame.text | trm }}{% endfor %}{{ step.x }}',
    });
    expect(problems).toMatchObject([
      {
        rule: 'unknown-name',
        severity: 'error',
        part: 'system',
        line: 2,
        column: 8,
        params: { suggestion: 'instruction' },
      },
      { rule: 'unknown-field', part: 'user', line: 1, params: { suggestion: 'action' } },
      { rule: 'unknown-filter', part: 'user', line: 1, params: { suggestion: 'trim' } },
      { rule: 'unknown-field', params: { name: 'x' } },
    ]);
    expect(checkTemplate({ system: '', user: ' ' }).map((problem) => problem.rule)).toEqual(['empty']);
  });

  test('a judge that is not told the essentials is warned of, not refused', () => {
    expect(checkTemplate({ system: '', user: '{{ rubric_text }}{{ trajectory }}' })).toMatchObject([
      { severity: 'warning', rule: 'missing-name', params: { name: 'instruction' } },
    ]);
    expect(checkTemplate({ system: '', user: '{{ row.prompt_text }}' })).toEqual([]);
  });

  test('what loops and sets bind is known inside them, and nowhere else', () => {
    const user = '{% for s in rubric.steps %}{{ s }}{{ loop.index }}{% endfor %}{{ s }}';
    expect(checkTemplate({ system: '', user })).toMatchObject([
      { rule: 'unknown-name', params: { name: 's' } },
    ]);
    expect(
      checkTemplate({ system: '', user: '{% if step %}{% set a = 1 %}{% endif %}{{ a }}{{ row.x }}' }),
    ).toEqual([]);
    expect(checkTemplate({ system: '', user: '{{ toString }}' })).toMatchObject([{ rule: 'unknown-name' }]);
  });

  test('one that is wrong is never rendered with', () => {
    expect(() => compileTemplate({ system: '', user: 'a\n{{ nonesuch }}' })).toThrow(TemplateFault);
    expect(() => compileTemplate({ system: '', user: 'a\n{{ nonesuch }}' })).toThrow(
      'user text, line 2, column 4',
    );
  });

  test('the default one is sound and asks for every field of the reply', () => {
    expect(checkTemplate(DEFAULT_TEMPLATE)).toEqual([]);
    expect([...compileTemplate(DEFAULT_TEMPLATE).used]).toEqual(
      expect.arrayContaining(['instruction', 'rubric_text', 'fine_text', 'trajectory', 'output_format']),
    );
    for (const field of ['success', 'score', 'reason', 'evidence', 'rubric_hits'])
      expect(DEFAULT_TEMPLATE.system).toContain(`"${field}"`);
  });
});

describe('a template file', () => {
  test('is read as it was written, every byte of its texts', () => {
    const file = readTemplateFile(`# ours
name: gui-judge
note: as in train.py
frames: {max: 10, order: ends_first, order_when: cut, keep: [send, input], keep_match: exact, keep_from: start, fill: none}
blocks: as_written
content: parts
system: |
  You judge.
user: |+
  {{ instruction }} {{ rubric_text }}
    {{ trajectory }}

`);
    expect(file.problems).toEqual([]);
    expect(file).toMatchObject({ name: 'gui-judge', note: 'as in train.py' });
    expect(file.template).toEqual({
      system: 'You judge.\n',
      user: '{{ instruction }} {{ rubric_text }}\n  {{ trajectory }}\n\n',
      frames: {
        max: 10,
        order: 'ends_first',
        orderWhen: 'cut',
        keep: ['send', 'input'],
        match: 'exact',
        keepFrom: 'start',
        fill: 'none',
      },
      blocks: 'as_written',
      content: 'parts',
    });
  });

  test.each<[string, PromptTemplate]>([
    ['the default', DEFAULT_TEMPLATE],
    ['texts with odd ends', { system: ' a \n\n', user: '\n\tb: "c"\n  {{ row.x }}  \n' }],
    ['Windows line ends and an empty system', { system: '', user: 'a\r\nb {{ row.x }}' }],
    [
      'all the rest',
      {
        system: 'x',
        user: '{{ row }}\n',
        frames: { max: null, keep: [], order: 'picked' },
        content: 'parts',
      },
    ],
  ])('written out reads back as exactly the same: %s', (_name, template) => {
    const text = templateFileText('n', 'two\nlines', template);
    const back = readTemplateFile(text);
    expect(back.template).toEqual(template);
    expect(back).toMatchObject({ name: 'n', note: 'two\nlines' });
  });

  test('its hash is of what it means: remarks, names and notes make no difference', () => {
    const hash = (text: string) => readTemplateFile(text).content_hash;
    const one = hash('user: "{{ row.x }}"\n');
    expect(hash('# why\nname: other\nnote: n\nblocks: own_line\nuser: |-\n  {{ row.x }}\n')).toBe(one);
    expect(hash('user: "{{ row.x }} "\n')).not.toBe(one);
    expect(hash('user: "{{ row.x }}"\nframes: {max: 3}\n')).not.toBe(one);
  });

  test.each([
    ['user: |-\n  ok {{ row.x }}\n  {{ instructoin }}\n', 3, 6, '“instruction”'],
    ['user: "{{ nonesuch }}"\n', 1, 11, 'nonesuch'],
    ['usr: x\nuser: "{{ row.x }}"\n', 1, 1, '“user”'],
    ['user: "{{ row.x }}"\nframes:\n  max: none\n', 3, 8, 'rubric'],
    ['user: "{{ row.x }}"\nframes: {ordre: time}\n', 2, 10, '“order”'],
    ['user: "{{ row.x }}"\nframes: {order: last}\n', 2, 17, 'ends_first'],
    ['user: [a]\n', 1, 7, '|-'],
    ['user: "{{ row.x }}\n', 2, 1, 'no YAML'],
    ['- a\n', 1, 1, 'user: |-'],
    ['', 1, 1, 'user: |-'],
  ])('%j: the problem is at line %i, column %i', (text, line, column, word) => {
    const { template, content_hash, problems } = readTemplateFile(text);
    expect(template).toBeNull();
    expect(content_hash).toBeNull();
    expect(problems).toContainEqual(expect.objectContaining({ severity: 'error', line, column }));
    expect(problems.map(({ message }) => message).join(' ')).toContain(word);
  });
});

describe('a list of messages', () => {
  const file = `name: few-shot
messages:
  - role: system
    content: |-
      You judge runs.
  - role: user
    content: |-
      Example: {{ "{{braces}}" }}
  - role: assistant
    content: '{"success": false}'
  - role: user
    content: |-
      {% if row.hint %}Mind {{ row.hint }}.{% endif %}
  - role: user
    content: |-
      {{ instruction }} {{ rubric_text }} {{ trajectory }}
`;
  const input = {
    rubric: null,
    rubric_text: 'R',
    category: null,
    instruction: 'I',
    fine_rubrics: [],
    trajectory: null,
  };

  test('is sent in its order and with its roles, worked examples included', () => {
    const { template, problems } = readTemplateFile(file);
    expect(problems).toEqual([]);
    if (template === null) throw new Error('no template');
    const { messages } = renderPrompt({ ...input, template, row: { hint: 'the gap' } });
    expect(messages.slice(0, 4)).toEqual([
      { role: 'system', content: 'You judge runs.' },
      { role: 'user', content: 'Example: {{braces}}' },
      { role: 'assistant', content: '{"success": false}' },
      { role: 'user', content: 'Mind the gap.' },
    ]);
    expect(messages[4]?.content).toMatch(/^I R /);
    // what a condition leaves empty is not sent
    expect(renderPrompt({ ...input, template }).messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
    ]);
  });

  test('is written and read back as the same template, under a hash of its own', () => {
    const { template, content_hash } = readTemplateFile(file);
    if (template === null) throw new Error('no template');
    const again = readTemplateFile(templateFileText('few-shot', '', template));
    expect(again.template).toEqual(template);
    expect(again.content_hash).toBe(content_hash);
    const other = readTemplateFile(file.replace('role: assistant', 'role: user'));
    expect(other.content_hash).not.toBe(content_hash);
  });

  test('puts user messages in parts where the template says so, and no others', () => {
    const { template } = readTemplateFile(`content: parts\n${file}`);
    if (template === null) throw new Error('no template');
    const { messages } = renderPrompt({ ...input, template });
    expect(messages[1]?.content).toEqual([{ type: 'text', text: 'Example: {{braces}}' }]);
    expect(messages[2]?.content).toBe('{"success": false}');
  });

  test.each([
    [`system: hello\n${file}`, 'cannot stand together', 4],
    ['messages: hello\n', 'messages is a list', 1],
    ['messages:\n  - hello\n', 'A message is a map', 2],
    ['messages:\n  - {role: judge, content: "{{instruction}}"}\n', 'role is one of', 2],
    ['messages:\n  - {content: "{{instruction}}"}\n', 'A message has a role', 2],
    ['messages:\n  - {role: system, content: "{{instruction}}"}\n', 'The user text is empty', 2],
    [file.replace('{{ rubric_text }}', '{{ rubric_txt }}'), 'message 5: ', 16],
  ])('%j is refused, and where it is wrong is said', (text, message, line) => {
    const { template, problems } = readTemplateFile(text);
    expect(template).toBeNull();
    expect(problems.find((problem) => problem.message.includes(message))?.line).toBe(line);
  });
});
