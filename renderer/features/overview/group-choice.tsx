import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../app/api.ts';
import { useFigures } from '../../ui/figures.ts';
import { textWidth } from '../../ui/text-width.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { fieldsIn } from './group-by.ts';
import styles from './overview.module.css';

/** Stands for “no field” in a list; no field can be called this, because the engine knows `none` as no field. */
const nothing = 'none';

/** The one or two fields the table groups by, each with how many values it has. */
export function GroupChoice({
  by,
  onBy,
}: {
  readonly by: readonly string[];
  readonly onBy: (fields: readonly string[]) => void;
}) {
  const { t } = useTranslation('overview');
  const [first, second] = fieldsIn(by);
  return (
    <fieldset className={styles.groupChoice}>
      <legend className="visually-hidden">{t('groups.by')}</legend>
      <span className="muted" aria-hidden="true">
        {t('groups.by')}
      </span>
      <FieldSelect
        label={t('groups.by')}
        value={first ?? null}
        none={t('groups.everything')}
        without={second === undefined ? [] : [second]}
        onChoose={(next) => onBy([next, second].filter((name) => name !== null && name !== undefined))}
      />
      {first === undefined ? null : (
        <>
          <span className="muted" aria-hidden="true">
            ×
          </span>
          <FieldSelect
            label={t('groups.thenBy')}
            value={second ?? null}
            none={t('groups.noSecond')}
            without={[first]}
            onChoose={(next) => onBy(next === null ? [first] : [first, next])}
          />
        </>
      )}
    </fieldset>
  );
}

function FieldSelect({
  label,
  value,
  none,
  without,
  onChoose,
}: {
  readonly label: string;
  readonly value: string | null;
  readonly none: string;
  readonly without: readonly string[];
  readonly onChoose: (field: string | null) => void;
}) {
  const { t } = useTranslation('overview');
  const figures = useFigures();
  const fields = useApiQuery('overview.fields', undefined);
  const offered = (fields.data ?? []).filter((field) => !without.includes(field.name));
  const known = offered.filter((field) => field.known).map((field) => field.name);
  const unknown = offered.filter((field) => !field.known).map((field) => field.name);
  // A field that the address names and no log has is still shown as what is chosen.
  if (value !== null && !known.includes(value) && !unknown.includes(value)) known.unshift(value);
  const byName = new Map(offered.map((field) => [field.name, field]));
  const countOf = (name: string): string => {
    const field = byName.get(name);
    if (field === undefined) return '';
    const count = field.values === null ? t('groups.manyValues') : figures.number(field.values);
    return field.absent ? `${count} ${t('groups.andAbsent')}` : count;
  };
  return (
    <Select
      variant="unstyled"
      className={styles.groupBy}
      aria-label={label}
      value={value ?? nothing}
      allowDeselect={false}
      searchable
      // The field is as wide as what is chosen, so that the two stand side by side as one phrase.
      styles={{ input: { width: Math.min(260, Math.ceil(textWidth(value ?? none, 12)) + 34) } }}
      data={[
        { value: nothing, label: none },
        { group: t('common:filter.knownFields'), items: known },
        ...(unknown.length === 0 ? [] : [{ group: t('common:filter.unknownFields'), items: unknown }]),
      ]}
      renderOption={({ option }) => (
        <span className={styles.fieldOption}>
          <span className={styles.fieldName}>{visibleText(option.label)}</span>
          <span className="muted small">{countOf(option.value)}</span>
        </span>
      )}
      comboboxProps={{ width: 290, position: 'bottom-start' }}
      onChange={(next) => {
        if (next !== null) onChoose(next === nothing ? null : next);
      }}
    />
  );
}
