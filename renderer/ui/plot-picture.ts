/**
 * A chart as a PNG: its own SVG with every colour and font resolved to what the page shows, below its title and legend,
 * on the panel's background, at twice the size. Loaded when it is first asked for.
 */

const scale = 2;
const margin = 14;
const titleSize = 13;
const smallSize = 11.5;
const lineHeight = 18;

/** What a drawing takes from style sheets; an SVG that is loaded as a picture has none. */
const looks = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-opacity',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'stroke-linecap',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'font-variant-numeric',
  'text-anchor',
] as const;

/** The drawing as it stands on the screen, free of style sheets, variables, links and what follows the pointer. */
function resolved(original: SVGSVGElement): SVGSVGElement {
  const copy = original.cloneNode(true) as SVGSVGElement; // the copy of an SVG is an SVG
  const before = [original, ...original.querySelectorAll<SVGElement>('*')];
  const after = [copy, ...copy.querySelectorAll<SVGElement>('*')];
  for (const [index, element] of after.entries()) {
    const source = before[index];
    if (source === undefined) continue;
    const computed = getComputedStyle(source);
    const style = looks.map((name) => `${name}:${computed.getPropertyValue(name)}`).join(';');
    element.removeAttribute('class');
    element.setAttribute('style', style);
    if (element.tagName === 'a') element.removeAttribute('href');
  }
  for (const transient of copy.querySelectorAll('[data-transient]')) transient.remove();
  return copy;
}

interface Writing {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly color: string;
  readonly weight?: number;
}

function text(content: string, font: string, { x, y, size, color, weight = 400 }: Writing): SVGTextElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', 'text');
  element.textContent = content;
  element.setAttribute('x', String(x));
  element.setAttribute('y', String(y));
  element.setAttribute(
    'style',
    `font-family:${font};font-size:${size}px;font-weight:${weight};fill:${color};font-variant-numeric:tabular-nums`,
  );
  return element;
}

function widthOf(content: string, font: string, size: number, weight = 400): number {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return content.length * size;
  context.font = `${weight} ${size}px ${font}`;
  return context.measureText(content).width;
}

/** The title and the legend on as many lines as they need; returns the height they take. */
function head(
  into: SVGSVGElement,
  figure: HTMLElement,
  title: string,
  width: number,
  colors: { readonly text: string; readonly muted: string },
): number {
  const font = getComputedStyle(figure).fontFamily;
  let x = margin;
  let y = margin + titleSize;
  into.append(text(title, font, { x, y, size: titleSize, color: colors.text, weight: 600 }));
  x += widthOf(title, font, titleSize, 600) + 14;
  for (const item of figure.querySelectorAll<HTMLElement>('[data-legend]')) {
    const words = item.textContent.trim();
    const sign = item.querySelector('svg');
    const signWidth = sign === null ? 0 : Number(sign.getAttribute('width')) + 6;
    const length = widthOf(words, font, smallSize) + signWidth;
    if (x + length > width - margin && x > margin) {
      x = margin;
      y += lineHeight;
    }
    into.append(text(words, font, { x, y, size: smallSize, color: colors.muted }));
    if (sign !== null) {
      const copy = resolved(sign);
      copy.setAttribute('x', String(x + length - signWidth + 5));
      copy.setAttribute('y', String(y - 4 - Number(sign.getAttribute('height')) / 2));
      into.append(copy);
    }
    x += length + 12;
  }
  return y + 8;
}

/** `figure` and its drawing as one SVG, `note` beneath it; null where it holds no drawing. */
export function pictureSvg(figure: HTMLElement, title: string, note: string): SVGSVGElement | null {
  const drawing = figure.querySelector<SVGSVGElement>('svg[data-plot]');
  if (drawing === null) return null;
  const style = getComputedStyle(figure);
  const look = (name: string): string => style.getPropertyValue(name).trim();
  const colors = { text: style.color, muted: look('--muted') };
  const box = drawing.getBoundingClientRect();
  const width = Math.ceil(box.width) + 2 * margin;
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const back = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  back.setAttribute('fill', style.backgroundColor);
  svg.append(back);
  const top = head(svg, figure, title, width, colors);
  const copy = resolved(drawing);
  copy.setAttribute('x', String(margin));
  copy.setAttribute('y', String(top));
  copy.setAttribute('width', String(box.width));
  copy.setAttribute('height', String(box.height));
  svg.append(copy);
  let height = top + Math.ceil(box.height) + margin;
  if (note !== '') {
    svg.append(text(note, style.fontFamily, { x: margin, y: height, size: smallSize, color: colors.muted }));
    height += margin;
  }
  back.setAttribute('width', String(width));
  back.setAttribute('height', String(height));
  svg.setAttribute('width', String(width));
  svg.setAttribute('height', String(height));
  return svg;
}

/** The same as a PNG. @throws where the browser cannot draw it */
export async function pictureOf(figure: HTMLElement, title: string, note: string): Promise<Blob> {
  const svg = pictureSvg(figure, title, note);
  if (svg === null) throw new Error('there is no drawing');
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Number(svg.getAttribute('width')) * scale;
  canvas.height = Number(svg.getAttribute('height')) * scale;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('there is no canvas');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((made, failed) => {
    canvas.toBlob((blob) => (blob === null ? failed(new Error('no PNG was made')) : made(blob)), 'image/png');
  });
}
