import { TemplateError } from './template-error.ts';
import { type Expression, ExpressionReader } from './template-expression.ts';
import { type BlockLines, type TemplateToken, templateTokens } from './template-tokens.ts';

/** A template as it is carried out. */
export type TemplateNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly value: Expression; readonly at: number }
  | {
      readonly kind: 'if';
      readonly branches: readonly { readonly when: Expression; readonly body: readonly TemplateNode[] }[];
      readonly otherwise: readonly TemplateNode[];
    }
  | {
      readonly kind: 'for';
      readonly names: readonly string[];
      readonly over: Expression;
      readonly when: Expression | null;
      readonly body: readonly TemplateNode[];
      readonly otherwise: readonly TemplateNode[];
      readonly at: number;
    }
  | { readonly kind: 'set'; readonly name: string; readonly value: Expression }
  /** Ends the text part of the message here; the next one begins. */
  | { readonly kind: 'part' };

const statements = ['if', 'elif', 'else', 'endif', 'for', 'endfor', 'set', 'part'] as const;

/**
 * Reads a template: `{{ value }}`, `{% if %}…{% elif %}…{% else %}…{% endif %}`, `{% for x in list if … %}…{% else
 * %}…{% endfor %}`, `{% set x = … %}`, `{% part %}`, `{# remark #}`. These mean what they mean in Jinja.
 *
 * @throws TemplateError with the offset of what is wrong
 */
export function templateProgram(source: string, lines: BlockLines): readonly TemplateNode[] {
  return new ProgramReader(templateTokens(source, lines)).whole();
}

interface Ended {
  readonly word: (typeof statements)[number];
  readonly reader: ExpressionReader;
  readonly at: number;
}

class ProgramReader {
  readonly #tokens: readonly TemplateToken[];
  #next = 0;

  constructor(tokens: readonly TemplateToken[]) {
    this.#tokens = tokens;
  }

  whole(): readonly TemplateNode[] {
    const { nodes, ended } = this.#until(null, []);
    if (ended !== null) throw stray(ended);
    return nodes;
  }

  /** Nodes up to one of the words, which is handed back. @throws TemplateError where none of them comes */
  #until(
    opened: { readonly word: string; readonly at: number } | null,
    stops: readonly string[],
  ): { readonly nodes: TemplateNode[]; readonly ended: Ended | null } {
    const nodes: TemplateNode[] = [];
    for (;;) {
      const token = this.#tokens[this.#next];
      this.#next += 1;
      if (token === undefined) {
        if (opened === null) return { nodes, ended: null };
        throw new TemplateError(
          'unclosed',
          `This {% ${opened.word} %} is never ended: write {% end${opened.word} %} where it ends.`,
          opened.at,
          { word: opened.word },
        );
      }
      if (token.kind === 'text') nodes.push({ kind: 'text', text: token.text });
      else if (token.kind === 'value') {
        const reader = new ExpressionReader(token.code, token.codeAt);
        const value = reader.expression();
        reader.end();
        nodes.push({ kind: 'value', value, at: token.at });
      } else {
        const statement = begun(token);
        if (stops.includes(statement.word)) return { nodes, ended: statement };
        nodes.push(this.#statement(statement));
      }
    }
  }

  #statement(begin: Ended): TemplateNode {
    const { word, reader, at } = begin;
    if (word === 'if') return this.#if(reader, at);
    if (word === 'for') return this.#for(reader, at);
    if (word === 'set') {
      const name = reader.name();
      reader.expect('=');
      const value = reader.expression();
      reader.end();
      return { kind: 'set', name, value };
    }
    if (word === 'part') {
      reader.end();
      return { kind: 'part' };
    }
    throw stray(begin);
  }

  #if(reader: ExpressionReader, at: number): TemplateNode {
    const branches: { when: Expression; body: readonly TemplateNode[] }[] = [];
    let when = reader.expression();
    reader.end();
    for (;;) {
      const { nodes, ended } = this.#until({ word: 'if', at }, ['elif', 'else', 'endif']);
      branches.push({ when, body: nodes });
      if (ended?.word === 'elif') {
        when = ended.reader.expression();
        ended.reader.end();
        continue;
      }
      ended?.reader.end();
      return { kind: 'if', branches, otherwise: ended?.word === 'else' ? this.#rest('if', at) : [] };
    }
  }

  #for(reader: ExpressionReader, at: number): TemplateNode {
    const names = [reader.name()];
    while (reader.accept(',')) names.push(reader.name());
    reader.expect('in');
    const over = reader.simple();
    const when = reader.accept('if') ? reader.expression() : null;
    reader.end();
    const { nodes, ended } = this.#until({ word: 'for', at }, ['else', 'endfor']);
    ended?.reader.end();
    return {
      kind: 'for',
      names,
      over,
      when,
      body: nodes,
      otherwise: ended?.word === 'else' ? this.#rest('for', at) : [],
      at,
    };
  }

  #rest(word: 'if' | 'for', at: number): readonly TemplateNode[] {
    const { nodes, ended } = this.#until({ word, at }, [`end${word}`]);
    ended?.reader.end();
    return nodes;
  }
}

function begun(token: Extract<TemplateToken, { kind: 'value' | 'block' }>): Ended {
  const match = /^\s*([A-Za-z]*)/.exec(token.code);
  const word = statements.find((each) => each === match?.[1]);
  if (word === undefined)
    throw new TemplateError(
      'syntax',
      `There is no {% ${match?.[1] ?? ''} %}: there are if, elif, else, endif, for, endfor, set and part.`,
      token.at,
    );
  const used = match?.[0].length ?? 0;
  return { word, reader: new ExpressionReader(token.code.slice(used), token.codeAt + used), at: token.at };
}

function stray({ word, at }: Ended): TemplateError {
  return new TemplateError('syntax', `This {% ${word} %} belongs to nothing that was begun before it.`, at, {
    word,
  });
}
