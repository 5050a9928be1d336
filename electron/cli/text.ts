import type { Interval } from '../core/model/verdict.ts';

/** Shown where there is no figure. */
const nothing = '–';

const controls: Readonly<Record<string, string>> = { '\n': '⏎', '\r': '⏎', '\t': ' ' };

/** A log's text for a terminal: control characters are spelled out, so that none of it can steer the terminal. */
export function printable(text: string): string {
  return text.replaceAll(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly what must not reach a terminal
    /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (character) => controls[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The same for a text of several lines. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** How many columns a terminal gives a text: two for CJK and emoji, none for combining marks. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/\p{Mn}|\p{Me}|\u200d|\ufe0f/u.test(character)) continue;
    width +=
      /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u.test(
        character,
      )
        ? 2
        : 1;
  }
  return width;
}

/** A text cut to so many columns, with an ellipsis where something is missing. */
export function cut(text: string, columns: number): string {
  const shown = printable(text.trim());
  if (displayWidth(shown) <= columns) return shown;
  let kept = '';
  let width = 0;
  for (const character of shown) {
    width += displayWidth(character);
    if (width > columns - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

export interface Column {
  readonly title: string;
  readonly align: 'left' | 'right';
}

/** Columns to the left by name, figures to the right. */
export function left(title: string): Column {
  return { title, align: 'left' };
}
export function right(title: string): Column {
  return { title, align: 'right' };
}

/** An aligned table with two spaces between its columns, ending in a line break. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const lines = [columns.map(({ title }) => title), ...rows];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => displayWidth(line[at] ?? ''))));
  return lines
    .map((line) =>
      columns
        .map(({ align }, at) => {
          const cell = line[at] ?? '';
          const space = ' '.repeat(Math.max(0, (widths[at] ?? 0) - displayWidth(cell)));
          return align === 'right' ? space + cell : cell + space;
        })
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}

export function count(value: number): string {
  return value.toLocaleString('en-US');
}

/** `1 row`, `2,000 rows`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

export function percent(rate: number | null): string {
  return rate === null ? nothing : `${(rate * 100).toFixed(1)}%`;
}

export function interval(bounds: Interval | null): string {
  return bounds === null ? nothing : `[${percent(bounds[0])}, ${percent(bounds[1])}]`;
}

/** `12.5% [10.1%, 15.2%]`; without an interval the rate alone. */
export function rateWithInterval(rate: number | null, bounds: Interval | null): string {
  return bounds === null ? percent(rate) : `${percent(rate)} ${interval(bounds)}`;
}

/** A figure to so many decimals. */
export function figure(value: number | null, decimals = 4): string {
  return value === null ? nothing : value.toFixed(decimals);
}

export function milliseconds(value: number | null): string {
  return value === null ? nothing : `${count(Math.round(value))} ms`;
}

export function wordOr(text: string | null | undefined): string {
  return text === null || text === undefined || text === '' ? nothing : printable(text);
}

/** A p value that is never shown as 0. */
export function probability(p: number | null): string {
  if (p === null) return nothing;
  return p < 0.0001 ? '< 0.0001' : p.toFixed(4);
}
