import { folded } from './fold-text.ts';
import { findKeyword } from './keyword.ts';
import type { Finding } from './problem.ts';
import { FALLBACK_CATEGORY, type RubricVersion } from './rubric.ts';
import { nearestName } from './similar.ts';
import { childPath } from './yaml-reading.ts';

/** What is wrong with version, parent, fine and frames. `known`: the versions of the library, where it is known. */
export function lintHead(rubric: RubricVersion, known: readonly string[] | undefined): Finding[] {
  const findings: Finding[] = [];
  if (rubric.form === 'plain') return findings;
  if (rubric.version === null)
    findings.push({
      severity: 'error',
      rule: 'missing-version',
      message: 'The file has no version, so no verdict can refer to it.',
      path: '',
    });
  else if (!/^[\p{L}\p{N}._-]+$/u.test(rubric.version))
    findings.push({
      severity: 'warning',
      rule: 'version-characters',
      message: 'A version is a file name and a filter value: letters, digits, dot, dash and underscore only.',
      params: { version: rubric.version },
      path: 'version',
    });
  if (rubric.parent !== null && rubric.parent === rubric.version)
    findings.push({
      severity: 'error',
      rule: 'parent-is-version',
      message: `“${rubric.parent}” is given as its own parent.`,
      params: { version: rubric.parent },
      path: 'parent',
    });
  else if (rubric.parent !== null && known !== undefined && !known.includes(rubric.parent)) {
    const near = nearestName(rubric.parent, known);
    findings.push({
      severity: 'warning',
      rule: 'unknown-parent',
      message: `The library has no version “${rubric.parent}”.${near === null ? '' : ` Did you mean “${near}”?`}`,
      params: near === null ? { parent: rubric.parent } : { parent: rubric.parent, suggestion: near },
      path: 'parent',
    });
  }
  if (rubric.fine.max > 2)
    findings.push({
      severity: 'warning',
      rule: 'fine-max',
      message: 'More than two fine rubrics for one task invite criteria that nobody asked for.',
      params: { max: rubric.fine.max },
      path: 'fine.max',
    });
  if (rubric.frames.max !== null && rubric.frames.max < 2)
    findings.push({
      severity: 'warning',
      rule: 'frames-max',
      message: 'One frame cannot show both how the task began and how it ended.',
      params: { max: rubric.frames.max },
      path: 'frames.max',
    });
  return findings;
}

/** What is wrong with the routing: categories that are unknown or unreachable, keywords that can never win. */
export function lintRouting(rubric: RubricVersion): Finding[] {
  if (rubric.form === 'plain') return [];
  if (rubric.categories.length === 0)
    return [{ severity: 'error', rule: 'no-categories', message: 'The file has no categories.', path: '' }];
  const ids = rubric.categories.map((category) => category.id);
  const findings: Finding[] = [];
  if (!ids.includes(FALLBACK_CATEGORY))
    findings.push({
      severity: 'warning',
      rule: 'no-general',
      message: `There is no “${FALLBACK_CATEGORY}” category, where instructions go that match no keyword.`,
      path: 'categories',
    });
  if (rubric.routing.length === 0) {
    if (ids.length > 1)
      findings.push({
        severity: 'warning',
        rule: 'no-routing',
        message: 'Without routing every instruction whose log names no category is judged as general.',
        path: 'categories',
      });
    return findings;
  }
  const routed = new Set(rubric.routing.map((route) => route.category));
  for (const category of ids)
    if (!routed.has(category) && category !== FALLBACK_CATEGORY)
      findings.push({
        severity: 'warning',
        rule: 'unrouted-category',
        message: `No route leads to “${category}”; only a log that names it gets there.`,
        params: { category },
        path: childPath('categories', category),
      });
  return [...findings, ...routeFindings(rubric, ids), ...keywordFindings(rubric)];
}

function routeFindings(rubric: RubricVersion, ids: readonly string[]): Finding[] {
  return rubric.routing.flatMap((route) => {
    const path = childPath('routing', route.category);
    const findings: Finding[] = [];
    if (!ids.includes(route.category)) {
      const near = nearestName(route.category, ids);
      findings.push({
        severity: 'error',
        rule: 'unknown-route',
        message:
          `The route leads to “${route.category}”, which is no category.` +
          (near === null ? '' : ` Did you mean “${near}”?`),
        params: near === null ? { category: route.category } : { category: route.category, suggestion: near },
        path,
      });
    }
    if (route.keywords.length === 0)
      findings.push({
        severity: 'warning',
        rule: 'empty-route',
        message: `The route to “${route.category}” has no keywords and never matches.`,
        params: { category: route.category },
        path,
      });
    return findings;
  });
}

/** A keyword that an earlier one always beats: the same again, or one that contains an earlier route's keyword. */
function keywordFindings(rubric: RubricVersion): Finding[] {
  const findings: Finding[] = [];
  const earlier: { keyword: string; written: string; category: string }[] = [];
  for (const route of rubric.routing) {
    const own: typeof earlier = [];
    for (const [index, written] of route.keywords.entries()) {
      const keyword = folded(written);
      const path = childPath(childPath('routing', route.category), index);
      const same = [...earlier, ...own].find((other) => other.keyword === keyword);
      const shadow = earlier.find((other) => findKeyword(keyword, other.keyword) !== null);
      if (same !== undefined)
        findings.push({
          severity: 'warning',
          rule: 'keyword-twice',
          message: `“${written}” already leads to “${same.category}”; the first one wins.`,
          params: { keyword: written, category: same.category },
          path,
        });
      else if (shadow !== undefined)
        findings.push({
          severity: 'warning',
          rule: 'keyword-shadowed',
          message: `“${written}” never decides: it contains “${shadow.written}”, which leads to “${shadow.category}” first.`,
          params: { keyword: written, shadow: shadow.written, category: shadow.category },
          path,
        });
      own.push({ keyword, written, category: route.category });
    }
    earlier.push(...own);
  }
  return findings;
}
