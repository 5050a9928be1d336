/** A title as a file name: letters and digits of any script, joined by hyphens. */
export function fileNameOf(title: string, extension: string): string {
  const stem = title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
  return `${stem === '' ? 'assay' : stem}.${extension}`;
}
