// biome-ignore-all lint/a11y/useSemanticElements: rows outside of the view do not exist, which a <table> cannot say
import { Checkbox } from '@mantine/core';
import { type MouseEvent, memo } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './data-table.module.css';
import type { Column } from './data-table.tsx';
import { isSelected, type Selection } from './selection.ts';

interface TableRowProps<T> {
  readonly id: string;
  readonly index: number;
  /** Undefined while it is on its way. */
  readonly row: T | undefined;
  readonly columns: readonly Column<T>[];
  readonly template: string;
  readonly height: number;
  readonly rowKey: (row: T) => string;
  readonly selection: Selection | undefined;
  readonly atCursor: boolean;
  readonly active: boolean;
  readonly onClick: (index: number, event: MouseEvent) => void;
  readonly onOpen: ((row: T, index: number) => void) | undefined;
  readonly onCheck: (index: number, on: boolean, extend: boolean) => void;
}

function Row<T>(props: TableRowProps<T>) {
  const { id, index, row, columns, template, height, rowKey, selection, onOpen, onCheck } = props;
  const { t } = useTranslation('common');
  const selected = selection !== undefined && row !== undefined && isSelected(selection, rowKey(row));
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid itself handles the keyboard
    <div
      id={id}
      className={styles.row}
      style={{ gridTemplateColumns: template, height }}
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-selected={selection === undefined ? undefined : selected}
      data-cursor={props.atCursor || undefined}
      data-active={props.active || undefined}
      data-selected={selected || undefined}
      onClick={(event) => props.onClick(index, event)}
      onDoubleClick={() => (row === undefined ? undefined : onOpen?.(row, index))}
    >
      {selection === undefined ? null : (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the checkbox inside takes the keyboard
        <span
          className={styles.check}
          role="gridcell"
          aria-colindex={1}
          tabIndex={-1}
          onClick={(event) => event.stopPropagation()}
        >
          <Checkbox
            tabIndex={-1}
            aria-label={t('table.selectRow')}
            checked={selected}
            disabled={row === undefined}
            onChange={() => undefined}
            onClick={(event) => onCheck(index, !selected, event.shiftKey)}
          />
        </span>
      )}
      {columns.map((column, at) => (
        <span
          key={column.id}
          className={styles.cell}
          data-align={column.align}
          role="gridcell"
          aria-colindex={at + (selection === undefined ? 1 : 2)}
          tabIndex={-1}
        >
          {row === undefined ? <span className={styles.waiting} /> : column.cell(row)}
        </span>
      ))}
    </div>
  );
}

/** One row; drawn again only where something of its own has changed. */
export const TableRow = memo(Row) as typeof Row; // memo loses the type parameter
