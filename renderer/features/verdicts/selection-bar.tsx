import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useApiMutation } from '../../app/api.ts';
import { useShowFailure } from '../../app/failure-message.ts';
import { hrefTo } from '../../app/location.ts';
import { useFigures } from '../../ui/figures.ts';
import { everythingSelected, nothingSelected, type Selection, selectedCount } from '../../ui/selection.ts';
import { rowsFilter } from './rows-filter.ts';
import { selectionFilter } from './selection-filter.ts';
import { type CopySelection, mostCopied } from './use-copy-selection.ts';
import styles from './verdicts.module.css';

/** Row names an address can carry. */
const longestList = 500;
/** Row names an export takes. */
const mostNamed = 20_000;

export interface SelectionBarProps {
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  /** Rows that match the filter and the search. */
  readonly total: number;
  readonly filter: string;
  readonly search: string;
  readonly copying: CopySelection;
}

/** What can be done with the selected rows, on whatever pages they are: re-run, copy, export. */
export function SelectionBar({ selection, onSelect, total, filter, search, copying }: SelectionBarProps) {
  const { t } = useTranslation('verdicts');
  const showFailure = useShowFailure();
  const figures = useFigures();
  const exporting = useApiMutation('exports.run', {
    invalidates: ['exports'],
    onSuccess: (result) => {
      const rowsWritten = result.written.reduce((sum, file) => sum + file.rows, 0);
      notifications.show({
        message: t('exported', { n: figures.number(rowsWritten), path: result.written[0]?.path ?? '' }),
        autoClose: 8000,
      });
    },
  });
  const count = selectedCount(selection, total);
  if (count === 0) return null;

  const named = selection.mode === 'some' ? [...selection.keys] : null;
  // A long re-run is opened by an address, so a selection by hand becomes a filter that names its rows.
  const where = named === null ? selectionFilter(selection, filter, search) : rowsFilter(named);
  const canExport = named === null ? where !== null : named.length <= mostNamed;
  const exportRows = async (format: 'csv' | 'jsonl'): Promise<void> => {
    const request = {
      format,
      what: 'filter' as const,
      filter: named === null ? (where ?? '') : '',
      rows: named ?? [],
      path: null,
    };
    try {
      await exporting.mutateAsync(request);
    } catch (error) {
      showFailure(error);
    }
  };

  return (
    <div className={styles.selection} role="toolbar" aria-label={t('selection.label')}>
      <strong role="status">{t('selection.count', { n: figures.number(count) })}</strong>
      {count === total ? null : (
        <button type="button" className="plain-button" onClick={() => onSelect(everythingSelected)}>
          {t('selection.all', { n: figures.number(total) })}
        </button>
      )}
      {named !== null && named.length <= longestList ? (
        <Button component={Link} href={hrefTo('variance', { rows: named.join(',') })} variant="filled">
          {t('selection.rerun')}
        </Button>
      ) : where !== null ? (
        <Button component={Link} href={hrefTo('variance', { where, new: '1' })} variant="filled">
          {t('selection.rerun')}
        </Button>
      ) : (
        <span className="muted">{t('selection.rerunMany')}</span>
      )}
      <Button loading={copying.busy} onClick={() => void copying.copy()}>
        {count > mostCopied
          ? t('selection.copyFirst', { n: figures.number(mostCopied) })
          : t('selection.copy')}
      </Button>
      {canExport ? (
        <>
          <Button loading={exporting.isPending} onClick={() => void exportRows('csv')}>
            {t('selection.exportCsv')}
          </Button>
          <Button loading={exporting.isPending} onClick={() => void exportRows('jsonl')}>
            {t('selection.exportJsonl')}
          </Button>
        </>
      ) : (
        <span className="muted">{t('selection.exportMany')}</span>
      )}
      <button type="button" className="plain-button" onClick={() => onSelect(nothingSelected)}>
        {t('selection.clear')}
      </button>
    </div>
  );
}
