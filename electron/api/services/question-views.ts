import type { RowId } from '../../core/model/verdict.ts';
import type { FineGeneration, FineSource, StoredTemplate } from '../../record/index.ts';

export type { FineGeneration, FineSource };

/** A saved template version in a list. */
export interface TemplateHead extends Omit<StoredTemplate, 'text'> {
  /** Re-runs made with it. */
  readonly runs: number;
}

export interface TemplateText {
  /** Null for the app's own. */
  readonly head: TemplateHead | null;
  readonly text: string;
}

export interface TemplateProblemView {
  readonly severity: 'error' | 'warning';
  readonly rule: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

export interface TemplateCheck {
  readonly ok: boolean;
  readonly name: string | null;
  readonly note: string;
  readonly content_hash: string | null;
  readonly problems: readonly TemplateProblemView[];
}

/** What a prompt lacked or had to bend, and in how many samples. */
export interface RemarkCount {
  readonly code: string;
  readonly samples: number;
}

/** How many of the looked-at samples a template reproduces. */
export interface Reproduced {
  readonly yes: number;
  readonly no: number;
  readonly unknown: number;
}

export interface MessageView {
  readonly role: string;
  /** Pictures stand in it as `[picture image/png, 12,345 bytes]`. */
  readonly content: string;
  readonly pictures: number;
}

/** Where two requests part, in the JSON text of their messages. */
export interface FirstDifference {
  /** From 0, in UTF-8 bytes of the text. */
  readonly byte: number;
  readonly bytes: { readonly template: number; readonly training: number };
  /** Message from 0, and line and column from 1 in its text; null where the difference is not inside a text. */
  readonly place: {
    readonly message: number;
    readonly role: string;
    readonly line: number;
    readonly column: number;
  } | null;
  /** The text around the place in each, the difference between `same` and the rest. */
  readonly same: string;
  readonly template: string;
  readonly training: string;
}

export interface TemplateRendering {
  readonly row: RowId;
  readonly messages: readonly MessageView[];
  /** Null where it cannot be rendered; `skip` says why. */
  readonly prompt_hash: string | null;
  readonly skip: { readonly reason: string; readonly why: string | null } | null;
  readonly remarks: readonly { readonly code: string; readonly count: number }[];
  readonly same_prompt: 'yes' | 'no' | 'unknown';
  readonly training: {
    readonly messages: readonly MessageView[] | null;
    readonly prompt_hash: string | null;
    /** `log`: recorded with the verdict; `given`: put beside it by a person. */
    readonly from: 'log' | 'given' | null;
  };
  /** Null where there are no messages to compare with, or they are the same to the byte. */
  readonly difference: FirstDifference | null;
}

export interface FineView {
  readonly counts: Readonly<Record<FineGeneration['state'], number>>;
  readonly total: number;
  readonly rows: readonly FineGeneration[];
}

/** What generating criteria for a choice of samples comes to. */
export interface FinePlan {
  readonly samples: number;
  readonly instructions: number;
  /** Of them, those that have criteria (or an empty list) already. */
  readonly made: number;
  readonly without_instruction: number;
}
