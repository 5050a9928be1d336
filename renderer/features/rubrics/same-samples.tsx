import { useTranslation } from 'react-i18next';
import type { RubricDiff } from '../../../electron/api/types.ts';
import { useFigures } from '../../ui/figures.ts';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './rubrics.module.css';

/** Fewer changed samples than this can never reach p = .05 in the exact McNemar test (METHODS §2). */
const leastDiscordant = 6;

/** How the same trajectories fared under both versions. Flips without truth are changes, not improvements. */
export function SameSamples({ diff }: { readonly diff: RubricDiff }) {
  const { t } = useTranslation('rubrics');
  const figures = useFigures();
  const same = diff.on_same_samples;
  const a = visibleText(diff.a.head.version);
  const b = visibleText(diff.b.head.version);
  if (same === null)
    return (
      <aside className={styles.aside}>
        <h2>{t('same.titleNone')}</h2>
        <p className="muted">{t('same.none', { a, b })}</p>
      </aside>
    );
  const discordant = same.pass_fail + same.fail_pass;
  const withTruth = same.fn_fixed !== null || same.fp_introduced !== null;
  return (
    <aside className={styles.aside} aria-label={t('same.title', { count: same.paired })}>
      <h2>{t('same.title', { count: same.paired })}</h2>
      <table className={styles.twoByTwo}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('same.pass', { version: b })}</th>
            <th scope="col">{t('same.fail', { version: b })}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('same.pass', { version: a })}</th>
            <td>{figures.number(same.pass_pass)}</td>
            <td className={styles.toFail}>{figures.number(same.pass_fail)}</td>
          </tr>
          <tr>
            <th scope="row">{t('same.fail', { version: a })}</th>
            <td className={styles.toPass}>{figures.number(same.fail_pass)}</td>
            <td>{figures.number(same.fail_fail)}</td>
          </tr>
        </tbody>
      </table>
      <p>
        {discordant === 0
          ? t('same.noneChanged')
          : t('same.changed', { changed: figures.number(discordant), p: figures.p(same.p) })}
      </p>
      {discordant > 0 && discordant < leastDiscordant ? (
        <p className="muted small">{t('same.tooFew', { count: discordant })}</p>
      ) : null}
      {withTruth ? (
        <ul className={styles.truthLines}>
          <li>
            {t('same.fn', {
              fixed: figures.number(same.fn_fixed),
              introduced: figures.number(same.fn_introduced),
            })}
          </li>
          <li>
            {t('same.fp', {
              introduced: figures.number(same.fp_introduced),
              fixed: figures.number(same.fp_fixed),
            })}
          </li>
        </ul>
      ) : (
        <p className="muted small">{t('same.noTruth')}</p>
      )}
      <p className="muted small">{t('same.otherwise')}</p>
    </aside>
  );
}
