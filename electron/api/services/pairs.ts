import { auditFigures, pairDetail, pairPage } from '../../logs/query/pairs.ts';
import type { Services } from '../contract.ts';
import type { EngineParts } from './parts.ts';

/** Judged pairs: misselection by gap, position bias, and the pairs behind each bar. */
export function pairService({ store }: EngineParts): Services['pairs'] {
  return {
    summary: (edges) => auditFigures(store, edges),
    page: (selection, edges, offset, limit) => pairPage(store, selection, edges, offset, limit),
    detail: (sourceId, pairId) => pairDetail(store, sourceId, pairId),
  };
}
