import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type LineCounter,
  type Node,
  type YAMLMap,
} from 'yaml';
import { type Finding, problemAt, type RubricProblem } from './problem.ts';
import type { SourceRange } from './rubric.ts';
import { nearestName } from './similar.ts';

/** One reading of a YAML file: what was found wrong and where each path stands. */
export interface Reading {
  readonly text: string;
  readonly document: Document;
  readonly lines: LineCounter;
  readonly problems: RubricProblem[];
  readonly positions: Map<string, SourceRange>;
}

/** An entry of a map with its key as text. `value` is null where the file has nothing after the colon. */
export interface Entry {
  readonly key: string;
  readonly keyNode: Node | null;
  readonly value: Node | null;
  readonly path: string;
}

export function rangeOf(lines: LineCounter, offset: number, endOffset: number): SourceRange {
  const start = lines.linePos(offset);
  const end = lines.linePos(Math.max(offset, endOffset));
  return {
    line: Math.max(1, start.line),
    column: Math.max(1, start.col),
    endLine: Math.max(1, end.line),
    endColumn: Math.max(1, end.col),
    offset,
    endOffset: Math.max(offset, endOffset),
  };
}

/** The place of a node without the line break that ends a block; the head of the file for a node without a place. */
export function nodeRange(reading: Reading, node: Node | null): SourceRange {
  const range = node?.range;
  if (range === undefined || range === null) return rangeOf(reading.lines, 0, 0);
  const [start, end] = range;
  const trimmed = start + reading.text.slice(start, end).trimEnd().length;
  return rangeOf(reading.lines, start, Math.max(trimmed, start));
}

export function report(reading: Reading, finding: Finding, node: Node | null): void {
  reading.problems.push(problemAt(finding, nodeRange(reading, node)));
}

/** `path.key`, or `path["a.b"]` where the key itself holds a dot, a bracket or a quote. */
export function childPath(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  if (/[.[\]"]/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

/** Follows an alias to what it stands for. An alias to nothing is a syntax error that the parser has reported. */
export function resolved(reading: Reading, node: unknown): Node | null {
  if (isAlias(node)) return node.resolve(reading.document) ?? null;
  return isMap(node) || isSeq(node) || isScalar(node) ? node : null;
}

/** Whether a node says nothing: absent, or the null that an empty value is read as. */
export function isBlank(node: Node | null): boolean {
  return node === null || (isScalar(node) && node.value === null);
}

export function typeName(node: Node | null): string {
  if (isMap(node)) return 'a map';
  if (isSeq(node)) return 'a list';
  if (isScalar(node)) return node.value === null ? 'nothing' : `a ${typeof node.value}`;
  return 'nothing';
}

/** The entries of a map in file order; a key that comes again is reported and the last value wins, as in JSON. */
export function entriesOf(reading: Reading, map: YAMLMap, path: string): Entry[] {
  const entries = new Map<string, Entry>();
  for (const pair of map.items) {
    const keyNode = resolved(reading, pair.key);
    if (!isScalar(keyNode)) {
      report(
        reading,
        { severity: 'error', rule: 'wrong-type', message: 'A key must be text.', path },
        keyNode,
      );
      continue;
    }
    const key =
      typeof keyNode.value === 'string' ? keyNode.value.trim() : (keyNode.source ?? String(keyNode.value));
    const entryPath = childPath(path, key);
    if (entries.has(key))
      report(
        reading,
        {
          severity: 'error',
          rule: 'duplicate-key',
          message: `The key “${key}” is here a second time; the first one is lost.`,
          params: { key },
          path: entryPath,
        },
        keyNode,
      );
    const value = resolved(reading, pair.value);
    entries.set(key, { key, keyNode, value, path: entryPath });
    reading.positions.set(entryPath, nodeRange(reading, value ?? keyNode));
  }
  return [...entries.values()];
}

/** Reports the keys a map may not have. One that looks like a slip of the pen is an error: its content would be lost. */
export function checkKeys(reading: Reading, entries: readonly Entry[], known: readonly string[]): void {
  const present = new Set(entries.map((entry) => entry.key));
  for (const entry of entries) {
    if (known.includes(entry.key)) continue;
    const near = nearestName(
      entry.key,
      known.filter((name) => !present.has(name)),
    );
    report(
      reading,
      {
        severity: near === null ? 'warning' : 'error',
        rule: 'unknown-key',
        message:
          near === null
            ? `Nothing reads the key “${entry.key}”.`
            : `Nothing reads the key “${entry.key}”. Did you mean “${near}”?`,
        params: near === null ? { key: entry.key } : { key: entry.key, suggestion: near },
        path: entry.path,
      },
      entry.keyNode,
    );
  }
}

export function wrongType(reading: Reading, path: string, node: Node | null, wanted: string): void {
  report(
    reading,
    {
      severity: 'error',
      rule: 'wrong-type',
      message: `“${path}” must be ${wanted}; this is ${typeName(node)}.`,
      params: { path, wanted, found: typeName(node) },
      path,
    },
    node,
  );
}

/** Trimmed text, or null where there is none. A number or boolean is taken as it is written, with a warning. */
export function textOf(reading: Reading, path: string, node: Node | null): string | null {
  if (isBlank(node)) return null;
  if (!isScalar(node)) {
    wrongType(reading, path, node, 'text');
    return null;
  }
  if (typeof node.value === 'string') return node.value.replaceAll('\r\n', '\n').trim();
  const written = node.source ?? String(node.value);
  report(
    reading,
    {
      severity: 'warning',
      rule: 'not-text',
      message: `“${written}” is read as ${typeName(node)}; put it in quotes to keep it text.`,
      params: { written },
      path,
    },
    node,
  );
  return written;
}

/**
 * Text, or the JSON of a map or list: an output format is often written out as the object that is wanted.
 * Aliases that multiply beyond the parser's limit are reported, not followed.
 */
export function textOrJson(reading: Reading, path: string, node: Node | null): string | null {
  if (!isMap(node) && !isSeq(node)) return textOf(reading, path, node);
  try {
    return JSON.stringify(node.toJS(reading.document), null, 1);
  } catch {
    wrongType(reading, path, node, 'text');
    return null;
  }
}

/** The texts of a list; what is blank or no text is left out and reported. */
export function textsOf(reading: Reading, path: string, node: Node | null, what: string): string[] {
  if (isBlank(node)) return [];
  if (!isSeq(node)) {
    wrongType(reading, path, node, 'a list');
    return [];
  }
  const texts: string[] = [];
  for (const [index, item] of node.items.entries()) {
    const itemPath = childPath(path, index);
    const value = resolved(reading, item);
    if (isMap(value)) {
      report(
        reading,
        {
          severity: 'error',
          rule: 'step-is-map',
          message: `This ${what} has a colon and is read as a map; put the whole sentence in quotes.`,
          params: { what },
          path: itemPath,
        },
        value,
      );
      continue;
    }
    const text = textOf(reading, itemPath, value);
    if (text === null || text === '') {
      if (isBlank(value) || text === '')
        report(
          reading,
          {
            severity: 'error',
            rule: 'empty-text',
            message: `This ${what} is empty.`,
            params: { what },
            path: itemPath,
          },
          value ?? node,
        );
      continue;
    }
    // The place is kept under the index the text gets, which is what every later rule speaks of.
    reading.positions.set(childPath(path, texts.length), nodeRange(reading, value));
    texts.push(text);
  }
  return texts;
}
