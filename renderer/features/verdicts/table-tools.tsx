import { Button, Checkbox, Popover, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColumnInfo } from '../../../electron/api/types.ts';
import { FilterBuilder } from '../../app/filter-builder.tsx';
import { addClauseTo } from '../../app/filter-text.ts';
import { useKeys } from '../../app/keys.ts';
import { useFigures } from '../../ui/figures.ts';
import { FilterFault, useFilterCheck } from './filter-check.tsx';
import { usualColumns } from './shown-columns.ts';
import styles from './verdicts.module.css';

export interface TableToolsProps {
  readonly filter: string;
  readonly onFilter: (text: string) => void;
  readonly search: string;
  readonly onSearch: (text: string) => void;
  readonly total: number | null;
  readonly all: number;
  readonly loading: boolean;
  /** The engine refused the rows: there is no count. */
  readonly failed: boolean;
  readonly columns: readonly ColumnInfo[];
  readonly shown: readonly string[];
  readonly onShown: (names: readonly string[]) => void;
}

/** What stands above the table: the filter as text, the search over reason and evidence, the columns. */
export function TableTools(props: TableToolsProps) {
  const { filter, onFilter, onSearch, total, all } = props;
  const { t } = useTranslation('verdicts');
  const figures = useFigures();
  const [text, setText] = useState(filter);
  const [search, setSearch] = useState(props.search);
  const [building, setBuilding] = useState(false);
  const filterBox = useRef<HTMLInputElement | null>(null);
  const searchBox = useRef<HTMLInputElement | null>(null);
  const check = useFilterCheck(text);
  const searchLater = useDebouncedCallback((next: string) => onSearch(next), 250);

  useEffect(() => setText(filter), [filter]);
  useEffect(() => setSearch(props.search), [props.search]);
  useKeys([
    { keys: '/', label: t('keys.search'), group: t('keys.group'), run: () => searchBox.current?.focus() },
    { keys: 'f', label: t('keys.filter'), group: t('keys.group'), run: () => filterBox.current?.focus() },
  ]);

  const apply = (): void => {
    if (check.fault === null) onFilter(text.trim());
  };
  const onFilterKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) apply();
    if (event.key === 'Escape') setText(filter);
  };

  return (
    <div className={styles.tools}>
      <div className={styles.toolRow}>
        <TextInput
          ref={filterBox}
          className={styles.filterBox}
          aria-label={t('filter.label')}
          placeholder={t('filter.placeholder')}
          value={text}
          spellCheck={false}
          error={check.fault !== null}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onFilterKey}
          rightSectionWidth={text === filter ? 8 : 62}
          rightSection={
            text.trim() === filter || check.fault !== null ? null : (
              <button type="button" className="plain-button small" onClick={apply}>
                {t('filter.apply')}
              </button>
            )
          }
        />
        <Popover opened={building} onChange={setBuilding} position="bottom-start" trapFocus width={460}>
          <Popover.Target>
            <Button onClick={() => setBuilding((shown) => !shown)}>{t('filter.build')}</Button>
          </Popover.Target>
          <Popover.Dropdown>
            <FilterBuilder
              onAdd={(clause) => {
                onFilter(addClauseTo(filter, clause));
                setBuilding(false);
              }}
            />
          </Popover.Dropdown>
        </Popover>
        <TextInput
          ref={searchBox}
          className={styles.searchBox}
          aria-label={t('search.label')}
          placeholder={t('search.placeholder')}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            searchLater(event.currentTarget.value);
          }}
        />
        <ColumnChooser {...props} />
        <span className={styles.count} role="status" aria-live="polite">
          {total === null
            ? props.failed
              ? figures.none
              : t('counting')
            : total === all
              ? t('all', { n: figures.number(total) })
              : t('some', { n: figures.number(total), all: figures.number(all) })}
        </span>
      </div>
      {check.fault === null ? null : <FilterFault text={text} fault={check.fault} />}
    </div>
  );
}

/** Which columns the table shows: those Assay knows and those only these logs have. */
function ColumnChooser({ columns, shown, onShown }: TableToolsProps) {
  const { t } = useTranslation('verdicts');
  const [find, setFind] = useState('');
  const names = [...new Set([...usualColumns, ...columns.map((column) => column.name), 'warning'])];
  const matching = names.filter((name) => name.toLowerCase().includes(find.trim().toLowerCase()));
  const unknown = new Set(columns.filter((column) => !column.known).map((column) => column.name));
  const toggle = (name: string, on: boolean): void => {
    onShown(on ? [...shown, name] : shown.filter((one) => one !== name));
  };
  const list = (wanted: readonly string[]) => (
    <ul className={styles.columnList}>
      {wanted.map((name) => (
        <li key={name}>
          <Checkbox
            label={unknown.has(name) ? name : t(`columns.${name}`, { defaultValue: name })}
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
          <Button onClick={() => onShown(usualColumns)}>{t('usualColumns')}</Button>
        </div>
        <div className={styles.columnScroll}>
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
