import { Popover } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { visibleText } from '../ui/visible-text.ts';
import { FilterBuilder } from './filter-builder.tsx';
import { addAlternativeTo } from './filter-text.ts';
import { useFilter } from './location.ts';
import styles from './shell.module.css';

/** The parts of the filter as chips, each with its way out, and the way to add one. */
export function FilterChips() {
  const { t } = useTranslation('common');
  const { filter, clauses, addClause, removeClause, setFilter } = useFilter();
  const [opened, setOpened] = useState(false);
  return (
    <div className={styles.chips}>
      {clauses.map((clause, index) => (
        <span key={clause} className={styles.chip} title={visibleText(clause)}>
          <span className={styles.chipText}>{visibleText(clause)}</span>
          <button
            type="button"
            className="plain-button"
            aria-label={t('filter.remove', { clause })}
            onClick={() => removeClause(index)}
          >
            ✕
          </button>
        </span>
      ))}
      <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus width={420}>
        <Popover.Target>
          <button type="button" className={styles.chipButton} onClick={() => setOpened((shown) => !shown)}>
            {t('filter.add')}
          </button>
        </Popover.Target>
        <Popover.Dropdown>
          <FilterBuilder
            onAdd={(clause, join) => {
              if (join === 'and') addClause(clause);
              else setFilter(addAlternativeTo(filter, clause));
              setOpened(false);
            }}
          />
        </Popover.Dropdown>
      </Popover>
      {clauses.length > 1 ? (
        <button type="button" className={`plain-button ${styles.clear}`} onClick={() => setFilter('')}>
          {t('filter.clear')}
        </button>
      ) : null}
    </div>
  );
}
