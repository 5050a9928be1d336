import { Button, NumberInput, Popover } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFilter } from '../../app/location.ts';
import { type StepRange, stepRangeOf, withStepRange } from '../../app/step-range.ts';
import styles from './overview.module.css';

/** The range of steps the page is narrowed to: typed here, drawn on a chart, taken back with one press. */
export function StepRangeField() {
  const { t } = useTranslation('overview');
  const { filter, setFilter } = useFilter();
  const [opened, setOpened] = useState(false);
  const range = stepRangeOf(filter);
  return (
    <span className={styles.stepRange}>
      <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus>
        <Popover.Target>
          <button
            type="button"
            className="plain-button"
            title={t('range.title')}
            onClick={() => setOpened((shown) => !shown)}
          >
            {range === null ? t('range.choose') : nameOf(range)}
          </button>
        </Popover.Target>
        <Popover.Dropdown>
          <RangeForm
            range={range}
            onTake={(next) => {
              setFilter(withStepRange(filter, next));
              setOpened(false);
            }}
          />
        </Popover.Dropdown>
      </Popover>
      {range === null ? null : (
        <button
          type="button"
          className="plain-button"
          aria-label={t('range.clear')}
          title={t('range.clear')}
          onClick={() => setFilter(withStepRange(filter, null))}
        >
          ✕
        </button>
      )}
    </span>
  );

  function nameOf({ from, to }: StepRange): string {
    if (from === null) return t('range.to', { to });
    if (to === null) return t('range.from', { from });
    return from === to ? t('range.one', { from }) : t('range.both', { from, to });
  }
}

function RangeForm({
  range,
  onTake,
}: {
  readonly range: StepRange | null;
  readonly onTake: (range: StepRange) => void;
}) {
  const { t } = useTranslation('overview');
  const [from, setFrom] = useState<number | null>(range?.from ?? null);
  const [to, setTo] = useState<number | null>(range?.to ?? null);
  const turned = from !== null && to !== null && from > to;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!turned) onTake({ from, to });
  };
  const number = (value: string | number): number | null => (typeof value === 'number' ? value : null);
  return (
    <form className={styles.rangeForm} onSubmit={submit}>
      <NumberInput
        data-autofocus
        label={t('range.fromLabel')}
        value={from ?? ''}
        allowDecimal={false}
        onChange={(value) => setFrom(number(value))}
      />
      <NumberInput
        label={t('range.toLabel')}
        value={to ?? ''}
        allowDecimal={false}
        error={turned ? t('range.turned') : null}
        onChange={(value) => setTo(number(value))}
      />
      <Button type="submit" variant="filled" disabled={turned || (from === null && to === null)}>
        {t('range.apply')}
      </Button>
    </form>
  );
}
