import { Checkbox, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DrawAsked } from '../../../electron/api/types.ts';
import styles from './variance.module.css';

const fields = ['category', 'outcome', 'rubric_version', 'judge_model', 'step'] as const;
const ways = ['uniform', 'proportional', 'equal', 'neyman'] as const;

/** How the samples are drawn: all rows alike, or so many from each stratum. */
export function DrawChoice({
  draw,
  onChange,
}: {
  readonly draw: DrawAsked | null;
  readonly onChange: (draw: DrawAsked | null) => void;
}) {
  const { t } = useTranslation('variance');
  const by = draw?.by ?? [];
  return (
    <div className={styles.drawChoice}>
      <Select
        label={t('draw.label')}
        description={t(`draw.what.${draw?.allocation ?? 'uniform'}`)}
        allowDeselect={false}
        value={draw?.allocation ?? 'uniform'}
        data={ways.map((way) => ({ value: way, label: t(`draw.way.${way}`) }))}
        onChange={(way) => {
          const allocation = ways.find((each) => each === way);
          onChange(
            allocation === undefined || allocation === 'uniform'
              ? null
              : { by: by.length === 0 ? ['category'] : by, allocation },
          );
        }}
      />
      {draw === null ? null : (
        <fieldset className={styles.strata}>
          <legend className="muted small">{t('draw.by')}</legend>
          {fields.map((field) => (
            <Checkbox
              key={field}
              size="xs"
              label={t(`draw.field.${field}`)}
              checked={by.includes(field)}
              disabled={(by.length === 3 && !by.includes(field)) || (by.length === 1 && by.includes(field))}
              onChange={(event) =>
                onChange({
                  ...draw,
                  by: event.currentTarget.checked
                    ? fields.filter((each) => each === field || by.includes(each))
                    : by.filter((each) => each !== field),
                })
              }
            />
          ))}
        </fieldset>
      )}
    </div>
  );
}
