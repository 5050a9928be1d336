import { joinClauses, quoteValue } from '../../app/filter-text.ts';
import type { Selection } from '../../ui/selection.ts';
import { longestFilter, rowsFilter } from './rows-filter.ts';

/** What a search finds, as a condition of the filter: the engine looks in the same three texts. */
export function searchClause(search: string): string {
  const text = quoteValue(search);
  return `(${['reason', 'evidence', 'error'].map((field) => `${field} contains ${text}`).join(' or ')})`;
}

/**
 * The filter that stands for a selection of “all but some”, for calls that know filters only; null where it would be longer than a
 * filter may be, and for rows that are picked one by one.
 */
export function selectionFilter(selection: Selection, filter: string, search: string): string | null {
  if (selection.mode === 'some') return null;
  const except = selection.except.size === 0 ? '' : rowsFilter([...selection.except]);
  if (except === null) return null;
  const text = joinClauses([
    filter,
    search === '' ? '' : searchClause(search),
    except === '' ? '' : `not (${except})`,
  ]);
  return text.length > longestFilter ? null : text;
}
