import { Autocomplete, Button, Select } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColumnInfo } from '../../electron/api/types.ts';
import { useFigures } from '../ui/figures.ts';
import { useApiQuery } from './api.ts';
import { quoteValue } from './filter-text.ts';
import { useFilter } from './location.ts';
import styles from './shell.module.css';

const operators = {
  text: ['=', '!=', 'contains', 'not contains', 'is null', 'is not null'],
  number: ['=', '!=', '>=', '<=', '>', '<', 'is null', 'is not null'],
  time: ['>=', '<=', 'is null', 'is not null'],
  boolean: ['true', 'false', 'is null', 'is not null'],
} as const satisfies Readonly<Record<ColumnInfo['type'], readonly string[]>>;
type Operator = (typeof operators)[ColumnInfo['type']][number];

/** The clause that field, operator and value stand for; null while a value is missing. */
export function clauseOf(field: string, operator: Operator, value: string): string | null {
  const name = quoteValue(field);
  if (operator === 'is null' || operator === 'is not null') return `${name} ${operator}`;
  if (operator === 'true') return name;
  if (operator === 'false') return `not ${name}`;
  if (value === '') return null;
  return `${name} ${operator} ${quoteValue(value)}`;
}

/** Field, operator, value: one more condition, with the values the logs hold to choose from. */
export function FilterBuilder({ onAdd }: { readonly onAdd: (clause: string) => void }) {
  const { t } = useTranslation('common');
  const figures = useFigures();
  const { filter } = useFilter();
  const columns = useApiQuery('verdicts.columns', undefined);
  const [field, setField] = useState<string | null>(null);
  const [operator, setOperator] = useState<Operator>('=');
  const [value, setValue] = useState('');
  const column = columns.data?.find((one) => one.name === field);
  const offered: readonly Operator[] = operators[column?.type ?? 'text'];
  const needsValue = clauseOf('x', operator, '') === null;
  const values = useApiQuery(
    'verdicts.values',
    { column: field ?? '', filter, limit: 50 },
    { enabled: field !== null && needsValue },
  );
  const clause = field === null ? null : clauseOf(field, operator, value.trim());

  const add = (event: FormEvent): void => {
    event.preventDefault();
    if (clause !== null) onAdd(clause);
  };
  const counts = new Map((values.data ?? []).map((one) => [one.value ?? '', one.count]));
  const known = (columns.data ?? []).filter((one) => one.known).map((one) => one.name);
  const unknown = (columns.data ?? []).filter((one) => !one.known).map((one) => one.name);

  return (
    <form className={styles.builder} onSubmit={add}>
      <Select
        data-autofocus
        label={t('filter.field')}
        placeholder={t('filter.chooseField')}
        searchable
        value={field}
        data={[
          { group: t('filter.knownFields'), items: known },
          ...(unknown.length === 0 ? [] : [{ group: t('filter.unknownFields'), items: unknown }]),
        ]}
        onChange={(next) => {
          setField(next);
          setValue('');
          const type = columns.data?.find((one) => one.name === next)?.type ?? 'text';
          setOperator(operators[type][0]);
        }}
        comboboxProps={{ withinPortal: false, width: 240, position: 'bottom-start' }}
      />
      <Select
        label={t('filter.operator')}
        value={operator}
        allowDeselect={false}
        data={offered.map((one) => ({ value: one, label: t(`filter.operators.${operatorNames[one]}`) }))}
        onChange={(next) => setOperator(offered.find((one) => one === next) ?? '=')}
        comboboxProps={{ withinPortal: false }}
      />
      {needsValue ? (
        <Autocomplete
          label={t('filter.value')}
          value={value}
          onChange={setValue}
          limit={50}
          data={[...counts.keys()].filter((one) => one !== '')}
          renderOption={({ option }) => (
            <span className={styles.option}>
              <span className={styles.optionText}>{option.value}</span>
              <span className="muted">{figures.number(counts.get(option.value) ?? null)}</span>
            </span>
          )}
          comboboxProps={{ withinPortal: false, width: 280, position: 'bottom-end' }}
        />
      ) : null}
      <div className={styles.builderFoot}>
        <code className="muted">{clause ?? ''}</code>
        <Button type="submit" variant="filled" disabled={clause === null}>
          {t('filter.addThis')}
        </Button>
      </div>
    </form>
  );
}

const operatorNames: Readonly<Record<Operator, string>> = {
  '=': 'equals',
  '!=': 'differs',
  '>=': 'atLeast',
  '<=': 'atMost',
  '>': 'above',
  '<': 'below',
  contains: 'contains',
  'not contains': 'containsNot',
  'is null': 'isNull',
  'is not null': 'isNotNull',
  true: 'isTrue',
  false: 'isFalse',
};
