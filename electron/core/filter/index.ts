export type { ComparisonOperator, Condition, FieldName, Filter, FilterValue } from './ast.ts';
export { choosesByOutcome, speaksOfOutcome } from './by-outcome.ts';
export { formatFilter, spelled } from './format.ts';
export { type FilterFault, type FilterFaultCode, type ParsedFilter, parseFilter } from './parse.ts';
export { nearNames } from './suggest.ts';
