import { findKeyword, foldText } from '../rubric/index.ts';
import { contentWords } from '../suspicion/content-words.ts';
import { groundCriterion } from '../suspicion/index.ts';
import type { ChatMessage } from './chat-message.ts';

/** More than these a sample never gets, whatever a generator says. */
export const MOST_FINE = 2;

/** A criterion of one instruction, with the words of the instruction that ask for it. */
export interface FineCriterion {
  readonly text: string;
  readonly quote: string;
}

/**
 * Why a proposed criterion was not taken: it is empty or has no quote, its quote is not in the instruction or says
 * nothing, it asks for a number, date or quoted text that the instruction does not have, it says what another says, or
 * there are two already.
 */
export const refusals = [
  'empty',
  'no_quote',
  'quote_absent',
  'quote_empty',
  'ungrounded',
  'repeated',
  'over_max',
] as const;
export type FineRefusal = (typeof refusals)[number];

export interface FineReply {
  readonly kept: readonly FineCriterion[];
  readonly refused: readonly (FineCriterion & { readonly why: FineRefusal })[];
}

/** The reply that is asked for, as strict structured output takes it. */
export const FINE_SCHEMA = {
  name: 'fine_rubrics',
  required: ['criteria'],
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['criteria'],
    properties: {
      criteria: {
        type: 'array',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['criterion', 'quote'],
          properties: {
            criterion: {
              type: 'string',
              description: 'One condition that can be checked in the final state.',
            },
            quote: {
              type: 'string',
              description: 'The words of the instruction that ask for it, letter by letter.',
            },
          },
        },
      },
    },
  },
} as const;

/** The question a judge model is asked for the fine rubrics of one instruction. */
export function fineMessages(instruction: string): readonly ChatMessage[] {
  return [
    {
      role: 'system',
      content: `You write the criteria by which one task of a graphical agent is judged, beside a general rubric that covers what every task of its kind needs. From the instruction alone, name what only this task asks for: a recipient, an amount, a date, a name, a setting.

- At most ${MOST_FINE} criteria. None is a good answer where the instruction asks for nothing beyond its kind.
- Each is one condition that can be seen in the result.
- Each comes with a quote: the words of the instruction that ask for it, copied letter by letter.
- Nothing that the instruction does not say: no order of steps, no confirmation, no number, date or name of your own.
- Write in the language of the instruction.

Reply with one JSON object and nothing else: {"criteria": [{"criterion": "...", "quote": "..."}]}, or {"criteria": []}.`,
    },
    { role: 'user', content: `Instruction:\n${instruction}` },
  ];
}

/**
 * What of a generator's reply may be used: at most two criteria, each with a quote that stands in the instruction (folded:
 * NFKC, lower case) and nothing that the instruction does not have (METHODS §8). Everything else is told with its reason.
 * Null where the reply holds no list.
 */
export function readFine(fields: Readonly<Record<string, unknown>>, instruction: string): FineReply | null {
  const list = fields.criteria;
  if (!Array.isArray(list)) return null;
  const kept: FineCriterion[] = [];
  const refused: (FineCriterion & { why: FineRefusal })[] = [];
  for (const item of list as readonly unknown[]) {
    const proposed = proposalOf(item);
    const why = refusalOf(proposed, instruction, kept);
    if (why === null) kept.push(proposed);
    else refused.push({ ...proposed, why });
  }
  return { kept, refused };
}

function proposalOf(item: unknown): FineCriterion {
  if (typeof item === 'string') return { text: item.trim(), quote: '' };
  if (typeof item !== 'object' || item === null) return { text: '', quote: '' };
  const said = (names: readonly string[]): string => {
    const entry = Object.entries(item).find(
      ([name, value]) => names.includes(name) && typeof value === 'string',
    );
    return typeof entry?.[1] === 'string' ? entry[1].trim() : '';
  };
  return { text: said(['criterion', 'text', 'rubric']), quote: said(['quote', 'evidence', 'span']) };
}

function refusalOf(
  { text, quote }: FineCriterion,
  instruction: string,
  kept: readonly FineCriterion[],
): FineRefusal | null {
  if (text === '') return 'empty';
  if (quote === '') return 'no_quote';
  if (findKeyword(spaced(instruction), spaced(quote)) === null) return 'quote_absent';
  if (!/\p{N}/u.test(quote) && contentWords(foldText(quote).text).length === 0) return 'quote_empty';
  if (groundCriterion(text, instruction).verdict === 'ungrounded') return 'ungrounded';
  if (kept.some((other) => spaced(other.text) === spaced(text))) return 'repeated';
  return kept.length >= MOST_FINE ? 'over_max' : null;
}

/** Folded, runs of white space as one space: models copy a line break as a blank. */
function spaced(text: string): string {
  return foldText(text).text.replaceAll(/\s+/g, ' ').trim();
}
