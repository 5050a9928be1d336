export type TemplateRule =
  | 'syntax'
  | 'unclosed'
  | 'unknown-name'
  | 'unknown-field'
  | 'unknown-filter'
  | 'wrong-value'
  | 'empty'
  | 'missing-name'
  | 'file';

/**
 * What is wrong at one place of a template's text. Thrown while it is read or rendered, and turned into a problem with its
 * line by whoever knows the text.
 */
export class TemplateError extends Error {
  readonly rule: TemplateRule;
  /** UTF-16 offset in the text. */
  readonly at: number;
  readonly params: Readonly<Record<string, string>>;

  constructor(
    rule: TemplateRule,
    message: string,
    at: number,
    params: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = 'TemplateError';
    this.rule = rule;
    this.at = at;
    this.params = params;
  }
}
