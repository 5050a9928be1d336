/** The English texts, one namespace per file; a chunk of its own, because a page shows one language. */
export const texts = import.meta.glob<Record<string, unknown>>('./locales/en/*.json', {
  eager: true,
  import: 'default',
});
