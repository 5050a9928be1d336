let context: CanvasRenderingContext2D | null | undefined;
const known = new Map<string, number>();

/** How wide a text stands in the page's font at `size` pixels; an estimate where the browser lends no canvas. */
export function textWidth(text: string, size: number, weight = 400): number {
  const key = `${size} ${weight} ${text}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  context ??= document.createElement('canvas').getContext('2d');
  let width: number;
  if (context === null) {
    // A Chinese character is as wide as it is high, a Latin one about half.
    width = [...text].reduce((sum, one) => sum + (/[\u2E80-\uFFEF]/.test(one) ? size : size * 0.56), 0);
  } else {
    context.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
    width = context.measureText(text).width;
  }
  if (known.size > 5000) known.clear();
  known.set(key, width);
  return width;
}
