/**
 * The grammar of `--where` and of every filter on the screens, as a tree. Positions are UTF-16 offsets into the text
 * that was parsed, so that an editor can underline the word at fault.
 *
 *     filter     = [ or ]                                        nothing: every row
 *     or         = and { "or" and }
 *     and        = unary { "and" unary }
 *     unary      = ( "not" | "!" ) unary | "(" or ")" | condition
 *     condition  = "has" "(" field ")"
 *                | field                                         a yes/no field
 *                | field ( "=" | "==" | "!=" | "<>" | "<" | "<=" | ">" | ">=" ) value
 *                | field ( "contains" | "~" | "!~" | "not" "contains" ) value
 *                | field [ "not" ] "in" "(" value { "," value } ")"
 *                | field "is" [ "not" ] "null"
 *     field      = word | quoted
 *     value      = word | quoted
 *
 * A word is a run of anything but white space, quotes and `( ) , = < > ! ~`. Words of the grammar are read in any
 * case; to use one as a field or a value, quote it.
 */
export interface FieldName {
  readonly name: string;
  readonly at: number;
}

/** A value as written. Whether it is a number, a time or a text is decided by the field it is compared with. */
export interface FilterValue {
  readonly text: string;
  readonly at: number;
}

export const comparisonOperators = ['=', '!=', '<', '<=', '>', '>='] as const;
export type ComparisonOperator = (typeof comparisonOperators)[number];

export type Condition =
  | { readonly kind: 'and'; readonly terms: readonly Condition[] }
  | { readonly kind: 'or'; readonly terms: readonly Condition[] }
  | { readonly kind: 'not'; readonly term: Condition }
  | { readonly kind: 'flag'; readonly field: FieldName }
  | { readonly kind: 'has'; readonly field: FieldName }
  | { readonly kind: 'null'; readonly field: FieldName; readonly negated: boolean }
  | {
      readonly kind: 'compare';
      readonly field: FieldName;
      readonly operator: ComparisonOperator;
      readonly value: FilterValue;
    }
  | {
      readonly kind: 'contains';
      readonly field: FieldName;
      readonly negated: boolean;
      readonly value: FilterValue;
    }
  | {
      readonly kind: 'in';
      readonly field: FieldName;
      readonly negated: boolean;
      readonly values: readonly FilterValue[];
    };

/** A whole filter; `all` for an empty text. */
export type Filter = { readonly kind: 'all' } | Condition;

/** Words that mean something where a field or a value could stand; such a field or value is quoted. */
export const keywords: ReadonlySet<string> = new Set([
  'and',
  'or',
  'not',
  'in',
  'is',
  'contains',
  'null',
  'has',
]);
