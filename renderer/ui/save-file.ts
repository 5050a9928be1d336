export { fileNameOf } from './file-name.ts';

/** Hands a file made by the page to the browser's downloads (or the desktop's save dialog). */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The download has its own hold on the content once it began.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
