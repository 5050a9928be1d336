import type { ItemGroup } from '../../../electron/api/types.ts';

/** A group of samples as the address carries it: `category=mail`, `rubric_version`, `step=0..149`. */
export function groupText(group: ItemGroup): string {
  if (group.by === 'step') return `step=${group.from}..${group.to}`;
  return group.value === null ? group.by : `${group.by}=${group.value}`;
}

/** Null for '' and for what is no group. */
export function readGroup(text: string): ItemGroup | null {
  const steps = /^step=(-?\d+)\.\.(-?\d+)$/.exec(text);
  if (steps !== null) return { by: 'step', from: Number(steps[1]), to: Number(steps[2]) };
  const found = /^(category|rubric_version)(?:=([\s\S]*))?$/.exec(text);
  if (found === null) return null;
  return {
    by: found[1] === 'category' ? 'category' : 'rubric_version',
    value: found[2] ?? null,
  };
}
