import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { diffTexts, keptInOrder, type ListChange } from './diff-lists.ts';
import { categoryOf, type RubricCategory, type RubricVersion } from './rubric.ts';

/**
 * One change of meaning. `scope` says what `category` is: a category of the rubric, or a part of the head (`fine`,
 * `frames`, `routing`). `field` is `steps`, `pitfalls`, `name`, `output_format` or `category` (the whole of it) in a
 * category, `max`, `abstain` or `key_actions` in fine and frames, and the routed category in the routing.
 */
export interface RubricChange extends ListChange {
  readonly scope: 'category' | 'fine' | 'frames' | 'routing';
  readonly category: string;
  readonly field: string;
}

export interface RubricDiff {
  readonly changed: readonly RubricChange[];
  /** A unified diff of the two files; empty where they are byte for byte the same. */
  readonly text: string;
}

type Place = Pick<RubricChange, 'scope' | 'category' | 'field'>;

/**
 * What changed in meaning from `a` to `b`, and the unified diff of their texts. Version, parent, note, comments and
 * the order of categories are in the text alone. A rubric compared with itself has no changes.
 */
export function diffRubrics(a: RubricVersion, b: RubricVersion): RubricDiff {
  return {
    changed: [...categoryChanges(a, b), ...headChanges(a, b), ...routingChanges(a, b)],
    text: unifiedText(a, b),
  };
}

function unifiedText(a: RubricVersion, b: RubricVersion): string {
  if (a.source === b.source) return '';
  const left = a.version ?? 'a';
  const right = b.version ?? 'b';
  return createTwoFilesPatch(`${left}.yaml`, `${right}.yaml`, a.source, b.source, undefined, undefined, {
    context: 3,
    headerOptions: FILE_HEADERS_ONLY,
  });
}

function whole(
  place: Place,
  kind: 'added' | 'removed' | 'moved',
  before: string | null,
  after: string | null,
): RubricChange {
  return {
    ...place,
    kind,
    before,
    after,
    before_position: null,
    after_position: null,
    moved: kind === 'moved',
  };
}

function valueChange(place: Place, before: string | null, after: string | null): RubricChange[] {
  if (before === after) return [];
  const kind = before === null ? 'added' : after === null ? 'removed' : 'changed';
  return [{ ...place, kind, before, after, before_position: null, after_position: null, moved: false }];
}

function categoryChanges(a: RubricVersion, b: RubricVersion): RubricChange[] {
  const changes: RubricChange[] = [];
  for (const before of a.categories) {
    const after = categoryOf(b, before.id);
    const place = { scope: 'category', category: before.id } as const;
    if (after === null)
      changes.push(whole({ ...place, field: 'category' }, 'removed', before.name ?? before.id, null));
    else changes.push(...withinCategory(before, after));
  }
  for (const after of b.categories)
    if (categoryOf(a, after.id) === null)
      changes.push(
        whole(
          { scope: 'category', category: after.id, field: 'category' },
          'added',
          null,
          after.name ?? after.id,
        ),
      );
  return changes;
}

function withinCategory(before: RubricCategory, after: RubricCategory): RubricChange[] {
  const place = { scope: 'category', category: before.id } as const;
  const list = (field: 'steps' | 'pitfalls'): RubricChange[] =>
    diffTexts(before[field], after[field]).map((change) => ({ ...place, field, ...change }));
  return [
    ...valueChange({ ...place, field: 'name' }, before.name, after.name),
    ...list('steps'),
    ...list('pitfalls'),
    ...valueChange({ ...place, field: 'output_format' }, before.output_format, after.output_format),
  ];
}

/** Sets: an element is there or it is not. */
function setChanges(place: Place, before: readonly string[], after: readonly string[]): RubricChange[] {
  return [
    ...before.filter((text) => !after.includes(text)).map((text) => whole(place, 'removed', text, null)),
    ...after.filter((text) => !before.includes(text)).map((text) => whole(place, 'added', null, text)),
  ];
}

function headChanges(a: RubricVersion, b: RubricVersion): RubricChange[] {
  const fine = { scope: 'fine', category: 'fine' } as const;
  const frames = { scope: 'frames', category: 'frames' } as const;
  const cap = (rubric: RubricVersion): string | null =>
    rubric.frames.max === null ? null : String(rubric.frames.max);
  return [
    ...valueChange({ ...fine, field: 'max' }, String(a.fine.max), String(b.fine.max)),
    ...valueChange({ ...fine, field: 'abstain' }, String(a.fine.abstain), String(b.fine.abstain)),
    ...valueChange({ ...frames, field: 'max' }, cap(a), cap(b)),
    ...setChanges({ ...frames, field: 'key_actions' }, a.frames.key_actions, b.frames.key_actions),
  ];
}

function routingChanges(a: RubricVersion, b: RubricVersion): RubricChange[] {
  const changes: RubricChange[] = [];
  const place = (category: string): Place => ({ scope: 'routing', category: 'routing', field: category });
  const route = (rubric: RubricVersion, category: string) =>
    rubric.routing.find((candidate) => candidate.category === category);
  const shared = a.routing.filter((before) => route(b, before.category) !== undefined);
  const places = shared.map((before) => b.routing.findIndex((after) => after.category === before.category));
  const kept = keptInOrder(places);
  for (const before of a.routing) {
    const after = route(b, before.category);
    if (after === undefined) {
      changes.push(whole(place(before.category), 'removed', before.keywords.join(', '), null));
      continue;
    }
    changes.push(...setChanges(place(before.category), before.keywords, after.keywords));
    if (!kept.has(shared.indexOf(before)))
      changes.push({
        ...whole(place(before.category), 'moved', before.category, before.category),
        before_position: a.routing.indexOf(before) + 1,
        after_position: b.routing.indexOf(after) + 1,
      });
  }
  for (const after of b.routing)
    if (route(a, after.category) === undefined)
      changes.push(whole(place(after.category), 'added', null, after.keywords.join(', ')));
  return changes;
}
