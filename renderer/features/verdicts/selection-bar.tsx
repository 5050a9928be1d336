import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { VerdictRow } from '../../../electron/api/types.ts';
import { failureOf, useApiMutation } from '../../app/api.ts';
import { hrefTo } from '../../app/location.ts';
import { copyText } from '../../ui/copy.ts';
import { useFigures } from '../../ui/figures.ts';
import type { PagedRows } from '../../ui/paged-rows.ts';
import { isSelected, nothingSelected, type Selection, selectedCount } from '../../ui/selection.ts';
import { rowsFilter } from './rows-filter.ts';
import type { VerdictColumn } from './verdict-columns.tsx';
import styles from './verdicts.module.css';

/** Rows a copy or a list of row names may hold. */
const most = 20_000;
const page = 1000;
/** Row names an address can carry. */
const longestList = 500;

export interface SelectionBarProps {
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  readonly rows: PagedRows<VerdictRow>;
  readonly filter: string;
  readonly search: string;
  readonly columns: readonly VerdictColumn[];
}

/** What can be done with the selected rows: re-run them, copy them, export what the filter matches. */
export function SelectionBar({ selection, onSelect, rows, filter, search, columns }: SelectionBarProps) {
  const { t } = useTranslation('verdicts');
  const figures = useFigures();
  const [busy, setBusy] = useState(false);
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
  const total = rows.total ?? 0;
  const count = selectedCount(selection, total);
  if (count === 0) return null;

  const say = (error: unknown): void => {
    notifications.show({ message: failureOf(error).message, color: 'red' });
  };
  /** The selected rows in the table's order; where some are named, those still to be found. */
  const selectedRows = async (): Promise<readonly VerdictRow[]> => {
    const found: VerdictRow[] = [];
    const wanted = Math.min(count, most);
    for (let first = 0; first < total && found.length < wanted; first += page) {
      const part = await rows.fetchRange(first, Math.min(total, first + page) - 1);
      for (const row of part) if (isSelected(selection, row.row) && found.length < wanted) found.push(row);
    }
    return found;
  };
  const copy = async (): Promise<void> => {
    setBusy(true);
    try {
      const cell = (text: string): string => text.replaceAll(/[\t\r\n]+/g, ' ');
      const lines = (await selectedRows()).map((row) =>
        columns.map((column) => cell(column.text(row))).join('\t'),
      );
      await copyText([columns.map((column) => column.id).join('\t'), ...lines].join('\n'));
    } catch (error) {
      say(error);
    } finally {
      setBusy(false);
    }
  };
  const named = selection.mode === 'some' ? [...selection.keys] : null;
  const everything = selection.mode === 'all' && selection.except.size === 0 && search === '';
  // A long re-run is opened by an address, so a selection by hand becomes a filter that names its rows.
  const where = everything ? filter : named === null ? null : rowsFilter(named);
  const exportRows = async (format: 'csv' | 'jsonl'): Promise<void> => {
    const request = {
      format,
      what: 'filter' as const,
      filter: everything ? filter : '',
      rows: named ?? [],
      path: null,
    };
    await exporting.mutateAsync(request).catch(say);
  };

  return (
    <div className={styles.selection} role="toolbar" aria-label={t('selection.label')}>
      <strong>{t('selection.count', { n: figures.number(count) })}</strong>
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
      <Button loading={busy} onClick={() => void copy()}>
        {count > most ? t('selection.copyFirst', { n: figures.number(most) }) : t('selection.copy')}
      </Button>
      {!everything && named === null ? null : (
        <>
          <Button loading={exporting.isPending} onClick={() => void exportRows('csv')}>
            {t('selection.exportCsv')}
          </Button>
          <Button loading={exporting.isPending} onClick={() => void exportRows('jsonl')}>
            {t('selection.exportJsonl')}
          </Button>
        </>
      )}
      <button type="button" className="plain-button" onClick={() => onSelect(nothingSelected)}>
        {t('selection.clear')}
      </button>
    </div>
  );
}
