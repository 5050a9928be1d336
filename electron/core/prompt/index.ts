/** Prompts: templates, frame selection, the messages a judge is sent, and whether they are those of the training. */
export {
  type ChatMessage,
  type ChatRole,
  type ContentPart,
  contentText,
  type LoggedMessage,
  type SentMessages,
} from './chat-message.ts';
export { DEFAULT_TEMPLATE } from './default-template.ts';
export {
  FINE_SCHEMA,
  type FineCriterion,
  type FineRefusal,
  type FineReply,
  fineMessages,
  MOST_FINE,
  readFine,
  refusals,
} from './fine-rubrics.ts';
export { type FirstDifference, firstDifference } from './first-difference.ts';
export {
  type FrameOrder,
  type FrameSelection,
  type FrameSelectionOptions,
  frameFills,
  frameOrders,
  isKeyAction,
  keyMatches,
  numberRuns,
  selectFrames,
} from './frame-selection.ts';
export {
  countPictures,
  pictureReference,
  picturesIn,
  pictureUrl,
  withPictures,
} from './picture-reference.ts';
export {
  canonicalMessages,
  instructionHash,
  promptHash,
  samePrompt,
  samePromptOverall,
  type TrainingPrompt,
} from './prompt-hash.ts';
export { recordedRequest } from './recorded-request.ts';
export {
  type PromptInput,
  type PromptRemark,
  type RenderedPrompt,
  renderPrompt,
  shownFrameIndexes,
} from './render-prompt.ts';
export { responseFormat, VERDICT_SCHEMA } from './reply-schema.ts';
export {
  type CompiledTemplate,
  checkTemplate,
  compileTemplate,
  type FrameRule,
  type PromptTemplate,
  TEMPLATE_NAMES,
  TemplateFault,
  type TemplateMessage,
  type TemplatePart,
  type TemplateProblem,
  templateTexts,
} from './template.ts';
export {
  readTemplateFile,
  type TemplateFile,
  type TemplateFileProblem,
  templateFileText,
} from './template-file.ts';
export { type TrainingMessages, trainingMessages } from './training-messages.ts';
export { framesText, NO_TRAJECTORY, trajectoryText } from './trajectory-text.ts';
