import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColumnInfo, SortKey, VerdictRow } from '../../../electron/api/types.ts';
import { query, useApiQuery } from '../../app/api.ts';
import { useFilter, useParam } from '../../app/location.ts';
import { useWorkspace } from '../../app/workspace.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loading } from '../../ui/loading.tsx';
import { type PagedRows, usePagedRows } from '../../ui/paged-rows.ts';
import { nothingSelected, type Selection } from '../../ui/selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useShownColumns } from './shown-columns.ts';
import { sortFromText, sortToText } from './sort-text.ts';
import { TableTools } from './table-tools.tsx';
import { useVerdictColumns } from './verdict-columns.tsx';
import { VerdictDetailPane } from './verdict-detail-pane.tsx';
import styles from './verdicts.module.css';

const noColumns: readonly ColumnInfo[] = [];
const rowKey = (row: VerdictRow): string => row.row;

/** Where a row stands among the first ones of the table; null where it is not among them. */
function indexOf(rows: PagedRows<VerdictRow>, row: string): number | null {
  for (let index = 0; index < Math.min(rows.total ?? 0, 200); index += 1)
    if (rows.rowAt(index)?.row === row) return index;
  return null;
}

/** Every verdict of the logs: sorted, filtered and searched by the engine, one in full at the right. */
export function VerdictsScreen() {
  const { t } = useTranslation('verdicts');
  const workspace = useWorkspace();
  const { filter, setFilter } = useFilter();
  const [search, setSearch] = useParam('q');
  const [sortText, setSortText] = useParam('sort');
  const [open, setOpen] = useParam('row');
  const [cursor, setCursor] = useState<number | null>(null);
  const [chosen, setChosen] = useState<{ readonly of: string; readonly selection: Selection }>({
    of: '',
    selection: nothingSelected,
  });
  const known = useApiQuery('verdicts.columns', undefined);
  const logs = (workspace.data?.sources ?? []).filter((source) => source.kind === 'reward_log').length;
  const fields = known.data ?? noColumns;
  const [shown, setShown] = useShownColumns(fields, logs > 1);
  const sort = useMemo(() => sortFromText(sortText), [sortText]);
  const columns = useVerdictColumns(shown, fields);
  const extra = useMemo(
    () => shown.filter((name) => !columns.some((column) => column.id === name && column.own)),
    [shown, columns],
  );

  const scope = JSON.stringify([filter, search]);
  // A selection belongs to what the filter matched when it was made.
  const selection = chosen.of === scope ? chosen.selection : nothingSelected;
  const select = useCallback((next: Selection) => setChosen({ of: scope, selection: next }), [scope]);
  const key = JSON.stringify([filter, search, sort, extra]);
  const rows = usePagedRows<VerdictRow>(
    key,
    (offset, limit, signal) =>
      query('verdicts.page', { filter, search, sort: [...sort], offset, limit, extra: [...extra] }, signal),
    { enabled: known.data !== undefined },
  );

  const show = useCallback((row: VerdictRow) => setOpen(row.row), [setOpen]);
  const moveTo = useCallback(
    (index: number) => {
      setCursor(index);
      const row = rows.rowAt(index);
      if (row !== undefined && open !== '') setOpen(row.row);
    },
    [rows, open, setOpen],
  );
  const step = useCallback(
    async (by: 1 | -1) => {
      const total = rows.total ?? 0;
      // Opened by its name: where it stands is known once its page is there.
      const here = cursor ?? indexOf(rows, open);
      const next = here === null ? 0 : here + by;
      if (next < 0 || next >= total) return;
      setCursor(next);
      const row = rows.rowAt(next) ?? (await rows.fetchRange(next, next))[0];
      if (row !== undefined) setOpen(row.row);
    },
    [rows, cursor, open, setOpen],
  );

  if (workspace.data === undefined) return <Loading />;
  if (workspace.data.counts.verdicts === 0)
    return (
      <EmptyState title={t('empty.title')}>
        <p>{t('empty.text')}</p>
      </EmptyState>
    );

  const onSort = (next: readonly SortKey[]): void => setSortText(sortToText(next));
  return (
    <div className={styles.screen} data-open={open !== '' || undefined}>
      <section className={styles.list}>
        <TableTools
          filter={filter}
          onFilter={setFilter}
          search={search}
          onSearch={setSearch}
          total={rows.total}
          all={workspace.data.counts.verdicts}
          loading={rows.loading}
          failed={rows.failure !== null}
          columns={fields}
          shown={shown}
          onShown={setShown}
        />
        <SelectionBar
          selection={selection}
          onSelect={select}
          rows={rows}
          filter={filter}
          search={search}
          columns={columns}
        />
        <div className={styles.table}>
          <DataTable
            label={t('table')}
            rows={rows}
            columns={columns}
            rowKey={rowKey}
            sort={sort}
            onSort={onSort}
            selection={selection}
            onSelect={select}
            cursor={cursor}
            onCursor={moveTo}
            onOpen={show}
            activeKey={open === '' ? null : open}
            empty={t('nothingMatches')}
          />
        </div>
      </section>
      {open === '' ? null : (
        <VerdictDetailPane
          row={open}
          onClose={() => setOpen('')}
          onRow={setOpen}
          onStep={(by) => void step(by)}
          position={cursor === null ? null : { at: cursor, total: rows.total ?? 0 }}
        />
      )}
    </div>
  );
}
