import { Button, Popover, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColumnInfo, TableView } from '../../../electron/api/types.ts';
import { FilterBuilder } from '../../app/filter-builder.tsx';
import { addAlternativeTo, addClauseTo } from '../../app/filter-text.ts';
import { useKeys } from '../../app/keys.ts';
import { useFigures } from '../../ui/figures.ts';
import { ColumnChooser } from './column-chooser.tsx';
import { FilterFault, useFilterCheck } from './filter-check.tsx';
import { SavedViews } from './saved-views.tsx';
import styles from './verdicts.module.css';

export interface TableToolsProps {
  readonly filter: string;
  readonly onFilter: (text: string) => void;
  readonly search: string;
  readonly onSearch: (text: string) => void;
  readonly total: number | null;
  readonly all: number;
  /** The engine refused the rows: there is no count. */
  readonly failed: boolean;
  readonly columns: readonly ColumnInfo[];
  readonly shown: readonly string[];
  /** Null brings the usual columns back. */
  readonly onShown: (names: readonly string[] | null) => void;
  /** What a view saved now would hold. */
  readonly present: TableView;
  /** From a text field down into the rows. */
  readonly onLeave: () => void;
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
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') apply();
    if (event.key === 'Escape') setText(filter);
    if (event.key === 'ArrowDown') props.onLeave();
  };
  const onSearchKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' || event.key === 'ArrowDown') {
      event.preventDefault();
      searchLater.flush();
      props.onLeave();
    }
    if (event.key === 'Escape' && search !== '') {
      setSearch('');
      onSearch('');
    }
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
              onAdd={(clause, join) => {
                onFilter(join === 'and' ? addClauseTo(filter, clause) : addAlternativeTo(filter, clause));
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
          onKeyDown={onSearchKey}
        />
        <ColumnChooser columns={props.columns} shown={props.shown} onShown={props.onShown} />
        <SavedViews present={props.present} />
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
