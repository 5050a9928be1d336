import { createHash } from 'node:crypto';
import {
  Document,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  Scalar,
  stringify,
  visit,
} from 'yaml';
import { nearestName } from '../rubric/index.ts';
import { chatRoles } from './chat-message.ts';
import { frameFills, frameOrders, keyMatches } from './frame-selection.ts';
import {
  checkTemplate,
  type FrameRule,
  type PromptTemplate,
  type TemplateMessage,
  type TemplateProblem,
} from './template.ts';

/** A problem with its place in the file. */
export interface TemplateFileProblem
  extends Pick<TemplateProblem, 'severity' | 'rule' | 'message' | 'params'> {
  readonly line: number;
  readonly column: number;
}

export interface TemplateFile {
  /** Null where the file does not say. */
  readonly name: string | null;
  readonly note: string;
  /** Null where an error keeps it from being used. */
  readonly template: PromptTemplate | null;
  /** First 16 hex digits of sha256 of what the template means: remarks, names and notes make no difference. */
  readonly content_hash: string | null;
  /** In file order. */
  readonly problems: readonly TemplateFileProblem[];
}

const keys = ['name', 'note', 'frames', 'blocks', 'content', 'system', 'user', 'messages'] as const;
const messageKeys = ['role', 'content'] as const;
const frameKeys = ['max', 'order', 'order_when', 'keep', 'keep_match', 'keep_from', 'fill'] as const;

/**
 * Reads a template file: YAML with `system` and `user` texts (block texts `|-` keep every byte) or a list of `messages`,
 * `frames`, `blocks` and `content`. Never throws: what is wrong is in `problems`, with line, column and what to do.
 */
export function readTemplateFile(text: string): TemplateFile {
  return new FileReader(text).read();
}

class FileReader {
  readonly #text: string;
  readonly #lines = new LineCounter();
  readonly #problems: TemplateFileProblem[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  read(): TemplateFile {
    const document = parseDocument(this.#text, {
      lineCounter: this.#lines,
      prettyErrors: false,
      logLevel: 'silent',
      version: '1.2',
    });
    for (const error of document.errors)
      this.#report(`The file is no YAML here: ${error.message}`, error.pos[0]);
    const root = document.contents;
    if (document.errors.length > 0) return this.#end(null, '', null);
    if (!isMap(root)) {
      this.#report(
        'A template file is a map: write user: |- and below it, moved in, what the judge is asked.',
        0,
      );
      return this.#end(null, '', null);
    }
    const entries = this.#entries(root, keys, 'a template file');
    const name = this.#textOf(entries.get('name')) ?? null;
    const note = this.#textOf(entries.get('note')) ?? '';
    const frames = this.#frames(entries.get('frames'));
    const blocks = this.#oneOf(entries.get('blocks'), 'blocks', ['own_line', 'as_written']);
    const content = this.#oneOf(entries.get('content'), 'content', ['text', 'parts']);
    const listed = this.#messages(entries);
    const template: PromptTemplate = {
      system: this.#textOf(entries.get('system')) ?? '',
      user: this.#textOf(entries.get('user')) ?? '',
      ...(frames === null ? {} : { frames }),
      ...(blocks === null ? {} : { blocks }),
      ...(content === null ? {} : { content }),
      ...(listed === null ? {} : { messages: listed.map(({ message }) => message) }),
    };
    for (const problem of checkTemplate(template)) {
      const place = /^message (\d+)$/.exec(problem.part);
      const node = place === null ? entries.get(problem.part) : listed?.[Number(place[1]) - 1]?.node;
      this.#place(problem, node ?? null);
    }
    return this.#end(name, note, template);
  }

  #end(name: string | null, note: string, template: PromptTemplate | null): TemplateFile {
    const problems = this.#problems.toSorted((a, b) => a.line - b.line || a.column - b.column);
    const usable = problems.some(({ severity }) => severity === 'error') ? null : template;
    return {
      name,
      note,
      template: usable,
      content_hash: usable === null ? null : templateHash(usable),
      problems,
    };
  }

  #entries(map: Node | null, known: readonly string[], where: string): Map<string, Node | null> {
    const entries = new Map<string, Node | null>();
    if (!isMap(map)) return entries;
    for (const { key, value } of map.items) {
      const name = isScalar(key) ? String(key.value) : '';
      if (!known.includes(name)) {
        const near = nearestName(name, known);
        this.#report(
          `“${name}” means nothing in ${where}.${near === null ? ` There are ${known.join(', ')}.` : ` Did you mean “${near}”?`}`,
          offsetOf(key),
        );
      } else entries.set(name, isScalar(value) || isMap(value) || isSeq(value) ? value : null);
    }
    return entries;
  }

  /** A text as YAML has it; undefined where there is none. */
  #textOf(node: Node | null | undefined): string | undefined {
    if (node === undefined || node === null || (isScalar(node) && node.value === null)) return undefined;
    if (isScalar(node) && typeof node.value === 'string') return node.value;
    if (isScalar(node)) return node.source ?? String(node.value);
    this.#report('A text belongs here: write |- and the text below it, moved in.', offsetOf(node));
    return undefined;
  }

  #oneOf<const T extends string>(node: Node | null | undefined, key: string, words: readonly T[]): T | null {
    if (node === undefined || node === null) return null;
    const written = isScalar(node) ? String(node.value) : '';
    const found = words.find((word) => word === written);
    if (found === undefined) this.#report(`${key} is one of ${words.join(', ')}.`, offsetOf(node));
    return found ?? null;
  }

  #frames(node: Node | null | undefined): FrameRule | null {
    if (node === undefined || node === null) return null;
    if (!isMap(node)) {
      this.#report(
        'frames is a map: max, order, order_when, keep, keep_match, keep_from, fill.',
        offsetOf(node),
      );
      return null;
    }
    const entries = this.#entries(node, frameKeys, 'frames');
    const max = this.#max(entries.get('max'));
    const keep = this.#keep(entries.get('keep'));
    const order = this.#oneOf(entries.get('order'), 'order', frameOrders);
    const orderWhen = this.#oneOf(entries.get('order_when'), 'order_when', ['always', 'cut']);
    const match = this.#oneOf(entries.get('keep_match'), 'keep_match', keyMatches);
    const keepFrom = this.#oneOf(entries.get('keep_from'), 'keep_from', ['end', 'start']);
    const fill = this.#oneOf(entries.get('fill'), 'fill', frameFills);
    return {
      ...(max === undefined ? {} : { max }),
      ...(keep === undefined ? {} : { keep }),
      ...(order === null ? {} : { order }),
      ...(orderWhen === null ? {} : { orderWhen }),
      ...(match === null ? {} : { match }),
      ...(keepFrom === null ? {} : { keepFrom }),
      ...(fill === null ? {} : { fill }),
    };
  }

  /** Null where the file has none; what cannot be read as a message is left out, and told. */
  #messages(
    entries: ReadonlyMap<string, Node | null>,
  ): readonly { readonly message: TemplateMessage; readonly node: Node | null }[] | null {
    const list = entries.get('messages');
    if (list === undefined || list === null) return null;
    for (const text of ['system', 'user'] as const)
      if (entries.has(text))
        this.#report(
          `${text} and messages cannot stand together: messages holds all of them, in order.`,
          offsetOf(list),
        );
    if (!isSeq(list) || list.items.length === 0) {
      this.#report(
        'messages is a list: begin each with - role: user and content: |- below it.',
        offsetOf(list),
      );
      return [];
    }
    return list.items.flatMap((item) => {
      if (!isMap(item)) {
        this.#report('A message is a map with role and content.', offsetOf(item));
        return [];
      }
      const parts = this.#entries(item, messageKeys, 'a message');
      const node = parts.get('content') ?? null;
      if (!parts.has('role')) this.#report(`A message has a role: ${chatRoles.join(', ')}.`, offsetOf(item));
      const role = this.#oneOf(parts.get('role'), 'role', chatRoles);
      return [{ message: { role: role ?? 'user', content: this.#textOf(node) ?? '' }, node }];
    });
  }

  #max(node: Node | null | undefined): number | 'rubric' | null | undefined {
    if (node === undefined || node === null) return undefined;
    const value: unknown = isScalar(node) ? node.value : undefined;
    if (value === 'all') return null;
    if (value === 'rubric') return 'rubric';
    if (typeof value === 'number' && Number.isInteger(value) && value >= 1) return value;
    this.#report(
      'max is a whole number of at least 1, rubric (the rubric file’s cap) or all.',
      offsetOf(node),
    );
    return undefined;
  }

  #keep(node: Node | null | undefined): readonly string[] | 'rubric' | undefined {
    if (node === undefined || node === null) return undefined;
    if (isScalar(node) && node.value === 'rubric') return 'rubric';
    if (isSeq(node)) {
      const texts = node.items.map((item) => (isScalar(item) ? String(item.value) : null));
      if (texts.every((text) => text !== null)) return texts;
    }
    this.#report(
      'keep is rubric (the rubric file’s key actions) or a list of actions; [] keeps none.',
      offsetOf(node),
    );
    return undefined;
  }

  #report(message: string, offset: number): void {
    const { line, col } = this.#lines.linePos(offset);
    this.#problems.push({
      severity: 'error',
      rule: 'file',
      message,
      params: {},
      line: Math.max(1, line),
      column: Math.max(1, col),
    });
  }

  /** A problem in a text, moved to where the text stands in the file. */
  #place({ part, line, column, ...problem }: TemplateProblem, node: Node | null): void {
    const start = node?.range?.[0] ?? 0;
    const { line: first, col } = this.#lines.linePos(start);
    const block = isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED');
    // the text of a block begins on the line below its sign, moved in
    const at = block ? first + line : first + line - 1;
    const row = this.#text.split('\n')[at - 1] ?? '';
    const own =
      isScalar(node) && typeof node.value === 'string' ? (node.value.split('\n')[line - 1] ?? '') : '';
    const moved = block
      ? Math.max(0, row.length - own.length)
      : line === 1
        ? col - 1 + (row[col - 1] === '"' || row[col - 1] === "'" ? 1 : 0)
        : 0;
    this.#problems.push({
      ...problem,
      message: node === null ? problem.message : `${part}: ${problem.message}`,
      line: Math.max(1, at),
      column: column + moved,
    });
  }
}

function offsetOf(node: unknown): number {
  return isScalar(node) || isMap(node) || isSeq(node) ? (node.range?.[0] ?? 0) : 0;
}

/** First 16 hex digits of sha256 of the template as JSON, keys sorted; without a list of messages there is no such key. */
function templateHash(template: PromptTemplate): string {
  const { system, user, messages, frames = {}, blocks = 'own_line', content = 'text' } = template;
  const rule = Object.fromEntries(Object.entries(frames).sort(([a], [b]) => (a < b ? -1 : 1)));
  const text = JSON.stringify({ blocks, content, frames: rule, messages, system, user });
  return createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 16);
}

/** A template as the text of a file that reads back as exactly the same template. */
export function templateFileText(name: string, note: string, template: PromptTemplate): string {
  const { frames, blocks, content } = template;
  const rule = frames === undefined ? null : frameFileOf(frames);
  const document = new Document({
    name,
    ...(note === '' ? {} : { note }),
    ...(rule === null ? {} : { frames: rule }),
    ...(blocks === undefined ? {} : { blocks }),
    ...(content === undefined ? {} : { content }),
    ...(template.messages === undefined
      ? { system: template.system, user: template.user }
      : { messages: template.messages.map(({ role, content: text }) => ({ role, content: text })) }),
  });
  visit(document, {
    Pair(_key, { key, value }, path) {
      const name = isScalar(key) ? key.value : null;
      const texts = name === 'system' || name === 'user' || (name === 'content' && path.length > 2);
      if (texts && isScalar(value) && typeof value.value === 'string' && value.value !== '')
        value.type = Scalar.BLOCK_LITERAL;
    },
  });
  return stringify(document, { lineWidth: 0 });
}

function frameFileOf(frames: FrameRule): Readonly<Record<string, unknown>> {
  const { max, keep, order, orderWhen, match, keepFrom, fill } = frames;
  const entries = {
    max: max === null ? 'all' : max,
    order,
    order_when: orderWhen,
    keep,
    keep_match: match,
    keep_from: keepFrom,
    fill,
  };
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined));
}
