import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseSync } from 'vite';

/** What the tests on the screens' texts look at: translation files, and the visible text that sources hold themselves. */
export const rendererFolder = resolve(import.meta.dirname, '..', '..', 'renderer');

/** One translation file as `key → text`, nested keys joined by dots. */
export function textsOf(language: string, namespace: string): ReadonlyMap<string, string> {
  const path = join(rendererFolder, 'app', 'locales', language, `${namespace}.json`);
  const texts = new Map<string, string>();
  const walk = (value: unknown, key: string): void => {
    if (typeof value === 'string') texts.set(key, value);
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) walk(inner, key === '' ? name : `${key}.${name}`);
    else throw new Error(`${path}: ${key} is neither text nor an object`);
  };
  walk(JSON.parse(readFileSync(path, 'utf8')), '');
  return texts;
}

export function namespacesOf(language: string): string[] {
  return readdirSync(join(rendererFolder, 'app', 'locales', language))
    .map((name) => name.replace(/\.json$/, ''))
    .sort();
}

/** `more_one` and `more_other` are the same text in two numbers. */
export function withoutNumber(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, '');
}

export interface SourceText {
  readonly file: string;
  readonly text: string;
}

export interface UsedKey {
  readonly file: string;
  readonly namespace: string;
  /** A whole key, or the fixed beginning of one that is put together. */
  readonly key: string;
  readonly prefix: boolean;
}

type Node = { readonly type: string } & Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function visit(node: Node, see: (node: Node) => void): void {
  see(node);
  for (const value of Object.values(node)) {
    if (isNode(value)) visit(value, see);
    else if (Array.isArray(value)) for (const item of value) if (isNode(item)) visit(item, see);
  }
}

function parsed(file: string, source: string): Node {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed`);
  if (!isNode(program)) throw new Error(`${file} has no program`);
  return program;
}

export function sourceFiles(): string[] {
  return readdirSync(rendererFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}

const shownAttributes = new Set(['title', 'aria-label', 'label', 'placeholder', 'description', 'alt']);

/** Texts a TSX source would show as they stand, whatever the language: words between tags, and in attributes that are read. */
export function literalTexts(file: string, source = readFileSync(file, 'utf8')): SourceText[] {
  const found: SourceText[] = [];
  const name = relative(rendererFolder, file);
  const add = (value: unknown): void => {
    if (typeof value === 'string' && /\p{L}{2}/u.test(value)) found.push({ file: name, text: value.trim() });
  };
  visit(parsed(file, source), (node) => {
    if (node.type === 'JSXText') add(node.value);
    if (
      node.type === 'JSXExpressionContainer' &&
      isNode(node.expression) &&
      node.expression.type === 'Literal'
    )
      add(node.expression.value);
    if (node.type !== 'JSXAttribute' || !isNode(node.name) || !isNode(node.value)) return;
    if (shownAttributes.has(String(node.name.name)) && node.value.type === 'Literal') add(node.value.value);
  });
  return found;
}

/** Every `t('…')` of a source, in the namespace the source asks for. */
export function usedKeys(file: string): UsedKey[] {
  const source = readFileSync(file, 'utf8');
  const own =
    /useTranslation\(\s*\[?\s*'([^']+)'/.exec(source)?.[1] ??
    /TFunction<'([^']+)'/.exec(source)?.[1] ??
    'common';
  const found: UsedKey[] = [];
  const add = (text: string, prefix: boolean): void => {
    const colon = text.indexOf(':');
    const namespace = colon < 0 ? own : text.slice(0, colon);
    found.push({ file: relative(rendererFolder, file), namespace, key: text.slice(colon + 1), prefix });
  };
  visit(parsed(file, source), (node) => {
    if (node.type !== 'CallExpression' || !isNode(node.callee) || node.callee.name !== 't') return;
    const argument: unknown = Array.isArray(node.arguments) ? node.arguments[0] : undefined;
    if (!isNode(argument)) return;
    if (argument.type === 'Literal' && typeof argument.value === 'string') add(argument.value, false);
    if (argument.type !== 'TemplateLiteral' || !Array.isArray(argument.quasis)) return;
    const first: unknown = argument.quasis[0];
    if (isNode(first) && typeof first.value === 'object' && first.value !== null && 'cooked' in first.value)
      add(String(first.value.cooked), true);
  });
  return found;
}
