import type { StoryFrame } from './story.ts';

const palette = ['#3b5bdb', '#0b7285', '#5f3dc4', '#2b8a3e', '#a61e4d', '#495057'];

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function clipped(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

/** A small drawing of a screen as a data URL (SVG, base64): the app's name, the state as text, a button for the action. */
export function screenPicture(app: string, frame: StoryFrame, colour: number): string {
  const accent = palette[colour % palette.length] ?? '#495057';
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200" viewBox="0 0 320 200" font-family="sans-serif">' +
    '<rect width="320" height="200" fill="#fff"/>' +
    `<rect width="320" height="26" fill="${accent}"/>` +
    `<text x="10" y="18" font-size="12" fill="#fff">${escaped(clipped(app, 30))}</text>` +
    `<text x="14" y="62" font-size="11" fill="#212529">${escaped(clipped(frame.state, 44))}</text>` +
    '<rect x="14" y="78" width="250" height="7" rx="3" fill="#e9ecef"/><rect x="14" y="94" width="190" height="7" rx="3" fill="#e9ecef"/>' +
    `<rect x="14" y="150" width="150" height="28" rx="5" fill="${accent}"/>` +
    `<text x="26" y="168" font-size="11" fill="#fff">${escaped(clipped(frame.text, 22))}</text></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg, 'utf8').toString('base64')}`;
}
