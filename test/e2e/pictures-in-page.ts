/**
 * What the specs of pictures run inside the page; each function is sent there as text and stands on its own (see
 * in-page.ts).
 */
interface SavedFile {
  readonly name: string;
  readonly content: PageBlob;
}
interface PageBlob {
  readonly type: string;
  text(): Promise<string>;
}
interface PageImage {
  src: string;
  readonly naturalWidth: number;
  readonly naturalHeight: number;
  decode(): Promise<void>;
}
interface Pen {
  imageSmoothingQuality: string;
  drawImage(image: PageImage, ...numbers: readonly number[]): void;
  getImageData(x: number, y: number, w: number, h: number): { readonly data: Uint8ClampedArray };
}
declare const window: { savedFiles?: SavedFile[] };
declare const URL: { createObjectURL(content: PageBlob): string };
declare const HTMLAnchorElement: { readonly prototype: { click(this: unknown): void } };
declare class Image implements PageImage {
  src: string;
  readonly naturalWidth: number;
  readonly naturalHeight: number;
  decode(): Promise<void>;
}
declare class OffscreenCanvas {
  constructor(width: number, height: number);
  getContext(kind: '2d'): Pen | null;
}
declare class FileReader {
  readonly result: string;
  onload: (() => void) | null;
  readAsDataURL(content: PageBlob): void;
}

/** Keeps the files the page hands over, in place of a download: the same in every host. */
export function keepSavedFiles(): void {
  if (window.savedFiles !== undefined) return;
  const kept: SavedFile[] = [];
  const blobs = new Map<string, PageBlob>();
  const make = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (content) => {
    const url = make(content);
    blobs.set(url, content);
    return url;
  };
  const click = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function () {
    const link = this as { readonly href: string; readonly download: string };
    const content = blobs.get(link.href);
    if (link.download === '' || content === undefined) click.call(this);
    else kept.push({ name: link.download, content });
  };
  window.savedFiles = kept;
}

/** The name, kind and text of the last file; null before there is one. */
export async function lastSavedText(): Promise<{ name: string; type: string; text: string } | null> {
  const file = window.savedFiles?.at(-1);
  return file === undefined
    ? null
    : { name: file.name, type: file.content.type, text: await file.content.text() };
}

/** The last file as a data address, once there are `count` of them. */
export async function savedAsAddress(count: number): Promise<string | null> {
  const file = (window.savedFiles?.length ?? 0) < count ? undefined : window.savedFiles?.at(-1);
  if (file === undefined) return null;
  const reader = new FileReader();
  return new Promise((read) => {
    reader.onload = () => read(reader.result);
    reader.readAsDataURL(file.content);
  });
}

/**
 * Compares the drawing within a saved picture (twice the size, its head above, `margin` at its sides and below) with the
 * same drawing as it was photographed on the screen: in blocks of 6 × 6 pixels, the share whose mean colour is away by more
 * than `room` of 255 in some channel.
 */
export async function differenceOf([picture, photo, margin, room]: readonly [
  string,
  string,
  number,
  number,
]): Promise<{ share: number; width: number; height: number; photoWidth: number; photoHeight: number }> {
  const load = async (address: string): Promise<Image> => {
    const image = new Image();
    image.src = address;
    await image.decode();
    return image;
  };
  const [made, seen] = [await load(picture), await load(photo)];
  const [w, h] = [seen.naturalWidth, seen.naturalHeight];
  const top = made.naturalHeight / 2 - h - margin;
  const pixels = (draw: (pen: Pen) => void): Uint8ClampedArray => {
    const pen = new OffscreenCanvas(w, h).getContext('2d');
    if (pen === null) throw new Error('no canvas');
    pen.imageSmoothingQuality = 'high';
    draw(pen);
    return pen.getImageData(0, 0, w, h).data;
  };
  const a = pixels((pen) => pen.drawImage(made, 2 * margin, 2 * top, 2 * w, 2 * h, 0, 0, w, h));
  const b = pixels((pen) => pen.drawImage(seen, 0, 0));
  const block = 6;
  let away = 0;
  let blocks = 0;
  for (let y = 0; y + block <= h; y += block)
    for (let x = 0; x + block <= w; x += block) {
      const sums = [0, 0, 0];
      for (let dy = 0; dy < block; dy += 1)
        for (let dx = 0; dx < block; dx += 1)
          for (const channel of [0, 1, 2]) {
            const at = ((y + dy) * w + x + dx) * 4 + channel;
            sums[channel] = (sums[channel] ?? 0) + (a[at] ?? 0) - (b[at] ?? 0);
          }
      blocks += 1;
      if (sums.some((sum) => Math.abs(sum) / block ** 2 > room)) away += 1;
    }
  return {
    share: away / blocks,
    width: made.naturalWidth,
    height: made.naturalHeight,
    photoWidth: w,
    photoHeight: h,
  };
}
