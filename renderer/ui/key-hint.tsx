import { isMac } from '../app/keys.ts';
import styles from './panels.module.css';

const signs: Readonly<Record<string, string>> = {
  mod: isMac ? '⌘' : 'Ctrl',
  shift: isMac ? '⇧' : 'Shift',
  alt: isMac ? '⌥' : 'Alt',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Enter: '↵',
};

/** A key as it stands on the keyboard; keys that follow one another are written side by side. */
export function KeyHint({ keys }: { readonly keys: string }) {
  return (
    <span className={styles.keys}>
      {keys.split(' ').map((stroke, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the strokes of a sequence may repeat
        <kbd key={at} className={styles.key}>
          {stroke
            .split('+')
            .map((part) => signs[part] ?? (part.length === 1 ? part.toUpperCase() : part))
            .join(isMac ? '' : ' ')}
        </kbd>
      ))}
    </span>
  );
}
