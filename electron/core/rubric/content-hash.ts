import { createHash } from 'node:crypto';
import type { RubricVersion } from './rubric.ts';

/** Sorted by code unit, so that the hash is the same under every locale. */
function sorted(values: Iterable<string>): string[] {
  return [...new Set(values)].sort();
}

/**
 * sha256 (64 hex digits) of what a rubric says. Comments, white space, the order of categories and of keywords within
 * a route carry no meaning and do not count; the order of steps, pitfalls and routes does. Version, parent and note
 * name the text and are not part of it: a renamed copy asks the judge the same question.
 */
export function rubricContentHash(rubric: RubricVersion): string {
  const content = {
    categories: [...rubric.categories]
      .sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
      .map((category) => [
        category.id,
        category.name,
        category.steps,
        category.pitfalls,
        category.output_format,
      ]),
    fine: [rubric.fine.max, rubric.fine.abstain],
    frames: [rubric.frames.max, sorted(rubric.frames.key_actions)],
    routing: rubric.routing.map((route) => [route.category, sorted(route.keywords)]),
  };
  return createHash('sha256').update(JSON.stringify(content), 'utf8').digest('hex');
}
