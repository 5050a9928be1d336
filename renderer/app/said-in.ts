/** English sentences with `<places>`, and the same sentences in another language. */
export type SaidSentences = Readonly<Record<string, string>>;

interface Pattern {
  readonly test: RegExp;
  readonly names: readonly string[];
  readonly said: string;
}

const place = /<([a-z]+\d*)>/g;
const compiled = new WeakMap<SaidSentences, readonly Pattern[]>();

/**
 * The English sentence in the language of the catalogue, its values put in. A value whose place begins with `said` is a
 * sentence or a word of the catalogue itself; any other value stays as it is, for it is the user's own.
 *
 * @returns the English where the catalogue has no such sentence
 */
export function saidIn(catalogue: SaidSentences, english: string): string {
  const same = Object.hasOwn(catalogue, english) ? catalogue[english] : undefined;
  if (same !== undefined) return same;
  for (const { test, names, said } of patternsOf(catalogue)) {
    const found = test.exec(english);
    if (found === null) continue;
    const values = new Map(names.map((name, at) => [name, found[at + 1] ?? '']));
    return said.replaceAll(place, (whole, name: string) => {
      const value = values.get(name);
      if (value === undefined) return whole;
      return name.startsWith('said') ? saidIn(catalogue, value) : value;
    });
  }
  return english;
}

/** The more of a sentence is fixed, the sooner it is tried: one that is nearly all places would swallow the others. */
function patternsOf(catalogue: SaidSentences): readonly Pattern[] {
  const known = compiled.get(catalogue);
  if (known !== undefined) return known;
  const patterns = Object.entries(catalogue)
    .filter(([english]) => english.search(place) >= 0)
    .map(([english, said]) => ({ english, said, fixed: english.replaceAll(place, '').length }))
    .sort((a, b) => b.fixed - a.fixed)
    .map(({ english, said }) => ({
      test: new RegExp(
        `^${english
          .split(/<[a-z]+\d*>/)
          .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
          .join('([\\s\\S]+?)')}$`,
        'u',
      ),
      names: [...english.matchAll(place)].map((match) => match[1] ?? ''),
      said,
    }));
  compiled.set(catalogue, patterns);
  return patterns;
}
