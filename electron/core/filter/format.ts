import { assertNever } from '../model/failure.ts';
import type { Condition, Filter } from './ast.ts';
import { keywords } from './ast.ts';
import { isWord, quote } from './tokens.ts';

/** The text of a filter in its plainest spelling; `parseFilter` reads the same tree back from it. */
export function formatFilter(filter: Filter): string {
  return filter.kind === 'all' ? '' : formatCondition(filter);
}

function formatCondition(condition: Condition): string {
  switch (condition.kind) {
    case 'and':
      return condition.terms.map((term) => operand(term)).join(' and ');
    case 'or':
      return condition.terms.map((term) => operand(term)).join(' or ');
    case 'not':
      return `not ${operand(condition.term)}`;
    case 'flag':
      return spelled(condition.field.name);
    case 'has':
      return `has(${spelled(condition.field.name)})`;
    case 'null':
      return `${spelled(condition.field.name)} is ${condition.negated ? 'not ' : ''}null`;
    case 'compare':
      return `${spelled(condition.field.name)} ${condition.operator} ${spelled(condition.value.text)}`;
    case 'contains':
      return `${spelled(condition.field.name)} ${condition.negated ? 'not ' : ''}contains ${spelled(condition.value.text)}`;
    case 'in': {
      const values = condition.values.map((value) => spelled(value.text)).join(', ');
      return `${spelled(condition.field.name)} ${condition.negated ? 'not ' : ''}in (${values})`;
    }
    default:
      return assertNever(condition);
  }
}

/** A joined condition inside another keeps its parentheses: the tree, not only the meaning, survives. */
function operand(condition: Condition): string {
  const text = formatCondition(condition);
  return condition.kind === 'and' || condition.kind === 'or' ? `(${text})` : text;
}

/** A name or value bare where it can be, else in quotes. */
export function spelled(text: string): string {
  return isWord(text) && !keywords.has(text.toLowerCase()) ? text : quote(text);
}
