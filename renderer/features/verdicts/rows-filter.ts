import { joinClauses } from '../../app/filter-text.ts';

/** The longest filter a call takes. */
export const longestFilter = 10_000;

/**
 * A filter that picks rows by their names (`source:line`, `source:line.part`), for calls that know filters only. Null
 * where it would be longer than a filter may be.
 */
export function rowsFilter(rows: readonly string[]): string | null {
  const bySource = new Map<string, { lines: string[]; parts: string[] }>();
  for (const row of rows) {
    const found = /^(\d+):(\d+)(?:\.(\d+))?$/.exec(row);
    if (found?.[1] === undefined || found[2] === undefined) return null;
    const of = bySource.get(found[1]) ?? { lines: [], parts: [] };
    bySource.set(found[1], of);
    if (found[3] === undefined) of.lines.push(found[2]);
    else of.parts.push(joinClauses([`line = ${found[2]}`, `part = ${found[3]}`]));
  }
  const terms = [...bySource].map(([source, { lines, parts }]) => {
    const plain = lines.length === 0 ? [] : [`line in (${lines.join(', ')}) and part = 0`];
    const inner = [...plain, ...parts].map((term) => `(${term})`).join(' or ');
    return `(source_id = ${source} and (${inner}))`;
  });
  const text = terms.join(' or ');
  return text.length > longestFilter ? null : text;
}
