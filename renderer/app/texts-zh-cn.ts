import engineSentences from './locales/engine-sentences.zh-CN.json' with { type: 'json' };

const namespaces = import.meta.glob<Record<string, unknown>>('./locales/zh-CN/*.json', {
  eager: true,
  import: 'default',
});

/** The Chinese texts, one namespace per file; a chunk of its own, because a page shows one language. */
export const texts: Readonly<Record<string, Record<string, unknown>>> = {
  ...namespaces,
  'engine-sentences.json': engineSentences,
};
