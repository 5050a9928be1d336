import {
  type Document,
  isMap,
  isScalar,
  LineCounter,
  parseDocument,
  Scalar,
  stringify,
  type YAMLMap,
} from 'yaml';
import { rubricContentHash } from './content-hash.ts';
import { parseRubric } from './parse.ts';

/** What a child version says of itself. `undefined` leaves a value as it is, null takes it out. */
export interface RubricHeadEdit {
  readonly version?: string;
  readonly parent?: string | null;
  readonly note?: string | null;
}

type HeadKey = 'version' | 'parent' | 'note';
const order: readonly HeadKey[] = ['version', 'parent', 'note'];

export type EditedRubric =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string };

/**
 * The text of a child version: `version`, `parent` and `note` set, every other byte left where it was, so comments,
 * quotes and key order survive. A plain file becomes a versioned one around the same categories. A file with a
 * syntax error is refused; so is an edit that would change what the rubric says.
 */
export function editRubricHead(text: string, head: RubricHeadEdit): EditedRubric {
  const before = parseRubric(text).rubric;
  if (before === null)
    return { ok: false, message: 'The file cannot be read; fix its first error, then derive a child.' };
  let edited = before.form === 'plain' ? wrapPlain(text) : text;
  for (const key of order) {
    const value = head[key];
    if (value !== undefined) edited = setHead(edited, key, value);
  }
  if (holds(edited, head, rubricContentHash(before))) return { ok: true, text: edited };
  const rewritten = throughDocument(text, head, before.form === 'plain');
  if (holds(rewritten, head, rubricContentHash(before))) return { ok: true, text: rewritten };
  return {
    ok: false,
    message: 'The head of this file cannot be edited without changing what it says; edit it by hand.',
  };
}

/** Whether the text reads back with this head and the same content. */
function holds(text: string, head: RubricHeadEdit, content: string): boolean {
  const { rubric } = parseRubric(text);
  if (rubric === null || rubricContentHash(rubric) !== content) return false;
  return order.every((key) => {
    const wanted = head[key];
    return wanted === undefined || (rubric[key] ?? '') === (wanted ?? '').trim();
  });
}

/** A value on one line, quoted where YAML needs it. */
function oneLine(value: string): string {
  const scalar = new Scalar(value.trim());
  if (/[\n\r]/.test(value)) scalar.type = Scalar.QUOTE_DOUBLE;
  return stringify(scalar, { lineWidth: 0 }).trimEnd();
}

function rootOf(text: string): { readonly root: YAMLMap; readonly document: Document } | null {
  const document = parseDocument(text, {
    lineCounter: new LineCounter(),
    uniqueKeys: false,
    logLevel: 'silent',
  });
  return isMap(document.contents) ? { root: document.contents, document } : null;
}

function keyOf(pair: { readonly key: unknown }): string | null {
  return isScalar(pair.key) ? String(pair.key.value) : null;
}

function setHead(text: string, key: HeadKey, value: string | null): string {
  const root = rootOf(text)?.root;
  if (root === undefined || root.flow === true) return text;
  const pair = root.items.find((candidate) => keyOf(candidate) === key);
  const keyRange = isScalar(pair?.key) ? pair.key.range : null;
  if (pair === undefined || keyRange === null || keyRange === undefined)
    return value === null ? text : insertHead(text, root, key, value);
  const node = pair.value;
  const range = isScalar(node) ? node.range : null;
  if (!isScalar(node) || range === null || range === undefined) return text;
  if (value === null) return removeLines(text, keyRange[0], range[1]);
  const block = node.type === Scalar.BLOCK_LITERAL || node.type === Scalar.BLOCK_FOLDED;
  const tail = block && text.slice(range[0], range[1]).endsWith('\n') ? '\n' : '';
  const gap = range[0] === range[1] && !/\s/.test(text[range[0] - 1] ?? '') ? ' ' : '';
  return `${text.slice(0, range[0])}${gap}${oneLine(value)}${tail}${text.slice(range[1])}`;
}

/** A head key that is not there goes after the one before it, and first of all before the first key. */
function insertHead(text: string, root: YAMLMap, key: HeadKey, value: string): string {
  const line = `${key}: ${oneLine(value)}${text.includes('\r\n') ? '\r\n' : '\n'}`;
  const earlier = order.slice(0, order.indexOf(key));
  const after = root.items.filter((pair) => earlier.some((name) => name === keyOf(pair))).at(-1);
  if (after !== undefined) {
    const end = isScalar(after.value) ? after.value.range?.[1] : undefined;
    if (end === undefined) return text;
    if (text[end - 1] === '\n') return text.slice(0, end) + line + text.slice(end);
    const newline = text.indexOf('\n', end);
    return newline === -1 ? `${text}\n${line}` : text.slice(0, newline + 1) + line + text.slice(newline + 1);
  }
  const first = root.items[0];
  const start = isScalar(first?.key) ? first.key.range?.[0] : undefined;
  if (start === undefined) return text;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  return text.slice(0, lineStart) + line + text.slice(lineStart);
}

function removeLines(text: string, from: number, to: number): string {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const end = text[to - 1] === '\n' ? to : text.indexOf('\n', to) + 1;
  return text.slice(0, start) + (end === 0 ? '' : text.slice(end));
}

/** Puts `categories:` above a plain map. Comments up to the last blank line before the first key stay on top. */
function wrapPlain(text: string): string {
  const root = rootOf(text)?.root;
  const first = root?.items[0];
  const start = isScalar(first?.key) ? first.key.range?.[0] : undefined;
  if (root === undefined || root.flow === true || start === undefined) return text;
  const blank = [...text.slice(0, start).matchAll(/^[ \t]*\r?\n/gm)].at(-1);
  const top = blank === undefined ? 0 : blank.index + blank[0].length;
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const body = text
    .slice(top)
    .split('\n')
    .map((line) => (line.trim() === '' ? line : `  ${line}`))
    .join('\n');
  return `${text.slice(0, top)}categories:${newline}${body}`;
}

/** The way of last resort, for flow maps and document markers: comments and order are kept, layout may not be. */
function throughDocument(text: string, head: RubricHeadEdit, plain: boolean): string {
  const found = rootOf(text);
  if (found === null) return text;
  const { document } = found;
  if (plain) document.contents = document.createNode({ categories: found.root });
  const contents = document.contents;
  if (!isMap(contents)) return text;
  for (const key of order) {
    const value = head[key];
    if (value === null) document.delete(key);
    else if (value !== undefined) document.set(key, value);
  }
  const rank = (pair: { readonly key: unknown }): number => {
    const at = order.findIndex((key) => key === keyOf(pair) || key === pair.key);
    return at === -1 ? order.length : at;
  };
  const added = contents.items.some((pair) => rank(pair) < order.length && pair.key === keyOf(pair));
  if (plain || added) contents.items.sort((a, b) => rank(a) - rank(b));
  return document.toString({ lineWidth: 0 });
}
