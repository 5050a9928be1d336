// biome-ignore-all lint/a11y/useSemanticElements: rows outside of the view do not exist, which a <table> cannot say
import { Checkbox, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SortKey } from '../../electron/api/types.ts';
import styles from './data-table.module.css';
import type { Column } from './data-table.tsx';
import { clampWidth, placeAt, widthStep } from './table-columns.ts';

interface HeaderProps<T> {
  readonly columns: readonly Column<T>[];
  readonly template: string;
  readonly sort: readonly SortKey[];
  readonly onSort: ((column: string, add: boolean) => void) | undefined;
  readonly onResize: ((id: string, width: number | null) => void) | undefined;
  readonly onMove: ((id: string, to: number) => void) | undefined;
  /** Null where rows cannot be selected. */
  readonly check: { readonly all: boolean; readonly some: boolean; set(on: boolean): void } | null;
  /** Back into the rows. */
  readonly onLeave: () => void;
}

/**
 * The head of a table: sorts (with shift, by one more column), widens and narrows, and changes the order of columns, each
 * by mouse and by keyboard. Of the heads one is in the order of tabs, and the arrows go from one to the next.
 */
export function TableHeader<T>(props: HeaderProps<T>) {
  const { columns, template, sort, onSort, onResize, onMove, check } = props;
  const { t } = useTranslation('common');
  const row = useRef<HTMLDivElement | null>(null);
  const [stop, setStop] = useState(0);
  const [dragged, setDragged] = useState<{ readonly id: string; readonly to: number } | null>(null);
  const moved = useRef(false);

  const cells = (): HTMLElement[] => [...(row.current?.querySelectorAll<HTMLElement>('[data-column]') ?? [])];
  const focus = (at: number): void => {
    const next = Math.min(columns.length - 1, Math.max(0, at));
    setStop(next);
    cells()[next]?.querySelector('button')?.focus();
  };

  const startMove = (event: PointerEvent<HTMLElement>, id: string): void => {
    if (onMove === undefined || event.button !== 0) return;
    const from = event.clientX;
    moved.current = false;
    const edges = cells().map((cell) => cell.getBoundingClientRect());
    let to: number | null = null;
    const move = (next: globalThis.PointerEvent): void => {
      if (!moved.current && Math.abs(next.clientX - from) < 6) return;
      moved.current = true;
      to = placeAt(edges, next.clientX);
      setDragged({ id, to });
    };
    const end = (): void => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', cancel);
      setDragged(null);
      if (to !== null) onMove(id, to);
      // the click that ends a drag comes at once, if at all
      setTimeout(() => {
        moved.current = false;
      });
    };
    const cancel = (): void => {
      to = null;
      end();
    };
    // On the window: a head that took the pointer would take the click from its button as well.
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', cancel);
  };

  const startResize = (event: PointerEvent<HTMLElement>, column: Column<T>): void => {
    if (onResize === undefined || event.button !== 0) return;
    event.stopPropagation();
    event.preventDefault();
    const target = event.currentTarget;
    const from = event.clientX;
    const width = target.parentElement?.getBoundingClientRect().width ?? column.width;
    const move = (next: globalThis.PointerEvent): void =>
      onResize(column.id, clampWidth(width + next.clientX - from));
    const end = (): void => {
      target.removeEventListener('pointermove', move);
      target.removeEventListener('pointerup', end);
      target.removeEventListener('pointercancel', end);
    };
    target.setPointerCapture(event.pointerId);
    target.addEventListener('pointermove', move);
    target.addEventListener('pointerup', end);
    target.addEventListener('pointercancel', end);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>, column: Column<T>, at: number): void => {
    const way = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      props.onLeave();
    } else if (event.key === 'Home' || event.key === 'End') {
      event.preventDefault();
      focus(event.key === 'Home' ? 0 : columns.length - 1);
    } else if (way !== 0) {
      event.preventDefault();
      if (event.altKey && onMove !== undefined) {
        const to = Math.min(columns.length - 1, Math.max(0, at + way));
        onMove(column.id, to);
        // the head keeps the focus: it is the same element in another place
        setStop(to);
      } else if (event.shiftKey && onResize !== undefined)
        onResize(column.id, clampWidth(column.width + way * widthStep));
      else focus(at + way);
    } else if (event.key === 'Backspace' && onResize !== undefined) {
      event.preventDefault();
      onResize(column.id, null);
    }
  };

  return (
    <div
      ref={row}
      className={styles.header}
      role="row"
      aria-rowindex={1}
      style={{ gridTemplateColumns: template }}
      tabIndex={-1}
    >
      {check === null ? null : (
        <span className={styles.check} role="columnheader" aria-colindex={1} tabIndex={-1}>
          <Checkbox
            aria-label={t('table.selectAll')}
            checked={check.all}
            indeterminate={check.some && !check.all}
            onChange={(event) => check.set(event.currentTarget.checked)}
          />
        </span>
      )}
      {columns.map((column, at) => {
        const place = sort.findIndex((key) => key.column === column.sort);
        const key = column.sort === undefined ? undefined : sort[place];
        const drop = dragged !== null && dragged.to === at && dragged.id !== column.id;
        return (
          <span
            key={column.id}
            className={styles.headerCell}
            data-column={column.id}
            data-align={column.align}
            data-dragged={dragged?.id === column.id || undefined}
            data-drop={
              drop
                ? columns.findIndex((one) => one.id === dragged.id) < at
                  ? 'behind'
                  : 'before'
                : undefined
            }
            role="columnheader"
            aria-colindex={at + (check === null ? 1 : 2)}
            tabIndex={-1}
            title={column.title}
            aria-sort={
              column.sort === undefined
                ? undefined
                : key === undefined
                  ? 'none'
                  : key.direction === 'asc'
                    ? 'ascending'
                    : 'descending'
            }
            onPointerDown={(event) => startMove(event, column.id)}
          >
            {column.sort === undefined || onSort === undefined ? (
              column.header
            ) : (
              <button
                type="button"
                className={styles.sortButton}
                tabIndex={at === Math.min(stop, columns.length - 1) ? 0 : -1}
                onFocus={() => setStop(at)}
                onClick={(event: MouseEvent) => {
                  // the end of a drag is no click
                  if (!moved.current && column.sort !== undefined) onSort(column.sort, event.shiftKey);
                }}
                onKeyDown={(event) => onKeyDown(event, column, at)}
                title={column.title ?? t('table.sortHint')}
              >
                <span className={styles.sortName}>{column.header}</span>
                {key === undefined ? null : (
                  <span className={styles.sortSign}>
                    <span aria-hidden="true">
                      {key.direction === 'asc' ? '↑' : '↓'}
                      {sort.length > 1 ? place + 1 : ''}
                    </span>
                    {sort.length > 1 ? (
                      <VisuallyHidden>
                        {t('table.sortPlace', { place: place + 1, of: sort.length })}
                      </VisuallyHidden>
                    ) : null}
                  </span>
                )}
              </button>
            )}
            {onResize === undefined ? null : (
              // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard widens a column from its head
              <span
                className={styles.grip}
                data-grip
                onPointerDown={(event) => startResize(event, column)}
                onDoubleClick={() => onResize(column.id, null)}
              />
            )}
          </span>
        );
      })}
    </div>
  );
}
