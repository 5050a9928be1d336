/**
 * What an <img> may show of a frame: a picture that stands in the log as a data URL. A path names a file on the engine's
 * machine that the page cannot read; it is shown as the text it is. SVG is left out: it is a document, not a picture.
 */
export function pictureSource(image: string | null): string | null {
  return image !== null && /^data:image\/(png|jpeg|gif|webp|avif|bmp)[;,]/i.test(image) ? image : null;
}
