import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Diagnosis, OverviewView } from '../../../electron/api/types.ts';
import { hrefTo } from '../../app/location.ts';
import { useFigures } from '../../ui/figures.ts';
import { IntervalBar } from '../../ui/rate.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { boundsOf, type Check, checkHref } from './check-phrase.ts';
import { familyClauses } from './family-pairs.ts';
import styles from './overview.module.css';

const signs: Readonly<Record<Check['status'], string>> = { passes: '✓', fails: '✗', open: '?', missing: '–' };

/** How the sentence was decided: every check in order, its figure against its threshold, and what is missing. */
export function ReasonsDialog({
  opened,
  onClose,
  diagnosis,
  name,
  clauses,
  family,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly diagnosis: Diagnosis;
  readonly name: string;
  /** The conditions that pick the group's rows. */
  readonly clauses: readonly string[];
  /** Policies of the judge's own family whose rows are among the group's. */
  readonly family: OverviewView['same_family'];
}) {
  const { t } = useTranslation('overview');
  const figures = useFigures();
  return (
    <Modal opened={opened} onClose={onClose} size={880} title={t('reasons.title', { group: name })}>
      <p className="muted">{t('reasons.order')}</p>
      <table className={styles.reasons}>
        <thead>
          <tr>
            <th scope="col">{t('reasons.check')}</th>
            <th scope="col" data-align="right">
              {t('reasons.figure')}
            </th>
            <th scope="col">{t('reasons.interval')}</th>
            <th scope="col" data-align="right">
              {t('reasons.threshold')}
            </th>
            <th scope="col">{t('reasons.over')}</th>
            <th scope="col">{t('reasons.result')}</th>
          </tr>
        </thead>
        <tbody>
          {diagnosis.checks.map((check) => {
            const bounds = boundsOf(check);
            const top = Math.max(check.threshold * 2, check.value ?? 0, bounds?.[1] ?? 0, 0.01);
            return (
              <tr
                key={check.code}
                data-decides={diagnosis.reasons.some((reason) => reason.code === check.code) || undefined}
              >
                <th scope="row">
                  {t(`check.${check.code}`)}
                  {check.window === null ? null : (
                    <span className="muted">
                      {' '}
                      {t('reasons.steps', { from: check.window.from, to: check.window.to })}
                    </span>
                  )}
                </th>
                <td data-align="right">
                  {check.value === null ? (
                    figures.none
                  ) : (
                    <Link href={checkHref(check, clauses)}>{figures.percent(check.value)}</Link>
                  )}
                </td>
                <td className={styles.reasonInterval}>
                  {bounds === null ? (
                    figures.none
                  ) : (
                    <>
                      <IntervalBar
                        value={check.value}
                        interval={bounds}
                        range={[0, top]}
                        tone={check.status === 'fails' ? 'fail' : check.status === 'passes' ? 'pass' : 'warn'}
                        width={90}
                      />{' '}
                      {figures.interval(bounds)}
                    </>
                  )}
                </td>
                <td data-align="right">{figures.percent(check.threshold)}</td>
                <td>{t(`units.${check.unit}`, { n: figures.number(check.n) })}</td>
                <td data-status={check.status}>
                  <span aria-hidden="true">{signs[check.status]}</span> {t(`status.${check.status}`)}
                  {check.more === null ? null : (
                    <span className="muted"> · {t('reasons.more', { n: figures.number(check.more) })}</span>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {diagnosis.position === null ? null : (
        <p>
          {t('reasons.position', {
            bias: figures.percent(diagnosis.position.bias),
            p: figures.p(diagnosis.position.p),
            pairs: figures.number(diagnosis.position.pairs),
          })}
        </p>
      )}
      <ul className={styles.notes}>
        {diagnosis.caveats.map((code) => (
          <li key={code}>{t(`caveat.${code}`)}</li>
        ))}
        {family.map((pair) => (
          <li key={`${pair.judge_model} ${pair.policy_model}`}>
            <Link href={hrefTo('verdicts', { and: [...clauses, ...familyClauses([pair])] })}>
              {t('family.pair', {
                judge: visibleText(pair.judge_model),
                policy: visibleText(pair.policy_model),
              })}
            </Link>
            {t('family.what', { count: 1 })}
          </li>
        ))}
        {diagnosis.needed === null ? null : <li>{t('needed', { n: figures.number(diagnosis.needed) })}</li>}
      </ul>
      {diagnosis.advice.length === 0 ? null : (
        <>
          <h3>{t('reasons.advice')}</h3>
          <ol className={styles.advice}>
            {diagnosis.advice.map((code) => (
              <li key={code}>{t(`advice.${code}`)}</li>
            ))}
          </ol>
        </>
      )}
    </Modal>
  );
}
