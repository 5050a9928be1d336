import { isUtf8 } from 'node:buffer';

/** A line decoded: what was odd about its bytes, and the text JSON is looked for in. */
export interface LineText {
  readonly text: string;
  readonly byteOrderMark: boolean;
  readonly invalidUtf8: boolean;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Bytes that are no UTF-8 become U+FFFD; a byte order mark is cut wherever a line begins with one. */
export function decodeLine(bytes: Buffer): LineText {
  const invalidUtf8 = !isUtf8(bytes);
  const text = decoder.decode(bytes);
  const byteOrderMark = text.startsWith('\ufeff');
  return { text: byteOrderMark ? text.slice(1) : text, byteOrderMark, invalidUtf8 };
}

/** White space to the reader; a line of nothing else is blank. */
export function isBlank(text: string): boolean {
  return /^[\t-\r ]*$/.test(text);
}
