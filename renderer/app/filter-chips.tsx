import { Popover } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { visibleText } from '../ui/visible-text.ts';
import { FilterBuilder } from './filter-builder.tsx';
import { filterParts } from './filter-parts.ts';
import { addAlternativeTo } from './filter-text.ts';
import { useFilter } from './location.ts';
import styles from './shell.module.css';

/** The parts of the filter as chips, each with its way out, and the way to add one. */
export function FilterChips() {
  const { t } = useTranslation('common');
  const { filter, addClause, setFilter } = useFilter();
  const parts = useMemo(() => filterParts(filter), [filter]);
  const [opened, setOpened] = useState(false);
  return (
    <div className={styles.chips}>
      {parts.map(({ text, steps, without }) => (
        <span key={text} className={styles.chip} title={visibleText(text)}>
          <span className={styles.chipText}>
            {steps === null
              ? visibleText(text)
              : steps.from === steps.to
                ? t('filter.step', { step: steps.from })
                : t('filter.steps', steps)}
          </span>
          <button
            type="button"
            className="plain-button"
            aria-label={t('filter.remove', { clause: text })}
            onClick={() => setFilter(without)}
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
      {parts.length > 1 ? (
        <button type="button" className={`plain-button ${styles.clear}`} onClick={() => setFilter('')}>
          {t('filter.clear')}
        </button>
      ) : null}
    </div>
  );
}
