import { expect, test } from 'vitest';
import { criteriaOf } from '../../../electron/api/services/criteria.ts';
import { parseRubric } from '../../../electron/core/rubric/index.ts';
import { rubricText } from './suspect-workspace.ts';

const { rubric } = parseRubric(rubricText);

const detail = {
  instruction: '把 350 元的报销单发给财务群 send',
  rubric_hits: ['S1', 'S2: missed', 'F2'],
  fine_rubrics: ['金额为 350 元', '附件是 "invoice.pdf"'],
  verdict: { category: 'mail', reason: 'Step 2 is missing; there is no invoice.pdf.' },
};

test('steps come with hit or miss, fine rubrics with what of the instruction grounds them, both with whether the reason cites them', () => {
  expect(criteriaOf(detail, rubric)).toEqual([
    {
      kind: 'coarse',
      id: 'S1',
      text: 'The recipient is right',
      state: 'hit',
      grounding: null,
      spans: [],
      cited: false,
    },
    {
      kind: 'coarse',
      id: 'S2',
      text: 'The message is sent',
      state: 'miss',
      grounding: null,
      spans: [],
      cited: true,
    },
    {
      kind: 'fine',
      id: 'F1',
      text: '金额为 350 元',
      state: 'unknown',
      grounding: 'grounded',
      spans: expect.arrayContaining([expect.stringContaining('350')]),
      cited: false,
    },
    {
      kind: 'fine',
      id: 'F2',
      text: '附件是 "invoice.pdf"',
      state: 'hit',
      grounding: 'ungrounded',
      spans: [],
      cited: true,
    },
  ]);
});

test('what is not known is not said: no rubric, no instruction, a category the version does not have', () => {
  expect(criteriaOf({ ...detail, instruction: null }, null)).toMatchObject([
    { id: 'F1', grounding: null, spans: [] },
    { id: 'F2', grounding: null, spans: [] },
  ]);
  const elsewhere = { ...detail, fine_rubrics: [], verdict: { category: 'travel', reason: null } };
  expect(criteriaOf(elsewhere, rubric)).toEqual([]);
  const routed = { ...elsewhere, verdict: { category: null, reason: null } };
  expect(criteriaOf(routed, rubric).map(({ id }) => id)).toEqual(['S1', 'S2']);
});
