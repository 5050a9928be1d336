import { isCjk } from './fold-text.ts';

/**
 * A rough count of the tokens a text costs: one for each CJK character, one for each four other characters. Common
 * tokenizers are within about a quarter of it on prose of either script; it is an estimate to plan by, never a bill.
 */
export function estimateTokens(text: string): number {
  let dense = 0;
  let other = 0;
  for (const character of text) {
    if (character.charCodeAt(0) >= 0x80 && isCjk(character)) dense += 1;
    else other += 1;
  }
  return dense + Math.ceil(other / 4);
}
