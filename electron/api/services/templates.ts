import { fail } from '../../core/model/failure.ts';
import type { RowId } from '../../core/model/verdict.ts';
import {
  contentText,
  countPictures,
  DEFAULT_TEMPLATE,
  firstDifference,
  type PromptTemplate,
  pictureUrl,
  readTemplateFile,
  recordedRequest,
  type SentMessages,
  samePrompt,
  templateFileText,
} from '../../core/prompt/index.ts';
import { verdictRow } from '../../logs/query/row.ts';
import type { StoredTemplate } from '../../record/index.ts';
import type { EngineParts } from './parts.ts';
import type {
  MessageView,
  RenderingAsked,
  Reproduction,
  TemplateCheck,
  TemplateHead,
  TemplateRendering,
  TemplateServices,
} from './question-views.ts';
import type { RubricLibrary } from './rubric-library.ts';
import { chooseRows, inBatches, spreadOut } from './run-choice.ts';
import { RunQuestionMaker } from './run-questions.ts';

/** Samples a template is tried on: enough to find the one that differs, few enough to wait for. */
const looksAt = 500;

/** Templates: their versions, and how what they render compares with what the training judge was sent. */
export function templateService(parts: EngineParts, library: RubricLibrary): TemplateServices {
  const { record, store } = parts;

  const check = (text: string): TemplateCheck => {
    const { name, note, template, content_hash, problems } = readTemplateFile(text);
    return {
      ok: template !== null,
      name,
      note,
      content_hash,
      problems: problems.map(({ severity, rule, message, line, column }) => ({
        severity,
        rule,
        message,
        line,
        column,
      })),
    };
  };

  const head = ({ text: _text, ...rest }: StoredTemplate): TemplateHead => ({
    ...rest,
    runs: record.templates.runs().get(rest.template_id) ?? 0,
  });

  const maker = (asked: Omit<RenderingAsked, 'row' | 'recorded'>): RunQuestionMaker =>
    new RunQuestionMaker(parts, library, asked, asked.images, usable(asked.text));

  return {
    list: () => record.templates.list().map(head),
    text(templateId) {
      if (templateId === null)
        return { head: null, text: templateFileText('assay-default', '', DEFAULT_TEMPLATE) };
      const found = record.templates.get(templateId);
      if (found === null)
        throw fail('not_found', 'There is no such template any more.', { template_id: templateId });
      return { head: head(found), text: found.text };
    },
    check,
    save(text) {
      const { name, note, content_hash } = readTemplateFile(text);
      usable(text);
      if (name === null || name.trim() === '' || content_hash === null)
        throw fail(
          'bad_request',
          'The template has no name: write one in its first line, as in name: my-judge.',
        );
      return head(record.templates.save({ name: name.trim(), note, content_hash, text }));
    },
    remove: (templateId) => record.templates.remove(templateId),
    async render(asked) {
      const { question, training } = await maker(asked).rendered(await verdictRow(store, asked.row));
      const given = recordedRequest(asked.recorded);
      const known = given ?? training.messages;
      const beside = {
        messages: known === null ? null : known.map(messageView),
        prompt_hash: training.prompt_hash,
        from: given !== null ? 'given' : training.messages !== null ? 'log' : null,
      } as const;
      if ('skip' in question)
        return {
          row: asked.row,
          messages: [],
          prompt_hash: null,
          skip: { reason: question.skip, why: question.why ?? null },
          remarks: [],
          same_prompt: 'unknown',
          training: beside,
          difference: null,
        };
      const { sent } = question;
      return {
        row: asked.row,
        messages: sent.map(messageView),
        prompt_hash: question.prompt_hash,
        skip: null,
        remarks: question.remarks,
        // a request that a person put beside is compared with; it says nothing of the log's own
        same_prompt:
          given === null ? question.same_prompt : samePrompt({ messages: given, prompt_hash: null }, sent),
        training: beside,
        difference: known === null ? null : firstDifference(sent, known),
      } satisfies TemplateRendering;
    },
    async reproduce(asked) {
      const questions = maker(asked);
      const choice = await chooseRows(store, asked, 1);
      const rows = spreadOut(choice.rows, looksAt);
      const counts = { yes: 0, no: 0, unknown: 0 };
      const skipped = new Map<string, { readonly count: number; readonly why: string | null }>();
      let firstNo: RowId | null = null;
      for await (const batch of inBatches(store, rows, 50))
        for (const [at, { question }] of (
          await Promise.all(batch.map((verdict) => questions.rendered(verdict)))
        ).entries()) {
          if ('skip' in question) {
            const before = skipped.get(question.skip);
            skipped.set(question.skip, {
              count: (before?.count ?? 0) + 1,
              why: before?.why ?? question.why ?? null,
            });
            continue;
          }
          counts[question.same_prompt] += 1;
          if (question.same_prompt === 'no') firstNo ??= batch[at]?.row ?? null;
        }
      return {
        ...counts,
        looked_at: rows.length,
        samples: choice.rows.length,
        skipped: [...skipped].map(([reason, { count, why }]) => ({ reason, count, why })),
        first_no: firstNo,
      } satisfies Reproduction;
    },
  };
}

/** @throws FailureError `bad_request` with line and column of the first error */
function usable(text: string): PromptTemplate {
  const { template, problems } = readTemplateFile(text);
  if (template !== null) return template;
  const first = problems.find(({ severity }) => severity === 'error');
  throw fail(
    'bad_request',
    `Line ${first?.line ?? 1}, column ${first?.column ?? 1}: ${first?.message ?? 'this is no template.'}`,
    { line: first?.line ?? 1, column: first?.column ?? 1 },
  );
}

/** A message to be read by a person: pictures are named, not shown as letters. */
function messageView(message: SentMessages[number]): MessageView {
  const content: unknown = 'content' in message ? message.content : null;
  if (!Array.isArray(content)) return { role: message.role, content: contentText(content), pictures: 0 };
  const texts = content.map((part: unknown) => {
    const url = pictureUrl(part);
    if (url === null) return contentText([part]);
    const data = /^data:([^;,]*)[^,]*,(.*)$/s.exec(url);
    if (data === null) return `[picture ${url.length > 200 ? `${url.slice(0, 200)}…` : url}]`;
    return `[picture ${data[1] ?? ''}, ${Math.floor(((data[2] ?? '').length * 3) / 4)} bytes]`;
  });
  return { role: message.role, content: texts.join('\n'), pictures: countPictures([message]) };
}
