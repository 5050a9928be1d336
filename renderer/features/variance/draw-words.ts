import type { TFunction } from 'i18next';
import type { DrawView } from '../../../electron/api/types.ts';

/** How the samples were drawn, in a few words. */
export function drawWords(
  t: TFunction<'variance'>,
  draw: Pick<DrawView, 'kind' | 'by' | 'allocation'> | null,
): string {
  if (draw === null) return t('draw.picked');
  if (draw.kind === 'uniform') return t('draw.uniform');
  const fields = draw.by.map((field) => t(`draw.field.${field}`, { defaultValue: field })).join(' × ');
  return t('draw.stratified', {
    fields,
    allocation: t(`draw.allocation.${draw.allocation ?? 'proportional'}`),
  });
}

/** A stratum's values: `communication · fail`. */
export function stratumName(stratum: string, absent: string): string {
  const values: unknown = JSON.parse(stratum);
  if (!Array.isArray(values)) return stratum;
  return values.map((value: unknown) => (typeof value === 'string' ? value : absent)).join(' · ');
}
