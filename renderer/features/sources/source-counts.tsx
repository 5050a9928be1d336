import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { SourceReport } from '../../../electron/api/types.ts';
import { equals } from '../../app/filter-text.ts';
import { hrefTo } from '../../app/location.ts';
import { useFigures } from '../../ui/figures.ts';
import { OddRecords } from './odd-records.tsx';
import styles from './sources.module.css';

/** Counts that speak of the file as a whole: there are no records behind them to open. */
const ofFile: ReadonlySet<string> = new Set([
  'archive_cut',
  'fields_without_column',
  'read_exactly',
  'pairs',
  'judge_logs',
]);

/** Where the rows of a count stand that is none of the reader's marks on a row. */
const elsewhere: Readonly<Record<string, string>> = {
  without_identity: 'not has(trajectory) and not warning = id_in_two_files',
};

/** Everything the reader counted about a file, each count a link to exactly the records it counts. */
export function SourceCounts({ source }: { readonly source: SourceReport }) {
  const { t } = useTranslation(['sources', 'common']);
  const figures = useFigures();
  const [open, setOpen] = useState<{ readonly code: string; readonly what: string } | null>(null);
  const isLog = source.kind === 'reward_log';
  const warnings = Object.entries(source.warnings)
    .filter(([, count]) => count > 0)
    .map(([code, count]) => ({ code, count }));
  const remarks = source.remarks.filter(
    // The scale is asked for above.
    ({ code, count }) => count > 0 && !(code in source.warnings) && code !== 'scale_unknown',
  );
  const only = equals('source_id', String(source.source_id));
  const words = (code: string): string =>
    isLog && code in source.warnings
      ? t(`common:warnings.${code}`)
      : t(`remark.${code}`, { defaultValue: code.replaceAll('_', ' ') });
  const hrefOf = (code: string): string | null => {
    if (code === 'cut_last_line')
      return hrefTo('sources', { show: 'quarantine', source: String(source.source_id) });
    if (!isLog || ofFile.has(code)) return null;
    return hrefTo('verdicts', { where: `${only} and ${elsewhere[code] ?? `warning = ${code}`}` });
  };
  const counts = [...warnings, ...remarks];
  if (counts.length === 0) return <p className="muted">{t('detail.noWarnings')}</p>;
  return (
    <ul className={styles.counts}>
      {counts.map(({ code, count }) => {
        const href = hrefOf(code);
        const text = `${figures.number(count)} · ${words(code)}`;
        return (
          <li key={code}>
            {href !== null ? (
              <Link href={href}>{text}</Link>
            ) : isLog || ofFile.has(code) ? (
              <span className={styles.note}>{text}</span>
            ) : (
              <button
                type="button"
                className="plain-button"
                onClick={() => setOpen({ code, what: words(code) })}
              >
                {text}
              </button>
            )}
          </li>
        );
      })}
      {open === null ? null : <OddRecords source={source} {...open} onClose={() => setOpen(null)} />}
    </ul>
  );
}
