import { ActionIcon, Button, Checkbox, Popover, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColumnInfo } from '../../../electron/api/types.ts';
import { withMoved } from '../../ui/table-columns.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { usualColumns } from './shown-columns.ts';
import styles from './verdicts.module.css';

export interface ColumnChooserProps {
  readonly columns: readonly ColumnInfo[];
  readonly shown: readonly string[];
  /** Null brings the usual columns back. */
  readonly onShown: (names: readonly string[] | null) => void;
}

/** Which columns the table shows: those Assay knows and those only these logs have. */
export function ColumnChooser({ columns, shown, onShown }: ColumnChooserProps) {
  const { t } = useTranslation('verdicts');
  const [find, setFind] = useState('');
  const names = [...new Set([...usualColumns, ...columns.map((column) => column.name), 'warning'])];
  const matching = names.filter((name) => name.toLowerCase().includes(find.trim().toLowerCase()));
  const unknown = new Set(columns.filter((column) => !column.known).map((column) => column.name));
  const nameOf = (name: string): string =>
    unknown.has(name) ? visibleText(name) : t(`columns.${name}`, { defaultValue: name });
  const toggle = (name: string, on: boolean): void => {
    onShown(on ? [...shown, name] : shown.filter((one) => one !== name));
  };
  const list = (wanted: readonly string[]) => (
    <ul className={styles.columnList}>
      {wanted.map((name) => (
        <li key={name}>
          <Checkbox
            label={nameOf(name)}
            title={name}
            checked={shown.includes(name)}
            onChange={(event) => toggle(name, event.currentTarget.checked)}
          />
        </li>
      ))}
    </ul>
  );
  const others = matching.filter((name) => unknown.has(name));
  return (
    <Popover position="bottom-end" trapFocus width={420}>
      <Popover.Target>
        <Button>{t('columnsButton')}</Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={styles.columnHead}>
          <TextInput
            data-autofocus
            aria-label={t('findColumn')}
            placeholder={t('findColumn')}
            value={find}
            onChange={(event) => setFind(event.currentTarget.value)}
          />
          <Button onClick={() => onShown(null)}>{t('usualColumns')}</Button>
        </div>
        <div className={styles.columnScroll}>
          {find.trim() === '' ? <ShownOrder shown={shown} nameOf={nameOf} onShown={onShown} /> : null}
          {list(matching.filter((name) => !unknown.has(name)))}
          {others.length === 0 ? null : (
            <>
              <div className="muted small">{t('otherFields')}</div>
              {list(others)}
            </>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The columns shown, in their order, each movable by a button: what dragging a head does, for those who do not drag. */
function ShownOrder({
  shown,
  nameOf,
  onShown,
}: Pick<ColumnChooserProps, 'shown' | 'onShown'> & { readonly nameOf: (name: string) => string }) {
  const { t } = useTranslation('verdicts');
  return (
    <ol className={styles.columnOrder} aria-label={t('columnOrder')}>
      {shown.map((name, at) => (
        <li key={name}>
          <bdi className={styles.columnName}>{nameOf(name)}</bdi>
          <ActionIcon
            aria-label={t('columnEarlier', { name: nameOf(name) })}
            disabled={at === 0}
            onClick={() => onShown(withMoved(shown, name, at - 1))}
          >
            ↑
          </ActionIcon>
          <ActionIcon
            aria-label={t('columnLater', { name: nameOf(name) })}
            disabled={at === shown.length - 1}
            onClick={() => onShown(withMoved(shown, name, at + 1))}
          >
            ↓
          </ActionIcon>
        </li>
      ))}
    </ol>
  );
}
