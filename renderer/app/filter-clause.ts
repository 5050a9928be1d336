import type { ColumnInfo } from '../../electron/api/types.ts';
import { quoteValue } from './filter-text.ts';

const operators = {
  text: [
    '=',
    '!=',
    'contains',
    'not contains',
    'in',
    'not in',
    '>=',
    '<=',
    '>',
    '<',
    'is null',
    'is not null',
  ],
  number: ['=', '!=', '>=', '<=', '>', '<', 'in', 'not in', 'is null', 'is not null'],
  time: ['>=', '<=', '>', '<', '=', '!=', 'is null', 'is not null'],
  boolean: ['true', 'false', 'is null', 'is not null'],
} as const satisfies Readonly<Record<ColumnInfo['type'], readonly string[]>>;
export type Operator = (typeof operators)[ColumnInfo['type']][number];

/** Fields whose values are names without an order; a warning is no text to look into either. */
const named: Readonly<Record<string, readonly Operator[]>> = {
  warning: ['=', '!=', 'in', 'not in', 'is null', 'is not null'],
  source: ['=', '!=', 'contains', 'not contains', 'in', 'not in'],
  unjudged: ['=', '!=', 'contains', 'not contains', 'in', 'not in', 'is null', 'is not null'],
};

export function operatorsOf(field: string, type: ColumnInfo['type']): readonly Operator[] {
  return named[field] ?? operators[type];
}

/** The clause that field, operator and values stand for; null while a value is missing. */
export function clauseOf(
  field: string,
  operator: Operator,
  value: string,
  several: readonly string[] = [],
): string | null {
  const name = quoteValue(field);
  if (operator === 'is null' || operator === 'is not null') return `${name} ${operator}`;
  if (operator === 'true') return name;
  if (operator === 'false') return `not ${name}`;
  if (operator === 'in' || operator === 'not in')
    return several.length === 0 ? null : `${name} ${operator} (${several.map(quoteValue).join(', ')})`;
  if (value === '') return null;
  return `${name} ${operator} ${quoteValue(value)}`;
}
