/** Tab-separated text for the clipboard, as spreadsheets take it. */

export type TsvCell = string | number | null;

/** What a spreadsheet would run as a formula; the same rule as for CSV files: an apostrophe makes it a text. */
const dangerous = /^'*[=+\-@\t\r]/;

function cell(value: TsvCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const line = value.replaceAll(/[\t\r\n]+/g, ' ');
  return dangerous.test(value) ? `'${line}` : line;
}

/** Columns and rows as lines of tab-separated cells, figures with every digit they have; what is not known is empty. */
export function tsv(columns: readonly string[], rows: readonly (readonly TsvCell[])[]): string {
  return [columns, ...rows].map((row) => row.map(cell).join('\t')).join('\n');
}
