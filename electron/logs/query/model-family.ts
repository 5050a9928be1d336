/** Names that model makers use, by family. */
const families: readonly (readonly [family: string, pattern: RegExp])[] = [
  ['gpt', /(?:^|[^a-z])(?:chat)?gpt|(?:^|[/:_-])o[134](?:$|[^a-z0-9])|text-davinci/],
  ['claude', /claude/],
  ['gemini', /gemini|palm/],
  ['gemma', /gemma/],
  ['qwen', /qwen|qwq|qvq|tongyi/],
  ['llama', /llama|vicuna|alpaca/],
  ['deepseek', /deepseek/],
  ['mistral', /mistral|mixtral|ministral|codestral|magistral/],
  ['glm', /(?:^|[^a-z])(?:chat)?glm|zhipu/],
  ['kimi', /kimi|moonshot/],
  ['doubao', /doubao|seed-oss|skylark/],
  ['ernie', /ernie|wenxin/],
  ['hunyuan', /hunyuan/],
  ['minimax', /minimax|abab/],
  ['internlm', /internlm|internvl/],
  ['baichuan', /baichuan/],
  ['yi', /(?:^|[/:_-])yi-/],
  ['phi', /(?:^|[/:_-])phi-?\d/],
  ['grok', /grok/],
  ['command', /command-(?:r|a|light|nightly)/],
  ['nova', /(?:^|[/:_.-])nova-(?:pro|lite|micro|premier)/],
  ['falcon', /falcon/],
];

/**
 * The family of a model by its name: `openai/gpt-4o-mini` and `GPT-5` are one. Null where the name does not say, or
 * says two (a distilled model carries both names, and either reading could be wrong).
 */
export function modelFamily(model: string): string | null {
  const name = model.toLowerCase();
  const found = families.filter(([, pattern]) => pattern.test(name));
  const [only] = found;
  return found.length === 1 && only !== undefined ? only[0] : null;
}
