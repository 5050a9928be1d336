import { notifications } from '@mantine/notifications';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColumnInfo, SortKey, TableView, VerdictRow } from '../../../electron/api/types.ts';
import { query, useApiQuery } from '../../app/api.ts';
import { useFilter, useParam } from '../../app/location.ts';
import { useWorkspace } from '../../app/workspace.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useFigures } from '../../ui/figures.ts';
import { Loading } from '../../ui/loading.tsx';
import { usePagedRows } from '../../ui/paged-rows.ts';
import { nothingSelected, type Selection } from '../../ui/selection.ts';
import { withMoved } from '../../ui/table-columns.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useShownColumns } from './shown-columns.ts';
import { sortFromText, sortToText } from './sort-text.ts';
import { TableTools } from './table-tools.tsx';
import { useAppliedView } from './use-applied-view.ts';
import { useCopySelection } from './use-copy-selection.ts';
import { useOpenRow } from './use-open-row.ts';
import { useVerdictColumns } from './verdict-columns.tsx';
import { VerdictDetailPane } from './verdict-detail-pane.tsx';
import styles from './verdicts.module.css';

const noColumns: readonly ColumnInfo[] = [];
const rowKey = (row: VerdictRow): string => row.row;

/** Every verdict of the logs: sorted, filtered and searched by the engine, one in full at the right. */
export function VerdictsScreen() {
  const { t } = useTranslation('verdicts');
  const figures = useFigures();
  const workspace = useWorkspace();
  const { filter, setFilter } = useFilter();
  const [search, setSearch] = useParam('q');
  const [sortText, setSortText] = useParam('sort');
  const [chosen, setChosen] = useState<{ readonly of: string; readonly selection: Selection }>({
    of: '',
    selection: nothingSelected,
  });
  const table = useRef<HTMLDivElement | null>(null);
  const known = useApiQuery('verdicts.columns', undefined);
  const logs = (workspace.data?.sources ?? []).filter((source) => source.kind === 'reward_log');
  // Some lines were not imported; their number has a digit more at most.
  const lines = Math.ceil(1.05 * Math.max(0, ...logs.map((log) => log.imported)));
  const fields = known.data ?? noColumns;
  const shown = useShownColumns(fields, logs.length > 1);
  const sort = useMemo(() => sortFromText(sortText), [sortText]);
  const columns = useVerdictColumns(shown.names, fields, shown.widths, search, lines);
  const extra = useMemo(() => columns.filter((column) => !column.own).map((column) => column.id), [columns]);
  const present = useMemo(
    (): TableView => ({ filter, search, sort, columns: shown.chosen, widths: shown.widths }),
    [filter, search, sort, shown.chosen, shown.widths],
  );
  useAppliedView(shown);

  const scope = JSON.stringify([filter, search]);
  // A selection belongs to what the filter matched when it was made.
  const selection = chosen.of === scope ? chosen.selection : nothingSelected;
  const select = useCallback((next: Selection) => setChosen({ of: scope, selection: next }), [scope]);
  const rows = usePagedRows<VerdictRow>(
    JSON.stringify([filter, search, sort, extra]),
    (offset, limit, signal) =>
      query('verdicts.page', { filter, search, sort: [...sort], offset, limit, extra: [...extra] }, signal),
    {
      enabled: known.data !== undefined && shown.ready,
      fetchKeys: (first, last) => query('rows.stretch', { filter, search, sort: [...sort], first, last }),
    },
  );
  const opened = useOpenRow(rows, { filter, search, sort });
  const copying = useCopySelection({ selection, rows, sort, columns, extra });

  // The keys of the table work at once: nobody should have to reach for it with the mouse first.
  const there = rows.total !== null;
  useEffect(() => {
    const { activeElement } = document;
    if (there && (activeElement === null || activeElement === document.body))
      table.current?.querySelector<HTMLElement>('[role=grid]')?.focus({ preventScroll: true });
  }, [there]);

  if (workspace.data === undefined) return <Loading />;
  if (workspace.data.counts.verdicts === 0)
    return (
      <EmptyState title={t('empty.title')}>
        <p>{t('empty.text')}</p>
      </EmptyState>
    );

  const onSort = (next: readonly SortKey[]): void => setSortText(sortToText(next));
  return (
    <div className={styles.screen} data-open={opened.row !== '' || undefined}>
      <section className={styles.list}>
        <TableTools
          filter={filter}
          onFilter={setFilter}
          search={search}
          onSearch={setSearch}
          total={rows.total}
          all={workspace.data.counts.verdicts}
          failed={rows.failure !== null}
          columns={fields}
          shown={shown.names}
          onShown={shown.setNames}
          present={present}
          onLeave={() => table.current?.querySelector<HTMLElement>('[role=grid]')?.focus()}
        />
        <SelectionBar
          selection={selection}
          onSelect={select}
          total={rows.total ?? 0}
          filter={filter}
          search={search}
          copying={copying}
        />
        <div className={styles.table} ref={table}>
          <DataTable
            label={t('table')}
            rows={rows}
            columns={columns}
            rowKey={rowKey}
            sort={sort}
            onSort={onSort}
            selection={selection}
            onSelect={select}
            cursor={opened.cursor}
            onCursor={opened.moveTo}
            onOpen={opened.show}
            onCopy={() => void copying.copy()}
            onStretchCut={(most) =>
              notifications.show({
                message: t('selection.cut', { n: figures.number(most) }),
                color: 'yellow',
              })
            }
            onResize={shown.setWidth}
            onMove={(name, to) => shown.setNames(withMoved(shown.names, name, to))}
            activeKey={opened.row === '' ? null : opened.row}
            empty={t('nothingMatches')}
          />
        </div>
      </section>
      {opened.row === '' ? null : (
        <VerdictDetailPane
          row={opened.row}
          onClose={opened.close}
          onRow={opened.openNamed}
          onStep={(by) => void opened.step(by)}
          position={opened.cursor === null ? null : { at: opened.cursor, total: rows.total ?? 0 }}
        />
      )}
    </div>
  );
}
