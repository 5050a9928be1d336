import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const locales = resolve(import.meta.dirname, '../../../renderer/app/locales');
const namespaces = ['triage', 'variance', 'rubrics', 'pairs', 'calibration'];

type Node = string | { readonly [key: string]: Node };

function read(language: string, namespace: string): Node {
  const value: unknown = JSON.parse(readFileSync(join(locales, language, `${namespace}.json`), 'utf8'));
  return value as Node; // JSON of texts: checked below, leaf by leaf
}

/** Texts by path; English plural forms fold into the one form Chinese has. */
function texts(node: Node, path = ''): Map<string, string> {
  if (typeof node === 'string') return new Map([[path.replace(/_one$/, '_other'), node]]);
  const found = new Map<string, string>();
  for (const [key, child] of Object.entries(node))
    for (const [at, text] of texts(child, path === '' ? key : `${path}.${key}`)) found.set(at, text);
  return found;
}

function variables(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{(\w+)/g)].map((match) => match[1] ?? ''))].sort();
}

test.each(namespaces)('%s says the same things in both languages', (namespace) => {
  const english = texts(read('en', namespace));
  const chinese = texts(read('zh-CN', namespace));
  expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort());
  const differing = [...english].filter(
    ([path, text]) => variables(text).join() !== variables(chinese.get(path) ?? '').join(),
  );
  expect(differing.map(([path]) => path)).toEqual([]);
});
