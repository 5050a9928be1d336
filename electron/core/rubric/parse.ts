import { isMap, isScalar, LineCounter, type Node, parseDocument, type YAMLError, type YAMLMap } from 'yaml';
import { inFileOrder, problemAt, type RubricProblem } from './problem.ts';
import {
  DEFAULT_FINE,
  DEFAULT_KEY_ACTIONS,
  type Route,
  type RubricCategory,
  type RubricVersion,
} from './rubric.ts';
import {
  checkKeys,
  type Entry,
  entriesOf,
  isBlank,
  nodeRange,
  type Reading,
  rangeOf,
  report,
  resolved,
  textOf,
  textOrJson,
  textsOf,
  wrongType,
} from './yaml-reading.ts';

export interface ParsedRubric {
  /** Null where the file is no YAML, is empty or is no map. With errors in `problems` it holds what could be read. */
  readonly rubric: RubricVersion | null;
  readonly problems: readonly RubricProblem[];
}

const headKeys = ['version', 'parent', 'note', 'fine', 'frames', 'routing', 'categories'] as const;
const categoryKeys = ['name', 'steps', 'pitfalls', 'output_format'] as const;

/**
 * Reads a rubric file, in the plain form (a map of categories) or the versioned one. Never throws: what is wrong is
 * in `problems`, with its place. Only the shape is checked here; `lintRubric` adds the rules about meaning.
 */
export function parseRubric(text: string): ParsedRubric {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
    logLevel: 'silent',
    version: '1.2',
    keepSourceTokens: false,
  });
  const reading: Reading = { text, document, lines, problems: [], positions: new Map() };
  for (const error of document.errors) syntaxProblem(reading, error, 'error');
  for (const warning of document.warnings) syntaxProblem(reading, warning, 'warning');
  const root = resolved(reading, document.contents);
  if (document.errors.length > 0) return { rubric: null, problems: inFileOrder(reading.problems) };
  if (isBlank(root)) {
    report(
      reading,
      { severity: 'error', rule: 'empty-file', message: 'The file holds no rubric.', path: '' },
      null,
    );
    return { rubric: null, problems: inFileOrder(reading.problems) };
  }
  if (!isMap(root)) {
    wrongType(reading, 'the file', root, 'a map of categories');
    return { rubric: null, problems: inFileOrder(reading.problems) };
  }
  const rubric = readRoot(reading, root);
  return { rubric, problems: inFileOrder(reading.problems) };
}

function syntaxProblem(reading: Reading, error: YAMLError, severity: 'error' | 'warning'): void {
  const tab = error.code === 'TAB_AS_INDENT';
  reading.problems.push(
    problemAt(
      {
        severity,
        rule: tab ? 'tab-indent' : severity === 'error' ? 'yaml-syntax' : 'yaml-warning',
        message: tab ? 'Indent with spaces: YAML takes no tabs.' : error.message,
        params: { code: error.code },
        path: '',
      },
      rangeOf(reading.lines, error.pos[0], error.pos[1]),
    ),
  );
}

/** A head key makes the file versioned, unless its value is itself a category (a map with steps). */
function isVersioned(entries: readonly Entry[]): boolean {
  return entries.some(
    (entry) => headKeys.some((key) => key === entry.key) && !(isMap(entry.value) && entry.value.has('steps')),
  );
}

function readRoot(reading: Reading, root: YAMLMap): RubricVersion {
  const entries = entriesOf(reading, root, '');
  const versioned = isVersioned(entries);
  const head = new Map<string, Node | null>(
    versioned ? entries.map((entry) => [entry.key, entry.value]) : [],
  );
  if (versioned) checkKeys(reading, entries, headKeys);
  const text = (key: string): string | null => {
    const value = textOf(reading, key, head.get(key) ?? null);
    return value === '' ? null : value;
  };
  const parts = {
    version: text('version'),
    parent: text('parent'),
    note: text('note'),
    fine: readFine(reading, head.get('fine') ?? null),
    frames: readFrames(reading, head.get('frames') ?? null),
    routing: readRouting(reading, head.get('routing') ?? null),
    categories: versioned
      ? readCategories(reading, head.get('categories') ?? null)
      : readPlain(reading, entries),
  };
  return {
    form: versioned ? 'versioned' : 'plain',
    ...parts,
    positions: Object.fromEntries(reading.positions),
    source: reading.text,
  };
}

/** The entries of an optional map; anything else is reported and read as absent. */
function optionalMap(reading: Reading, path: string, node: Node | null): Entry[] {
  if (isBlank(node)) return [];
  if (isMap(node)) return entriesOf(reading, node, path);
  wrongType(reading, path, node, 'a map');
  return [];
}

function wholeNumber(reading: Reading, entry: Entry | undefined, least: number): number | null {
  if (entry === undefined || isBlank(entry.value)) return null;
  const value = isScalar(entry.value) ? entry.value.value : null;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value;
  wrongType(reading, entry.path, entry.value, `a whole number from ${least}`);
  return null;
}

function readFine(reading: Reading, node: Node | null): RubricVersion['fine'] {
  const entries = optionalMap(reading, 'fine', node);
  checkKeys(reading, entries, ['max', 'abstain']);
  const max = wholeNumber(
    reading,
    entries.find((entry) => entry.key === 'max'),
    0,
  );
  const abstain = entries.find((entry) => entry.key === 'abstain');
  const value = isScalar(abstain?.value) ? abstain.value.value : null;
  if (abstain !== undefined && !isBlank(abstain.value) && typeof value !== 'boolean')
    wrongType(reading, abstain.path, abstain.value, 'true or false');
  return {
    max: max ?? DEFAULT_FINE.max,
    abstain: typeof value === 'boolean' ? value : DEFAULT_FINE.abstain,
  };
}

function readFrames(reading: Reading, node: Node | null): RubricVersion['frames'] {
  const entries = optionalMap(reading, 'frames', node);
  checkKeys(reading, entries, ['max', 'key_actions']);
  const actions = entries.find((entry) => entry.key === 'key_actions');
  return {
    max: wholeNumber(
      reading,
      entries.find((entry) => entry.key === 'max'),
      1,
    ),
    key_actions:
      actions === undefined
        ? DEFAULT_KEY_ACTIONS
        : textsOf(reading, actions.path, actions.value, 'key action'),
  };
}

function readRouting(reading: Reading, node: Node | null): Route[] {
  return optionalMap(reading, 'routing', node).map((entry) => ({
    category: entry.key,
    keywords: textsOf(reading, entry.path, entry.value, 'keyword'),
  }));
}

function readCategories(reading: Reading, node: Node | null): RubricCategory[] {
  return readPlain(reading, optionalMap(reading, 'categories', node));
}

function readPlain(reading: Reading, entries: readonly Entry[]): RubricCategory[] {
  return entries.map((entry) => readCategory(reading, entry));
}

function readCategory(reading: Reading, entry: Entry): RubricCategory {
  if (!isMap(entry.value)) {
    wrongType(
      reading,
      entry.path,
      entry.value ?? entry.keyNode,
      'a map with name, steps, pitfalls and output_format',
    );
    return { id: entry.key, name: null, steps: [], pitfalls: [], output_format: null };
  }
  const fields = entriesOf(reading, entry.value, entry.path);
  checkKeys(reading, fields, categoryKeys);
  const field = (key: (typeof categoryKeys)[number]): Node | null =>
    fields.find((candidate) => candidate.key === key)?.value ?? null;
  const name = textOf(reading, `${entry.path}.name`, field('name'));
  const format = textOrJson(reading, `${entry.path}.output_format`, field('output_format'));
  // A finding about the category as a whole is shown at its name, not over all of its lines.
  reading.positions.set(entry.path, nodeRange(reading, entry.keyNode));
  return {
    id: entry.key,
    name: name === '' ? null : name,
    steps: textsOf(reading, `${entry.path}.steps`, field('steps'), 'step'),
    pitfalls: textsOf(reading, `${entry.path}.pitfalls`, field('pitfalls'), 'pitfall'),
    output_format: format === '' ? null : format,
  };
}
