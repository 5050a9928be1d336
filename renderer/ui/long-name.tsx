import styles from './long-name.module.css';
import { visibleText } from './visible-text.ts';

/** Characters of the end that always stay: ids of one family differ there. */
const kept = 7;
/** Shorter names stay in one piece. */
const shortest = 20;

/** A name that, where it does not fit, loses its middle: rollouts of one task often differ only at the end. */
export function LongName({ children }: { readonly children: string }) {
  const characters = [...visibleText(children)];
  if (characters.length < shortest) return <bdi>{characters.join('')}</bdi>;
  return (
    <span className={styles.name} title={children}>
      <bdi className={styles.start}>{characters.slice(0, -kept).join('')}</bdi>
      <bdi className={styles.end}>{characters.slice(-kept).join('')}</bdi>
    </span>
  );
}
