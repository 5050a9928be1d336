/** The fields the page groups by, as the address holds them: names with commas between, `none` for one group. */

export const usualGroups: readonly string[] = ['rubric_version', 'judge_model'];

/** At most two names; the usual ones where the address says nothing. A comma within a name is written `\,`. */
export function readBy(text: string): readonly string[] {
  if (text === '') return usualGroups;
  const names = (text.match(/(?:\\.|[^,\\])+/gs) ?? []).map((name) => name.replaceAll(/\\(.)/gs, '$1'));
  return [...new Set(names)].slice(0, 2);
}

export function writeBy(names: readonly string[]): string {
  const chosen = names.length === 0 ? ['none'] : names;
  const text = chosen.map((name) => name.replaceAll(/[\\,]/g, '\\$&')).join(',');
  return text === usualGroups.join(',') ? '' : text;
}

/** The names that are fields: `none` is not. */
export function fieldsIn(by: readonly string[]): readonly string[] {
  return by.filter((name) => name !== 'none');
}
