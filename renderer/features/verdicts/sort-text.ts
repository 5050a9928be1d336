import type { SortKey } from '../../../electron/api/types.ts';

/** The sort as the address has it: `-step,latency_ms` sorts by step downwards, then by latency upwards. */
export function sortToText(sort: readonly SortKey[]): string {
  return sort
    .map((key) => `${key.direction === 'desc' ? '-' : ''}${encodeURIComponent(key.column)}`)
    .join(',');
}

export function sortFromText(text: string): readonly SortKey[] {
  return text
    .split(',')
    .filter((part) => part !== '' && part !== '-')
    .slice(0, 5)
    .map((part) => ({
      column: decodeSafely(part.replace(/^-/, '')),
      direction: part.startsWith('-') ? 'desc' : 'asc',
    }));
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
