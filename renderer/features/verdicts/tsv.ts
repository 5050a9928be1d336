/** A cell of tab-separated text: what would end it becomes a space. */
export function tsvCell(text: string): string {
  return text.replaceAll(/[\t\r\n]+/g, ' ');
}
