import { byCodePoint } from './python-json.ts';
import { doubleQuoted, type Place, plain, singleQuoted, styleOf } from './python-yaml-text.ts';
import { TemplateError } from './template-error.ts';
import { isList, numberText, Picture, type TemplateValue } from './template-value.ts';

export interface PythonYamlOptions {
  /** Texts are folded at the first space past this column. */
  readonly width: number;
  readonly sortKeys: boolean;
  /** Characters beyond ASCII as escapes: PyYAML without `allow_unicode`. */
  readonly ascii: boolean;
}

/**
 * YAML as PyYAML's `yaml.safe_dump(value, allow_unicode=True, sort_keys=False)` writes it, the last line break included:
 * lists not moved in below their key, texts plain where YAML 1.1 reads them back as texts, folded past the width.
 */
export function pythonYaml(value: TemplateValue, options: PythonYamlOptions): string {
  const writer = new Writer(options);
  writer.root(value);
  return writer.text;
}

class Writer {
  text = '';
  readonly #options: PythonYamlOptions;

  constructor(options: PythonYamlOptions) {
    this.#options = options;
  }

  root(value: TemplateValue): void {
    if (isBlock(value)) this.#block(value, 0, true);
    else {
      const { written, style } = this.#scalar(value, 0, false);
      // a bare text at the root is closed by the end of the document
      this.text += style === 'plain' ? `${written}\n...\n` : `${written}\n`;
    }
  }

  /** Lists and objects that have something in them. `inPlace`: the first line is begun already. */
  #block(value: Block, indent: number, inPlace: boolean): void {
    let first = inPlace;
    const begin = (): void => {
      if (!first) this.text += ' '.repeat(indent);
      first = false;
    };
    if (isList(value))
      for (const item of value) {
        begin();
        this.text += '- ';
        if (isBlock(item)) this.#block(item, indent + 2, true);
        else this.#value(item, indent);
      }
    else
      for (const [key, item] of this.#entries(value)) {
        begin();
        const { written } = this.#scalar(key, indent, true);
        this.text += `${written}:`;
        if (isBlock(item)) {
          this.text += '\n';
          // a list stands below its key, an object is moved in
          this.#block(item, isList(item) ? indent : indent + 2, false);
        } else {
          this.text += ' ';
          this.#value(item, indent);
        }
      }
  }

  #value(value: Exclude<TemplateValue, Block>, indent: number): void {
    this.text += `${this.#scalar(value, indent, false).written}\n`;
  }

  #entries(value: { readonly [key: string]: TemplateValue }): [string, TemplateValue][] {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    return this.#options.sortKeys ? entries.sort(([a], [b]) => byCodePoint(a, b)) : entries;
  }

  #scalar(
    value: TemplateValue,
    indent: number,
    key: boolean,
  ): { readonly written: string; readonly style: 'plain' | 'quoted' } {
    if (value instanceof Picture) throw new TemplateError('wrong-value', 'A picture is no YAML.', 0);
    if (typeof value !== 'string')
      return {
        written: simple(value),
        style: typeof value === 'object' && value !== null ? 'quoted' : 'plain',
      };
    const line = this.text.slice(this.text.lastIndexOf('\n') + 1);
    const place: Place = {
      column: [...line].length,
      indent: indent + 2,
      width: key ? Number.POSITIVE_INFINITY : this.#options.width,
      ascii: this.#options.ascii,
    };
    if (key && (value.length >= 128 || value === '' || value.includes('\n')))
      throw new TemplateError(
        'wrong-value',
        'A key that is empty, long or of several lines is not written as YAML here.',
        0,
      );
    const style = styleOf(value, this.#options.ascii);
    if (style === 'plain') return { written: plain(value, place), style };
    return {
      written: style === 'single' ? singleQuoted(value, place) : doubleQuoted(value, place),
      style: 'quoted',
    };
  }
}

type Block = readonly TemplateValue[] | { readonly [key: string]: TemplateValue };

function isBlock(value: TemplateValue): value is Block {
  if (typeof value !== 'object' || value === null || value instanceof Picture) return false;
  return Object.keys(value).length > 0;
}

function simple(value: Exclude<TemplateValue, string>): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return Number.isNaN(value) ? '.nan' : value > 0 ? '.inf' : '-.inf';
    const text = numberText(value);
    return text.includes('e') && !text.includes('.') ? text.replace('e', '.0e') : text;
  }
  return isList(value) ? '[]' : '{}';
}
