import { type FoldedText, foldText, type Span, spanInSource } from './fold-text.ts';
import { findKeyword } from './keyword.ts';

/** Words that leave the decision to the judge's taste: two judges will read such a step differently. */
export const VAGUE_WORDS: readonly string[] = [
  'appropriate',
  'appropriately',
  'reasonable',
  'reasonably',
  'properly',
  'adequate',
  'adequately',
  'suitable',
  'suitably',
  'nicely',
  'good enough',
  'well enough',
  'as needed',
  'if possible',
  'more or less',
  'and so on',
  'etc',
  '适当',
  '恰当',
  '合理',
  '合适',
  '较好',
  '良好',
  '尽量',
  '尽可能',
  '大致',
  '基本上',
  '差不多',
  '酌情',
  '若干',
  '等等',
];

/** The vague words of a text with their places in it, in the order of the list. */
export function vagueWords(text: string): { readonly word: string; readonly span: Span }[] {
  const source: FoldedText = foldText(text);
  const found: { word: string; span: Span }[] = [];
  for (const word of VAGUE_WORDS) {
    const at = findKeyword(source.text, word);
    if (at !== null) found.push({ word, span: spanInSource(source, at) });
  }
  return found;
}
