import type { RowId } from '../../electron/api/types.ts';

/**
 * What an <img> may show of a frame: a picture that stands in the log as a data URL, or a file beside the log, which the
 * engine hands out by row and frame. In an <img> an SVG is a still picture: it runs nothing and loads nothing. Null for
 * anything else, an address on the network above all; it is shown as the text it is.
 */
export function pictureSource(image: string | null, row: RowId, frame: number): string | null {
  if (image === null) return null;
  if (/^data:image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml)[;,]/i.test(image)) return image;
  const isFile = /\.(png|jpe?g|gif|webp|avif|bmp)$/i.test(image) && !/^[a-z][a-z0-9+.-]*:/i.test(image);
  return isFile ? `/api/frame?row=${encodeURIComponent(row)}&frame=${frame}` : null;
}
