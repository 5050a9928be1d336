import { Button, NumberInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ThresholdGroup } from '../../../electron/api/types.ts';
import { useApiMutation } from '../../app/api.ts';
import { dataChanged } from '../../app/jobs.ts';
import { hrefTo } from '../../app/location.ts';
import { useThresholds, waitingRows } from '../../app/thresholds.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import { groupClauses, groupName } from './group-name.ts';
import styles from './threshold-panel.module.css';

/** Asks from which reward on a sample is a success, where the log has no verdict; says so where it was stated. */
export function ThresholdPanel() {
  const { t } = useTranslation('overview');
  const figures = useFigures();
  const thresholds = useThresholds();
  const [asked, setAsked] = useState(false);
  const groups = thresholds.data ?? [];
  if (groups.length === 0) return null;
  const waiting = waitingRows(groups);
  const decided = groups.reduce((sum, group) => sum + group.decided, 0);
  const left = groups.reduce((sum, group) => sum + group.rows - group.decided, 0);
  const stated = new Set(groups.map((group) => group.threshold));
  const [only] = stated;
  return (
    <section className={`panel ${styles.panel}`} aria-label={t('threshold.title')}>
      {waiting > 0 || asked ? (
        <ThresholdForm key={JSON.stringify(groups)} groups={groups} onDone={() => setAsked(false)} />
      ) : (
        <div className={styles.line}>
          <span>
            {decided > 0
              ? [
                  t('threshold.decided', { count: decided }),
                  stated.size === 1 && only !== undefined && only !== null
                    ? t('threshold.from', { value: figures.number(only, 6) })
                    : t('threshold.several'),
                  left > 0 ? t('threshold.left', { count: left }) : '',
                ].join('')
              : t('threshold.some', { count: left })}
          </span>
          {decided > 0 ? (
            <Link href={hrefTo('verdicts', { where: 'by_threshold' })}>{t('threshold.rows')}</Link>
          ) : null}
          <Button onClick={() => setAsked(true)}>
            {t(decided > 0 ? 'threshold.change' : 'threshold.state')}
          </Button>
        </div>
      )}
    </section>
  );
}

function keyOf(group: ThresholdGroup): string {
  return JSON.stringify([group.rubric_version, group.judge_model]);
}

type Values = Readonly<Record<string, number | null>>;

function ThresholdForm({
  groups,
  onDone,
}: {
  readonly groups: readonly ThresholdGroup[];
  readonly onDone: () => void;
}) {
  const { t } = useTranslation('overview');
  const figures = useFigures();
  const [each, setEach] = useState(new Set(groups.map((group) => group.threshold)).size > 1);
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(groups.map((group) => [keyOf(group), group.threshold])),
  );
  const save = useApiMutation('sources.saveThresholds', {
    onSuccess: () => {
      dataChanged();
      onDone();
    },
  });
  const statedFor = (group: ThresholdGroup): number | null => values[keyOf(group)] ?? null;
  const first = groups[0] === undefined ? null : statedFor(groups[0]);
  const low = Math.min(...groups.map((group) => group.low));
  const high = Math.max(...groups.map((group) => group.high));
  const rows = groups.reduce((sum, group) => sum + group.rows, 0);
  const stated = groups.some((group) => group.threshold !== null);
  const unstated = groups.every((group) => statedFor(group) === null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate({
      thresholds: groups.flatMap((group) => {
        const threshold = statedFor(group);
        return threshold === null
          ? []
          : [{ rubric_version: group.rubric_version, judge_model: group.judge_model, threshold }];
      }),
    });
  };
  const range = (from: number, to: number): string =>
    from === to ? figures.number(from, 4) : `${figures.number(from, 4)} … ${figures.number(to, 4)}`;
  return (
    <form onSubmit={submit} className={styles.form}>
      <div>
        <h2>{t('threshold.title')}</h2>
        <p className="muted">{t('threshold.why', { count: rows, range: range(low, high) })}</p>
      </div>
      <div className={styles.line}>
        {each ? null : (
          <NumberInput
            className={styles.field}
            aria-label={t('threshold.title')}
            leftSection={<span className="muted small">{t('threshold.atLeast')}</span>}
            leftSectionWidth={70}
            value={first ?? ''}
            step={high - low > 2 ? 1 : 0.1}
            onChange={(next) => {
              const value = typeof next === 'number' ? next : null;
              setValues(Object.fromEntries(groups.map((group) => [keyOf(group), value])));
            }}
          />
        )}
        {each ? null : (
          <span className="muted">
            {groups.length > 1 ? t('threshold.forAll', { n: figures.number(groups.length) }) : null}
          </span>
        )}
        <Button type="submit" variant="filled" loading={save.isPending} disabled={unstated}>
          {t('threshold.apply')}
        </Button>
        {groups.length > 1 ? (
          <Button onClick={() => setEach((on) => !on)}>
            {t(each ? 'threshold.same' : 'threshold.each')}
          </Button>
        ) : null}
        {stated ? (
          <>
            <Button loading={save.isPending} onClick={() => save.mutate({ thresholds: [] })}>
              {t('threshold.takeBack')}
            </Button>
            <Button variant="subtle" onClick={onDone}>
              {t('threshold.leave')}
            </Button>
          </>
        ) : null}
      </div>
      {save.error === null ? null : <ErrorView error={save.error} />}
      {each ? (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('threshold.judge')}</th>
              <th scope="col">{t('groups.rows')}</th>
              <th scope="col">{t('threshold.range')}</th>
              <th scope="col">{t('threshold.successFrom')}</th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => {
              const key = { rubric_version: group.rubric_version, judge_model: group.judge_model };
              const name = groupName(key, { unnamed: t('unnamed'), whole: t('whole') });
              return (
                <tr key={keyOf(group)}>
                  <th scope="row">
                    <Link href={hrefTo('verdicts', { and: groupClauses(key) })}>{name}</Link>
                  </th>
                  <td>{figures.number(group.rows)}</td>
                  <td>{range(group.low, group.high)}</td>
                  <td>
                    <NumberInput
                      className={styles.small}
                      aria-label={name}
                      value={statedFor(group) ?? ''}
                      step={group.high - group.low > 2 ? 1 : 0.1}
                      onChange={(next) =>
                        setValues((before) => ({
                          ...before,
                          [keyOf(group)]: typeof next === 'number' ? next : null,
                        }))
                      }
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      ) : null}
    </form>
  );
}
