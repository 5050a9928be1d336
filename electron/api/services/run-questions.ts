import { fail } from '../../core/model/failure.ts';
import type { VerdictRow } from '../../core/model/verdict.ts';
import {
  DEFAULT_TEMPLATE,
  instructionHash,
  type PromptTemplate,
  readTemplateFile,
  type SentMessages,
  samePrompt,
  type TrainingPrompt,
  withPictures,
} from '../../core/prompt/index.ts';
import type { RubricVersion } from '../../core/rubric/index.ts';
import type { RowReading } from '../../logs/row-reading.ts';
import { trajectoryWithFields } from '../../logs/trajectory.ts';
import type { FineSource, LineEvidence, StoredPicture, StoredTemplate } from '../../record/index.ts';
import { answerKey } from './answer-key.ts';
import { evidenceLine, evidenceOf } from './evidence-line.ts';
import type { EngineParts } from './parts.ts';
import { promptPictures } from './prompt-pictures.ts';
import type { RubricLibrary } from './rubric-library.ts';
import {
  type PreparedPrompt,
  type PromptSource,
  preparePrompt,
  type Skipped,
  trainingPrompt,
} from './run-prompts.ts';

/** How questions are asked for. */
export interface QuestionsAsked {
  /** Judge under this version; null keeps each row's own. */
  readonly rubric_version: string | null;
  readonly template_id?: string | null;
  readonly fine?: FineSource;
}

export interface SampleQuestion {
  readonly prompt: PreparedPrompt | Skipped;
  readonly evidence: LineEvidence;
  /** The version the sample is judged under. */
  readonly version: string | null;
  /** Picture files the question refers to. */
  readonly pictures: readonly StoredPicture[];
  /** What an earlier answer to the same question is found by; null for a logged question, which is only ever repeated. */
  readonly answer_key: string | null;
  /** Another rubric version, template or criteria than the training's were asked for, and the prompt is not the training's. */
  readonly rejudged: boolean;
}

/** One sample as a template renders it, beside what the log says was sent. */
export interface RenderedSample {
  /** With the messages as they would be sent, pictures put in. */
  readonly question: (PreparedPrompt & { readonly sent: SentMessages }) | Skipped;
  readonly training: TrainingPrompt;
}

/** Makes the questions of samples, from the library, the template and the generated criteria as they are at its making. */
export class RunQuestionMaker {
  readonly template: StoredTemplate | null;
  readonly #parts: EngineParts;
  readonly #rubrics: ReadonlyMap<string, RubricVersion>;
  readonly #rubricHashes: ReadonlyMap<string, string | null>;
  readonly #template: PromptTemplate;
  readonly #version: string | null;
  readonly #fine: FineSource;
  readonly #images: boolean;

  /** @throws FailureError `not_found` for a template that is gone, `bad_request` for one with an error */
  constructor(
    parts: EngineParts,
    library: RubricLibrary,
    asked: QuestionsAsked,
    images: boolean,
    draft: PromptTemplate | null = null,
  ) {
    this.#parts = parts;
    const rubrics = library.list();
    this.#rubrics = new Map(
      rubrics.flatMap(({ version, rubric }) => (rubric === null ? [] : [[version, rubric]])),
    );
    this.#rubricHashes = new Map(rubrics.map(({ version, content_hash }) => [version, content_hash]));
    this.template = draft === null ? storedTemplate(parts, asked.template_id ?? null) : null;
    this.#template = draft ?? (this.template === null ? DEFAULT_TEMPLATE : templateOf(this.template));
    this.#version = asked.rubric_version;
    this.#fine = asked.fine ?? 'log';
    this.#images = images;
  }

  /**
   * The question a re-run would ask of this row: the logged one where there is one and it is asked for.
   *
   * @param reading what the files say of this row among others, asked for together; null asks for this one
   */
  async of(verdict: VerdictRow, reading: RowReading | null = null): Promise<SampleQuestion> {
    const { store } = this.#parts;
    const line =
      reading === null ? await evidenceLine(store, verdict) : evidenceOf(verdict, reading.line(verdict.row));
    const source = this.#sourceOf(verdict, line.fields);
    const version = this.#version ?? verdict.rubric_version;
    const done = (
      prompt: PreparedPrompt | Skipped,
      pictures: readonly StoredPicture[] = [],
      answer_key: string | null = null,
    ): SampleQuestion => ({
      prompt,
      evidence: line.evidence,
      version,
      pictures,
      answer_key,
      rejudged:
        !('skip' in prompt) &&
        prompt.origin === 'template' &&
        prompt.same_prompt !== 'yes' &&
        (source.rejudge || this.template !== null || this.#fine !== 'log'),
    });
    // Finding the trajectory is the slow part; a logged prompt needs none, and without a rubric none helps.
    if (this.#fine === 'log') {
      const without = preparePrompt(source);
      const hashed = typeof line.fields.prompt_hash === 'string';
      if ('skip' in without ? without.skip === 'no_rubric' && !hashed : without.origin === 'log')
        return done(without);
    }
    const whole = await this.#whole(verdict, source, reading);
    if ('skip' in whole) return done(whole);
    const prompt = preparePrompt(whole.source);
    const asked = 'skip' in prompt || prompt.origin === 'log' ? null : prompt.prompt_hash;
    return done(prompt, whole.pictures, asked === null ? null : this.#answerKey(whole.source, asked));
  }

  /** What the template makes of this row, whatever the log holds: for the editor. */
  async rendered(verdict: VerdictRow): Promise<RenderedSample> {
    const line = await evidenceLine(this.#parts.store, verdict);
    const whole = await this.#whole(verdict, this.#sourceOf(verdict, line.fields));
    if ('skip' in whole) return { question: whole, training: trainingPrompt({ line: line.fields }) };
    const training = trainingPrompt(whole.source);
    // a source without a logged question is asked by the template
    const { messages: _messages, prompt: _prompt, ...bare } = whole.source.line;
    const question = preparePrompt({ ...whole.source, line: bare, trajectory_line: null });
    if ('skip' in question) return { question, training };
    const sent = withPictures(question.messages, whole.source.urlOf ?? ((sha256) => sha256));
    return { question: { ...question, sent, same_prompt: samePrompt(training, sent) }, training };
  }

  #sourceOf(verdict: VerdictRow, line: Readonly<Record<string, unknown>>): PromptSource {
    const version = this.#version ?? verdict.rubric_version;
    return {
      verdict,
      line,
      trajectory: null,
      rubric: version === null ? null : (this.#rubrics.get(version) ?? null),
      rejudge: this.#version !== null && this.#version !== verdict.rubric_version,
      template: this.#template,
    };
  }

  async #whole(
    verdict: VerdictRow,
    source: PromptSource,
    reading: RowReading | null = null,
  ): Promise<{ readonly source: PromptSource; readonly pictures: readonly StoredPicture[] } | Skipped> {
    const { store } = this.#parts;
    const { trajectory, fields } = await (reading === null
      ? trajectoryWithFields(store, verdict.row)
      : reading.trajectory(verdict.row));
    const instruction =
      trajectory?.instruction ??
      (typeof source.line.instruction === 'string' ? source.line.instruction : null);
    const fine = this.#criteria(instruction);
    if (fine === 'missing') return { skip: 'fine_missing' };
    const found = this.#images
      ? await promptPictures(store, verdict.row, this.#template, trajectory, source.rubric)
      : { images: new Map<number, string>(), files: [], urls: new Map<string, string>() };
    if ('skip' in found) return found;
    return {
      source: {
        ...source,
        trajectory,
        trajectory_line: fields,
        fine_rubrics: fine,
        images: found.images,
        urlOf: (sha256) => found.urls.get(sha256) ?? '',
      },
      pictures: found.files,
    };
  }

  /** Instruction, rubric content, trajectory and prompt in one hash; the judge is looked at beside it. */
  #answerKey({ verdict, line, trajectory, trajectory_line, rubric }: PromptSource, prompt: string): string {
    const instruction =
      trajectory?.instruction ?? (typeof line.instruction === 'string' ? line.instruction : null);
    const version = this.#version ?? verdict.rubric_version;
    const inLibrary = rubric === null || version === null ? null : (this.#rubricHashes.get(version) ?? null);
    return answerKey({
      instruction_hash: instruction === null ? null : instructionHash(instruction),
      rubric: inLibrary ?? (typeof line.rubric_text === 'string' ? line.rubric_text : null),
      trajectory: trajectory_line ?? trajectory,
      prompt_hash: prompt,
    });
  }

  /** Criteria in place of the log's; null takes the log's own. */
  #criteria(instruction: string | null): readonly string[] | 'missing' | null {
    if (this.#fine === 'log') return null;
    if (this.#fine === 'none') return [];
    const made = instruction === null ? null : this.#parts.record.fine.inForce(instructionHash(instruction));
    return made === null ? 'missing' : made.kept.map(({ text }) => text);
  }
}

function storedTemplate({ record }: EngineParts, templateId: string | null): StoredTemplate | null {
  if (templateId === null) return null;
  const found = record.templates.get(templateId);
  if (found === null)
    throw fail('not_found', 'There is no such template any more. Choose another.', {
      template_id: templateId,
    });
  return found;
}

/** @throws FailureError `bad_request`: what was saved by another version of the app may not be readable by this one */
function templateOf(stored: StoredTemplate): PromptTemplate {
  const { template, problems } = readTemplateFile(stored.text);
  if (template !== null) return template;
  const [first] = problems;
  throw fail(
    'bad_request',
    `The template ${stored.name} cannot be used: line ${first?.line ?? 1}: ${first?.message ?? 'it is empty'}`,
    { template_id: stored.template_id },
  );
}
