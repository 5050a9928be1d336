export type EdgesReading =
  | { readonly ok: true; readonly edges: readonly number[] }
  | { readonly ok: false; readonly problem: 'not_a_number' | 'not_ascending' | 'too_few' | 'too_many' };

export const defaultEdges: readonly number[] = [-0.01, 0.2, 0.5, 1, 5];

/** Reads bucket edges written as `-0.01, 0.2, 0.5` (comma, Chinese comma, semicolon or space between): 2 to 12, ascending. */
export function readEdges(text: string): EdgesReading {
  const parts = text.split(/[\s,，、;；]+/u).filter((part) => part !== '');
  const edges = parts.map(Number);
  if (edges.some((edge) => !Number.isFinite(edge))) return { ok: false, problem: 'not_a_number' };
  if (edges.length < 2) return { ok: false, problem: 'too_few' };
  if (edges.length > 12) return { ok: false, problem: 'too_many' };
  if (edges.some((edge, at) => at > 0 && edge <= (edges[at - 1] ?? Number.NEGATIVE_INFINITY)))
    return { ok: false, problem: 'not_ascending' };
  return { ok: true, edges };
}

export function writeEdges(edges: readonly number[]): string {
  return edges.join(', ');
}
