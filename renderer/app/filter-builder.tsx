import { Autocomplete, Button, Select, TagsInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFigures } from '../ui/figures.ts';
import { useApiQuery } from './api.ts';
import { clauseOf, type Operator, operatorsOf } from './filter-clause.ts';
import { useFilter } from './location.ts';
import styles from './shell.module.css';

/** Field, operator, value: one more condition, with the values the logs hold to choose from. */
export function FilterBuilder({ onAdd }: { readonly onAdd: (clause: string, join: 'and' | 'or') => void }) {
  const { t } = useTranslation('common');
  const figures = useFigures();
  const { filter } = useFilter();
  const columns = useApiQuery('verdicts.columns', undefined);
  const [field, setField] = useState<string | null>(null);
  const [operator, setOperator] = useState<Operator>('=');
  const [value, setValue] = useState('');
  const [several, setSeveral] = useState<string[]>([]);
  const column = columns.data?.find((one) => one.name === field);
  const offered = operatorsOf(field ?? '', column?.type ?? 'text');
  const list = operator === 'in' || operator === 'not in';
  const needsValue = clauseOf('x', operator, '', []) === null;
  const values = useApiQuery(
    'verdicts.values',
    { column: field ?? '', filter, limit: 50 },
    { enabled: field !== null && needsValue },
  );
  const clause = field === null ? null : clauseOf(field, operator, value.trim(), several);

  const add = (event: FormEvent): void => {
    event.preventDefault();
    if (clause !== null) onAdd(clause, 'and');
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
          setSeveral([]);
          const type = columns.data?.find((one) => one.name === next)?.type ?? 'text';
          setOperator(operatorsOf(next ?? '', type)[0] ?? '=');
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
      {needsValue && list ? (
        <TagsInput
          label={t('filter.values')}
          value={several}
          onChange={setSeveral}
          acceptValueOnBlur
          splitChars={[]}
          data={[...counts.keys()].filter((one) => one !== '')}
          comboboxProps={{ withinPortal: false, width: 280, position: 'bottom-end' }}
        />
      ) : needsValue ? (
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
        <span className={styles.builderButtons}>
          {filter === '' ? null : (
            <Button
              disabled={clause === null}
              title={t('filter.orTitle')}
              onClick={() => (clause === null ? undefined : onAdd(clause, 'or'))}
            >
              {t('filter.orThis')}
            </Button>
          )}
          <Button type="submit" variant="filled" disabled={clause === null}>
            {t('filter.addThis')}
          </Button>
        </span>
      </div>
      <details className={styles.grammar}>
        <summary>{t('filter.grammar')}</summary>
        <ul>
          {grammar.map((line) => (
            <li key={line}>
              <code>{line}</code>
            </li>
          ))}
        </ul>
      </details>
    </form>
  );
}

/** One line for each thing a filter can say. */
const grammar: readonly string[] = [
  'rubric_version = adapt_v1 and not passed and step >= 400',
  'category in (search_read, "create modify") or latency_ms > 5000',
  'reason contains "not found" and not (evidence ~ draft)',
  'judge_model != gpt-4o and reason !~ sent',
  'error is null and has(score)',
  'timestamp >= 2026-01-31T08:00Z',
  'unjudged = timeout or warning = coerced',
  '"a field, quoted" not in (1, 2.5)',
];

const operatorNames: Readonly<Record<Operator, string>> = {
  '=': 'equals',
  '!=': 'differs',
  '>=': 'atLeast',
  '<=': 'atMost',
  '>': 'above',
  '<': 'below',
  in: 'oneOf',
  'not in': 'noneOf',
  contains: 'contains',
  'not contains': 'containsNot',
  'is null': 'isNull',
  'is not null': 'isNotNull',
  true: 'isTrue',
  false: 'isFalse',
};
