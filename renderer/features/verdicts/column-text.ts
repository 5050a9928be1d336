/** Column names as the address has them. */
export function columnsToText(names: readonly string[]): string {
  return names.map((name) => encodeURIComponent(name)).join(',');
}

export function columnsFromText(text: string): readonly string[] {
  return text
    .split(',')
    .filter((part) => part !== '')
    .map((part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    });
}
