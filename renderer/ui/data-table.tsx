// biome-ignore-all lint/a11y/useSemanticElements: rows outside of the view do not exist, which a <table> cannot say
import { type ReactNode, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { SortKey } from '../../electron/api/types.ts';
import styles from './data-table.module.css';
import { TableHeader } from './data-table-header.tsx';
import { TableRow } from './data-table-row.tsx';
import { ErrorView } from './error-view.tsx';
import type { PagedRows } from './paged-rows.ts';
import { everythingSelected, nothingSelected, type Selection, selectedCount } from './selection.ts';
import { useRowKeys } from './table-keys.ts';
import { useTableScroll } from './table-scroll.ts';

export interface Column<T> {
  readonly id: string;
  readonly header: string;
  /** In pixels; the last column takes what is left over. */
  readonly width: number;
  readonly align?: 'left' | 'right';
  /** The column the engine sorts by; absent where it cannot be sorted. */
  readonly sort?: string;
  readonly cell: (row: T) => ReactNode;
  /** Explains the header. */
  readonly title?: string;
}

export interface DataTableProps<T> {
  /** What the table holds, for those who hear it. */
  readonly label: string;
  readonly rows: PagedRows<T>;
  readonly columns: readonly Column<T>[];
  readonly rowKey: (row: T) => string;
  readonly rowHeight?: number;
  readonly sort?: readonly SortKey[];
  readonly onSort?: (sort: readonly SortKey[]) => void;
  readonly selection?: Selection;
  readonly onSelect?: (selection: Selection) => void;
  /** The row the keyboard stands on. */
  readonly cursor?: number | null;
  readonly onCursor?: (index: number) => void;
  /** Enter or a double click. A single click moves the cursor. */
  readonly onOpen?: (row: T, index: number) => void;
  /** Ctrl or Cmd with C, where no text is marked. */
  readonly onCopy?: () => void;
  /** A stretch was longer than the number of rows that can be selected one by one. */
  readonly onStretchCut?: (rows: number) => void;
  /** Makes columns wider or narrower; null gives a column its usual width again. */
  readonly onResize?: (id: string, width: number | null) => void;
  /** Puts a column at another place. */
  readonly onMove?: (id: string, to: number) => void;
  /** Rows that carry a mark: the one shown beside the table. */
  readonly activeKey?: string | null;
  /** Stands in place of the rows where there are none. */
  readonly empty?: ReactNode;
}

const checkboxWidth = 32;
const noSort: readonly SortKey[] = [];
const headerHeight = 30;

/** A click on a header: alone it sorts by this column, with shift it adds a column; a third click takes it away. */
export function nextSort(sort: readonly SortKey[], column: string, add: boolean): readonly SortKey[] {
  const present = sort.find((key) => key.column === column);
  const next: SortKey | null =
    present === undefined
      ? { column, direction: 'asc' }
      : present.direction === 'asc'
        ? { column, direction: 'desc' }
        : null;
  if (!add) return next === null ? [] : [next];
  if (present === undefined) return next === null ? sort : [...sort, next].slice(-5);
  return sort.flatMap((key) => (key.column !== column ? [key] : next === null ? [] : [next]));
}

/**
 * The one table: rows of fixed height, only those in view in the page, as many as the log has. Arrows, Home, End and the
 * page keys move; Enter opens, Space selects, shift with either extends; Ctrl or Cmd with A selects all, with C copies.
 */
export function DataTable<T>(props: DataTableProps<T>) {
  const { label, rows, columns, rowKey, rowHeight = 29, sort, onSort, selection, onSelect, onOpen } = props;
  const { t } = useTranslation('common');
  const id = useId();
  const total = rows.total ?? 0;
  const scroll = useTableScroll({ total, rowHeight, headerHeight, rows });
  const keys = useRowKeys({ ...props, rowHeight, total, scroll });
  const selectable = selection !== undefined && onSelect !== undefined;

  const width = useMemo(
    () => columns.reduce((sum, column) => sum + column.width, selectable ? checkboxWidth : 0),
    [columns, selectable],
  );
  const template = useMemo(() => {
    // A figure moved to the far edge is read with no row: what is left goes to the last column of words.
    const words = columns.findLastIndex((column) => column.align !== 'right');
    const widest = words < 0 ? columns.length - 1 : words;
    const widths = columns.map((column, at) =>
      at === widest ? `minmax(${column.width}px, 1fr)` : `${column.width}px`,
    );
    return [...(selectable ? [`${checkboxWidth}px`] : []), ...widths].join(' ');
  }, [columns, selectable]);

  if (rows.failure !== null && rows.total === null)
    return (
      <div className={styles.message}>
        <ErrorView error={rows.failure} onRetry={rows.retry} />
      </div>
    );

  const indexes: number[] = [];
  for (let index = scroll.first; index <= scroll.last; index += 1) indexes.push(index);
  const chosen = selection === undefined ? 0 : selectedCount(selection, total);

  return (
    <div
      ref={scroll.ref}
      className={styles.scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.total === null ? -1 : total + 1}
      aria-colcount={columns.length + (selectable ? 1 : 0)}
      aria-multiselectable={selectable}
      aria-busy={rows.loading}
      aria-activedescendant={
        // a row that is not drawn has no element to point at
        keys.cursor === null || keys.cursor < scroll.first || keys.cursor > scroll.last
          ? undefined
          : `${id}-${keys.cursor}`
      }
      tabIndex={0}
      onKeyDown={keys.onKeyDown}
      onScroll={scroll.onScroll}
    >
      <div className={styles.content} style={{ minWidth: width, height: scroll.height + headerHeight }}>
        <TableHeader
          columns={columns}
          template={template}
          sort={sort ?? noSort}
          onSort={
            onSort === undefined ? undefined : (column, add) => onSort(nextSort(sort ?? noSort, column, add))
          }
          onResize={props.onResize}
          onMove={props.onMove}
          check={
            selectable
              ? {
                  all: total > 0 && chosen === total,
                  some: chosen > 0,
                  set: (on) => onSelect(on ? everythingSelected : nothingSelected),
                }
              : null
          }
          onLeave={() => scroll.ref.current?.focus()}
        />
        <div className={styles.body} style={{ height: scroll.viewport, top: headerHeight }}>
          <div className={styles.rows} style={{ transform: `translateY(${scroll.shift}px)` }}>
            {indexes.map((index) => {
              const row = rows.rowAt(index);
              return (
                <TableRow
                  key={index}
                  id={`${id}-${index}`}
                  index={index}
                  row={row}
                  columns={columns}
                  template={template}
                  height={rowHeight}
                  rowKey={rowKey}
                  selection={selectable ? selection : undefined}
                  atCursor={index === keys.cursor}
                  active={row !== undefined && props.activeKey === rowKey(row)}
                  onClick={keys.onRowClick}
                  onOpen={onOpen}
                  onCheck={keys.onCheck}
                />
              );
            })}
          </div>
          {rows.total === 0 ? <div className={styles.message}>{props.empty ?? t('table.empty')}</div> : null}
          {rows.failure === null || rows.total === null ? null : (
            <div className={styles.overlay}>
              <ErrorView error={rows.failure} onRetry={rows.retry} />
            </div>
          )}
        </div>
      </div>
    </div>
  );
}
