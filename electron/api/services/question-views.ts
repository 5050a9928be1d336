import type { Job } from '../../core/model/job.ts';
import type { RowId } from '../../core/model/verdict.ts';
import type { FirstDifference } from '../../core/prompt/index.ts';
import type { FineGeneration, FineSource, StoredTemplate } from '../../record/index.ts';

export type { FineGeneration, FineSource, FirstDifference };

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

/** Samples by hand, or what a filter matches. */
export interface SampleChoice {
  readonly rows: readonly RowId[];
  readonly filter: string;
  readonly limit: number;
}

export interface RenderingAsked {
  /** The text of a template file, as it stands in the editor. */
  readonly text: string;
  readonly row: RowId;
  readonly rubric_version: string | null;
  readonly fine: FineSource;
  /** Whether the judge takes pictures. */
  readonly images: boolean;
  /** A training request recorded elsewhere, put beside; empty for none. */
  readonly recorded: string;
}

export interface ReproductionAsked extends SampleChoice, Omit<RenderingAsked, 'row' | 'recorded'> {}

/** How a template does over the chosen samples. */
export interface Reproduction extends Reproduced {
  readonly looked_at: number;
  readonly samples: number;
  readonly skipped: readonly {
    readonly reason: string;
    readonly count: number;
    readonly why: string | null;
  }[];
  /** A sample that is not reproduced, to look at next. */
  readonly first_no: RowId | null;
}

export interface TemplateServices {
  list(): readonly TemplateHead[];
  /** Null: the app's own. */
  text(templateId: string | null): TemplateText;
  check(text: string): TemplateCheck;
  /** Saves the next version under the name the text gives itself. */
  save(text: string): TemplateHead;
  remove(templateId: string): void;
  render(asked: RenderingAsked): Promise<TemplateRendering>;
  reproduce(asked: ReproductionAsked): Promise<Reproduction>;
}

export interface FineServices {
  plan(choice: SampleChoice): Promise<FinePlan>;
  /** One call per instruction that has none yet (`again`: every one). */
  generate(
    asked: SampleChoice & { readonly profile_id: string | null; readonly again: boolean },
  ): Promise<Job>;
  list(offset: number, limit: number): FineView;
  /** All of one row's instruction, newest first. */
  ofRow(row: RowId): Promise<readonly FineGeneration[]>;
}
