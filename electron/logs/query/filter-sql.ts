import type {
  ComparisonOperator,
  Condition,
  FieldName,
  Filter,
  FilterValue,
} from '../../core/filter/index.ts';
import { nearNames } from '../../core/filter/index.ts';
import { assertNever, type FailureError, fail } from '../../core/model/failure.ts';
import { unjudgedCauses, warningKinds } from '../../core/model/verdict.ts';
import { flagKinds } from '../schema.ts';
import type { Field, FieldCatalog } from './fields.ts';
import { readTime } from './read-time.ts';

export type SqlValue = string | number | bigint | boolean | null;

/** A condition on `verdicts` for a WHERE clause. What a person typed is in `params` alone. */
export interface SqlCondition {
  readonly sql: string;
  readonly params: readonly SqlValue[];
  /** Texts are searched at every row: the condition is then dearer than a sort. */
  readonly scansText: boolean;
}

/** Whether a text has the one bound next inside it, in any case; NULL where there is no text. */
export function contains(sql: string): string {
  return `contains(lower(${sql}), lower(CAST(? AS VARCHAR)))`;
}

/**
 * Turns a filter into SQL with bound parameters.
 *
 * An absent value is *unknown*: it satisfies no `=`, `in`, `contains` or order; it satisfies `!=`, `not in`,
 * `not contains`; and a `not` before an order or a yes/no field does not bring it in, so that `not passed` lists the
 * judge's failures and never the unjudged rows.
 *
 * @throws FailureError `filter_syntax` for an unknown field (near names in the message and details), or a value that
 *   cannot be compared with its field; `details.position` is where in the filter's text
 */
export function compileFilter(filter: Filter, fields: FieldCatalog): SqlCondition {
  if (filter.kind === 'all') return { sql: 'true', params: [], scansText: false };
  const params: SqlValue[] = [];
  const sql = compiled(filter, fields, params);
  return { sql, params, scansText: searchesText(filter) };
}

function searchesText(condition: Condition): boolean {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.terms.some(searchesText);
    case 'not':
      return searchesText(condition.term);
    default:
      return condition.kind === 'contains';
  }
}

function compiled(condition: Condition, fields: FieldCatalog, params: SqlValue[]): string {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.terms
        .map((term) => `(${compiled(term, fields, params)})`)
        .join(condition.kind === 'and' ? ' AND ' : ' OR ');
    case 'not':
      return `NOT (${compiled(condition.term, fields, params)})`;
    case 'flag':
      return flag(condition.field, known(condition.field, fields));
    case 'has':
      return presence(known(condition.field, fields), false);
    case 'null':
      return presence(known(condition.field, fields), !condition.negated);
    case 'compare':
      return comparison(
        condition.field,
        known(condition.field, fields),
        condition.operator,
        condition.value,
        params,
      );
    case 'contains':
      return substring(
        condition.field,
        known(condition.field, fields),
        condition.negated,
        condition.value,
        params,
      );
    case 'in': {
      const field = known(condition.field, fields);
      const each = condition.values.map(
        (value) => `(${comparison(condition.field, field, '=', value, params)})`,
      );
      return condition.negated ? `NOT (${each.join(' OR ')})` : each.join(' OR ');
    }
    default:
      return assertNever(condition);
  }
}

function known(name: FieldName, fields: FieldCatalog): Field {
  const field = fields.find(name.name);
  if (field !== null) return field;
  const near = fields.near(name.name);
  const hint = near.length === 0 ? 'No opened log has it.' : `Did you mean ${near.join(' or ')}?`;
  throw fail('filter_syntax', `There is no field "${name.name}". ${hint}`, {
    position: name.at,
    field: name.name,
    near: near.join(', '),
  });
}

function flag(name: FieldName, field: Field): string {
  switch (field.kind) {
    case 'boolean':
      return field.sql;
    case 'unjudged':
      return 'unjudged IS NOT NULL';
    case 'warning':
      return 'warnings <> 0';
    case 'extra':
      return asBoolean(field.sql);
    case 'text':
    case 'json':
    case 'number':
    case 'integer':
    case 'time':
    case 'source':
      throw refused(
        name,
        `"${field.name}" is no yes/no field: compare it (${field.name} = value) or write has(${field.name}).`,
      );
    default:
      return assertNever(field.kind);
  }
}

function asBoolean(sql: string): string {
  return `CASE lower(${sql}) WHEN 'true' THEN true WHEN 'false' THEN false WHEN '1' THEN true WHEN '0' THEN false END`;
}

function presence(field: Field, absent: boolean): string {
  if (field.kind === 'warning') return absent ? 'warnings = 0' : 'warnings <> 0';
  return `${field.sql} IS ${absent ? '' : 'NOT '}NULL`;
}

function comparison(
  name: FieldName,
  field: Field,
  operator: ComparisonOperator,
  value: FilterValue,
  params: SqlValue[],
): string {
  const bind = (bound: SqlValue): string => {
    params.push(bound);
    return '?';
  };
  switch (field.kind) {
    case 'number':
      return ordered(field.sql, operator, bindDouble(asNumber(name, value), bind));
    case 'integer': {
      const number = asNumber(name, value);
      // A whole number is bound as one, so that the column is compared as it is stored.
      const bound = Number.isSafeInteger(number) ? bind(BigInt(number)) : bindDouble(number, bind);
      return ordered(field.sql, operator, bound);
    }
    case 'time': {
      const time = readTime(value.text);
      if (time === null)
        throw refused(
          value,
          `"${value.text}" is no time: write 2026-01-31, 2026-01-31T08:00:00Z or a number.`,
        );
      return ordered(field.sql, operator, bindDouble(time, bind));
    }
    case 'boolean': {
      // Three-valued on purpose: a row without a verdict is neither `passed = true` nor `passed != true`.
      const wanted = asYesNo(name, field, operator, value);
      return `${field.sql} = ${bind(operator === '=' ? wanted : !wanted)}`;
    }
    case 'text':
    case 'json':
      return textComparison(field.sql, operator, value.text, false, bind);
    case 'extra':
      return textComparison(field.sql, operator, value.text, true, bind);
    case 'unjudged':
      return equality(
        name,
        'unjudged',
        operator,
        bind(oneOf(value, unjudgedCauses, 'cause of an unjudged row')),
      );
    case 'warning': {
      requireEquality(name, field, operator);
      const kinds: readonly string[] = warningKinds;
      const kind = oneOf(value, [...kinds, ...flagKinds], 'warning');
      const column = kinds.includes(kind) ? 'warnings' : 'flags';
      const bit = bind(2 ** (kinds.includes(kind) ? kinds : [...flagKinds].map(String)).indexOf(kind));
      return `(${column} & CAST(${bit} AS UINTEGER)) ${operator === '=' ? '<>' : '='} 0`;
    }
    case 'source': {
      requireEquality(name, field, operator);
      const negated = operator === '!=' ? 'NOT ' : '';
      return `source_id ${negated}IN (SELECT source_id FROM sources WHERE name = ${bind(value.text)} OR path = ${bind(value.text)})`;
    }
    default:
      return assertNever(field.kind);
  }
}

function ordered(sql: string, operator: ComparisonOperator, bound: string): string {
  switch (operator) {
    case '=':
      return `${sql} IS NOT DISTINCT FROM ${bound}`;
    case '!=':
      return `${sql} IS DISTINCT FROM ${bound}`;
    case '<':
    case '<=':
    case '>':
    case '>=':
      return `${sql} ${operator} ${bound}`;
    default:
      return assertNever(operator);
  }
}

/**
 * Texts are equal as texts; they are ordered as numbers where the value is one ("10" is above "9"). A field that
 * Assay does not know may hold numbers, so there 0.70 also equals 0.7.
 */
function textComparison(
  sql: string,
  operator: ComparisonOperator,
  text: string,
  maybeNumber: boolean,
  bind: (value: SqlValue) => string,
): string {
  const number = readNumber(text);
  const isEquality = operator === '=' || operator === '!=';
  if (number === null || (isEquality && !maybeNumber)) return ordered(sql, operator, bind(text));
  const asNumbers = ordered(`TRY_CAST(${sql} AS DOUBLE)`, operator, bindDouble(number, bind));
  if (!isEquality) return asNumbers;
  const asTexts = ordered(sql, operator, bind(text));
  return operator === '=' ? `(${asNumbers} OR ${asTexts})` : `(${asNumbers} AND ${asTexts})`;
}

function substring(
  name: FieldName,
  field: Field,
  negated: boolean,
  value: FilterValue,
  params: SqlValue[],
): string {
  const found = (sql: string): string => {
    params.push(value.text);
    return `coalesce(${contains(sql)}, false)`;
  };
  const not = negated ? 'NOT ' : '';
  switch (field.kind) {
    case 'text':
    case 'json':
    case 'extra':
    case 'unjudged':
      return `${not}${found(field.sql)}`;
    case 'source':
      return `source_id ${not}IN (SELECT source_id FROM sources WHERE ${found('name')})`;
    case 'number':
    case 'integer':
    case 'time':
    case 'boolean':
    case 'warning':
      throw refused(name, `"${field.name}" is no text; "contains" looks inside texts only.`);
    default:
      return assertNever(field.kind);
  }
}

function equality(name: FieldName, sql: string, operator: ComparisonOperator, bound: string): string {
  if (operator === '=' || operator === '!=') return ordered(sql, operator, bound);
  throw refused(name, `"${name.name}" has no order: use = or !=.`);
}

function requireEquality(name: FieldName, field: Field, operator: ComparisonOperator): void {
  if (operator !== '=' && operator !== '!=')
    throw refused(name, `"${field.name}" has no order: use = or !=.`);
}

function asNumber(name: FieldName, value: FilterValue): number {
  const number = readNumber(value.text);
  if (number === null) throw refused(value, `"${value.text}" is no number, and "${name.name}" is one.`);
  return number;
}

/** Bound as text: a whole number would be bound as a BIGINT, which 1e20 does not fit. */
function bindDouble(number: number, bind: (value: SqlValue) => string): string {
  return `CAST(${bind(String(number))} AS DOUBLE)`;
}

function readNumber(text: string): number | null {
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text))
    ? Number(text)
    : null;
}

function asYesNo(name: FieldName, field: Field, operator: ComparisonOperator, value: FilterValue): boolean {
  requireEquality(name, field, operator);
  switch (value.text.toLowerCase()) {
    case 'true':
    case 'yes':
    case '1':
    case '是':
      return true;
    case 'false':
    case 'no':
    case '0':
    case '否':
      return false;
    default:
      throw refused(value, `"${field.name}" is true or false, not "${value.text}".`);
  }
}

function oneOf<T extends string>(value: FilterValue, allowed: readonly T[], what: string): T {
  const lower = value.text.toLowerCase();
  const found = allowed.find((each) => each === lower);
  if (found !== undefined) return found;
  const near = nearNames(value.text, allowed);
  const hint =
    near.length === 0 ? `It is one of ${allowed.join(', ')}.` : `Did you mean ${near.join(' or ')}?`;
  throw refused(value, `"${value.text}" is no ${what}. ${hint}`);
}

function refused(where: { readonly at: number }, message: string): FailureError {
  return fail('filter_syntax', message, { position: where.at });
}
