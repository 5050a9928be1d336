import { assertNever } from '../model/failure.ts';
import type { Filter } from './ast.ts';

/**
 * Fields that speak of what the judge said, or name single rows: a person who lists rows picked them for some reason.
 * Truth is not one: rates among true successes may be taken from it.
 */
const outcomeFields: ReadonlySet<string> = new Set([
  'line',
  'part',
  'trajectory',
  'passed',
  'outcome',
  'success',
  'judged',
  'unjudged',
  'reward',
  'score',
  'reason',
  'error',
  'evidence',
  'rubric_hits',
  'finish_reason',
  'false_negative',
  'false_positive',
  'warning',
  'warnings',
]);

/** Whether a field speaks of what the judge said: groups made by it are choices of the same kind. */
export function speaksOfOutcome(field: string): boolean {
  return outcomeFields.has(field.toLowerCase());
}

/**
 * Whether a filter chooses rows by what the judge said of them, or one by one. Rates over such a choice describe the choice, not the
 * judge: re-running only its failures would find every one of them suspicious.
 */
export function choosesByOutcome(filter: Filter): boolean {
  switch (filter.kind) {
    case 'all':
      return false;
    case 'and':
    case 'or':
      return filter.terms.some(choosesByOutcome);
    case 'not':
      return choosesByOutcome(filter.term);
    case 'flag':
    case 'has':
    case 'null':
    case 'compare':
    case 'contains':
    case 'in':
      return outcomeFields.has(filter.field.name.toLowerCase());
    default:
      return assertNever(filter);
  }
}
